import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { reachOf } from '../../../access/reach.ts';
import { isoOrNull } from '../../../http/timestamps.ts';
import { invalidField, notFound } from '../../../kernel/errors.ts';
import { type IdForm, namedBy } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../../store/sql/types.ts';
import { isGraded, isStudentWithin } from '../../enrollments/relations.ts';
import { userNamed } from '../../users/relations.ts';
import type { QuizExtension, QuizExtensions } from '../schemas.ts';
import type { SentExtension } from './parameters.ts';

export { SentExtensions } from './parameters.ts';

const students = statement({
  name: 'students_to_extend',
  takes: { courseId: int, bys: array(text), values: array(text), rootAccountId: int, reach: nullable(array(int)) },
  gives: { position: int, id: int },
  sql: (p) => sql`select n.position::int, n.id from (select k.position, ${userNamed(sql`k.by`, sql`k.value`, p.rootAccountId)} as id
     from unnest(${p.bys}::text[], ${p.values}::text[]) with ordinality k(by, value, position)) n
   where ${isStudentWithin(p.courseId, sql`n.id`, sql`null`)} and ${isGraded(p.courseId, sql`n.id`, p.reach)}`,
});

// Whoever begins shares the row: who has begun by now is seen below, and who begins later reads what is said here.
const hold = statement({
  name: 'hold_quizzes_to_extend',
  takes: { courseId: int, quizId: nullable(int) },
  gives: { id: int },
  sql: (p) => sql`select id from quizzes where course_id = ${p.courseId} and (${p.quizId}::int is null or id = ${p.quizId}) and not deleted
   order by id for update`,
});
const touch = statement({
  name: 'touch_extended_quizzes',
  takes: { quizIds: array(int), now: timestamptz },
  sql: (p) => sql`update quizzes set updated_at = greatest(${p.now}::timestamptz, updated_at + interval '1 millisecond')
   where id = any(${p.quizIds}::int[])`,
});

/** What is not said of a student stays as it is. */
const extend = statement({
  name: 'extend_quizzes',
  takes: {
    quizIds: array(int),
    userIds: array(int),
    extraAttempts: array(nullable(int)),
    extraTimes: array(nullable(int)),
    unlocked: array(nullable(boolean)),
  },
  sql: (
    p,
  ) => sql`with n as (select * from unnest(${p.userIds}::int[], ${p.extraAttempts}::int[], ${p.extraTimes}::int[], ${p.unlocked}::boolean[])
       as n(user_id, extra_attempts, extra_time, unlocked))
   insert into quiz_extensions as x (quiz_id, user_id, extra_attempts, extra_time, manually_unlocked)
   select q.id, n.user_id, coalesce(n.extra_attempts, 0), coalesce(n.extra_time, 0), coalesce(n.unlocked, false)
   from unnest(${p.quizIds}::int[]) as q(id) cross join n
   on conflict (quiz_id, user_id) do update set
     extra_attempts = coalesce((select n.extra_attempts from n where n.user_id = x.user_id), x.extra_attempts),
     extra_time = coalesce((select n.extra_time from n where n.user_id = x.user_id), x.extra_time),
     manually_unlocked = coalesce((select n.unlocked from n where n.user_id = x.user_id), x.manually_unlocked)`,
});

/** Attempts under way end as late as what is allowed now says, and never earlier than before (quizzes#92). */
const prolong = statement({
  name: 'prolong_attempts',
  takes: {
    quizIds: array(int),
    userIds: array(int),
    fromNow: array(nullable(int)),
    fromEnd: array(nullable(int)),
    now: timestamptz,
  },
  sql: (
    p,
  ) => sql`with n as (select * from unnest(${p.userIds}::int[], ${p.fromNow}::int[], ${p.fromEnd}::int[]) as n(user_id, from_now, from_end))
   update quiz_attempts t set end_at = case when own.allowed is null then null
     else greatest(t.end_at, own.allowed, ${p.now}::timestamptz + make_interval(mins => n.from_now), t.end_at + make_interval(mins => n.from_end)) end
   from n, quiz_extensions x, quizzes q,
     lateral (select least(k.started_at + make_interval(mins => q.time_limit + x.extra_time), case when not x.manually_unlocked then k.lock_at end) as allowed, k.id
       from quiz_attempts k where k.quiz_id = q.id and k.user_id = n.user_id and k.finished_at is null) own
   where q.id = any(${p.quizIds}::int[]) and x.quiz_id = q.id and x.user_id = n.user_id and t.id = own.id
     and t.finished_at is null and t.end_at is not null`,
});

