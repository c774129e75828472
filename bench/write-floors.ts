import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { z } from 'zod';
import { GivenAnswers } from '../src/areas/quizzes/schemas.ts';
import { ChangedSubmission, Submission } from '../src/areas/submissions/schemas.ts';
import { jsonSchema } from '../src/http/json-schema.ts';
import type { Filled } from './filled.ts';
import { AVATAR_URL, BASE_URL, jsonTime } from './floors.ts';
import { DUE, type SubmissionRow, submission, submissionColumns } from './submissions.ts';

const happened = (payload: string): string => `jsonb_build_object(${payload}, 'happenedAt', (extract(epoch from now()) * 1000)::int8)`;
/** A job of a statement, told what `payload` says and when it happened. */
export const job = (task: string, payload: string, from: string): string => `insert into pending_jobs (task, payload)
    select '${task}', ${happened(payload)} from ${from}`;
/** The same with a key: of several with one the last is done. */
export const keyedJob = (task: string, payload: string, from: string, key: string): string => `insert into pending_jobs (task, payload, key)
    select '${task}', ${happened(payload)}, '${task}:' || ${key} from ${from}`;

const TOLD = job('tell_of_submissions', `'assignmentId', s.assignment_id, 'userIds', jsonb_build_array(s.user_id)`, 's');

const GRADE = `with a as (select * from assignments where id = $1 and not deleted),
  s as (insert into submissions as s (assignment_id, user_id, course_id, state, score, grade, graded_at, grader_id, updated_at)
    select a.id, $2, a.course_id, 'graded', $3::numeric, case a.grading_type
        when 'percent' then trim_scale(round($3::numeric / a.points_possible::numeric * 100, 1)) || '%' else trim_scale($3::numeric)::text end,
      now(), $4, now() from a
    on conflict (assignment_id, user_id) do update set state = 'graded', score = excluded.score, grade = excluded.grade,
      graded_at = excluded.graded_at, grader_id = excluded.grader_id, grade_matches_current_submission = true, updated_at = excluded.updated_at
    returning *),
  kept as (insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at)
    select assignment_id, user_id, attempt, score, grade, grader_id, graded_at from s),
  told as (${TOLD})
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

/** It goes into the conversation of its author and the student, and is that of both; what was said before is answered, too. */
const COMMENT = `with said as (insert into submission_comments (assignment_id, user_id, author_id, comment, file_ids, hidden, created_at)
    values ($1, $2, $3::int, $4::text, '{}', false, now()) returning *),
  told as (${job('tell_of_comments', `'commentIds', jsonb_build_array(said.id)`, 'said')}),
  m as (insert into conversation_messages (conversation_id, author_id, body, created_at)
    select c.id, said.author_id, said.comment, clock_timestamp() from said
      join conversations c on c.lower_user_id = least($2::int, $3::int) and c.higher_user_id = greatest($2::int, $3::int)
    returning *),
  kept as (insert into conversation_comments (message_id, comment_id, conversation_id) select m.id, said.id, m.conversation_id from m, said),
  seen as (update conversation_participants p set comment_count = p.comment_count + 1, last_message = left(m.body, 100),
      is_last_author = p.user_id = m.author_id, last_message_at = m.created_at,
      last_authored_at = case p.user_id when m.author_id then m.created_at else p.last_authored_at end,
      last_authored_message = case p.user_id when m.author_id then left(m.body, 100) else p.last_authored_message end,
      state = case p.user_id when m.author_id then p.state else 'unread' end
    from m where p.conversation_id = m.conversation_id)
  select ${submissionColumns(DUE)}, (select json_agg(json_build_object('id', c.id, 'author_id', c.author_id, 'author_name', u.short_name,
        'comment', c.comment, 'created_at', c.created_at::text) order by c.id)
      from (select * from submission_comments c where c.assignment_id = $1 and c.user_id = $2 union all select * from said) c
        join users u on u.id = c.author_id) as comments
    from submissions s join assignments a on a.id = s.assignment_id where s.assignment_id = $1 and s.user_id = $2`;

interface CommentedRow extends SubmissionRow {
  comments: { id: number; author_id: number; author_name: string; comment: string; created_at: string }[];
}

const comments = (row: CommentedRow): NonNullable<Submission['submission_comments']> =>
  row.comments.map((one) => ({
    id: one.id,
    author_id: one.author_id,
    author_name: one.author_name,
    author: {
      id: one.author_id,
      display_name: one.author_name,
      avatar_image_url: AVATAR_URL,
      html_url: `${BASE_URL}/courses/${row.course_id}/users/${one.author_id}`,
    },
    comment: one.comment,
    created_at: jsonTime(one.created_at.replace(' ', 'T')),
  }));

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
interface Commented {
  Params: { assignment: string; user: string };
  Body: { comment: { text_comment: string } };
}
interface TurnedIn {
  Params: { assignment: string };
  Body: { submission: { submission_type: string; body: string } };
}

/** One statement that writes, which is a transaction of its own; its one row. */
export async function writeOne<Row extends pg.QueryResultRow>(pool: pg.Pool, name: string, text: string, values: unknown[]): Promise<Row> {
  const [row] = (await pool.query<Row>({ name, text, values })).rows;
  if (!row) throw new Error('a floor wrote nothing');
  return row;
}

export const answers = (status: 200 | 201, answer: z.ZodType) => ({
  schema: { response: { [status]: { description: 'Success', ...jsonSchema(answer, 'output') } } },
});

/** The least that a grade, a turn-in, a comment and an answer can cost: the same rows by one statement each. */
export function writeFloors(app: FastifyInstance, pool: pg.Pool, store: Filled): void {
  app.put<Graded>('/grade/:assignment/:user', answers(200, ChangedSubmission), async ({ params, body }) => {
    const values = [Number(params.assignment), Number(params.user), body.submission.posted_grade, store.teacherId];
    const one = submission(await writeOne<SubmissionRow>(pool, 'grade', GRADE, values));
    return { ...one, submission_comments: [], all_submissions: [one] };
  });
  app.put<Commented>('/comment/:assignment/:user', answers(200, ChangedSubmission), async ({ params, body }) => {
    const values = [Number(params.assignment), Number(params.user), store.teacherId, body.comment.text_comment];
    const row = await writeOne<CommentedRow>(pool, 'comment', COMMENT, values);
    const one = submission(row);
    return { ...one, submission_comments: comments(row), all_submissions: [one] };
  });
  app.post<TurnedIn>('/turn-in/:assignment', answers(201, Submission), async ({ params, body: { submission: sent } }, reply) => {
    const values = [Number(params.assignment), store.gradedStudentId, sent.submission_type, sent.body];
    const one = submission(await writeOne<SubmissionRow>(pool, 'turn_in', TURN_IN, values));
    return reply.code(201).send({ ...one, submission_comments: [] });
  });
  app.post<Answered>('/answer/:attempt', answers(200, GivenAnswers), async ({ params, body }) => {
    const [{ id, answer }] = body.quiz_questions;
    await pool.query({ name: 'answer', text: ANSWER, values: [Number(params.attempt), id, JSON.stringify(answer)] });
    return { quiz_submission_questions: [{ id, answer }] };
  });
}
