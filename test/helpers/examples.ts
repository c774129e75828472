import { randomUUID } from 'node:crypto';
import { posting, type World } from './filled-world.ts';
import type { Fields } from './form.ts';
import { enroll, type Person, person, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';

/** One request, made so that it succeeds: what its path names beyond the world, and what is sent. */
export interface Asked {
  /** The administrator where it is left out. */
  by?: Client;
  ids?: Readonly<Record<string, number | string>>;
  sent?: Fields;
}

/** Makes what one request needs and uses up; made anew for every request that changes something. */
export type Request = (w: World, server: TestServer) => Asked | Promise<Asked>;

export type Requests = Readonly<Record<string, Request>>;

/** A request for a list of the world; without `by`, of the administrator. */
export interface ListRequest {
  operationId: string;
  path: (w: World) => string;
  query?: Fields | ((w: World) => Fields);
  by?: (w: World) => Client;
}

/** What an area shows of its operations: every one of them once at least. */
export interface Examples {
  /** Requests of all operations but the lists, by the operations' ids. */
  requests: Requests;
  /** Requests of each list, first the one with as little as the list can be asked with. */
  lists?: readonly ListRequest[];
  /** Gives each of the lists one row more that nothing else of the world gives it. */
  fill?: (w: World, server: TestServer) => Promise<void>;
}

export const LINK = { link_url: 'https://example.com' };

export const sending =
  (sent: () => Fields): Request =>
  () => ({ sent: sent() });

export const nothing: Request = () => ({});

/** Somebody whose token was used before, and noted as used, in the world's account. */
export async function somebody(w: World, server: TestServer): Promise<Person> {
  const one = await person(server, { account: w.account });
  await one.client.get('/users/self').expect(200);
  await server.flushUses();
  return one;
}

export async function student(w: World, server: TestServer, extra: Fields = {}): Promise<{ one: Person; enrollment: number }> {
  const one = await somebody(w, server);
  const { id } = await enroll(server, w.course, one.id, 'StudentEnrollment', extra);
  return { one, enrollment: id };
}

/** One more thing below a path of the world; its id under this name. */
export const fresh =
  (name: string, path: (w: World) => string, body: () => Fields, sent?: () => Fields): Request =>
  async (w, server) => {
    const { id } = await posting(server)(path(w), body());
    return { ids: { [name]: id }, ...(sent ? { sent: sent() } : {}) };
  };

export const inCourse = (below: string) => (w: World) => `/courses/${w.course}/${below}`;

export const ofRich = (below: string) => (w: World) => `/users/${w.rich.id}/${below}`;

export const named = () => ({ name: unique('Name') });

export const newSection = () => ({ course_section: named() });

export const address = () => ({ communication_channel: { address: `${randomUUID()}@example.com` } });

export const assignment = () => ({ assignment: named() });

export const courseOf = (w: World) => `/courses/${w.course}`;

export const newItem = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(`/collections/${w.collection}/items`, LINK, w.rich.client)).id;

export const self = (w: World) => w.rich.client;
