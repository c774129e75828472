import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import type { Gate } from '../../../access/gates.ts';
import { asStudent, VIEWER_TAKES, viewerOf, viewerValues } from '../../../access/viewer.ts';
import { foundIn, refusal } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { hideResults } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, float, int, nullable, text, timestamptz } from '../../../store/sql/types.ts';
import { hasDrafts } from '../../accounts/accounts.ts';
import { lockFor } from '../../assignments/locking.ts';
import { datesFor, viewerInCourse } from '../../overrides/relations.ts';
import { AS_ASSIGNMENT, holdQuiz, keepFirstVersion, lockSentence, passesIpFilter, withGates } from '../quizzes/quizzes.ts';
import { allowedTo } from '../relations.ts';
import type { QuizAttempts } from '../schemas.ts';
import { finishAttempt } from './finishing.ts';
import { attemptsJson } from './json.ts';
import { type AttemptRow, keptAmong } from './rows.ts';
import { attemptsLeft, endOf, isOver } from './rules.ts';

type QuizToTake = Pick<AttemptRow, 'allowedAttempts' | 'hideResults' | 'keptScore' | 'begun' | 'muted'> & {
  id: number;
  assignmentId: number | null;
  timeLimit: number | null;
  /** What the student has beyond it, in minutes (quizzes#92). */
  extraTime: number;
  unlocked: boolean;
  /** When the quiz or what a student has of it was changed last. */
  changedAt: Date;
  accessCode: string | null;
  ipFilter: string | null;
  unlockAt: Date | null;
  lockAt: Date | null;
  published: boolean;
  gate: Gate | null;
  /** The student's attempt that is not finished. */
  open: { id: number; version: number; drawn: number[]; endAt: Date | null } | null;
};

/** A quiz of a course, as a student finds it who sees unpublished ones or not. */
const place = statement({
  name: 'place_to_begin',
  takes: { courseId: int, ...VIEWER_TAKES, quizId: int, callerId: int, seesUnpublished: boolean },
  gives: {
    id: int,
    assignmentId: nullable(int),
    timeLimit: nullable(int),
    extraTime: int,
    unlocked: boolean,
    changedAt: timestamptz,
    accessCode: nullable(text),
    ipFilter: nullable(text),
    allowedAttempts: int,
    hideResults: nullable(hideResults),
    published: boolean,
    unlockAt: nullable(timestamptz),
    lockAt: nullable(timestamptz),
    muted: boolean,
    begun: int,
    keptScore: nullable(float),
    openId: nullable(int),
    openVersion: nullable(int),
    openEndAt: nullable(timestamptz),
    openDrawn: array(int),
  },
  sql: (p) => {
    const { with: tables, viewer } = viewerInCourse('student', p.courseId, p);
    return sql`with ${tables} a as (select q.id as quiz_id, ${AS_ASSIGNMENT}, q.time_limit, q.access_code, q.ip_filter, q.hide_results,
       q.scoring_policy, q.published, q.updated_at, ${allowedTo(p.callerId)} as allowed_attempts
     from quizzes q where q.id = ${p.quizId} and q.course_id = ${p.courseId} and (q.published or ${p.seesUnpublished}::boolean) and not q.deleted)
   select a.quiz_id as id, a.id as "assignmentId", a.time_limit as "timeLimit", coalesce(x.extra_time, 0) as "extraTime", coalesce(x.manually_unlocked, false) as unlocked,
     a.updated_at as "changedAt", a.access_code as "accessCode", a.ip_filter as "ipFilter",
     a.allowed_attempts as "allowedAttempts", a.hide_results as "hideResults", a.published, dates.unlock_at as "unlockAt", dates.lock_at as "lockAt",
     coalesce((select s.muted from assignments s where s.id = a.id), false) as muted, own.begun, own.kept as "keptScore",
     own.open_id as "openId", own.open_version as "openVersion", own.open_end_at as "openEndAt",
     coalesce((select t.drawn from quiz_attempts t where t.id = own.open_id), '{}') as "openDrawn"
   from a ${datesFor(viewer)}
     left join quiz_extensions x on x.quiz_id = a.quiz_id and x.user_id = ${p.callerId}
     cross join lateral (select count(*) as begun, max(t.id) filter (where t.finished_at is null) as open_id,
         max(t.version) filter (where t.finished_at is null) as open_version, max(t.end_at) filter (where t.finished_at is null) as open_end_at,
         ${keptAmong('t', sql`a.scoring_policy`)} as kept
       from quiz_attempts t where t.quiz_id = a.quiz_id and t.user_id = any(${p.viewerStudents}::int[])) own`;
  },
});

/** Of each group of a version `v` as many questions as it picks, by chance, as it draws them (quizzes#102). */
const DRAWN = sql`select coalesce(array_agg(n.id order by n.group_id, n.turn) filter (where n.turn <= n.picks), '{}')
  from (select (x.question->>'id')::int as id, (x.question->'group'->>'id')::int as group_id, (x.question->'group'->>'picks')::int as picks,
      row_number() over (partition by x.question->'group'->>'id' order by random()) as turn
    from v cross join lateral jsonb_array_elements(v.questions) as x(question) where x.question ? 'group') n`;

