import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BUILD_VIEW } from '../../../src/areas/discussions/job-names.ts';
import { FILES_CHANGED } from '../../../src/areas/files/changes.ts';
import { Quota } from '../../../src/areas/files/schemas.ts';
import { groupOfEach, topicsAt } from '../../helpers/discussions.ts';
import { work, workAhead, workOn } from '../../helpers/jobs.ts';
import { changeModule, itemIn, moduleIn } from '../../helpers/modules.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, ROOT_ACCOUNT, school } from '../../helpers/school.ts';
import { type Client, connectAll, useServer } from '../../helpers/server.ts';
import { open, PNG, upload } from '../../helpers/upload.ts';

const server = useServer();
const File = z.object({ 'content-type': z.string(), url: z.string(), filename: z.string(), display_name: z.string() });
const WithFile = z.object({ id: z.int(), message: z.string(), attachment: File, attachments: z.array(File) });
const Shown = z.object({ id: z.int(), attachment: File.optional() });
const Made = z.object({ id: z.int() });
const NOTE = 'what it says';

async function talk(fields: Record<string, string | boolean> = {}) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, fields);
  return { at, here, topic, path: `${here.path}/${topic.id}`, by: at.student.client };
}

interface Sending {
  content?: string | Buffer;
  name?: string;
  message?: string;
}
/** An entry, or a reply where the path says so, with a file. */
function send(by: Client, path: string, { content = NOTE, name = 'note.txt', message }: Sending = {}): supertest.Test {
  const request = by.post(path);
  if (message !== undefined) request.field('message', message);
  return request.attach('attachment', Buffer.from(content), name);
}
const sent = (by: Client, path: string, sending?: Sending) => made(send(by, path, sending), WithFile);

const idOf = (url: string): number => Number(/\/files\/(\d+)\/download/.exec(url)?.[1]);
/** Without a signature, as it stands in a stored view. */
const download = (url: string, who: Pick<Person, 'token'>) =>
  supertest(url.replace(/\?.*/, '')).get('').set('authorization', `Bearer ${who.token}`);
const used = async (by: Client) => (await made(by.get('/users/self/files/quota'), Quota)).quota_used;
/** A quota so small that this many bytes fit, while the work is done. */
async function withQuota(bytes: number, work: () => Promise<void>): Promise<void> {
  const settings = (mb: number | null) => server.admin.put(`/accounts/${ROOT_ACCOUNT}`, { account: { settings: { user_quota_mb: mb } } });
  await settings(bytes / 2 ** 20).expect(200);
  try {
    await work();
  } finally {
    await settings(null).expect(200);
  }
}

