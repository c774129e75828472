import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import { course, enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { bodies, Conversation, classroom, inbox, peek, refusedField, say, send, sendGroup, sendOne } from './mailbox.ts';

const server = useServer();

const ids = (people: readonly Person[]): number[] => people.map((one) => one.id);

describe('a message to one', () => {
  // conversations#2, conversations#11, conversations#15, conversations#27, conversations#28, conversations#29, conversations#30, conversations#32, conversations#33, conversations#35, conversations#43
  test('begins a private conversation, with every field', async () => {
    const { id, name, teacher, students } = await classroom(server, 1);
    const [student] = students;
    const body = 'x'.repeat(150);
    const one = await sendOne(teacher, [student.id], body, { subject: 'Hi', context_code: `course_${id}` });
    expect(one).toMatchObject({
      subject: 'Hi',
      workflow_state: 'read',
      last_message: body.slice(0, 100),
      last_authored_message: body.slice(0, 100),
      last_authored_message_at: one.last_message_at,
      message_count: 1,
      subscribed: true,
      private: true,
      starred: false,
      properties: ['last_author'],
      audience: [student.id],
      audience_contexts: { courses: { [id]: ['StudentEnrollment'] }, groups: {} },
      visible: true,
      context_code: `course_${id}`,
      context_name: name,
      participants: [
        { id: teacher.id, name: teacher.name },
        { id: student.id, name: student.name, common_courses: { [id]: ['StudentEnrollment'] }, common_groups: {} },
      ],
      messages: [{ body, author_id: teacher.id, generated: false, media_comment: null, forwarded_messages: [], attachments: [] }],
    });
    expect((await inbox(student))[0]).toMatchObject({ id: one.id, workflow_state: 'unread', properties: [], audience: [teacher.id] });
  });

  // conversations#12, conversations#51
  test('goes into the one that is there, whoever begins, also where one of them removed or archived it', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const one = await sendOne(teacher, [student.id], 'one', { subject: 'First' });
    await student.client.delete(`/conversations/${one.id}`).expect(200);
    expect(await sendOne(student, [teacher.id], 'two', { subject: 'Second' })).toMatchObject({
      id: one.id,
      subject: 'First',
      messages: [{ body: 'two' }],
      message_count: 1,
    });
    expect(await bodies(teacher, one.id)).toEqual(['two', 'one']);
  });

  // conversations#12
  test('of two who begin it at once, both find the same one, and nothing is lost', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const sent = Array.from({ length: 10 }, (_, i) =>
      i % 2 === 0 ? sendOne(teacher, [student.id], `m${i}`) : sendOne(student, [teacher.id], `m${i}`),
    );
    const found = await Promise.all(sent);
    expect(new Set(found.map((one) => one.id)).size).toBe(1);
    for (const one of [teacher, student]) {
      expect(await inbox(one)).toHaveLength(1);
      expect(await bodies(one, found[0]?.id ?? 0)).toHaveLength(10);
    }
  });

  // conversations#7, conversations#12, conversations#30
  test('to oneself is a monologue', async () => {
    const one = await person(server);
    const alone = await sendOne(one, ['self'], 'note');
    expect(alone).toMatchObject({ private: true, audience: [one.id], workflow_state: 'read' });
    expect((await sendOne(one, [one.id], 'again')).id).toBe(alone.id);
    expect(await inbox(one)).toHaveLength(1);
  });
});

describe('a message to several', () => {
  // conversations#2, conversations#7, conversations#11
  test('goes to each in private: one element each, without messages', async () => {
    const { id, teacher, students } = await classroom(server, 3);
    const sent = await send(teacher, [`course_${id}_students`, students[0].id]);
    expect(sent.flatMap((one) => one.audience).sort((a, b) => a - b)).toEqual(ids(students));
    for (const one of sent) expect(one).not.toHaveProperty('messages');
    for (const student of students) expect(await inbox(student)).toHaveLength(1);
  });

  // conversations#11, conversations#13, conversations#30
  test('to a group makes one that all see, never an old one', async () => {
    const { teacher, students } = await classroom(server, 2);
    const first = await sendGroup(teacher, ids(students), 'all');
    const second = await sendGroup(teacher, ids(students), 'all again');
    expect(second.id).not.toBe(first.id);
    expect(first).toMatchObject({ private: false, audience_contexts: { courses: expect.any(Object) } });
    for (const one of [teacher, ...students]) expect(await bodies(one, first.id)).toEqual(['all']);
  });

  test('sends as many statements for 20 as for 2, to each and to a group', async () => {
    const { teacher, students } = await classroom(server, 20);
    const all = ids(students);
    for (const more of [{ group_conversation: true }, {}]) {
      const count = (to: number[]) =>
        server.statements(() => teacher.client.post('/conversations', { recipients: to, body: 'x', ...more }).expect(201));
      await count(all.slice(18));
      const few = await count(all.slice(0, 2));
      expect(await count(all.slice(2))).toBe(few);
      expect(few).toBeGreaterThan(0);
    }
  });

  // conversations#12: who begins some while they hold others would meet those who do the same in deadlocks, more than are tried again.
  test('to some with whom there is a conversation already and some with whom one is being begun, holds none while it waits', async () => {
    const { teacher, students } = await classroom(server, 2);
    const [old = 0, fresh = 0] = ids(students);
    const { id } = await sendOne(teacher, [old], 'before');
    const begun = `with made as (insert into conversations (lower_user_id, higher_user_id) values (${teacher.id}, ${fresh}) returning id)
      insert into conversation_participants (user_id, conversation_id) select t.id, made.id from made, unnest(array[${teacher.id}, ${fresh}]) t(id)`;
    const [sent, held] = await atOnce(server, begun, [
      async () => (await send(teacher, ids(students), 'both')).length,
      async () => (await server.database.pool.query(`select from conversations where id = ${id} for update nowait`)).rowCount,
    ]);
    expect([sent, held]).toEqual([2, 1]);
  });

  // conversations#12
  test('sets of people at once, from both sides and in any order, end in one conversation for each pair', async () => {
    const { teacher, students } = await classroom(server, 4);
    const all = ids(students);
    await Promise.all([
      send(teacher, all, 'a'),
      send(teacher, all.toReversed(), 'b'),
      ...students.map((one) => sendOne(one, [teacher.id], 'c')),
    ]);
    const found = await inbox(teacher);
    expect(found).toHaveLength(4);
    for (const one of found) expect(one.message_count).toBe(3);
  });
});

