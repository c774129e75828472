import { z } from 'zod';
import type { Ctx, TxCtx } from '../../access/context.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { iso } from '../../http/timestamps.ts';
import { notFound } from '../../kernel/errors.ts';
import { statement, type TxDb } from '../../store/database.ts';
import type { Prisma } from '../../store/generated/client.ts';
import type { ProgressModel } from '../../store/generated/models.ts';
import { enqueueEach } from '../../store/sql/jobs.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, json } from '../../store/sql/types.ts';
import type { Job } from '../area.ts';
import { isUnderWay } from './relations.ts';
import type { Progress } from './schemas.ts';

const progressJson = (ctx: Pick<Ctx, 'baseUrl'>, row: ProgressModel): Progress => ({
  id: row.id,
  context_id: row.contextId,
  context_type: row.contextType,
  user_id: row.userId,
  tag: row.tag,
  completion: row.completion,
  workflow_state: row.state,
  message: row.message,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  url: `${ctx.baseUrl}/api/v1/progress/${row.id}`,
});

/** A progress is its owner's, and of administrators who reach the owner; to others it is not there (progress#1). */
export async function showProgress(ctx: Ctx, id: number): Promise<Progress> {
  const row = await ctx.db.prisma.progress.findFirst({ where: { id } });
  if (!row) throw notFound();
  if (row.userId !== ctx.caller.userId) await requireReach(ctx, row.userId);
  return progressJson(ctx, row);
}

async function requireReach(ctx: Ctx, userId: number): Promise<void> {
  const access = await accessElsewhere(ctx, 'user', { by: 'id', id: userId });
  if (!access.roles.has('admin')) throw notFound();
}

/** Those that are still remembered, of work that the caller began or may know of. */
export async function progressesById(ctx: Pick<Ctx, 'db' | 'baseUrl'>, ids: readonly number[]): Promise<ReadonlyMap<number, Progress>> {
  const rows = await ctx.db.prisma.progress.findMany({ where: { id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, progressJson(ctx, row)]));
}

/** Background work of the caller: the job that does it gets the id of its progress. */
interface Work {
  tag: string;
  job: string;
  work: Prisma.InputJsonObject;
  /** What it is done to; where it is left out, the caller. */
  context?: { type: 'GroupCategory'; id: number };
}

/** Begins background work: its progress and its job are there together or not at all. */
export async function beginProgress(tx: TxCtx, { tag, job, work, context }: Work): Promise<Progress> {
  const { userId } = tx.caller;
  const { type: contextType, id: contextId } = context ?? { type: 'User', id: userId };
  const row = await tx.db.prisma.progress.create({ data: { userId, contextType, contextId, tag, job, work } });
  await tx.enqueue(job, { progressId: row.id });
  return progressJson(tx, row);
}

const held = statement({
  name: 'progress_held',
  takes: { id: int },
  gives: { userId: int, work: json<unknown>() },
  sql: (p) => sql`select user_id as "userId", work from progresses p where id = ${p.id} and ${isUnderWay('p')} for update`,
});

/**
 * Holds the progress that a job works for until the transaction ends; undefined where the work is done already. Of two that
 * run the same job at once the second waits here, and then finds it done.
 */
export async function holdProgress(db: TxDb, id: number): Promise<{ userId: number; work: unknown } | undefined> {
  const [row] = await db.rows(held, { id });
  return row;
}

/** Ends the work in the transaction that did it. */
export async function endProgress(db: TxDb, id: number, state: Ended['state'], message: string): Promise<void> {
  await db.prisma.progress.updateMany({ where: { id }, data: { state, message, completion: 100, updatedAt: new Date() } });
}

/** What every such job is told. */
export const OfProgress = z.object({ progressId: z.int() });

/** How work ended, and what there is to say of it. */
export interface Ended {
  state: 'completed' | 'failed';
  message: string;
}

/** A job that does its work, for the user who began it, in one transaction that ends the progress too: so it is done once (progress#4). */
export const progressJob = <T>(name: string, schema: z.ZodType<T>, run: (db: TxDb, userId: number, work: T) => Promise<Ended>): Job => ({
  name,
  async run(database, payload) {
    const { progressId } = OfProgress.parse(payload);
    await database.transaction(async (db) => {
      const held = await holdProgress(db, progressId);
      if (!held) return;
      const { state, message } = await run(db, held.userId, schema.parse(held.work));
      await endProgress(db, progressId, state, message);
    });
  },
});

/** Nobody waits for it any more: its job finds that, and does nothing. One that has ended stays as it was. */
export async function cancelProgress(db: TxDb, id: number, message: string): Promise<void> {
  if (await holdProgress(db, id)) await endProgress(db, id, 'failed', message);
}

/**
 * It was last begun at least a minute ago, and as long ago as it had been under way by then, up to ten minutes: what waits in a long queue,
 * or fails and is tried again by the queue, would else get one job more each minute for as long as it does.
 */
const MAY_BE_LOST = sql`p.updated_at < now() - least(greatest(p.updated_at - p.created_at, interval '1 minute'), interval '10 minutes')`;

const resume = statement({
  name: 'resume_progresses',
  sql: () => sql`with stale as (
     update progresses set updated_at = now() where id in (select p.id from progresses p
       where ${isUnderWay('p')} and ${MAY_BE_LOST} order by p.updated_at, p.id limit 100 for update skip locked)
     returning id, job)
   ${enqueueEach(sql`job`, sql`jsonb_build_object('progressId', id)`, sql`stale`)}`,
});

/**
 * Work whose worker was killed begins again: the queue itself would hand a killed worker's job on after hours only. Begun
 * twice it is done once (`holdProgress`).
 */
export const resumeProgresses: Job = {
  name: 'resume_progresses',
  schedule: '* * * * *',
  async run(database) {
    await database.rows(resume, {});
  },
};
