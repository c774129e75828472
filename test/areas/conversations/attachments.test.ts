import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { File } from '../../../src/areas/files/schemas.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { work } from '../../helpers/jobs.ts';
import { made, type Person, person, ROOT_ACCOUNT } from '../../helpers/school.ts';
import { connectAll, useServer } from '../../helpers/server.ts';
import { open, statusLater, upload } from '../../helpers/upload.ts';
import { type Conversation, classroom, inbox, peek, refusedField, say, send, sendGroup, sendOne } from './mailbox.ts';

const server = useServer();
const OWN = '/users/self/files';
const FOLDER = 'conversation attachments';
type AFile = z.infer<typeof File>;

/** A file that can go with a message. */
const attachable = (by: Person, name = 'plan.txt', content = 'the plan'): Promise<AFile> =>
  upload(by.client, OWN, { name, parent_folder_path: FOLDER }, { content, name });

interface Carrying {
  attachments: AFile[];
  forwarded_messages: Carrying[];
}
const Carrying: z.ZodType<Carrying> = z.looseObject({
  attachments: z.array(File),
  get forwarded_messages() {
    return z.array(Carrying);
  },
});
const carrying = (messages: unknown): Carrying[] => z.array(Carrying).parse(messages);
const filesOf = (one: Conversation): AFile[] => carrying(one.messages).flatMap((message) => message.attachments);
const messageId = (one: Conversation): number => one.messages?.[0]?.id ?? 0;

const bare = (file: AFile): string => file.url.slice(0, file.url.indexOf('?'));
const download = (file: AFile, by: Person) => supertest(bare(file)).get('').set('authorization', `Bearer ${by.token}`);
const status = async (file: AFile, by: Person): Promise<number> => (await download(file, by)).status;

describe('files of a message', () => {
  // conversations#20, conversations#29
  test('are the files themselves, in the order sent, wherever the message is shown', async () => {
    const { teacher, students } = await classroom(server, 2);
    const [student] = students;
    const [plan, more] = [await attachable(teacher), await attachable(teacher, 'more.txt')];
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [more.id, plan.id] });
    expect(one.properties).toEqual(['last_author', 'attachments']);
    const { url: _, ...fields } = plan;
    expect(filesOf(one)).toMatchObject([{ id: more.id }, fields]);
    expect(filesOf(await peek(student, one.id)).map((file) => file.id)).toEqual([more.id, plan.id]);
    expect((await inbox(student))[0]?.properties).toEqual(['attachments']);
    expect(filesOf(await say(teacher, one.id, 'again', { attachment_ids: [plan.id, plan.id] })).map((file) => file.id)).toEqual([plan.id]);
    expect(filesOf(await say(teacher, one.id, 'without'))).toEqual([]);
    const group = await sendGroup(
      teacher,
      students.map((other) => other.id),
      'all',
      { attachment_ids: [plan.id] },
    );
    expect(filesOf(await peek(student, group.id))).toMatchObject([fields]);
  });

  // conversations#20
  test('go to each of many, also in the background', async () => {
    const { teacher, students } = await classroom(server, 3);
    const ids = students.map((student) => student.id);
    const [now, later] = [await attachable(teacher, 'now.txt'), await attachable(teacher, 'later.txt')];
    await send(teacher, ids, 'now', { attachment_ids: [now.id] });
    await teacher.client.post('/conversations', { recipients: ids, body: 'later', mode: 'async', attachment_ids: [later.id] }).expect(202);
    const batches = await made(teacher.client.get('/conversations/batches'), z.array(z.looseObject({ message: Carrying })));
    expect(batches.map((batch) => batch.message.attachments.map((file) => file.id))).toEqual([[later.id]]);
    expect(await status(later, students[0])).toBe(404);
    await work(server);
    for (const student of students) {
      const [found] = await inbox(student);
      expect(found?.properties).toEqual(['attachments']);
      expect(filesOf(await peek(student, found?.id ?? 0)).map((file) => file.id)).toEqual([later.id, now.id]);
      expect([await status(now, student), await status(later, student)]).toEqual([200, 200]);
    }
  });

  test('cost as many statements for one message as for many', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const one = await sendOne(teacher, [student.id], 'first', { attachment_ids: [(await attachable(teacher)).id] });
    const forwarding = async (name: string) =>
      say(teacher, one.id, name, { attachment_ids: [(await attachable(teacher, name)).id], forwarded_message_ids: [messageId(one)] });
    const reading = () => server.statements(() => peek(student, one.id));
    await forwarding('a.txt');
    await reading();
    const few = await reading();
    for (const name of ['b.txt', 'c.txt', 'd.txt']) await forwarding(name);
    expect(await reading()).toBe(few);
  });

  // conversations#21
  test('are the own ones in the folder for it, not deleted; else nothing is sent', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const good = await attachable(teacher, 'good.txt');
    const elsewhere = await upload(teacher.client, OWN, { name: 'elsewhere.txt' });
    const below = await upload(teacher.client, OWN, { name: 'below.txt', parent_folder_path: `${FOLDER}/below` });
    const sameName = await upload(teacher.client, OWN, { name: 'same.txt', parent_folder_path: `below/${FOLDER}` });
    const deleted = await attachable(teacher, 'deleted.txt');
    await teacher.client.delete(`/files/${deleted.id}`).expect(200);
    const foreign = await attachable(student, 'foreign.txt');
    for (const ids of [
      [elsewhere.id],
      [below.id],
      [sameName.id],
      [deleted.id],
      [good.id, foreign.id],
      [good.id, 99_999_999],
      ['9'.repeat(12)],
    ]) {
      const sent = { recipients: [student.id], body: 'x', attachment_ids: ids };
      expect(await refusedField(teacher.client.post('/conversations', sent), 'attachment_ids')).toBe('invalid');
    }
    expect(await inbox(teacher)).toEqual([]);
    const one = await sendOne(teacher, [student.id]);
    const more = { body: 'x', attachment_ids: [foreign.id] };
    expect(await refusedField(teacher.client.post(`/conversations/${one.id}/add_message`, more), 'attachment_ids')).toBe('invalid');
    expect((await peek(teacher, one.id)).message_count).toBe(1);
  });

  // conversations#25
  test('end with the file', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const [gone, left] = [await attachable(teacher), await attachable(teacher, 'left.txt')];
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [gone.id, left.id] });
    await teacher.client.delete(`/files/${gone.id}`).expect(200);
    expect(filesOf(await peek(student, one.id)).map((file) => file.id)).toEqual([left.id]);
    expect(await status(gone, student)).toBe(404);
    expect((await open(filesOf(one)[0]?.url ?? '')).status).toBe(404);
  });
});

