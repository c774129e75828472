import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';

/** What the states of attempts mean in SQL; an attempt is a row under the name that it has in the statement. */

/** It was turned in, by the student or when its time was over. */
export const isFinished = (t: string): Sql => sql`${identifier(t)}.finished_at is not null`;

/**
 * An attempt of a submission, `h`, is one at its assignment's quiz that waits for a grader (quizzes#78). The quiz's own attempt is found by
 * when it was finished, which is when it was turned in: their numbers differ where something else was turned in as well.
 */
export const waitsAtQuiz = (h: string): Sql => sql`(${identifier(h)}.submission_type = 'online_quiz' and exists (
    select 1 from quizzes q join quiz_attempts t on t.quiz_id = q.id
    where q.assignment_id = ${identifier(h)}.assignment_id and t.user_id = ${identifier(h)}.user_id and t.finished_at = ${identifier(h)}.submitted_at and t.pending))`;

/** A submission `s` waits at a quiz that keeps the highest score, and an attempt at it does not: where the last one is kept, that one waits. */
export const keepsGradedAttempt = (s: string): Sql => sql`exists (select 1 from quizzes q join quiz_attempts t on t.quiz_id = q.id
    where q.assignment_id = ${identifier(s)}.assignment_id and q.scoring_policy = 'keep_highest'
      and t.user_id = ${identifier(s)}.user_id and ${isFinished('t')} and not t.pending ${ONE_BY_ONE})`;

/**
 * The questions of a quiz with their `place` in it, 1..n, the `points` that they are worth and how many of their group are picked: those of
 * a group stand together, where the group stands (quizzes#33, quizzes#101).
 */
export const questionsInOrder = (
  quiz: Piece,
): Sql => sql`select n.*, g.pick_count, coalesce(g.question_points, n.points_possible) as points,
    row_number() over (order by coalesce(g.position, n.position), n.position, n.id) as place
  from quiz_questions n left join quiz_groups g on g.id = n.group_id where n.quiz_id = ${quiz}`;

/** A question of a version, as JSON, is one that an attempt `t` has: it stands in no group, or was drawn from it. */
export const isAsked = (t: string, question: Piece): Sql =>
  sql`(not ${question} ? 'group' or (${question}->>'id')::int = any(${identifier(t)}.drawn))`;

/**
 * A file was answered in an attempt `t` (quizzes#62). A number in an answer is also the id of a choice, or what a numerical question asks
 * for: the question says what it is.
 */
export const holdsFile = (t: string, file: Piece): Sql => sql`exists (select 1 from quiz_answers x
    join quiz_versions v on v.quiz_id = ${identifier(t)}.quiz_id and v.version = ${identifier(t)}.version
  where x.attempt_id = ${identifier(t)}.id and x.answer @> to_jsonb(${file})
    and v.questions @> jsonb_build_array(jsonb_build_object('id', x.question_id, 'type', 'file_upload_question')) ${ONE_BY_ONE})`;

/** How many attempts a student has at quizzes `q`: what the quiz allows, and what they have beyond (quizzes#91); -1: without end. */
export const allowedTo = (user: Piece): Sql => sql`case when q.allowed_attempts = -1 then -1 else q.allowed_attempts
    + coalesce((select x.extra_attempts from quiz_extensions x where x.quiz_id = q.id and x.user_id = ${user}), 0) end`;

/** A quiz is open to one of these students whatever its dates say (quizzes#93). */
export const isUnlockedFor = (quiz: Piece, students: Piece): Sql =>
  sql`exists (select 1 from quiz_extensions x where x.quiz_id = ${quiz} and x.user_id = any(${students}::int[]) and x.manually_unlocked)`;
