import type { Filled } from './filled.ts';
import type { Sent, Servers } from './measure.ts';
import { ask, bareHeadersOf, doneAndUndone, headersOf, type Write } from './write.ts';

/** By the student, in all topics of the course one after the other. */
function entry(store: Filled, { lectern, floor }: Servers): Write {
  const body = JSON.stringify({ message: '<p>What I read of it says so, too.</p>' });
  const inTurn = (path: (topicId: number) => string): (() => Sent) => {
    let n = -1;
    return () => {
      n++;
      return { method: 'POST', path: path(1 + (n % store.topicId)), body };
    };
  };
  const asStudent = { url: lectern.url, headers: headersOf(store.tokens.student) };
  const next = () => inTurn((topicId) => `/api/v1/courses/${store.courseId}/discussion_topics/${topicId}/entries`);
  return {
    name: 'POST entries',
    moving: [[/^\{"id":\d+/g, '{"id":1']],
    prepare: () => ask({ ...asStudent, next: next() }, store.topicId),
    lectern: { ...asStudent, next: next() },
    floor: { url: floor.url, headers: headersOf(), next: inTurn((topicId) => `/entries/${topicId}`) },
  };
}

interface Marked {
  name: string;
  things: number;
  /** Below the topics of the course. */
  path(thing: number): string;
  floorPath(thing: number): string;
}

/** Things that the student marks as read, and then as unread. */
function marking(store: Filled, { lectern, floor }: Servers, { name, things, path, floorPath }: Marked): Write {
  const sent = (to: (thing: number) => string) => (thing: number, done: boolean) =>
    ({ method: done ? 'PUT' : 'DELETE', path: to(thing) }) as const;
  const asStudent = { url: lectern.url, headers: bareHeadersOf(store.tokens.student) };
  const next = () =>
    doneAndUndone(
      things,
      'lectern',
      sent((thing) => `/api/v1/courses/${store.courseId}/discussion_topics/${path(thing)}`),
    );
  return {
    name,
    moving: [],
    compared: 2,
    prepare: () => ask({ ...asStudent, next: next() }, 2),
    lectern: { ...asStudent, next: next() },
    floor: { url: floor.url, headers: bareHeadersOf(), next: doneAndUndone(things, 'floor', sent(floorPath)) },
  };
}

export const discussing = (store: Filled, servers: Servers): Write[] => [
  entry(store, servers),
  marking(store, servers, {
    name: 'PUT, DELETE topics/:id/read',
    things: store.topicId,
    path: (n) => `${n + 1}/read`,
    floorPath: (n) => `/topic-read/${n + 1}`,
  }),
  marking(store, servers, {
    name: 'PUT, DELETE topics/:id/read_all',
    things: store.topicId,
    path: (n) => `${n + 1}/read_all`,
    floorPath: (n) => `/all-read/${n + 1}`,
  }),
  // One topic has them, and counts what one student has read: each request waits for the one before it, on both sides.
  marking(store, servers, {
    name: 'PUT, DELETE entries/:id/read',
    things: store.entries,
    path: (n) => `${store.topicId}/entries/${n + 1}/read`,
    floorPath: (n) => `/entry-read/${n + 1}`,
  }),
];