// files#35
test('a file finds no room in that of one that a message came with', async () => {
  const { teacher, students } = await classroom(server, 1);
  const quota = (user_quota_mb: number) =>
    server.admin.put(`/accounts/${ROOT_ACCOUNT}`, { account: { settings: { user_quota_mb } } }).expect(200);
  const content = 'x'.repeat(600 * 1_024);
  const again = async () => {
    const sent = { name: 'large.txt', size: content.length, parent_folder_path: FOLDER };
    return (await teacher.client.post(OWN, sent)).status;
  };
  const first = await attachable(teacher, 'large.txt', content);
  await quota(1);
  try {
    await sendOne(teacher, [students[0].id], 'see', { attachment_ids: [first.id] });
    expect(await again()).toBe(400);
  } finally {
    await quota(50);
  }
});

describe('an upload of the same name', () => {
  // conversations#24, files#31
  test('takes its place in the folder, and leaves the messages what they came with', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const first = await attachable(teacher, 'hw.txt', 'first');
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [first.id] });
    const [given] = filesOf(await peek(student, one.id));
    const second = await attachable(teacher, 'hw.txt', 'second');
    await say(teacher, one.id, 'again', { attachment_ids: [second.id] });
    await work(server);
    const seen = await peek(student, one.id);
    expect(filesOf(seen).map((file) => [file.id, file.display_name])).toEqual([
      [second.id, 'hw.txt'],
      [first.id, 'hw.txt'],
    ]);
    expect((await open(given?.url ?? '')).text).toBe('first');
    expect((await download(first, student)).text).toBe('first');
    expect((await student.client.get(`/files/${first.id}`).expect(200)).body).toMatchObject({ id: first.id });
    const inFolder = await made(teacher.client.get(`/folders/${first.folder_id}/files`), z.array(File));
    expect(inFolder.map((file) => file.id)).toEqual([second.id]);
    // It counts until its owner deletes it, too.
    expect((await teacher.client.get(`${OWN}/quota`)).body.quota_used).toBe('first'.length + 'second'.length);
    await teacher.client.delete(`/files/${first.id}`).expect(200);
    await teacher.client.delete(`/files/${first.id}`).expect(404);
    await work(server);
    expect(filesOf(await peek(student, one.id)).map((file) => file.id)).toEqual([second.id]);
    expect([await status(first, student), (await open(given?.url ?? '')).status]).toEqual([404, 404]);
    expect((await teacher.client.get(`${OWN}/quota`)).body.quota_used).toBe('second'.length);
  });

  // conversations#24
  test('at the very time leaves the message its file, or refuses the message', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    for (const first of ['the message', 'the upload'] as const) {
      const file = await attachable(teacher, `${first}.txt`, 'mine');
      const message = { recipients: [student.id], body: first, attachment_ids: [file.id] };
      const send = async () => (await teacher.client.post('/conversations', message)).status;
      const replace = async () => (await attachable(teacher, `${first}.txt`, 'other')).id;
      const inTurn = first === 'the message' ? [send, replace] : [replace, send];
      const ends = await atOnce(server, `select from attachments where id = ${file.id} for update`, inTurn);
      await work(server);
      expect([ends[inTurn.indexOf(send)], await status(file, student)]).toEqual(first === 'the message' ? [201, 200] : [400, 404]);
    }
  });
});

