import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { removeAbandonedUploads } from '../../../src/areas/files/purging.ts';
import { File } from '../../../src/areas/files/schemas.ts';
import { jobMeans, work } from '../../helpers/jobs.ts';
import { lossyConnections } from '../../helpers/lossy-connections.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { authorized, serveOn, type TestServer, useServer } from '../../helpers/server.ts';
import { begin, open, send } from '../../helpers/upload.ts';

const server = useServer();
let connections: Awaited<ReturnType<typeof lossyConnections>>;
// A server on the same database that reaches it by connections which lose answers.
let far: TestServer;
let here: School;
beforeAll(async () => {
  here = await school(server);
  connections = await lossyConnections(server.database.url);
  far = await serveOn(connections.url);
});
afterAll(async () => {
  await far.stop();
  await connections.close();
});

const WithFile = z.looseObject({ id: z.int(), attachment: z.looseObject({ url: z.string() }) });
// A connection hears the text of a statement once, and its values each time: a file's type is said where it is made, and not before.
const COMMITTED = { said: /text\/plain[\s\S]*commit/i, answer: 'COMMIT' };
const clear = () =>
  server.database.pool.query(`update uploads set created_at = created_at - interval '25 hours'`).then(async () => {
    await removeAbandonedUploads.run(far.database, {}, jobMeans(far));
    await work(far);
  });

/** An entry with a file, sent to the server that loses answers. */
async function post(topic: number) {
  const path = `/api/v1/courses/${here.course.id}/discussion_topics/${topic}/entries`;
  return authorized(far.raw().post(path)).field('message', 'see').attach('attachment', Buffer.from('the bytes'), 'note.txt');
}
const topic = async () =>
  (await made(server.admin.post(`/courses/${here.course.id}/discussion_topics`, { title: 'Talk' }), z.looseObject({ id: z.int() }))).id;
const entries = async (id: number) =>
  made(server.admin.get(`/courses/${here.course.id}/discussion_topics/${id}/entries`), z.array(WithFile));
/** Opens an address of either server. */
const opened = (url: string) => open(url.replace(server.url, far.url));

describe('an answer that is lost', () => {
  // files#44
  test('to COMMIT is no failure: the entry has its file', async () => {
    const talk = await topic();
    const before = connections.lost();
    connections.lose(COMMITTED);
    const response = await post(talk);
    expect([connections.lost() - before, response.status]).toEqual([1, 201]);
    await clear();
    const [entry] = await entries(talk);
    expect(entry?.id).toBe(response.body.id);
    expect((await authorized(opened(entry?.attachment.url ?? ''))).text).toBe('the bytes');
  });

  test('to COMMIT, with nobody to ask, leaves the bytes where they are', async () => {
    const talk = await topic();
    const before = connections.lost();
    connections.lose({ ...COMMITTED, forGood: true });
    const response = await post(talk);
    connections.mend();
    expect(connections.lost() - before).toBe(1);
    expect(response.status).toBeGreaterThanOrEqual(500);
    await clear();
    const [entry] = await entries(talk);
    expect((await authorized(opened(entry?.attachment.url ?? ''))).text).toBe('the bytes');
  });

  // files#44
  test('before COMMIT leaves neither entry nor file', async () => {
    const talk = await topic();
    const stored = await far.stored();
    connections.lose({ said: /text\/plain/, answer: 'INSERT 0 1' });
    expect((await post(talk)).status).toBeGreaterThanOrEqual(500);
    expect(await entries(talk)).toEqual([]);
    expect(await far.stored()).toEqual(stored);
    expect((await server.database.pool.query(`select from uploads where state <> 'confirmed'`)).rowCount).toBe(0);
  });

  test('to what was received is no failure', async () => {
    const step = await begin(far.as(here.student.token), '/users/self/files');
    const before = connections.lost();
    connections.lose({ said: /\breceived\b/, answer: 'UPDATE 1' });
    const response = await send(step);
    expect([connections.lost() - before, response.status]).toEqual([1, 303]);
    const file = await made(open(response.headers['location'] ?? ''), File);
    expect((await open(file.url)).text).toBe('hello');
  });
});
