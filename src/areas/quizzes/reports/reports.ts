import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { reachOf } from '../../../access/reach.ts';
import { iso } from '../../../http/timestamps.ts';
import { foundIn, notFound } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { quizReportType } from '../../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, timestamptz } from '../../../store/sql/types.ts';
import { filesById } from '../../files/attached.ts';
import { removeFile } from '../../files/files.ts';
import { holdRoot } from '../../files/folder-tree.ts';
import { beginProgress, cancelProgress, progressesById } from '../../progress/progress.ts';
import { isUnderWay } from '../../progress/relations.ts';
import { WRITE_REPORT } from '../job-names.ts';
import { requireQuiz } from '../quizzes/quizzes.ts';
import type { QuizReport } from '../schemas.ts';
import type { ReportQuery, SentReport } from './parameters.ts';
import { READABLE, type ReportWork } from './writing.ts';

export { ReportInclude, ReportParameters } from './parameters.ts';
export { writeReport } from './writing.ts';

const REPORT_ROW = {
  id: int,
  quizId: int,
  type: quizReportType,
  allVersions: boolean,
  progress: int,
  fileId: nullable(int),
  createdAt: timestamptz,
  updatedAt: timestamptz,
};
type ReportRow = RowOf<typeof REPORT_ROW>;

/** Selects the reports of a quiz that somebody has asked for (quizzes#108). */
const select = (
  quiz: Piece,
  user: Piece,
): Sql => sql`select r.id, r.quiz_id as "quizId", r.type, r.all_versions as "allVersions", r.progress, r.file_id as "fileId",
    r.created_at as "createdAt", r.updated_at as "updatedAt"
  from quiz_reports r where r.quiz_id = ${quiz} and r.user_id = ${user}`;

/** Those of each type, with and without all versions: so few that they are no list with pages. */
const reportsOfQuiz = statement({
  name: 'reports_of_quiz',
  takes: { quizId: int, userId: int, allVersions: nullable(boolean) },
  gives: REPORT_ROW,
  sql: (p) => sql`${select(p.quizId, p.userId)}
   and (r.type = 'item_analysis' or ${p.allVersions}::boolean is null or r.all_versions = ${p.allVersions}::boolean) order by r.id`,
});
const reportById = statement({
  name: 'quiz_report',
  takes: { quizId: int, userId: int, id: int },
  gives: REPORT_ROW,
  sql: (p) => sql`${select(p.quizId, p.userId)} and r.id = ${p.id}`,
});
/** A report that a user has asked for already. The user's files are held, so that the same is not asked for twice at once. */
const underWay = statement({
  name: 'quiz_report_asked_before',
  takes: { quizId: int, userId: int, type: quizReportType, allVersions: boolean },
  gives: { id: int, fileId: nullable(int), running: boolean },
  sql: (p) => sql`select r.id, r.file_id as "fileId",
     exists (select 1 from progresses p where p.id = r.progress and ${isUnderWay('p')}) as running
   from quiz_reports r where r.quiz_id = ${p.quizId} and r.user_id = ${p.userId} and r.type = ${p.type} and r.all_versions = ${p.allVersions}`,
});

async function reportsJson(ctx: Ctx, at: CourseAccess, rows: readonly ReportRow[], include: ReportQuery): Promise<QuizReport[]> {
  const files = await filesById(
    ctx,
    rows.flatMap((row) => row.fileId ?? []),
  );
  const progresses = await progressesById(
    ctx,
    rows.map((row) => row.progress),
  );
  return rows.map((row) => {
    const file = row.fileId === null ? undefined : files.get(row.fileId);
    const progress = progresses.get(row.progress);
    return {
      id: row.id,
      quiz_id: row.quizId,
      report_type: row.type,
      readable_type: READABLE[row.type],
      includes_all_versions: row.allVersions,
      anonymous: false,
      generatable: true,
      created_at: iso(row.createdAt),
      updated_at: iso(row.updatedAt),
      url: `${ctx.baseUrl}/api/v1/courses/${at.course.id}/quizzes/${row.quizId}/reports/${row.id}`,
      file: file ?? null,
      progress_url: file || !progress ? null : progress.url,
      ...(include?.has('progress') ? { progress: progress ?? null } : {}),
    };
  });
}

export async function listReports(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, allVersions }: { quizId: number; allVersions: boolean | undefined },
  include: ReportQuery,
): Promise<QuizReport[]> {
  await requireQuiz(ctx, at, quizId);
  const rows = await ctx.db.rows(reportsOfQuiz, { quizId, userId: ctx.caller.userId, allVersions: allVersions ?? null });
  return reportsJson(ctx, at, rows, include);
}

interface ReportKey {
  quizId: number;
  id: number;
}

const oneReport = async (ctx: Ctx, at: CourseAccess, key: ReportKey, include: ReportQuery): Promise<QuizReport> =>
  foundIn(await reportsJson(ctx, at, await ctx.db.rows(reportById, { ...key, userId: ctx.caller.userId }), include));

export async function showReport(ctx: Ctx, at: CourseAccess, key: ReportKey, include: ReportQuery): Promise<QuizReport> {
  await requireQuiz(ctx, at, key.quizId);
  return oneReport(ctx, at, key, include);
}

async function begin(tx: TxCtx, at: CourseAccess, quizId: number, { type, allVersions }: SentReport): Promise<number> {
  const { userId } = tx.caller;
  const owner = { kind: 'user', id: userId } as const;
  await holdRoot(tx, owner);
  const [before] = await tx.db.rows(underWay, { quizId, userId, type, allVersions });
  if (before?.running) return before.id;
  if (before?.fileId) await removeFile(tx, before.fileId);
  const fields = { progress: 0, fileId: null, updatedAt: tx.now };
  const key = { quizId, userId, type, allVersions };
  const { id } = before ?? (await tx.db.prisma.quizReport.create({ data: { ...key, ...fields }, select: { id: true } }));
  const reach = reachOf(at, 'quiz_results.read');
  const work: ReportWork = {
    reportId: id,
    quizId,
    rootAccountId: at.course.rootAccountId,
    type,
    all: allVersions,
    reach: reach && [...reach],
  };
  const progress = await beginProgress(tx, { tag: 'quiz_report', job: WRITE_REPORT, work });
  await tx.db.prisma.quizReport.updateMany({ where: { id }, data: { ...fields, progress: progress.id } });
  return id;
}

/** quizzes#109 */
export async function createReport(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, include }: { quizId: number; include: ReportQuery },
  sent: SentReport,
): Promise<QuizReport> {
  await requireQuiz(ctx, at, quizId);
  const id = await ctx.tx((tx) => begin(tx, at, quizId, sent));
  return oneReport(ctx, at, { quizId, id }, include);
}

/** Its file goes with it; one that is not written yet is not written any more. */
export async function deleteReport(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<void> {
  await requireQuiz(ctx, at, quizId);
  await ctx.tx(async (tx) => {
    const { userId } = tx.caller;
    await holdRoot(tx, { kind: 'user', id: userId });
    const [row] = await tx.db.rows(reportById, { quizId, userId, id });
    if (!row) throw notFound();
    await tx.db.prisma.quizReport.deleteMany({ where: { id } });
    if (row.fileId !== null) await removeFile(tx, row.fileId);
    await cancelProgress(tx.db, row.progress, 'the report was deleted');
  });
}