describe('the flag attachments', () => {
  // conversations#25
  test('is there while a message has a file that is', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const [one, two] = [await attachable(teacher, 'one.txt'), await attachable(teacher, 'two.txt')];
    const first = await sendOne(teacher, [student.id], 'one', { attachment_ids: [one.id] });
    const second = await say(teacher, first.id, 'two', { attachment_ids: [two.id] });
    const flags = async (by: Person) => [(await inbox(by))[0]?.properties, (await peek(by, first.id)).properties];
    await teacher.client.delete(`/files/${one.id}`).expect(200);
    expect(await flags(student)).toEqual([['attachments'], ['attachments']]);
    await student.client.post(`/conversations/${first.id}/remove_messages`, { remove: [messageId(second)] }).expect(200);
    expect(await flags(student)).toEqual([[], []]);
    expect(await flags(teacher)).toEqual([
      ['last_author', 'attachments'],
      ['last_author', 'attachments'],
    ]);
    await teacher.client.delete(`/files/${two.id}`).expect(200);
    expect(await flags(teacher)).toEqual([['last_author'], ['last_author']]);
  });
});

describe('who may open them', () => {
  // conversations#22, users#33
  test('stay when their owner is deleted, for whoever may read the message', async () => {
    const { teacher, students } = await classroom(server, 2);
    const [student, other] = students;
    if (!other) throw new Error('two students');
    const file = await attachable(teacher);
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [file.id] });
    await server.admin.delete(`/accounts/${ROOT_ACCOUNT}/users/${teacher.id}`).expect(200);
    expect(filesOf(await peek(student, one.id))).toMatchObject([{ id: file.id }]);
    expect([await status(file, student), await status(file, other)]).toEqual([200, 404]);
    await student.client.get(`/files/${file.id}`).expect(200);
    await server.admin.get(`/files/${file.id}`).expect(404);
  });

  // conversations#22, files#5
  test('whoever may read the message: by the signed address for a day, and by token', async () => {
    const { teacher, students } = await classroom(server, 2);
    const [student, other] = students;
    if (!other) throw new Error('two students');
    const sent = await attachable(teacher);
    expect(await status(sent, student)).toBe(404);
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [sent.id] });
    const [file] = filesOf(await peek(student, one.id));
    if (!file) throw new Error('no file came');
    expect((await open(file.url)).text).toBe('the plan');
    expect(await statusLater(server, 23 * 3600, file.url)).toBe(200);
    expect(await statusLater(server, 25 * 3600, file.url)).toBe(403);
    expect((await download(file, student)).text).toBe('the plan');
    expect([await status(file, teacher), await status(file, other), await status(file, await person(server))]).toEqual([200, 404, 404]);
    expect((await open(bare(file))).status).toBe(401);
    // To read it; it stays its owner's.
    expect((await student.client.get(`/files/${file.id}`).expect(200)).body).toMatchObject({ id: file.id });
    await student.client.put(`/files/${file.id}`, { name: 'mine.txt' }).expect(401);
    await student.client.delete(`/files/${file.id}`).expect(401);
    await other.client.get(`/files/${file.id}`).expect(404);
    await student.client.get(`/folders/${file.folder_id}/files`).expect(404);
    await student.client.get(`/users/${teacher.id}/files`).expect(401);
  });

  // conversations#23
  test('not who removed it; again where it comes again', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const file = await attachable(teacher);
    const sent = { attachment_ids: [file.id] };
    const one = await sendOne(teacher, [student.id], 'see', sent);
    await say(teacher, one.id, 'more');
    await student.client.post(`/conversations/${one.id}/remove_messages`, { remove: [messageId(one)] }).expect(200);
    expect([await status(file, student), await status(file, teacher)]).toEqual([404, 200]);
    await say(teacher, one.id, 'see again', sent);
    expect(await status(file, student)).toBe(200);
    await student.client.delete(`/conversations/${one.id}`).expect(200);
    expect(await status(file, student)).toBe(404);
  });

  // conversations#22
  test('not who removed it, however lately they have read it', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const file = await attachable(teacher);
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [file.id] });
    const read = () => student.client.get(`/files/${file.id}`);
    await read().expect(200);
    // Once the use of their tokens is noted, nothing else ends what is kept of what they may do.
    await server.flushUses();
    await connectAll(server.database);
    await read().expect(200);
    await student.client.delete(`/conversations/${one.id}`).expect(200);
    await read().expect(404);
  });

  // conversations#22
  test('who is added to a group, and no one else', async () => {
    const { teacher, students } = await classroom(server, 4);
    const [a, b, added, other] = students;
    if (!b || !added || !other) throw new Error('four students');
    const file = await attachable(teacher);
    const one = await sendGroup(teacher, [a.id, b.id], 'see', { attachment_ids: [file.id] });
    expect(await status(file, added)).toBe(404);
    await teacher.client.post(`/conversations/${one.id}/add_recipients`, { recipients: [added.id] }).expect(200);
    expect([await status(file, b), await status(file, added), await status(file, other)]).toEqual([200, 200, 404]);
  });

  // conversations#22
  test('to whom the message is forwarded, however deep, from their message on', async () => {
    const { teacher, students } = await classroom(server, 3);
    const [a, b, c] = students;
    if (!b || !c) throw new Error('three students');
    const file = await attachable(a, 'mine.txt', 'what I have');
    const first = await sendOne(a, [teacher.id], 'first', { attachment_ids: [file.id] });
    const second = await sendOne(teacher, [b.id], 'second', { forwarded_message_ids: [messageId(first)] });
    expect(second.properties).toEqual(['last_author']);
    expect([await status(file, b), await status(file, c)]).toEqual([200, 404]);
    const third = await sendOne(b, [c.id], 'third', { forwarded_message_ids: [messageId(second)] });
    const [outer] = carrying((await peek(c, third.id)).messages);
    expect(outer?.attachments).toEqual([]);
    const [inner] = outer?.forwarded_messages[0]?.forwarded_messages ?? [];
    expect(inner?.attachments).toMatchObject([{ id: file.id, display_name: 'mine.txt' }]);
    expect((await download(file, c)).text).toBe('what I have');
    expect((await open(inner?.attachments[0]?.url ?? '')).text).toBe('what I have');
    await c.client.delete(`/conversations/${third.id}`).expect(200);
    expect([await status(file, c), await status(file, b)]).toEqual([404, 200]);
  });

  // conversations#22
  test('also who was told just before that there is none, and not who just had it', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const file = await attachable(teacher);
    const show = async () => (await student.client.get(`/files/${file.id}`)).status;
    expect([await show(), await show()]).toEqual([404, 404]);
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [file.id] });
    expect([await show(), await show()]).toEqual([200, 200]);
    await student.client.delete(`/conversations/${one.id}`).expect(200);
    expect(await show()).toBe(404);
  });

  // conversations#26
  test('by the signed address alone while its owner conceals it', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const file = await attachable(teacher);
    const one = await sendOne(teacher, [student.id], 'see', { attachment_ids: [file.id] });
    await teacher.client.put(`/files/${file.id}`, { hidden: true }).expect(200);
    expect([await status(file, student), await status(file, teacher)]).toEqual([404, 200]);
    const [shown] = filesOf(await peek(student, one.id));
    expect((await open(shown?.url ?? '')).status).toBe(200);
    await teacher.client.put(`/files/${file.id}`, { hidden: false }).expect(200);
    expect(await status(file, student)).toBe(200);
  });
});
