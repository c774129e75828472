import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import type { WrappedPage } from '../../../http/operation.ts';
import { iso } from '../../../http/timestamps.ts';
import { foundIn, invalidField, notFound } from '../../../kernel/errors.ts';
import type { PageRequest } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { keyedList } from '../../../store/lists.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, bytea, int, json, nullable, text, timestamptz } from '../../../store/sql/types.ts';
import type { EventData } from '../../../store/stored/quizzes.ts';
import { findAttemptToRead, GRACE } from '../attempts/attempts.ts';
import type { QuizEvents } from '../schemas.ts';
import type { SentEvent } from './parameters.ts';

export { SentEvents } from './parameters.ts';

const eventsOfAttempt = keyedList({
  name: 'quiz_events',
  takes: { quizId: int, userId: int, number: int },
  gives: { id: int, at: timestamptz, type: text, data: nullable(json<NonNullable<EventData>>()) },
  select: (p) => sql`select e.id, e.at, e.type, e.data from quiz_events e where e.attempt_id =
     (select t.id from quiz_attempts t where t.quiz_id = ${p.quizId} and t.user_id = ${p.userId} and t.number = ${p.number})`,
  key: [
    { sql: sql`e.at`, type: 'timestamptz' },
    { sql: sql`e.id`, type: 'int' },
  ],
  keyOf: (row) => [row.at.toISOString(), row.id],
});

/** quizzes#88. `number` names another attempt of the same student's. */
export async function listEvents(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id, number }: { quizId: number; id: number; number: number | undefined },
  page: PageRequest,
): Promise<WrappedPage<QuizEvents>> {
  const attempt = await findAttemptToRead(ctx, at, quizId, id);
  if (number !== undefined && number > attempt.begun) throw invalidField('attempt', 'invalid', 'is none of this student');
  const found = await eventsOfAttempt.read(ctx.db, { quizId, userId: attempt.userId, number: number ?? attempt.number }, page);
  return {
    ...found,
    body: {
      quiz_submission_events: found.rows.map((row) => ({
        id: row.id,
        created_at: iso(row.at),
        event_type: row.type,
        event_data: row.data,
      })),
    },
  };
}

/**
 * Events of an attempt of somebody's own. A client that sends them again, because it had no answer, or two of its requests at once,
 * keep each once (quizzes#87).
 */
const keep = statement({
  name: 'keep_quiz_events',
  takes: {
    courseId: int,
    quizId: int,
    id: int,
    userId: int,
    now: timestamptz,
    digests: array(bytea),
    types: array(text),
    times: array(timestamptz),
    data: array(nullable(json<NonNullable<EventData>>())),
  },
  gives: { userId: int, taken: boolean },
  sql: (p) => sql`with own as (select t.id, t.user_id, (t.finished_at is null or t.finished_at + ${GRACE} >= ${p.now}::timestamptz) as taken
       from quiz_attempts t join quizzes q on q.id = t.quiz_id
       where t.id = ${p.id} and q.id = ${p.quizId} and q.course_id = ${p.courseId} and not q.deleted),
     kept as (insert into quiz_events (attempt_id, digest, type, at, data)
       select own.id, n.digest, n.type, n.at, n.data
       from own, unnest(${p.digests}::bytea[], ${p.types}::text[], ${p.times}::timestamptz[], ${p.data}::jsonb[]) with ordinality as n(digest, type, at, data, place)
       where own.taken and own.user_id = ${p.userId} order by n.place on conflict (attempt_id, digest) do nothing)
   select own.user_id as "userId", own.taken from own`,
});

/** quizzes#86 */
export async function keepEvents(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  sent: readonly SentEvent[],
): Promise<void> {
  if (sent.length === 0) throw invalidField('quiz_submission_events', 'blank', 'is required');
  const { userId } = ctx.caller;
  // In the same order whoever writes them, so that of two requests with the same events neither waits for the other in a circle.
  const inOrder = sent.toSorted((one, other) => one.at.getTime() - other.at.getTime() || Buffer.compare(one.digest, other.digest));
  const own = foundIn(
    await ctx.db.rows(keep, {
      courseId: at.course.id,
      quizId,
      id,
      userId,
      now: ctx.now,
      digests: inOrder.map((one) => one.digest),
      types: inOrder.map((one) => one.type),
      times: inOrder.map((one) => one.at),
      data: inOrder.map((one) => one.data),
    }),
  );
  if (own.userId !== userId) throw notFound();
  if (!own.taken) throw invalidField('quiz_submission_events', 'invalid', 'come too late: the attempt is finished');
}
