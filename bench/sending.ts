import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Batch } from '../src/areas/conversations/schemas.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import { drive, type Target, type Window } from './measure.ts';

/** What a message to many cost, and what it did to other requests. */
export interface Sent {
  recipients: number;
  /** From the answer to the sender until the last one has it. */
  seconds: number;
  quiet: Window;
  meanwhile: Window;
}

/** A server that has something to spare, as it should in everyday use. */
const PER_SECOND = 200;
const WARM_UP_SECONDS = 2;
const QUIET_SECONDS = 5;
const ASKED_EVERY_MS = 20;

/** Sends a message to `count` people and a course in the background, while a section list is asked for at a steady rate. */
export async function sendToMany(lectern: Server, store: Filled, count: number): Promise<Sent> {
  const api = `${lectern.url}/api/v1`;
  const as = { authorization: `Bearer ${store.tokens.admin}`, 'content-type': 'application/json' };
  const others: Target = { url: `${api}/courses/${store.courseId}/sections`, headers: { authorization: `Bearer ${store.tokens.teacher}` } };
  const running = async () => z.array(Batch).parse(await (await fetch(`${api}/conversations/batches`, { headers: as })).json());

  await drive(others, { seconds: WARM_UP_SECONDS, perSecond: PER_SECOND });
  const quiet = await drive(others, { seconds: QUIET_SECONDS, perSecond: PER_SECOND });
  const people = Array.from({ length: count }, (_, i) => String(store.lastUserId - i));
  const recipients = [...people, `course_${store.courseId}`];
  const asked = await fetch(`${api}/conversations`, {
    method: 'POST',
    headers: as,
    body: JSON.stringify({ recipients, body: 'To each of you', mode: 'async' }),
  });
  if (asked.status !== 202) throw new Error(`the message was answered ${asked.status}: ${await asked.text()}`);
  const begun = performance.now();
  const driven = drive(others, { seconds: 1, perSecond: PER_SECOND });
  const [first] = await running();
  while ((await running()).length > 0) await setTimeout(ASKED_EVERY_MS);
  const seconds = (performance.now() - begun) / 1000;
  return { recipients: first?.recipient_count ?? 0, seconds, quiet, meanwhile: await driven };
}
