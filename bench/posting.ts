import { z } from 'zod';
import { buildView } from '../src/areas/discussions/views/building.ts';
import type { Database } from '../src/store/database.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';

/** What it costs to write in topics of two lengths, and to store the view of the long one. Milliseconds; the middle of many. */
export interface Posted {
  entries: { few: number; many: number };
  few: number;
  many: number;
  rebuild: number;
}

const FEW = 10;
const POSTS = 200;
const REBUILDS = 9;

const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Writes in turn in a topic of few entries and in the one of many, so that what else the machine does hits both. */
export async function postAndRebuild(lectern: Server, database: Database, store: Filled): Promise<Posted> {
  const topics = `${lectern.url}/api/v1/courses/${store.courseId}/discussion_topics`;
  const headers = { authorization: `Bearer ${store.tokens.student}`, 'content-type': 'application/json' };
  const post = async (topicId: number) => {
    const body = JSON.stringify({ message: '<p>So it is.</p>' });
    const response = await fetch(`${topics}/${topicId}/entries`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`an entry was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const short = store.topicId - 1;
  for (let i = 0; i < FEW; i++) await post(short);
  for (let i = 0; i < FEW; i++) await post(store.topicId);
  const times = { few: Array<number>(), many: Array<number>() };
  const entries = { few: FEW, many: await entriesOf(database, store.topicId) };
  for (let i = 0; i < POSTS; i++) {
    times.few.push(await timed(() => post(short)));
    times.many.push(await timed(() => post(store.topicId)));
  }
  const rebuilds: number[] = [];
  for (let i = 0; i < REBUILDS; i++) rebuilds.push(await timed(() => buildView(database, store.topicId)));
  return { entries, few: middle(times.few), many: middle(times.many), rebuild: middle(rebuilds) };
}

async function entriesOf(database: Database, topicId: number): Promise<number> {
  const { rows } = await database.pool.query('select entry_count from discussion_topics where id = $1', [topicId]);
  return z.tuple([z.object({ entry_count: z.int() })]).parse(rows)[0].entry_count;
}