describe('a file that comes with an entry', () => {
  // discussions#51
  test('is shown with it, wherever entries are', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await sent(by, `${path}/entries`, { message: '<p>see</p>', content: PNG, name: 'me.png' });
    expect(entry.attachment).toMatchObject({ 'content-type': 'image/png', filename: 'me.png', display_name: 'me.png' });
    expect(entry.attachments).toEqual([entry.attachment]);
    const reply = await sent(at.teacher.client, `${path}/entries/${entry.id}/replies`, { message: '<p>and see</p>' });
    const [shown] = await here.entries(at.student2.client, topic.id);
    const [shownReply] = await here.replies(at.student2.client, topic.id, entry.id);
    const listed = [await here.entry(at.student2.client, topic.id, entry.id), await here.entry(at.student2.client, topic.id, reply.id)];
    for (const one of [shown, shownReply, shown?.recent_replies?.[0], ...listed]) {
      const file = one?.id === entry.id ? entry.attachment : reply.attachment;
      expect(one?.attachment).toMatchObject({ ...file, url: expect.stringContaining('signature=') });
      expect(one?.attachments).toEqual([one?.attachment]);
      expect((await open(one?.attachment?.url ?? '').expect(200)).headers['content-type']).toBe(file['content-type']);
    }
    expect((await open(reply.attachment.url)).text).toBe(NOTE);
    expect(await here.say(by, topic.id)).not.toHaveProperty('attachment');
  });

  // discussions#62
  test('stands in the view by an address without signature, before the view is built and after', async () => {
    const { at, path, by } = await talk();
    const message = '<p>"url":"/files/7/download"</p>';
    const { id, attachment } = await sent(by, `${path}/entries`, { message });
    const view = async () => (await at.teacher.client.get(`${path}/view`, { include_new_entries: 1 }).expect(200)).body;
    const file = { ...attachment, url: `${server.url}/files/${idOf(attachment.url)}/download` };
    const shown = expect.objectContaining({
      id,
      attachment: file,
      attachments: [file],
      message: expect.stringContaining('"/files/7/download"'),
    });
    expect((await view()).new_entries).toEqual([shown]);
    await workAhead(server, BUILD_VIEW);
    for (let times = 0; times < 2; times++) expect((await view()).view).toEqual([shown]);
    expect((await download(file.url, at.teacher).expect(200)).text).toBe(NOTE);
  });

  // discussions#40
  test('needs no words beside it, neither then nor when the entry is changed', async () => {
    const { path, by } = await talk();
    const entry = await sent(by, `${path}/entries`);
    expect(entry.message).toBe('');
    await sent(by, `${path}/entries/${entry.id}/replies`, { message: ' ' });
    const changed = await made(by.put(`${path}/entries/${entry.id}`, { message: '' }), WithFile);
    expect(changed.attachment.display_name).toBe('note.txt');
    await by.post(`${path}/entries`).field('message', '').expect(400);
  });

  // discussions#40, discussions#43
  test('keeps its words when a change sends none', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await sent(by, `${path}/entries`, { message: '<p>see</p>' });
    const change = (message: { message?: string | null }) => at.teacher.client.put(`${path}/entries/${entry.id}`, message).expect(200);
    for (const none of [{}, { message: null }, { message: '' }]) expect((await change(none)).body.message).toBe('<p>see</p>');
    const shown = await here.entry(by, topic.id, entry.id);
    expect(shown).toMatchObject({ message: '<p>see</p>', attachment: { display_name: 'note.txt' } });
    expect(shown).not.toHaveProperty('editor_id');
    expect((await change({ message: '<p></p>' })).body.message).toBe('<p></p>');
  });

  // discussions#40
  test('stands for words no longer once it is deleted', async () => {
    const { here, topic, path, by } = await talk();
    const entry = await sent(by, `${path}/entries`, { message: '<p>see</p>' });
    await by.delete(`/files/${idOf(entry.attachment.url)}`).expect(200);
    for (const none of [{}, { message: ' ' }, { message: '<p></p>' }]) {
      const { body } = await by.put(`${path}/entries/${entry.id}`, none).expect(400);
      expect(body.errors.message[0].type).toBe('blank');
    }
    expect((await here.entry(by, topic.id, entry.id))?.message).toBe('<p>see</p>');
  });

  // discussions#54
  test('is not shown any more once it is deleted, or the entry is', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await sent(by, `${path}/entries`, { message: 'a' });
    await by.delete(`/files/${idOf(entry.attachment.url)}`).expect(200);
    expect(await here.entry(by, topic.id, entry.id)).not.toHaveProperty('attachment');
    const second = await sent(by, `${path}/entries`, { message: 'a' });
    await download(second.attachment.url, at.student2).expect(200);
    await by.delete(`${path}/entries/${second.id}`).expect(204);
    expect(await here.entry(by, topic.id, second.id)).not.toHaveProperty('attachment');
    expect((await download(second.attachment.url, at.student2).expect(404)).body).toEqual(NOT_FOUND);
    await download(second.attachment.url, at.student).expect(200);
  });

  // discussions#51, discussions#54, discussions#58
  test('is in the view as it is now, once it is renamed or deleted, with its folder, too', async () => {
    const { at, path, by } = await talk();
    const [one, two, three] = [await sent(by, `${path}/entries`), await sent(by, `${path}/entries`), await sent(by, `${path}/entries`)];
    const idOfFile = ({ attachment }: { attachment: { url: string } }) => idOf(attachment.url);
    await workAhead(server, BUILD_VIEW);
    const names = async () => {
      // And no view yet: one is due a second after the change.
      await workOn(server, FILES_CHANGED);
      const read = async () => (await at.teacher.client.get(`${path}/view`, { include_new_entries: 1 }).expect(200)).body;
      const { new_entries: changed } = z.object({ new_entries: z.array(Shown) }).parse(await read());
      await workAhead(server, BUILD_VIEW);
      const { view } = z.object({ view: z.array(Shown) }).parse(await read());
      return [changed, view].map((entries) => entries.map(({ attachment }) => attachment?.display_name ?? null));
    };
    const { body } = await by.put(`/files/${idOfFile(one)}`, { name: 'other.txt' }).expect(200);
    expect(await names()).toEqual([['other.txt'], ['other.txt', two.attachment.display_name, three.attachment.display_name]]);
    await by.put(`/files/${idOfFile(one)}`, { hidden: false }).expect(200);
    await by.delete(`/files/${idOfFile(two)}`).expect(200);
    expect(await names()).toEqual([[null], ['other.txt', null, three.attachment.display_name]]);
    await by.delete(`/folders/${body.folder_id}`, { force: true }).expect(200);
    expect(await names()).toEqual([
      [null, null],
      [null, null, null],
    ]);
  });

  // discussions#54, files#31
  test('stays when an upload takes its place in the folder', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await sent(by, `${path}/entries`, { message: 'a' });
    const other = await upload(
      by,
      '/users/self/files',
      { name: 'note.txt', parent_folder_path: 'discussion attachments' },
      { content: 'other' },
    );
    await work(server);
    expect(await here.entry(by, topic.id, entry.id)).toMatchObject({ attachment: { display_name: 'note.txt' } });
    for (const who of [at.student, at.student2]) expect((await download(entry.attachment.url, who).expect(200)).text).toBe(NOTE);
    expect((await open(entry.attachment.url)).text).toBe(NOTE);
    expect((await by.get(`/folders/${other.folder_id}/files`).expect(200)).body).toMatchObject([{ id: other.id }]);
  });

  test('costs lists nothing more, however many there are', async () => {
    const { at, path, by } = await talk();
    const read = () => server.statements(() => at.teacher.client.get(`${path}/entries`, { per_page: 100 }).expect(200));
    await sent(by, `${path}/entries`);
    await read();
    const few = await read();
    for (let i = 0; i < 4; i++) await sent(by, `${path}/entries`);
    expect(await read()).toBe(few);
  });
});

