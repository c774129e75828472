import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Batch } from '../src/areas/conversations/schemas.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import type { Target } from './measure.ts';
import { during } from './steady.ts';

/** What a message to many cost, and what it did to other requests. */
export interface Sent {
  recipients: number;
  /** From the answer to the sender until the last one has it. */
  seconds: number;
  /** Milliseconds that all but one in a hundred of the other requests stayed under. */
  before: number;
  meanwhile: number;
}

const WARM_UP_MS = 2_000;
const BEFORE_MS = 4_000;
const ASKED_EVERY_MS = 50;

/** Sends a message to `count` people and a course in the background, while a list of sections is asked for at a steady rate. */
export async function sendToMany(lectern: Server, store: Filled, count: number): Promise<Sent> {
  const api = `${lectern.url}/api/v1`;
  const as = { authorization: `Bearer ${store.tokens.admin}`, 'content-type': 'application/json' };
  const others: Target = { url: `${api}/courses/${store.courseId}/sections`, headers: { authorization: `Bearer ${store.tokens.teacher}` } };
  const running = async () => z.array(Batch).parse(await (await fetch(`${api}/conversations/batches`, { headers: as })).json());

  await during(others, () => setTimeout(WARM_UP_MS));
  const before = await during(others, () => setTimeout(BEFORE_MS));
  const people = Array.from({ length: count }, (_, i) => String(store.lastUserId - i));
  const body = JSON.stringify({ recipients: [...people, `course_${store.courseId}`], body: 'To each of you', mode: 'async' });
  const asked = await fetch(`${api}/conversations`, { method: 'POST', headers: as, body });
  if (asked.status !== 202) throw new Error(`the message was answered ${asked.status}: ${await asked.text()}`);
  const begun = performance.now();
  const [batch] = await running();
  const meanwhile = await during(others, async () => {
    while ((await running()).length > 0) await setTimeout(ASKED_EVERY_MS);
  });
  return { recipients: batch?.recipient_count ?? 0, seconds: (performance.now() - begun) / 1000, before, meanwhile };
}
