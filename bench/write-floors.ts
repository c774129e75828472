import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { GivenAnswers } from '../src/areas/quizzes/schemas.ts';
import { ChangedSubmission, Submission } from '../src/areas/submissions/schemas.ts';
import { jsonSchema } from '../src/http/json-schema.ts';
import type { Filled } from './filled.ts';
import { DUE, type SubmissionRow, submission, submissionColumns } from './submissions.ts';

const GRADE = `with a as (select * from assignments where id = $1 and not deleted),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at)
    select a.id, $2, a.course_id, 'graded', $3::numeric, case a.grading_type
        when 'percent' then trim_scale(round($3::numeric / a.points_possible::numeric * 100, 1)) || '%' else trim_scale($3::numeric)::text end,
      now(), $4, now() from a
    on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
      graded_at = excluded.graded_at, grader_id = excluded.grader_id, grade_matches_current_submission = true, updated_at = excluded.updated_at
    returning *),
  kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
    select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s)
  select ${submissionColumns(DUE)} from s join a on a.id = s.assignment_id`;

const TURN_IN = `with a as (select * from assignments where id = $1 and not deleted),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at, updated_at)
    select a.id, $2, a.course_id, 'submitted', 1, $3, $4, now(), now() from a
    on conflict (assignment_id, user_id) do update set state = 'submitted', attempt = coalesce(s.attempt, 0) + 1,
      submission_type = excluded.submission_type, body = excluded.body, url = null, media_comment_id = null, media_comment_type = null,
      file_ids = '{}', submitted_at = excluded.submitted_at, grade_matches_current_submission = s.score is null and s.grade is null,
      updated_at = excluded.updated_at
    returning *),
  kept as (insert into submission_attempts (assignment_id, user_id, attempt, submission_type, body, submitted_at, submitter_id)
    select assignment_id, user_id, attempt, submission_type, body, submitted_at, user_id from s)
  select ${submissionColumns(DUE)} from s join a on a.id = s.assignment_id`;

const ANSWER = `insert into quiz_answers (attempt_id, question_id, answer, updated_at) values ($1, $2, $3::jsonb, now())
  on conflict (attempt_id, question_id) do update set answer = excluded.answer, updated_at = excluded.updated_at`;

interface Answered {
  Params: { attempt: string };
  Body: { quiz_questions: [{ id: number; answer: unknown }] };
}
interface Graded {
  Params: { assignment: string; user: string };
  Body: { submission: { posted_grade: string } };
}
interface TurnedIn {
  Params: { assignment: string };
  Body: { submission: { submission_type: string; body: string } };
}

/** The least that a grade, a turn-in and an answer can cost: the same rows by one statement each, which is a transaction of its own. */
export function writeFloors(app: FastifyInstance, pool: pg.Pool, store: Filled): void {
  const write = async (name: string, text: string, values: unknown[]) => {
    const [row] = (await pool.query<SubmissionRow>({ name, text, values })).rows;
    if (!row) throw new Error('a floor wrote nothing');
    return submission(row);
  };
  const graded = { 200: { description: 'Success', ...jsonSchema(ChangedSubmission, 'output') } };
  app.put<Graded>('/grade/:assignment/:user', { schema: { response: graded } }, async ({ params, body }) => {
    const values = [Number(params.assignment), Number(params.user), body.submission.posted_grade, store.teacherId];
    const one = await write('grade', GRADE, values);
    return { ...one, submission_comments: [], all_submissions: [one] };
  });
  const turnedIn = { 201: { description: 'Success', ...jsonSchema(Submission, 'output') } };
  app.post<TurnedIn>('/turn-in/:assignment', { schema: { response: turnedIn } }, async ({ params, body: { submission: sent } }, reply) => {
    const one = await write('turn_in', TURN_IN, [Number(params.assignment), store.gradedStudentId, sent.submission_type, sent.body]);
    return reply.code(201).send({ ...one, submission_comments: [] });
  });
  const answered = { 200: { description: 'Success', ...jsonSchema(GivenAnswers, 'output') } };
  app.post<Answered>('/answer/:attempt', { schema: { response: answered } }, async ({ params, body }) => {
    const [{ id, answer }] = body.quiz_questions;
    await pool.query({ name: 'answer', text: ANSWER, values: [Number(params.attempt), id, JSON.stringify(answer)] });
    return { quiz_submission_questions: [{ id, answer }] };
  });
}
