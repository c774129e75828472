import type { Filled, Holder } from './filled.ts';
import { bearer, type Sent, type Servers, type Target } from './measure.ts';
import { ask, bareHeadersOf, doneAndUndone, headersOf, type Write } from './write.ts';

/** The student, and others of the course where requests take turns over several tokens. */
const studentsOf = (store: Filled): Holder[] => [{ userId: store.studentId, token: store.tokens.student }, ...store.others.student];

const holderAt = (holders: readonly Holder[], n: number): Holder => {
  const holder = holders[n % holders.length];
  if (!holder) throw new Error('nobody holds a token');
  return holder;
};

/** A request of one of them, to Lectern with the token, to the floor with the id of the user. */
const asked = (sent: Sent, { userId, token }: Holder, side: 'lectern' | 'floor'): Sent =>
  side === 'lectern' ? { ...sent, headers: bearer(token) } : { ...sent, path: `${sent.path}/${userId}` };

/** In all topics of the course one after the other. */
function entry(store: Filled, { lectern, floor }: Servers): Write {
  const body = JSON.stringify({ message: '<p>What I read of it says so, too.</p>' });
  const students = studentsOf(store);
  const inTurn = (side: 'lectern' | 'floor', path: (topicId: number) => string): (() => Sent) => {
    let n = -1;
    return () => {
      n++;
      return asked({ method: 'POST', path: path(1 + (n % store.topicId)), body }, holderAt(students, n), side);
    };
  };
  const asStudent = { url: lectern.url, headers: headersOf(store.tokens.student), tokens: students.map(({ token }) => token) };
  const next = () => inTurn('lectern', (topicId) => `/api/v1/courses/${store.courseId}/discussion_topics/${topicId}/entries`);
  return {
    name: 'POST entries',
    moving: [[/^\{"id":\d+/g, '{"id":1']],
    prepare: () => ask({ ...asStudent, next: next() }, store.topicId),
    lectern: { ...asStudent, next: next() },
    floor: { url: floor.url, headers: headersOf(), next: inTurn('floor', (topicId) => `/entries/${topicId}`) },
  };
}

interface Marked {
  name: string;
  things: number;
  /** Below the topics of the course. */
  path(thing: number): string;
  floorPath(thing: number): string;
}

/** Things that students mark as read, and then as unread. */
function marking(store: Filled, { lectern, floor }: Servers, { name, things, path, floorPath }: Marked): Write {
  const students = studentsOf(store);
  const target = (side: 'lectern' | 'floor', to: (thing: number) => string): Target => ({
    url: side === 'lectern' ? lectern.url : floor.url,
    headers: bareHeadersOf(side === 'lectern' ? store.tokens.student : undefined),
    next: doneAndUndone({ things, people: students.length, side }, (thing, done, person) =>
      asked({ method: done ? 'PUT' : 'DELETE', path: to(thing) }, holderAt(students, person), side),
    ),
  });
  const asStudents = () => target('lectern', (thing) => `/api/v1/courses/${store.courseId}/discussion_topics/${path(thing)}`);
  return {
    name,
    moving: [],
    compared: 2,
    prepare: () => ask(asStudents(), 2),
    lectern: { ...asStudents(), tokens: students.map(({ token }) => token) },
    floor: target('floor', floorPath),
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
  // One topic has them, and counts what each student has read: of one student each request waits for the one before it, on both sides.
  marking(store, servers, {
    name: 'PUT, DELETE entries/:id/read',
    things: store.entries,
    path: (n) => `${store.topicId}/entries/${n + 1}/read`,
    floorPath: (n) => `/entry-read/${n + 1}`,
  }),
];
