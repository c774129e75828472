import { conversationsOfStudent } from './conversations.ts';
import type { Filled } from './filled.ts';
import type { Sent, Servers } from './measure.ts';
import { ask, doneAndUndone, headersOf, type Write } from './write.ts';

/** How many of the student's newest conversations are written in: so many that clients at once hardly ever meet. */
const MOST = 500;
const talksOf = (store: Filled): number => Math.min(MOST, conversationsOfStudent(store));

/** Measures messages of the student into one conversation after the other; the other participant has not read what came before. */
function message(store: Filled, { lectern, floor }: Servers): Write {
  const body = JSON.stringify({ body: 'This is what another chapter says of it.' });
  const inTurn = (path: (id: number) => string): (() => Sent) => {
    let n = -1;
    return () => {
      n++;
      return { method: 'POST', path: path(store.conversationId - (n % talksOf(store))), body };
    };
  };
  const asStudent = { url: lectern.url, headers: headersOf(store.tokens.student) };
  const next = () => inTurn((id) => `/api/v1/conversations/${id}/add_message`);
  return {
    name: 'POST conversations/:id/add_message',
    moving: [
      [/"message_count":\d+/g, '"message_count":1'],
      [/("messages":\[\{"id":)\d+/g, '$11'],
    ],
    prepare: () => ask({ ...asStudent, next: next() }, talksOf(store)),
    lectern: { ...asStudent, next: next() },
    floor: { url: floor.url, headers: headersOf(), next: inTurn((id) => `/message/${id}`) },
  };
}

/** Measures that the student marks each conversation as read, and then as unread again. */
function state(store: Filled, { lectern, floor }: Servers): Write {
  const things = talksOf(store);
  const sent = (path: (id: number) => string) => (thing: number, done: boolean) =>
    ({
      method: 'PUT',
      path: path(store.conversationId - thing),
      body: JSON.stringify({ conversation: { workflow_state: done ? 'read' : 'unread' } }),
    }) as const;
  return {
    name: 'PUT conversations/:id (its state)',
    moving: [],
    compared: 2,
    lectern: {
      url: lectern.url,
      headers: headersOf(store.tokens.student),
      next: doneAndUndone(
        { things, side: 'lectern' },
        sent((id) => `/api/v1/conversations/${id}`),
      ),
    },
    floor: {
      url: floor.url,
      headers: headersOf(),
      next: doneAndUndone(
        { things, side: 'floor' },
        sent((id) => `/conversation/${id}`),
      ),
    },
  };
}

export const conversing = (store: Filled, servers: Servers): Write[] => [message(store, servers), state(store, servers)];