/**
 * The attempt, and whether the quiz is there still. Whoever takes it away or changes its questions holds the quiz, and is waited
 * for; all who begin share it. What has been changed since it was read is read again: an extension reaches whoever begins at once. Of two who begin the same attempt one makes it.
 * What is drawn of groups is drawn from the version that it gets, which is held for that: nobody changes it meanwhile.
 */
const begin = statement({
  name: 'begin_attempt',
  takes: {
    quizId: int,
    userId: int,
    number: int,
    validationToken: text,
    now: timestamptz,
    endAt: nullable(timestamptz),
    lockAt: nullable(timestamptz),
    changedAt: timestamptz,
    seesUnpublished: boolean,
  },
  gives: { there: boolean, id: nullable(int) },
  sql: (
    p,
  ) => sql`with q as (select id, version, draws from quizzes where id = ${p.quizId} and (published or ${p.seesUnpublished}::boolean) and not deleted
       and updated_at = ${p.changedAt} for key share),
     v as (select v.questions from quiz_versions v join q on v.quiz_id = q.id and v.version = q.version where q.draws for share of v),
     there as (select * from q where not draws or exists (select 1 from v)),
     t as (insert into quiz_attempts (quiz_id, user_id, number, version, validation_token, started_at, end_at, lock_at, drawn)
       select q.id, ${p.userId}::int, ${p.number}::int, q.version, ${p.validationToken}::text, ${p.now}::timestamptz, ${p.endAt}::timestamptz, ${p.lockAt}::timestamptz, (${DRAWN})
       from there q on conflict (quiz_id, user_id, number) do nothing returning id)
   select exists (select 1 from there) as there, (select id from t) as id`,
});

const BUSY = 'an attempt of yours is not finished yet';

/** Nobody begins now for these reasons (quizzes#52), in this order: what does not pass, what has been used up, and who has not shown that they may. */
function requireMayBegin(ctx: Ctx, at: CourseAccess, found: QuizToTake, accessCode: string | undefined): void {
  const lock = found.unlocked ? null : lockFor(at, found, ctx.now);
  if (lock) throw refusal(lockSentence(found, lock, ctx.caller.timeZone));
  if (attemptsLeft(found.allowedAttempts, found.begun) === 0) throw refusal('no attempts are left');
  if (found.accessCode !== null && found.accessCode !== accessCode) throw refusal('the access code is wrong', 403);
  if (!passesIpFilter(found.ipFilter, ctx.ip)) throw refusal('this address may not take the quiz', 403);
}

async function findQuiz(ctx: Ctx, at: CourseAccess, quizId: number, seesUnpublished: boolean): Promise<QuizToTake> {
  const viewer = asStudent(viewerOf(ctx.caller, at));
  const rows = await ctx.db.rows(place, {
    courseId: at.course.id,
    ...viewerValues(viewer),
    quizId,
    callerId: ctx.caller.userId,
    seesUnpublished,
  });
  const { openId, openVersion, openEndAt, openDrawn, ...found } = foundIn(await withGates(ctx, at, viewer, rows));
  return {
    ...found,
    open: openId === null || openVersion === null ? null : { id: openId, version: openVersion, drawn: openDrawn, endAt: openEndAt },
  };
}

/** A quiz that was never published has no questions yet to be taken by: it gets them once. */
const openUnpublished = (ctx: Ctx, at: CourseAccess, quizId: number): Promise<void> =>
  ctx.tx(async (tx) => {
    await holdQuiz(tx, at, quizId);
    await keepFirstVersion(tx, quizId);
  });

/** quizzes#51. An attempt whose time is over does not hold up the next, though no job has finished it yet. */
export async function beginAttempt(ctx: Ctx, at: CourseAccess, quizId: number, accessCode: string | undefined): Promise<QuizAttempts> {
  const { userId } = ctx.caller;
  const seesUnpublished = !(await hasDrafts(ctx.db, at.course));
  const found = await findQuiz(ctx, at, quizId, seesUnpublished);
  if (found.open) {
    if (!isOver(found.open, ctx.now)) throw refusal(BUSY, 409);
    await finishAttempt(ctx, { ...found.open, quizId, userId }, ctx.now, 'once over');
    return beginAttempt(ctx, at, quizId, accessCode);
  }
  requireMayBegin(ctx, at, found, accessCode);
  if (!found.published) await openUnpublished(ctx, at, quizId);
  const number = found.begun + 1;
  const lockAt = found.unlocked ? null : found.lockAt;
  const endAt = endOf(ctx.now, found.timeLimit === null ? null : found.timeLimit + found.extraTime, lockAt);
  const validationToken = randomBytes(32).toString('hex');
  const [begun] = await ctx.db.rows(begin, {
    quizId,
    userId,
    number,
    validationToken,
    now: ctx.now,
    endAt,
    lockAt,
    changedAt: found.changedAt,
    seesUnpublished,
  });
  if (!begun?.there) return beginAttempt(ctx, at, quizId, accessCode);
  if (begun.id === null) throw refusal(BUSY, 409);
  const made = { id: begun.id, quizId, userId, number, validationToken, startedAt: ctx.now, endAt };
  const blank = { finishedAt: null, score: null, pending: false, fudgePoints: 0 };
  const { allowedAttempts, hideResults, keptScore, muted } = found;
  const shown = { allowedAttempts, hideResults, keptScore, muted, begun: number, unfinished: true, graded: false };
  return attemptsJson(ctx, [{ ...made, ...blank, ...shown }]);
}