/** The extension of one student in one quiz, with the end of their attempt under way. */
const EXTENDED_ROW = { quizId: int, userId: int, extraAttempts: int, extraTime: int, unlocked: boolean, endAt: nullable(timestamptz) };

const extended = statement({
  name: 'extended_quizzes',
  takes: { quizIds: array(int), userIds: array(int) },
  gives: EXTENDED_ROW,
  sql: (p) => sql`select x.quiz_id as "quizId", x.user_id as "userId", x.extra_attempts as "extraAttempts", x.extra_time as "extraTime",
     x.manually_unlocked as unlocked,
     (select t.end_at from quiz_attempts t where t.quiz_id = x.quiz_id and t.user_id = x.user_id and t.finished_at is null) as "endAt"
   from quiz_extensions x where x.quiz_id = any(${p.quizIds}::int[]) and x.user_id = any(${p.userIds}::int[])
   order by x.quiz_id, array_position(${p.userIds}::int[], x.user_id)`,
});

/** Whose extensions they are, in their order: students whom the caller grades, each once (quizzes#89). */
async function findStudents(tx: TxCtx, at: CourseAccess, forms: readonly IdForm[]): Promise<number[]> {
  const { bys, values } = namedBy(tx.caller.userId, forms);
  const known = await tx.db.rows(students, {
    courseId: at.course.id,
    bys,
    values,
    rootAccountId: tx.caller.rootAccountId,
    reach: reachOf(at, 'quiz_attempts.grade'),
  });
  const byPosition = new Map(known.map(({ position, id }) => [position, id]));
  const ids = values.map((value, i) => {
    const id = byPosition.get(i + 1);
    if (id !== undefined) return id;
    throw refused('invalid', `names nobody whom you grade in this course: ${bys[i] === 'id' ? value : `${bys[i]}:${value}`}`);
  });
  if (new Set(ids).size < ids.length) throw refused('invalid', 'names a student more than once');
  return ids;
}

const extensionJson = (row: RowOf<typeof EXTENDED_ROW>): QuizExtension => ({
  quiz_id: row.quizId,
  user_id: row.userId,
  extra_attempts: row.extraAttempts,
  extra_time: row.extraTime,
  manually_unlocked: row.unlocked,
  end_at: isoOrNull(row.endAt),
});

const refused = (type: string, message: string) => invalidField('quiz_extensions', type, message);

/** quizzes#89: of one quiz, or of all of the course where none is named (quizzes#90). */
export async function extendQuizzes(
  ctx: Ctx,
  at: CourseAccess,
  quizId: number | null,
  sent: readonly SentExtension[],
): Promise<QuizExtensions> {
  return ctx.tx(async (tx) => {
    const quizIds = (await tx.db.rows(hold, { courseId: at.course.id, quizId })).map((row) => row.id);
    if (quizId !== null && quizIds.length === 0) throw notFound();
    if (sent.length === 0) throw refused('blank', 'is required');
    const userIds = await findStudents(
      tx,
      at,
      sent.map((one) => one.user),
    );
    await tx.db.rows(touch, { quizIds, now: tx.now });
    await tx.db.rows(extend, {
      quizIds,
      userIds,
      extraAttempts: sent.map((one) => one.extraAttempts),
      extraTimes: sent.map((one) => one.extraTime),
      unlocked: sent.map((one) => one.manuallyUnlocked),
    });
    const more = { fromNow: sent.map((one) => one.fromNow), fromEnd: sent.map((one) => one.fromEnd) };
    await tx.db.rows(prolong, { quizIds, userIds, ...more, now: tx.now });
    const rows = await tx.db.rows(extended, { quizIds, userIds });
    return { quiz_extensions: rows.map(extensionJson) };
  });
}
