import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { groupSet } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import {
  bodies,
  Conversation,
  change,
  classroom,
  idsIn,
  inbox,
  peek,
  refusedField,
  say,
  sendGroup,
  sendOne,
  unreadCount,
} from './mailbox.ts';

const server = useServer();
const ids = (people: readonly Person[]): number[] => people.map((one) => one.id);

/** A teacher, two students and n group conversations of theirs, oldest first. */
async function conversations(n: number) {
  const { teacher, students, id } = await classroom(server, 2);
  const [student] = students;
  const found: number[] = [];
  for (let i = 0; i < n; i++) found.push((await sendGroup(teacher, ids(students), `m${i}`)).id);
  return { courseId: id, teacher, student, other: students[1] ?? student, found };
}

describe('the list', () => {
  // conversations#35, conversations#37
  test('is paged by bookmark, newest first, forth and back', async () => {
    const { student, found } = await conversations(5);
    const pages: number[][] = [];
    let at: string | undefined = '/conversations?per_page=2';
    let back: string | undefined;
    const linked = (header: string, rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(header)?.[1]?.split('/api/v1')[1];
    while (at !== undefined) {
      const response = await student.client.get(at).expect(200);
      pages.push(
        z
          .array(Conversation)
          .parse(response.body)
          .map((one) => one.id),
      );
      at = linked(response.headers['link'] ?? '', 'next');
      back = linked(response.headers['link'] ?? '', 'prev');
      // Only where nothing follows is it known.
      expect(response.headers['link']?.includes('rel="last"')).toBe(at === undefined);
    }
    expect(pages).toEqual([[found[4], found[3]], [found[2], found[1]], [found[0]]]);
    const before = await student.client.get(back ?? '').expect(200);
    expect(before.body.map((one: { id: number }) => one.id)).toEqual(pages[1]);
    await student.client
      .get('/conversations', { page: `bookmark:${Buffer.from('["after","no time",1]').toString('base64url')}` })
      .expect(200);
    await student.client
      .get('/conversations', { page: `bookmark:${Buffer.from('["after","0000-01-01T00:00:00.000Z",1]').toString('base64url')}` })
      .expect(200);
  });

  // conversations#38, conversations#40, conversations#42
  test('holds by scope what is unread, starred or archived, and otherwise all that is not archived', async () => {
    const { student, found } = await conversations(4);
    const [a = 0, b = 0, c = 0, d = 0] = found;
    await change(student, a, { workflow_state: 'archived', starred: true });
    await change(student, b, { workflow_state: 'read' });
    await change(student, c, { starred: true });
    expect(await idsIn(student)).toEqual([d, c, b]);
    expect(await idsIn(student, { scope: 'inbox' })).toEqual([d, c, b]);
    expect(await idsIn(student, { scope: 'unread' })).toEqual([d, c]);
    expect(await idsIn(student, { scope: 'archived' })).toEqual([a]);
    expect(await idsIn(student, { scope: 'starred' })).toEqual([c, a]);
    expect(await unreadCount(student)).toBe('2');
    expect(await refusedField(student.client.get('/conversations', { scope: 'lost' }), 'scope')).toBe('invalid');
    expect(await refusedField(student.client.get('/conversations', { filter: 'section_1' }), 'filter')).toBe('invalid');
  });

  // conversations#36, conversations#38
  test('holds as sent what the caller has written in, also archived, until they remove it', async () => {
    const { student, teacher, found } = await conversations(3);
    const [a = 0, b = 0, c = 0] = found;
    const sent = (query: Fields = {}) => idsIn(student, { scope: 'sent', ...query });
    expect(await sent()).toEqual([]);
    await say(student, a, 'mine');
    const said = await say(student, b, 'mine too');
    await change(student, a, { workflow_state: 'archived' });
    expect(await sent()).toEqual([b, a]);
    expect(await sent({ filter: `user_${teacher.id}` })).toEqual([b, a]);
    const withIds = await student.client.get('/conversations', { scope: 'sent', include_all_conversation_ids: true }).expect(200);
    expect(withIds.body.conversation_ids).toEqual([b, a]);
    const seen = async (id: number) => (await change(student, id, { starred: true }, { scope: 'sent' })).visible;
    expect([await seen(a), await seen(c)]).toEqual([true, false]);
    await student.client.post(`/conversations/${b}/remove_messages`, { remove: (said.messages ?? []).map((one) => one.id) }).expect(200);
    expect(await sent()).toEqual([a]);
  });

  // conversations#15, conversations#39
  test('is filtered by the contexts written at creation and by people', async () => {
    const { courseId, teacher, student, other, found } = await conversations(1);
    const later = await course(server);
    for (const one of [teacher, student]) await enroll(server, later.id, one.id, 'StudentEnrollment');
    const alone = await sendOne(teacher, [student.id], 'alone', { context_code: `course_${later.id}` });
    expect(await idsIn(teacher, { filter: `course_${courseId}` })).toEqual(found);
    expect(await idsIn(teacher, { filter: `course_${later.id}` })).toEqual([alone.id]);
    expect(await idsIn(teacher, { filter: `user_${other.id}` })).toEqual(found);
    expect(await idsIn(teacher, { filter: `user_${student.id}` })).toEqual([alone.id, ...found]);
    expect(await idsIn(teacher, { filter: [`course_${later.id}`] })).toEqual([alone.id]);
    const two = { filter: [`course_${later.id}`, `course_${courseId}`] };
    expect(await refusedField(teacher.client.get('/conversations', two), 'filter')).toBe('invalid');
    expect(await idsIn(teacher, { filter: [''] })).toEqual([alone.id, ...found]);
    expect((await change(teacher, alone.id, { starred: true }, { filter: [] })).visible).toBe(true);
    expect(await idsIn(teacher, { filter: 'group_1' })).toEqual([]);
    expect(await idsIn(teacher, { filter: 'user_99999999999999' })).toEqual([]);
  });

  // conversations#41
  test('comes with all ids in its order where these are asked for', async () => {
    const { student, found } = await conversations(3);
    const wanted = found.toReversed();
    const answer = await made(
      student.client.get('/conversations', { include_all_conversation_ids: true, per_page: 1 }),
      z.object({ conversations: z.array(Conversation), conversation_ids: z.array(z.int()) }),
    );
    expect(answer.conversations.map((one) => one.id)).toEqual(wanted.slice(0, 1));
    expect(answer.conversation_ids).toEqual(wanted);
    const filtered = { include_all_conversation_ids: true, filter: `user_${student.id}`, scope: 'unread' };
    expect((await student.client.get('/conversations', filtered).expect(200)).body.conversation_ids).toEqual(wanted);
  });

  // conversations#44
  test('is as unread as before when only its headers are asked for', async () => {
    const { student, found } = await conversations(1);
    const unread = () => idsIn(student, { scope: 'unread' });
    expect(await unread()).toEqual(found);
    await student.client.head(`/conversations/${found[0]}`).expect(200);
    expect(await unread()).toEqual(found);
    await student.client.get(`/conversations/${found[0]}`).expect(200);
    expect(await unread()).toEqual([]);
  });

  test('answers ids as text to who asks for that, the audience too', async () => {
    const { student, teacher, other } = await conversations(1);
    const response = await student.client.get('/conversations').set('accept', 'application/json+canvas-string-ids').expect(200);
    expect(response.body[0].audience.toSorted()).toEqual([String(teacher.id), String(other.id)].toSorted());
  });
});

describe('a conversation', () => {
  // conversations#31, conversations#32
  test('has its audience by who wrote last, then by name', async () => {
    const { teacher } = await classroom(server, 1);
    const here = await course(server);
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
    const named: Person[] = [];
    for (const name of ['Zoe A', 'Émile B', 'Anna C', 'Frank D']) {
      const one = await person(server, { name });
      await enroll(server, here.id, one.id, 'StudentEnrollment');
      named.push(one);
    }
    const [zoe, emile, anna, frank] = ids(named);
    const one = await sendGroup(teacher, ids(named));
    expect(one.audience).toEqual([anna, emile, frank, zoe]);
    await say(named[3] ?? teacher, one.id, 'first');
    await say(named[0] ?? teacher, one.id, 'second');
    const seen = await peek(teacher, one.id);
    expect(seen.audience).toEqual([zoe, frank, anna, emile]);
    expect(seen.participants.map((each) => each.id)).toEqual([teacher.id, zoe, frank, anna, emile]);
    expect(seen.audience_contexts).toEqual({ courses: { [here.id]: [] }, groups: {} });
  });

  // conversations#36
  test('is visible as the list of the scope and filter that are sent holds it', async () => {
    const { courseId, teacher, student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    const views = [
      [{}, false],
      [{ scope: 'archived' }, true],
      [{ scope: 'unread' }, false],
      [{ scope: 'starred' }, true],
      [{ scope: 'archived', filter: `user_${other.id}` }, true],
      [{ scope: 'archived', filter: 'user_99999999' }, false],
      [{ scope: 'archived', filter: `course_${courseId}` }, true],
      [{ scope: 'archived', filter: `group_${courseId}` }, false],
    ] as const;
    for (const [view, visible] of views) {
      const { id: changed, visible: seen } = await change(student, id, { workflow_state: 'archived', starred: true }, view);
      expect([view, seen]).toEqual([view, visible]);
      expect((await idsIn(student, view)).includes(changed)).toBe(visible);
    }
    const begun = (view: Fields) => sendOne(teacher, [student.id], 'x', view);
    expect([(await begun({ scope: 'unread' })).visible, (await begun({ filter: `user_${student.id}` })).visible]).toEqual([false, true]);
  });

  // conversations#32, conversations#33, conversations#39
  test('says what is shared with the other, groups too, and is tagged with it', async () => {
    const [a, b] = [await person(server), await person(server)];
    const { body: club } = await a.client.post('/groups', { name: 'Club', join_level: 'parent_context_auto_join' }).expect(200);
    await b.client.post(`/groups/${club.id}/memberships`, { user_id: 'self' }).expect(200);
    const one = await sendOne(a, [b.id]);
    const shared = { courses: {}, groups: { [club.id]: ['Member'] } };
    expect(one.audience_contexts).toEqual(shared);
    expect(one.participants).toMatchObject([
      { id: a.id, common_courses: {}, common_groups: {} },
      { id: b.id, common_courses: {}, common_groups: shared.groups },
    ]);
    expect((await inbox(a, { filter: `group_${club.id}` })).map((each) => each.participants)).toEqual([
      [a, b].map(({ id, name }) => ({ id, name })),
    ]);
  });

  // conversations#32, conversations#33
  test('says what is shared with whom of it the caller sees: concluded courses too, unpublished ones to their staff', async () => {
    const here = await course(server, { offer: false });
    const [teacher, student, mate] = [await person(server), await person(server), await person(server)];
    await enroll(server, here.id, teacher.id, 'TeacherEnrollment');
    for (const one of [student, mate]) await enroll(server, here.id, one.id, 'StudentEnrollment');
    const { groups } = await groupSet(server, here.id, [[student.id, mate.id]]);
    const { id } = await sendOne(teacher, [student.id]);
    const shared = async () => Promise.all([teacher, student].map(async (by) => (await peek(by, id)).audience_contexts.courses));
    const toTeacher = { [here.id]: ['StudentEnrollment'] };
    const toStudent = { [here.id]: ['TeacherEnrollment'] };
    expect(await shared()).toEqual([toTeacher, {}]);
    await server.admin.put(`/courses/${here.id}`, { course: { event: 'offer' } }).expect(200);
    expect(await shared()).toEqual([toTeacher, toStudent]);
    const between = await sendOne(student, [mate.id]);
    await server.admin.put(`/courses/${here.id}`, { course: { event: 'conclude' } }).expect(200);
    expect(await shared()).toEqual([toTeacher, toStudent]);
    const courses = { [here.id]: ['StudentEnrollment'] };
    const inGroup = { [groups[0]?.id ?? 0]: ['Member'] };
    const { audience_contexts: contexts, participants } = await peek(student, between.id);
    expect(contexts).toEqual({ courses, groups: inGroup });
    expect(participants[1]).toMatchObject({ id: mate.id, common_courses: courses, common_groups: inGroup });
    await server.admin.delete(`/courses/${here.id}`, { event: 'delete' }).expect(200);
    expect(await shared()).toEqual([{}, {}]);
  });

  // conversations#34
  test('shows the picture of the other, of nobody in a group and while avatars are off', async () => {
    const { teacher, student, found } = await conversations(1);
    const mine = 'https://images.example/mine.png';
    await student.client.put('/users/self', { user: { avatar: { url: mine } } }).expect(200);
    const { id } = await sendOne(teacher, [student.id]);
    const pictures = async () => (await Promise.all([id, found[0] ?? 0].map((one) => peek(teacher, one)))).map((one) => one['avatar_url']);
    const nobody = expect.stringMatching(/^http.*no-picture/);
    expect(await pictures()).toEqual([mine, nobody]);
    expect((await peek(teacher, id)).participants[1]).toHaveProperty('avatar_url', mine);
    const avatars = (on: boolean | null) => server.admin.put('/accounts/1', { account: { settings: { enable_avatars: on } } }).expect(200);
    await avatars(false);
    expect(await pictures()).toEqual([nobody, nobody]);
    await avatars(null);
  });

  // conversations#36, conversations#44
  test('marks itself as read, unless told not to', async () => {
    const { student, found } = await conversations(1);
    const id = found[0] ?? 0;
    expect((await peek(student, id)).workflow_state).toBe('unread');
    expect((await student.client.get(`/conversations/${id}`).expect(200)).body).toMatchObject({
      workflow_state: 'read',
      submissions: [],
      visible: true,
    });
    expect((await peek(student, id)).workflow_state).toBe('read');
    await change(student, id, { workflow_state: 'archived' });
    expect((await student.client.get(`/conversations/${id}`).expect(200)).body).toMatchObject({
      workflow_state: 'archived',
      visible: false,
    });
  });

  // conversations#45
  test.each(['read', 'unread', 'archived'])('becomes %s from any state, by its owner', async (state) => {
    const { student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    for (const before of ['read', 'unread', 'archived']) {
      await change(student, id, { workflow_state: before });
      expect((await change(student, id, { workflow_state: state })).workflow_state).toBe(state);
    }
    expect((await peek(other, id)).workflow_state).toBe('unread');
  });

  // conversations#1, conversations#27, conversations#45
  test('changes its subject for all, and not by strangers or to nonsense', async () => {
    const { student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    await change(student, id, { subject: 'New' });
    expect((await peek(other, id)).subject).toBe('New');
    const stranger = await person(server);
    await stranger.client.put(`/conversations/${id}`, { conversation: { subject: 'Mine' } }).expect(404);
    for (const [field, value] of [
      ['workflow_state', 'lost'],
      ['starred', 'perhaps'],
      ['subscribed', 'perhaps'],
      ['subject', 'x'.repeat(256)],
    ] as const) {
      await refusedField(student.client.put(`/conversations/${id}`, { conversation: { starred: true, [field]: value } }), field);
    }
    expect(await peek(student, id)).toMatchObject({ starred: false, subject: 'New', workflow_state: 'unread' });
  });
});

describe('a new message', () => {
  // conversations#43, conversations#46
  test('goes to the top, unread and out of the archive for all but its author, for whom its state stays', async () => {
    const { teacher, student, other, found } = await conversations(3);
    const [a = 0, b = 0, c = 0] = found;
    await change(other, a, { workflow_state: 'archived' });
    await change(student, a, { workflow_state: 'archived' });
    await say(student, a, 'answer');
    expect(await idsIn(other)).toEqual([a, c, b]);
    expect(await peek(other, a)).toMatchObject({ workflow_state: 'unread', last_message: 'answer', properties: [] });
    expect(await idsIn(teacher)).toEqual([a, c, b]);
    expect(await peek(student, a)).toMatchObject({ workflow_state: 'archived', last_message: 'answer', properties: ['last_author'] });
    await say(teacher, b, 'mine');
    expect(await idsIn(teacher)).toEqual([b, a, c]);
    const seen = await peek(teacher, b);
    expect(seen).toMatchObject({ last_message: 'mine', last_authored_message: 'mine', workflow_state: 'read' });
    expect(seen.last_message_at).toBe(seen['last_authored_message_at']);
  });

  // conversations#47
  test('leaves state and place to the unsubscribed, who find it unread when they subscribe again', async () => {
    const { teacher, student, found } = await conversations(2);
    const [a = 0, b = 0] = found;
    expect(await change(student, a, { subscribed: false })).toMatchObject({ subscribed: false, workflow_state: 'read' });
    expect(await change(student, a, { subscribed: true })).toMatchObject({ subscribed: true, workflow_state: 'read' });
    await change(student, a, { subscribed: false });
    await say(teacher, a, 'unheard');
    expect(await idsIn(student)).toEqual([b, a]);
    expect(await peek(student, a)).toMatchObject({ workflow_state: 'read', message_count: 2, last_message: 'unheard' });
    expect(await unreadCount(student)).toBe('1');
    expect(await change(student, a, { subscribed: true })).toMatchObject({ workflow_state: 'unread' });
    expect(await idsIn(student)).toEqual([a, b]);
    await change(student, a, { workflow_state: 'read', subscribed: true });
    expect((await peek(student, a)).workflow_state).toBe('read');
  });

  // conversations#48
  test('of a private conversation always comes: subscribed is ignored there', async () => {
    const { teacher, student } = await conversations(1);
    const one = await sendOne(teacher, [student.id]);
    expect(await change(student, one.id, { subscribed: false })).toMatchObject({ subscribed: true, workflow_state: 'unread' });
  });
});

describe('removing', () => {
  // conversations#19, conversations#50, conversations#51
  test('is the caller’s alone, and ends with the next message', async () => {
    const { teacher, student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    await change(student, id, { starred: true });
    const { body } = await student.client.delete(`/conversations/${id}`).expect(200);
    expect(body).toMatchObject({ id, message_count: 0, last_message: null, last_message_at: null, visible: false, starred: false });
    for (const gone of [
      student.client.get(`/conversations/${id}`),
      student.client.put(`/conversations/${id}`, { conversation: { starred: true } }),
      student.client.delete(`/conversations/${id}`),
    ])
      await gone.expect(404);
    expect(await inbox(student, { scope: 'starred' })).toEqual([]);
    expect(await bodies(other, id)).toEqual(['m0']);
    await say(teacher, id, 'again');
    expect(await bodies(student, id)).toEqual(['again']);
    // To the unsubscribed as well, who have no place left in it.
    await change(student, id, { subscribed: false });
    await student.client.delete(`/conversations/${id}`).expect(200);
    const { last_message_at } = await say(teacher, id, 'unheard');
    expect(await peek(student, id)).toMatchObject({ message_count: 1, workflow_state: 'read', last_message_at });
    expect(await idsIn(student)).toContain(id);
    await change(student, id, { subscribed: true });
    await student.client.delete(`/conversations/${id}`).expect(200);
    expect(await say(student, id, 'mine')).toMatchObject({ message_count: 1, last_message: 'mine', workflow_state: 'read', visible: true });
  });

  // conversations#29, conversations#52
  test('single messages changes what the caller sees of it; the last one removes it', async () => {
    const { teacher, student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    await say(teacher, id, 'heard', { media_comment_id: 'm', media_comment_type: 'video' });
    await say(student, id, 'mine');
    const seen = (await peek(student, id)).messages ?? [];
    const remove = (ids: readonly (number | undefined)[]) =>
      made(student.client.post(`/conversations/${id}/remove_messages`, { remove: ids.map((one) => one ?? 0) }), Conversation);
    const elsewhere = (await sendOne(teacher, [other.id], 'elsewhere')).messages?.[0]?.id;
    expect(await remove([99_999_999, elsewhere])).toMatchObject({
      message_count: 3,
      last_message: 'mine',
      properties: ['last_author', 'media_objects'],
    });
    expect(await remove([seen[0]?.id])).toMatchObject({
      message_count: 2,
      last_message: 'heard',
      last_authored_message: null,
      properties: ['media_objects'],
    });
    expect(await remove([seen[1]?.id, seen[1]?.id])).toMatchObject({ message_count: 1, last_message: 'm0', properties: [] });
    expect(await remove([seen[2]?.id])).toMatchObject({ message_count: 0, last_message: null, visible: false });
    await student.client.get(`/conversations/${id}`).expect(404);
    expect(await bodies(other, id)).toEqual(['mine', 'heard', 'm0']);
    expect((await peek(teacher, id)).message_count).toBe(3);
    expect(await refusedField(teacher.client.post(`/conversations/${id}/remove_messages`, {}), 'remove')).toBe('blank');
    expect(await refusedField(teacher.client.post(`/conversations/${id}/remove_messages`, { remove: ['x'] }), 'remove')).toBe('invalid');
  });

  // conversations#27, conversations#31, conversations#50, conversations#52
  test('what one wrote leaves the others’ audience in its order', async () => {
    const { teacher, student, other, found } = await conversations(1);
    const id = found[0] ?? 0;
    // Another time within the same second would be answered alike.
    const early = (await say(other, id, 'early')).messages?.[0]?.id ?? 0;
    await server.database.pool.query(`update conversation_messages set created_at = '2026-01-02T03:04:05Z' where id = $1`, [early]);
    await say(student, id, 'between');
    const late = (await say(other, id, 'late')).messages?.[0]?.id ?? 0;
    const order = async () => [(await peek(teacher, id)).audience, (await inbox(teacher))[0]?.audience];
    const lastFirst = [other.id, student.id];
    const left = await made(other.client.post(`/conversations/${id}/remove_messages`, { remove: [late] }), Conversation);
    expect(left).toMatchObject({ last_authored_message: 'early', last_authored_message_at: '2026-01-02T03:04:05Z' });
    expect((await inbox(other))[0]).toMatchObject({ last_authored_message_at: '2026-01-02T03:04:05Z' });
    expect(await order()).toEqual([lastFirst, lastFirst]);
    const { body } = await other.client.delete(`/conversations/${id}`).expect(200);
    expect(body).toMatchObject({ last_authored_message: null, last_authored_message_at: null });
    expect(await order()).toEqual([lastFirst, lastFirst]);
  });

  // conversations#37, conversations#47, conversations#52
  test('single messages puts it where the last one left belongs, and no higher', async () => {
    const { teacher, student, found } = await conversations(3);
    const [last = 0, middle = 0, first = 0] = found;
    const remove = async (id: number, n: number) => {
      const message = (await peek(student, id)).messages?.[n]?.id ?? 0;
      return made(student.client.post(`/conversations/${id}/remove_messages`, { remove: [message] }), Conversation);
    };
    await say(teacher, last, 'newest');
    expect(await idsIn(student)).toEqual([last, first, middle]);
    const left = await remove(last, 0);
    expect(await idsIn(student)).toEqual([first, middle, last]);
    expect(left.last_message_at).toBe((await peek(student, last)).messages?.[0]?.created_at);
    // Who is not subscribed keeps the place that it had.
    await change(student, middle, { subscribed: false });
    await say(teacher, middle, 'unheard');
    await remove(middle, 1);
    expect(await idsIn(student)).toEqual([first, middle, last]);
  });
});

// conversations#47, conversations#52
describe('subscribing again after messages were removed', () => {
  const subscribeAfter = async (kept: readonly string[]) => {
    const { teacher, student, found } = await conversations(3);
    const [low = 0, middle = 0, top = 0] = found;
    await change(student, low, { subscribed: false });
    await say(teacher, low, 'one');
    await say(teacher, top, 'between');
    await say(teacher, low, 'two');
    const { messages = [] } = await peek(student, low);
    const remove = messages.filter(({ body }) => !kept.includes(body)).map(({ id }) => id);
    await student.client.post(`/conversations/${low}/remove_messages`, { remove }).expect(200);
    const changed = await change(student, low, { subscribed: true });
    return { changed, listed: await idsIn(student), low, middle, top };
  };

  test('changes nothing where nothing that was missed is left', async () => {
    const { changed, listed, low, middle, top } = await subscribeAfter(['m0']);
    expect(changed).toMatchObject({ workflow_state: 'read', message_count: 1, last_message: 'm0' });
    expect(listed).toEqual([top, middle, low]);
  });

  test('puts it where the last one left belongs, unread', async () => {
    const { changed, listed, low, middle, top } = await subscribeAfter(['m0', 'one']);
    expect(changed).toMatchObject({ workflow_state: 'unread', message_count: 2, last_message: 'one' });
    expect(listed).toEqual([top, low, middle]);
  });
});

// conversations#49
test('marking all as read takes all of the caller’s, archived ones too, and nobody else’s', async () => {
  const { student, other, found } = await conversations(3);
  await change(student, found[0] ?? 0, { workflow_state: 'archived' });
  expect((await student.client.post('/conversations/mark_all_as_read').expect(200)).body).toEqual({});
  expect(await unreadCount(student)).toBe('0');
  expect((await inbox(student)).map((one) => one.workflow_state)).toEqual(['read', 'read', 'read']);
  expect(await unreadCount(other)).toBe('3');
});

// conversations#42, conversations#49
test('no message and no unread conversation is lost, whatever happens at once', async () => {
  const { teacher, students } = await classroom(server, 2);
  const [student] = students;
  const all = () => student.client.post('/conversations/mark_all_as_read').expect(200);
  for (let round = 0; round < 15; round++) {
    const found = await Promise.all([1, 2, 3].map(async () => (await sendGroup(teacher, ids(students))).id));
    await Promise.all([
      ...found.flatMap((id) => [say(teacher, id, 'x'), change(student, id, { workflow_state: 'read' }), say(teacher, id, 'y')]),
      all(),
    ]);
    for (const id of found) expect((await peek(student, id)).message_count).toBe(3);
  }
  const unread = (await inbox(student)).filter((one) => one.workflow_state === 'unread');
  expect(await unreadCount(student)).toBe(String(unread.length));
});

test('a conversation of many messages costs as many statements as one of few', async () => {
  const { teacher, student, found } = await conversations(2);
  const [few = 0, many = 0] = found;
  for (let i = 0; i < 20; i++) await say(teacher, many, `more ${i}`);
  const count = (id: number) => server.statements(() => peek(student, id));
  await count(few);
  expect(await count(many)).toBe(await count(few));
});

test('a list is one statement, after the one that every request begins with', async () => {
  const { teacher, students } = await classroom(server, 3);
  for (const student of students) await sendOne(teacher, [student.id]);
  await sendGroup(
    teacher,
    students.map((student) => student.id),
  );
  await inbox(teacher);
  expect(await server.statements(() => inbox(teacher))).toBe(2);
});