describe('the quota', () => {
  // discussions#53
  test('is the author’s, from 1,025 bytes on', async () => {
    const { path, by } = await talk();
    await sent(by, `${path}/entries`, { content: 'x'.repeat(1024) });
    expect(await used(by)).toBe(0);
    await sent(by, `${path}/entries`, { content: 'x'.repeat(1025) });
    expect(await used(by)).toBe(1025);
  });

  // discussions#53
  test('over which there is no entry, while small files always go', async () => {
    const { at, here, topic, path, by } = await talk();
    const entry = await here.say(by, topic.id);
    const before = await server.stored();
    await withQuota(2000, async () => {
      for (const where of [`${path}/entries`, `${path}/entries/${entry.id}/replies`]) {
        const { body } = await send(by, where, { content: 'x'.repeat(2001) }).expect(400);
        expect(body.message).toBe('file size exceeds quota');
      }
      expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(1);
      expect(await server.stored()).toEqual(before);
      await sent(by, `${path}/entries`, { content: 'x'.repeat(1500) });
      const both = await Promise.all([0, 1].map(() => send(at.ta.client, `${path}/entries`, { content: 'x'.repeat(1200) })));
      expect(both.map((one) => one.status).toSorted()).toEqual([201, 400]);
      await sent(by, `${path}/entries`, { content: 'x'.repeat(1024) });
    });
    expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(4);
  });
});

describe('the right to attach', () => {
  // discussions#52
  test('is that of who may post, of students where the course says so; without it 401 and nothing is kept', async () => {
    const { at, here, topic, path, by } = await talk();
    const before = await server.stored();
    const settings = { allow_student_forum_attachments: false };
    await at.teacher.client.put(`/courses/${at.course.id}/settings`, settings).expect(200);
    const entry = await here.say(by, topic.id);
    for (const [client, where] of [
      [by, `${path}/entries`],
      [by, `${path}/entries/${entry.id}/replies`],
      [at.observer.client, `${path}/entries`],
    ] as const)
      expect((await send(client, where, { message: 'a' }).expect(401)).body).toEqual(NOT_PERMITTED);
    // Whoever may not attach is told so, however large the file.
    await withQuota(10, async () => void (await send(by, `${path}/entries`, { content: 'x'.repeat(2000) }).expect(401)));
    expect((await here.see(by, topic.id)).discussion_subentry_count).toBe(1);
    expect(await server.stored()).toEqual(before);
    expect((await made(by.get('/users/self/files'), z.array(Made))).length).toBe(0);
    await sent(at.teacher.client, `${path}/entries`);
  });

  // discussions#52
  test.each([
    ['locked', 401],
    ['deleted', 404],
  ] as const)('ends with a topic that is %s, and nothing is kept', async (state, status) => {
    const { at, path, by } = await talk();
    const before = await server.stored();
    if (state === 'locked') await at.teacher.client.put(path, { locked: true }).expect(200);
    else await at.teacher.client.delete(path).expect(200);
    await send(by, `${path}/entries`).expect(status);
    await send(by, `${path}/entries/1/replies`).expect(status);
    expect(await server.stored()).toEqual(before);
  });

  // discussions#55
  test('is asked of the topic that is first made by it too', async () => {
    const [owner, other] = [await person(server), await person(server)];
    const { id: collection } = await made(owner.client.post('/users/self/collections', { name: 'Links', visibility: 'public' }), Made);
    const { id: item } = await made(owner.client.post(`/collections/${collection}/items`, { link_url: 'https://example.com' }), Made);
    const { attachment } = await sent(other.client, `/collection_items/${item}/discussion_topics/self/entries`);
    expect((await download(attachment.url, owner).expect(200)).text).toBe(NOTE);
    await owner.client.put(`/collections/${collection}`, { visibility: 'private' }).expect(200);
    await download(attachment.url, await person(server)).expect(404);
    await download(attachment.url, owner).expect(200);
  });
});

