import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Quota } from '../../../../src/areas/files/schemas.ts';
import { groupOfEach, topicsAt } from '../../../helpers/discussions.ts';
import { work } from '../../../helpers/jobs.ts';
import { NOT_PERMITTED } from '../../../helpers/refusals.ts';
import { made, type Person, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { open } from '../../../helpers/upload.ts';

const server = useServer();
const File = z.object({ 'content-type': z.string(), url: z.string(), filename: z.string(), display_name: z.string() });
const WithFile = z.object({ id: z.int(), attachments: z.array(File).length(1) });
const NOTE = 'what it says';

function send(by: Client, path: string, fields: Record<string, string> = {}, content = NOTE) {
  const request = by.post(path);
  for (const [name, value] of Object.entries({ title: 'With a file', ...fields })) request.field(name, value);
  return request.attach('attachment', Buffer.from(content), 'note.txt');
}
const sent = async (by: Client, path: string, fields?: Record<string, string>) => {
  const topic = await made(send(by, path, fields), WithFile);
  const [file] = topic.attachments;
  return { id: topic.id, url: file?.url ?? '' };
};
const idOf = (url: string): number => Number(/\/files\/(\d+)\/download/.exec(url)?.[1]);
const download = (url: string, who: Pick<Person, 'token'>) =>
  supertest(url.replace(/\?.*/, '')).get('').set('authorization', `Bearer ${who.token}`);

// discussions#102
describe('a file that comes with a topic', () => {
  test('is its only attachment, wherever the topic is', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const { id } = await sent(at.student.client, here.path);
    const [listed] = (await at.student2.client.get(here.path).expect(200)).body;
    for (const topic of [await here.see(at.student2.client, id), listed]) {
      expect(topic.attachments).toEqual([
        { 'content-type': 'text/plain', filename: 'note.txt', display_name: 'note.txt', url: expect.stringContaining('signature=') },
      ]);
      expect((await open(topic.attachments[0].url).expect(200)).text).toBe(NOTE);
    }
    await at.student.client.put(`${here.path}/${id}`, { title: 'Other' }).expect(200);
    expect((await here.see(at.student2.client, id)).attachments).toHaveLength(1);
    expect((await here.topic(at.student.client)).attachments).toEqual([]);
  });

  test('is there for members of a group, and for the groups of a set', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const set = await groupOfEach(at.teacher.client, at.course.id, [at.student, at.student2]);
    const root = await sent(at.teacher.client, here.path, { group_category_id: String(set) });
    await work(server);
    const [group] = (await at.student.client.get('/users/self/groups').expect(200)).body;
    const there = topicsAt(`/groups/${group.id}`);
    const [child] = (await at.student.client.get(there.path).expect(200)).body;
    expect(child).toMatchObject({ root_topic_id: root.id, attachments: [{ filename: 'note.txt' }] });
    const own = await sent(at.student.client, there.path);
    expect((await there.see(at.teacher.client, own.id)).attachments).toHaveLength(1);
  });

  test('goes when it is deleted, and is hidden with the text of an assignment that is not open', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const { id, url } = await sent(at.teacher.client, here.path, {
      message: 'soon',
      'assignment[unlock_at]': new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(await here.see(at.student.client, id)).toMatchObject({ message: null, attachments: [] });
    expect((await here.see(at.teacher.client, id)).attachments).toHaveLength(1);
    await at.teacher.client.delete(`/files/${idOf(url)}`).expect(200);
    expect((await here.see(at.teacher.client, id)).attachments).toEqual([]);
  });

  test('is not kept where the topic is refused', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const before = await server.stored();
    await send(at.student.client, here.path, { discussion_type: 'none' }).expect(400);
    await send(at.student.client, here.path, { position_after: '999999', pinned: 'true' }).expect(401);
    await send(at.teacher.client, here.path, { position_after: '999999' }).expect(404);
    await send(at.observer.client, here.path).expect(401);
    await at.teacher.client.put(`/courses/${at.course.id}/settings`, { allow_student_forum_attachments: false }).expect(200);
    expect((await send(at.student.client, here.path).expect(401)).body).toEqual(NOT_PERMITTED);
    expect(await server.stored()).toEqual(before);
    expect(await here.list(at.teacher.client)).toEqual([]);
  });

  test('counts against the quota of who sent it from 1,025 bytes on', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const used = async () => (await made(at.student.client.get('/users/self/files/quota'), Quota)).quota_used;
    await send(at.student.client, here.path, {}, 'x'.repeat(1024)).expect(200);
    expect(await used()).toBe(0);
    await send(at.student.client, here.path, {}, 'x'.repeat(1025)).expect(200);
    expect(await used()).toBe(1025);
  });
});

// discussions#103
test('the address of a topic’s file is signed; without that it is its owner’s', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const { url } = await sent(at.teacher.client, here.path);
  await open(url).expect(200);
  await download(url, at.teacher).expect(200);
  for (const who of [at.student, at.stranger]) await download(url, who).expect(404);
});

// discussions#102
test('files of topics cost lists nothing more', async () => {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const read = () => server.statements(() => at.student.client.get(here.path, { per_page: 100 }).expect(200));
  await sent(at.teacher.client, here.path);
  await read();
  const few = await read();
  for (let i = 0; i < 3; i++) await sent(at.teacher.client, here.path);
  expect(await read()).toBe(few);
});