describe('what is wrong is refused, and nothing is sent', () => {
  // conversations#9, conversations#14, conversations#15, conversations#16, conversations#40
  test('by field', async () => {
    const { id, teacher, students } = await classroom(server, 2);
    const [student, other] = students;
    const stranger = await person(server);
    const good = { recipients: [student.id, other?.id ?? 0], body: 'x' };
    const cases = [
      ['recipients', 'blank', { body: 'x' }],
      ['recipients', 'blank', { ...good, recipients: ' , ' }],
      ['recipients', 'invalid', { ...good, recipients: [student.id, stranger.id] }],
      ['recipients', 'invalid', { ...good, recipients: [student.id, 99_999_999] }],
      ['recipients', 'invalid', { ...good, recipients: [student.id, '99999999999999'] }],
      ['recipients', 'invalid', { ...good, recipients: 'everybody' }],
      ['recipients', 'invalid', { ...good, recipients: ['course_99999999', student.id] }],
      ['recipients', 'invalid', { ...good, recipients: [`course_${id}_designers`] }],
      ['recipients', 'invalid', { ...good, recipients: ['sis_user_id:nobody'] }],
      ['body', 'blank', { recipients: [student.id] }],
      ['body', 'blank', { ...good, body: ' \n ' }],
      ['body', 'too_long', { ...good, body: 'x'.repeat(500_001) }],
      ['subject', 'too_long', { ...good, subject: 'x'.repeat(256) }],
      ['context_code', 'invalid', { ...good, context_code: 'course_99999999' }],
      ['context_code', 'invalid', { ...good, context_code: 'section_1' }],
      ['context_code', 'invalid', { ...good, context_code: `course_${id}_students` }],
      ['mode', 'invalid', { ...good, mode: 'later' }],
      ['scope', 'invalid', { ...good, scope: 'sideways' }],
      ['filter', 'invalid', { ...good, filter: 'course_x' }],
      ['media_comment_type', 'blank', { ...good, media_comment_id: 'm-1' }],
      ['media_comment_type', 'invalid', { ...good, media_comment_id: 'm-1', media_comment_type: 'smell' }],
      ['attachment_ids', 'invalid', { ...good, attachment_ids: [99_999_999] }],
      ['attachment_ids', 'invalid', { ...good, attachment_ids: ['a'] }],
      ['forwarded_message_ids', 'invalid', { ...good, forwarded_message_ids: [99_999_999] }],
    ] as const;
    for (const [field, type, sent] of cases)
      expect([field, await refusedField(teacher.client.post('/conversations', sent), field)]).toEqual([field, type]);
    for (const one of [teacher, student]) expect(await inbox(one)).toEqual([]);
  });

  // conversations#1, conversations#14, conversations#19
  test('in an existing one too: 404 to whoever takes no part in it', async () => {
    const { teacher, students } = await classroom(server, 2);
    const [student, other] = students;
    const one = await sendOne(teacher, [student.id]);
    await other?.client.post(`/conversations/${one.id}/add_message`, { body: 'x' }).expect(404);
    expect(await refusedField(student.client.post(`/conversations/${one.id}/add_message`, {}), 'body')).toBe('blank');
    expect(await bodies(teacher, one.id)).toEqual(['hello']);
  });

  // conversations#10, conversations#56
  test('a group of more than 100, its creator not counted', async () => {
    const { teacher, students } = await classroom(server, 1);
    const many = await crowd(await enrollmentPlace(teacher), 101);
    const sent = { recipients: many, body: 'x', group_conversation: true };
    expect(await refusedField(teacher.client.post('/conversations', sent), 'recipients')).toBe('too_many');
    expect(await inbox(teacher)).toEqual([]);
    const one = await sendGroup(teacher, many.slice(0, 100));
    expect(one.audience).toHaveLength(100);
    const add = teacher.client.post(`/conversations/${one.id}/add_recipients`, { recipients: [students[0].id] });
    expect(await refusedField(add, 'recipients')).toBe('too_many');
  });
});