describe('the address without signature', () => {
  // discussions#55, files#5
  test('answers to whoever may read the entry, and to nobody else', async () => {
    const { at, path, by } = await talk();
    const { attachment } = await sent(by, `${path}/entries`);
    for (const who of [at.student, at.student2, at.observer, at.teacher, at.ta, at.designer, at.subAdmin, at.rootAdmin])
      expect((await download(attachment.url, who).expect(200)).text).toBe(NOTE);
    for (const who of [at.stranger, at.foreignAdmin]) expect((await download(attachment.url, who).expect(404)).body).toEqual(NOT_FOUND);
    await supertest(attachment.url.replace(/\?.*/, '')).get('').expect(401);
    const file = `/files/${idOf(attachment.url)}`;
    await at.student2.client.get(file).expect(200);
    await at.student2.client.put(file, { name: 'mine.txt' }).expect(401);
    await at.student2.client.delete(file).expect(401);
    await server.admin.put(`/courses/${at.course.id}`, { course: { is_public: true } }).expect(200);
    await download(attachment.url, at.stranger).expect(404);
    await by.put(file, { hidden: true }).expect(200);
    await download(attachment.url, at.student2).expect(404);
  });

  // discussions#55
  test('ends with the enrollment, the topic and the course', async () => {
    const { at, path, by } = await talk();
    const guest = await person(server);
    const { id: enrollment } = await enroll(server, at.course.id, guest.id, 'StudentEnrollment');
    const { attachment } = await sent(by, `${path}/entries`);
    const read = async (who: Person) => [
      (await download(attachment.url, who)).status,
      (await who.client.get(`/files/${idOf(attachment.url)}`)).status,
    ];
    expect(await read(guest)).toEqual([200, 200]);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    expect(await read(guest)).toEqual([404, 404]);
    expect(await read(at.student2)).toEqual([200, 200]);
    await at.teacher.client.delete(path).expect(200);
    expect(await read(at.student2)).toEqual([404, 404]);
  });

  // discussions#55
  test('ends with the entry, however lately it has been read', async () => {
    const { at, path, by } = await talk();
    const { id, attachment } = await sent(by, `${path}/entries`);
    const read = () => at.student2.client.get(`/files/${idOf(attachment.url)}`);
    await read().expect(200);
    // Once the use of the token is noted, nothing else ends what is kept of what its holder may do.
    await server.flushUses();
    await connectAll(server.database);
    await read().expect(200);
    await by.delete(`${path}/entries/${id}`).expect(204);
    await read().expect(404);
  });

  // discussions#55
  test('waits for the initial post, as the entry does', async () => {
    const { at, here, topic, path } = await talk({ require_initial_post: true });
    const { attachment } = await sent(at.teacher.client, `${path}/entries`);
    await download(attachment.url, at.student).expect(404);
    await download(attachment.url, at.observer).expect(404);
    await download(attachment.url, at.ta).expect(200);
    await here.say(at.student.client, topic.id);
    await download(attachment.url, at.student).expect(200);
  });

  // discussions#8, discussions#55
  test('waits for the topic to be posted, but for its author and for who oversees it', async () => {
    const { at, path, topic } = await talk();
    await server.database.pool.query('update discussion_topics set user_id = $2 where id = $1', [topic.id, at.student.id]);
    const { attachment } = await sent(at.student2.client, `${path}/entries`);
    await download(attachment.url, at.observer).expect(200);
    await server.database.pool.query(`update discussion_topics set state = 'draft' where id = $1`, [topic.id]);
    await download(attachment.url, at.observer).expect(404);
    for (const who of [at.student, at.student2, at.ta]) await download(attachment.url, who).expect(200);
  });

  // discussions#55, modules#37
  test('waits for the module that keeps the topic from students, in the topics of groups, too', async () => {
    const { at, here, topic } = await talk();
    const teacher = at.teacher.client;
    const module = await moduleIn(at);
    const graded = await here.topic(teacher, { assignment: { points_possible: 5 } });
    const set = await groupOfEach(teacher, at.course.id, [at.student2]);
    const root = await here.topic(teacher, { group_category_id: set });
    for (const { id } of [topic, graded, root]) await itemIn(at, module, { type: 'Discussion', content_id: id });
    const files: number[] = [];
    for (const [by, { id }] of [
      [teacher, topic],
      [teacher, graded],
      [at.student2.client, root],
    ] as const)
      files.push(idOf((await sent(by, `${here.path}/${id}/entries`)).attachment.url));
    const own = await upload(at.student.client, '/users/self/files', { name: 'own.txt' });
    const third = await person(server);
    await enroll(server, at.course.id, third.id, 'StudentEnrollment');
    const [, , ofGroup = 0] = files;
    const [group] = await made(at.student2.client.get('/users/self/groups'), z.array(Made));
    await made(teacher.post(`/groups/${group?.id}/memberships`, { user_id: at.student.id }), Made);
    const answers = async (id: number, { client, token }: Pick<Person, 'client' | 'token'>) => [
      (await download(`${server.url}/files/${id}/download`, { token })).status,
      (await client.get(`/files/${id}/public_url`)).status,
    ];
    for (const id of files) expect(await answers(id, at.student)).toEqual([200, 200]);
    await changeModule(at, module, { unlock_at: '2100-01-01T00:00:00Z' });
    for (const id of files) {
      expect(await answers(id, at.student)).toEqual([401, 401]);
      expect((await at.student.client.get(`/files/${id}`).expect(200)).body).toMatchObject({ locked_for_user: true, url: '' });
      await at.student.client.post(`/folders/${own.folder_id}/copy_file`, { source_file_id: id, on_duplicate: 'rename' }).expect(401);
      expect(await answers(id, at.ta)).toEqual([200, 200]);
    }
    // Their own file is theirs.
    expect(await answers(ofGroup, at.student2)).toEqual([200, 200]);
    expect(await answers(ofGroup, third)).toEqual([404, 404]);
  });

  // discussions#55, discussions#62, users#33
  test('stays when its author is deleted, for whoever reads the entry and for nobody else', async () => {
    const { at, path, by } = await talk();
    const { attachment } = await sent(by, `${path}/entries`);
    const alone = await upload(by, '/users/self/files', { name: 'alone.txt' });
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${at.student.id}`).expect(200);
    for (const who of [at.student2, at.teacher, at.subAdmin]) {
      expect((await download(attachment.url, who).expect(200)).text).toBe(NOTE);
      expect((await who.client.get(`/files/${idOf(attachment.url)}`).expect(200)).body.display_name).toBe('note.txt');
    }
    await server.admin.put(`/files/${idOf(attachment.url)}`, { name: 'mine.txt' }).expect(401);
    await download(attachment.url, at.stranger).expect(404);
    for (const client of [at.teacher.client, server.admin]) await client.get(`/files/${alone.id}`).expect(404);
    await server.admin.get(`/folders/${alone.folder_id}`).expect(404);
  });

  // discussions#55
  test('is of the own group in a group topic', async () => {
    const { at, here } = await talk();
    const teacher = at.teacher.client;
    const set = await groupOfEach(teacher, at.course.id, [at.student, at.student2]);
    const root = await here.topic(teacher, { group_category_id: set, require_initial_post: true });
    await work(server);
    const all = await sent(teacher, `${here.path}/${root.id}/entries`);
    await download(all.attachment.url, at.student).expect(404);
    const own = await sent(at.student.client, `${here.path}/${root.id}/entries`);
    await download(all.attachment.url, at.student).expect(200);
    await download(own.attachment.url, at.teacher).expect(200);
    await download(own.attachment.url, at.student2).expect(404);
  });
});
