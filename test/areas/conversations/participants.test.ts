import { describe, expect, test } from 'vitest';
import { addedText } from '../../../src/areas/conversations/participants.ts';
import { made, type Person, person, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { bodies, Conversation, change, classroom, idsIn, inbox, peek, refusedField, say, sendGroup, sendOne } from './mailbox.ts';

const server = useServer();
const ids = (people: readonly Person[]): number[] => people.map((one) => one.id);
const add = (by: Person, id: number, people: readonly (number | string)[]) =>
  made(by.client.post(`/conversations/${id}/add_recipients`, { recipients: people }), Conversation);

// conversations#54
test.each([
  [['Ann'], 'Ann was added to the conversation by Tess'],
  [['Ann', 'Bob'], 'Ann and Bob were added to the conversation by Tess'],
  [['Ann', 'Bob', 'Chika'], 'Ann, Bob, and Chika were added to the conversation by Tess'],
  [['Ann', 'Bob', 'Chika', 'Emil'], 'Ann, Bob, Chika, and Emil were added to the conversation by Tess'],
])('%j', (names, text) => expect(addedText(names, 'Tess')).toBe(text));

describe('new participants', () => {
  // conversations#53, conversations#54
  test('see the whole history, unread, and are told of by a message that counts and moves nothing', async () => {
    const { teacher, students } = await classroom(server, 5);
    const [a, b, c, d, e] = students;
    if (!b || !c || !d || !e) throw new Error('five students');
    const one = await sendGroup(teacher, [a.id, b.id], 'start');
    await say(a, one.id, 'more');
    const later = await sendGroup(teacher, [a.id, b.id], 'later');
    await change(a, one.id, { workflow_state: 'archived' });
    await change(b, one.id, { workflow_state: 'read' });
    const answer = await add(teacher, one.id, [d.id, c.id, a.id]);
    const text = `${c.name} and ${d.name} were added to the conversation by ${teacher.name}`;
    expect(answer).toMatchObject({ message_count: 2, messages: [{ body: text, generated: true, author_id: teacher.id }] });
    expect(answer).not.toHaveProperty('submissions');
    for (const person of [c, d]) {
      expect(await bodies(person, one.id)).toEqual([text, 'more', 'start']);
      expect(await peek(person, one.id)).toMatchObject({ workflow_state: 'unread', message_count: 2, last_message: 'more' });
    }
    expect(await idsIn(b)).toEqual([later.id, one.id]);
    expect(await idsIn(teacher)).toEqual([later.id, one.id]);
    expect((await peek(a, one.id)).workflow_state).toBe('archived');
    expect(await peek(b, one.id)).toMatchObject({ workflow_state: 'read', message_count: 2, last_message: 'more' });
    await add(a, one.id, [e.id]);
    expect((await bodies(e, one.id))[0]).toBe(`${e.name} was added to the conversation by ${a.name}`);
    await say(e, one.id, 'hi');
    expect((await bodies(a, one.id))[0]).toBe('hi');
  });

  // conversations#55
  test('are added once, also by several at once', async () => {
    const { teacher, students } = await classroom(server, 3);
    const [a, b, c] = students;
    if (!b || !c) throw new Error('three students');
    const one = await sendGroup(teacher, [a.id, b.id]);
    expect((await add(teacher, one.id, [a.id, b.id])).messages).toEqual([]);
    await Promise.all([teacher, a, b, teacher].map((by) => add(by, one.id, [c.id])));
    const seen = await peek(teacher, one.id);
    expect(seen.participants).toHaveLength(4);
    expect((seen.messages ?? []).filter((message) => message.generated)).toHaveLength(1);
  });

  // conversations#4, conversations#7, conversations#55
  test('who is there already need not be messageable, whatever id names them', async () => {
    const { id, teacher, students } = await classroom(server, 2);
    const [a, b] = students;
    const one = await sendGroup(teacher, ids(students));
    const login = { unique_id: unique('login').replace(' ', '-'), sis_user_id: unique('sis').replace(' ', '-') };
    await server.admin.post('/accounts/1/logins', { user: { id: b?.id }, login }).expect(200);
    await server.admin.put(`/courses/${id}`, { course: { event: 'conclude' } }).expect(200);
    for (const name of [b?.id ?? 0, `sis_user_id:${login.sis_user_id}`, `sis_login_id:${login.unique_id}`, 'self'])
      expect((await add(a, one.id, [name])).messages).toEqual([]);
    expect(
      await refusedField(a.client.post(`/conversations/${one.id}/add_recipients`, { recipients: 'sis_user_id:nobody' }), 'recipients'),
    ).toBe('invalid');
  });

  // conversations#1, conversations#53, conversations#56
  test('are neither strangers nor added to private conversations or by outsiders', async () => {
    const { teacher, students } = await classroom(server, 3);
    const [a, b, c] = students;
    if (!b || !c) throw new Error('three students');
    const stranger = await person(server);
    const [group, pair] = [await sendGroup(teacher, [a.id, b.id]), await sendOne(teacher, [a.id])];
    const path = (conversation: Conversation) => `/conversations/${conversation.id}/add_recipients`;
    expect(await refusedField(teacher.client.post(path(group), { recipients: [c.id, stranger.id] }), 'recipients')).toBe('invalid');
    expect(await refusedField(teacher.client.post(path(pair), { recipients: [c.id] }), 'recipients')).toBe('invalid');
    expect(await refusedField(teacher.client.post(path(group), {}), 'recipients')).toBe('blank');
    await c.client.post(path(group), { recipients: [c.id] }).expect(404);
    expect(await inbox(c)).toEqual([]);
    expect((await peek(teacher, group.id)).participants).toHaveLength(3);
  });
});