/** A course of its own with this teacher. */
async function enrollmentPlace(teacher: Person): Promise<number> {
  const { id } = await course(server);
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  return id;
}

/** People without logins, written beside the API: many are made faster so. */
async function crowd(courseId: number, count: number): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    `with made as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
         select 1, 'One of many', 'many, One of', 'One', 'one' from generate_series(1, $2::int) returning id),
       joined as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select $1, (select min(s.id) from course_sections s where s.course_id = $1), id, 1, 'StudentEnrollment', 'active' from made)
     select id from made order by id`,
    [courseId, count],
  );
  return rows.map((row) => row.id);
}

describe('what a message carries', () => {
  // conversations#16, conversations#29
  test('media comments', async () => {
    const { teacher, students } = await classroom(server, 1);
    const one = await sendOne(teacher, [students[0].id], 'listen', { media_comment_id: 'm-1', media_comment_type: 'audio' });
    const media = { display_name: null, 'content-type': 'audio/mp4', media_id: 'm-1', media_type: 'audio', url: null };
    expect(one).toMatchObject({ properties: ['last_author', 'media_objects'], messages: [{ media_comment: media }] });
  });

  // conversations#17
  test('forwarded messages, nested, whose authors are participants of show and not audience', async () => {
    const { teacher, students } = await classroom(server, 3);
    const [a, b, c] = students;
    if (!b || !c) throw new Error('three students');
    const first = await sendOne(a, [teacher.id], 'first');
    const second = await sendOne(teacher, [b.id], 'second', { forwarded_message_ids: [first.messages?.[0]?.id ?? 0] });
    const third = await sendOne(b, [c.id], 'third', { forwarded_message_ids: [second.messages?.[0]?.id ?? 0] });
    const seen = await peek(c, third.id);
    expect(seen.messages).toMatchObject([
      { body: 'third', forwarded_messages: [{ body: 'second', forwarded_messages: [{ body: 'first' }] }] },
    ]);
    expect(seen.audience).toEqual([b.id]);
    expect(seen.participants.map((one) => one.id)).toEqual([c.id, b.id, a.id, teacher.id].sort((x, y) => order(x, y, [c.id, b.id])));
    const foreign = c.client.post('/conversations', {
      recipients: [b.id],
      body: 'x',
      forwarded_message_ids: [first.messages?.[0]?.id ?? 0],
    });
    expect(await refusedField(foreign, 'forwarded_message_ids')).toBe('invalid');
  });

  // conversations#18
  test('forwarding does not grow without end', async () => {
    const { teacher, students } = await classroom(server, 1);
    const [student] = students;
    const one = await sendOne(teacher, [student.id], 'm0');
    const all = [one.messages?.[0]?.id ?? 0];
    const forward = () => teacher.client.post(`/conversations/${one.id}/add_message`, { body: 'more', forwarded_message_ids: all });
    for (let i = 0; i < 6; i++) all.push(Conversation.parse((await forward().expect(200)).body).messages?.[0]?.id ?? 0);
    expect(await refusedField(forward(), 'forwarded_message_ids')).toBe('too_many');
    all.pop();
    // Those that are left stand for 1 + 2 + 4 + 8 + 16 + 32 messages: one more with these than there may be.
    for (let i = 0; i < 38; i++) all.push((await say(teacher, one.id, 'm')).messages?.[0]?.id ?? 0);
    expect(await refusedField(forward(), 'forwarded_message_ids')).toBe('too_many');
    all.pop();
    await forward().expect(200);
  });
});

/** The given ones first, in that order; the others by id. */
const order = (a: number, b: number, first: readonly number[]): number => {
  const place = (id: number) => (first.includes(id) ? first.indexOf(id) - 1000 : id);
  return place(a) - place(b);
};

// conversations#19, conversations#35
test('messages written at once by several all arrive, once, and count', async () => {
  const { teacher, students } = await classroom(server, 3);
  const one = await sendGroup(teacher, ids(students), 'start');
  await Promise.all([teacher, ...students].flatMap((by) => ['a', 'b', 'c'].map((text) => say(by, one.id, text))));
  for (const by of [teacher, ...students]) {
    const seen = await peek(by, one.id);
    expect(seen.message_count).toBe(13);
    const found = z
      .array(z.looseObject({ id: z.int() }))
      .parse(seen.messages)
      .map((message) => message.id);
    expect(found).toEqual([...new Set(found)].sort((x, y) => y - x));
  }
});
