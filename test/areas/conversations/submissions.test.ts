import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, groupSet, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, room, show, submissionsOf, task, text, turnIn, update } from '../../helpers/submissions.ts';
import { open, upload } from '../../helpers/upload.ts';
import { bodies, type Conversation, change, idsIn, inbox, peek, refusedField, say, sendOne, unreadCount } from './mailbox.ts';

const server = useServer();

const INTERLEAVED = { interleave_submissions: true };

/** A course with what is said of one submission, the first student's. */
async function desk(fields: Fields = {}, students = 2) {
  const at = await room(server, students);
  const id = await task(server, at.id, fields);
  const comment = (by: Person, text_comment: string, more: Fields = {}, who = at.one.id) =>
    update(at.id, id, who, { comment: { text_comment, ...more } }, by.client);
  const unmute = () => server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment: { muted: false } }).expect(200);
  return { ...at, assignmentId: id, comment, unmute };
}

const only = (list: readonly Conversation[]): Conversation => {
  expect(list).toHaveLength(1);
  const [one] = list;
  if (!one) throw new Error('there is no conversation');
  return one;
};

/** The one conversation that a person has, with everything. */
const theirs = async (by: Person, query: Fields = {}) => peek(by, only(await inbox(by)).id, query);

/** What the submissions of an answer say, and of whom. */
const discussed = (one: Conversation) =>
  (one['submissions'] as { assignment_id: number; user_id: number; submission_comments: { comment: string }[] }[]).map((submission) => ({
    assignment_id: submission.assignment_id,
    user_id: submission.user_id,
    said: submission.submission_comments.map((comment) => comment.comment),
  }));

describe("a grader's comment", () => {
  // conversations#71, conversations#74
  test('makes a private conversation with the student, or comes into the one that there is', async () => {
    const { id, assignmentId, teacher, one, comment } = await desk();
    await comment(teacher, 'well done');
    const seen = only(await inbox(one));
    expect(seen).toMatchObject({
      workflow_state: 'unread',
      private: true,
      subject: null,
      audience: [teacher.id],
      message_count: 0,
      last_message: 'well done',
      properties: [],
      context_code: `course_${id}`,
      visible: true,
    });
    expect(only(await inbox(teacher))).toMatchObject({ id: seen.id, workflow_state: 'read', properties: ['last_author'] });
    expect(await idsIn(one, { filter: `course_${id}` })).toEqual([seen.id]);
    expect(await unreadCount(one)).toBe('1');
    expect(await unreadCount(teacher)).toBe('0');
    const shown = await theirs(one);
    expect(shown.messages).toEqual([]);
    expect(discussed(shown)).toEqual([{ assignment_id: assignmentId, user_id: one.id, said: ['well done'] }]);
    expect((await sendOne(teacher, [one.id], 'by the way')).id).toBe(seen.id);
    expect(await bodies(one, seen.id)).toEqual(['by the way']);
    await comment(teacher, 'and another');
    expect(only(await inbox(one))).toMatchObject({ id: seen.id, message_count: 1, last_message: 'and another' });
    expect(only(await inbox(one, INTERLEAVED)).message_count).toBe(3);
    expect(discussed(await theirs(one))).toMatchObject([{ said: ['well done', 'and another'] }]);
  });

  // conversations#71, conversations#74
  test('stands among the messages with interleaving, with its submission', async () => {
    const { assignmentId, teacher, one, comment } = await desk();
    const { id } = await sendOne(one, [teacher.id], 'first');
    await comment(teacher, 'second');
    await say(one, id, 'third');
    for (const by of [one, teacher]) {
      const shown = await peek(by, id, INTERLEAVED);
      const submission = expect.objectContaining({ assignment_id: assignmentId, user_id: one.id });
      expect(shown.messages).toEqual([
        expect.objectContaining({ body: 'third', author_id: one.id, submission: null }),
        expect.objectContaining({ body: 'second', author_id: teacher.id, generated: false, submission }),
        expect.objectContaining({ body: 'first', submission: null }),
      ]);
      expect([shown.message_count, shown['submissions']]).toEqual([3, []]);
      const plain = await peek(by, id);
      expect(plain.messages?.map((message) => [message.body, 'submission' in message])).toEqual([
        ['third', false],
        ['first', false],
      ]);
      expect(plain.message_count).toBe(2);
    }
  });

  // conversations#74
  test('names the course and the assignment as its course shows it, in as many statements however many courses', async () => {
    const { id, assignmentId, teacher, one, comment } = await desk();
    await comment(teacher, 'first');
    const { id: conversation } = only(await inbox(one));
    const path = `/conversations/${conversation}?auto_mark_as_read=false`;
    const counted = () => server.statements(() => one.client.get(path).expect(200), 'kept');
    for (let times = 0; times < 2; times++) await counted();
    const before = await counted();
    for (let n = 0; n < 2; n++) {
      const other = await course(server);
      await enroll(server, other.id, teacher.id, 'TeacherEnrollment');
      await enroll(server, other.id, one.id, 'StudentEnrollment');
      const work = await task(server, other.id);
      await update(other.id, work, one.id, { comment: { text_comment: 'more' } }, teacher.client);
    }
    for (let times = 0; times < 2; times++) await counted();
    expect(await counted()).toBe(before);
    // A course that is over is read on, with what waits there to be graded.
    await turnIn(id, assignmentId, one);
    await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
    for (const by of [one, teacher]) {
      const found = (await peek(by, conversation))['submissions'] as { course_id: number; assignment_id: number; assignment: unknown }[];
      expect(found).toHaveLength(3);
      expect(found.at(-1)).toMatchObject({ course_id: id, assignment_id: assignmentId });
      for (const { course_id, assignment_id, assignment: shown } of found)
        expect(shown).toEqual((await by.client.get(`/courses/${course_id}/assignments/${assignment_id}`).expect(200)).body);
    }
  });

  test('is media too, moves to the top, comes back from the archive and is read by opening', async () => {
    const { id, assignmentId, teacher, one, comment } = await desk();
    const other = await person(server);
    await enroll(server, id, other.id, 'TeacherEnrollment');
    const first = await sendOne(teacher, [one.id], 'first');
    const later = await sendOne(other, [one.id], 'later');
    await change(one, first.id, { workflow_state: 'archived' });
    const media = { media_comment_id: 'm-1', media_comment_type: 'audio' };
    await update(id, assignmentId, one.id, { comment: media }, teacher.client);
    expect(await idsIn(one)).toEqual([first.id, later.id]);
    const shown = await peek(one, first.id, INTERLEAVED);
    expect(shown).toMatchObject({ workflow_state: 'unread', properties: ['media_objects'], last_message: '' });
    expect(shown.messages?.[0]).toMatchObject({ body: '', media_comment: { media_id: 'm-1', media_type: 'audio' } });
    await one.client.get(`/conversations/${first.id}`).expect(200);
    expect((await peek(one, first.id)).workflow_state).toBe('read');
    await comment(teacher, 'unread again');
    expect((await peek(one, first.id)).workflow_state).toBe('unread');
  });

  // conversations#25, conversations#74, submissions#90
  test('brings its files, which are opened as those of comments are', async () => {
    const { id, assignmentId, teacher, one } = await desk();
    const files = `${submissionsOf(id, assignmentId, one.id)}/comments/files`;
    const sent = await upload(teacher.client, files, { name: 'note.txt' }, { content: 'see here', name: 'note.txt' });
    await update(id, assignmentId, one.id, { comment: { file_ids: [sent.id] } }, teacher.client);
    for (const by of [one, teacher]) {
      const shown = await theirs(by, INTERLEAVED);
      expect(shown.properties).toContain('attachments');
      expect(shown.messages).toMatchObject([{ body: '', attachments: [{ id: sent.id, display_name: 'note.txt' }] }]);
    }
    const [message] = (await theirs(one, INTERLEAVED)).messages ?? [];
    const [{ url }] = z.tuple([z.looseObject({ url: z.string() })]).parse(message?.['attachments']);
    expect((await open(url).expect(200)).text).toBe('see here');
    await one.client.get(`/files/${sent.id}`).expect(404);
    const other = await person(server);
    await enroll(server, id, other.id, 'TeacherEnrollment');
    await sendOne(teacher, [other.id], 'look', { forwarded_message_ids: [message?.id ?? 0] });
    const forwarded = (await peek(other, (await idsIn(other))[0] ?? 0)).messages?.[0]?.['forwarded_messages'];
    expect(forwarded).toMatchObject([{ attachments: [{ id: sent.id }] }]);
    await other.client.get(`/files/${sent.id}`).expect(404);
    await teacher.client.delete(`/files/${sent.id}`).expect(200);
    expect(await theirs(one, INTERLEAVED)).toMatchObject({ properties: [], messages: [{ attachments: [] }] });
  });

  // conversations#71
  test('to a group goes to each member in private', async () => {
    const at = await room(server, 3);
    const [a, b, c] = at.students as [Person, Person, Person];
    const set = await groupSet(server, at.id, [[a.id, b.id]]);
    const id = await task(server, at.id, { group_category_id: set.id });
    const sent = { comment: { text_comment: 'to all', group_comment: true } };
    await update(at.id, id, a.id, sent, at.teacher.client);
    for (const by of [a, b]) expect(discussed(await theirs(by))).toEqual([{ assignment_id: id, user_id: by.id, said: ['to all'] }]);
    expect(await inbox(c)).toEqual([]);
    expect(await inbox(at.teacher)).toHaveLength(2);
    await update(at.id, id, a.id, { comment: { text_comment: 'we thank you', group_comment: true } }, a.client);
    const mine = only(await inbox(a, INTERLEAVED));
    expect([mine.message_count, only(await inbox(b, INTERLEAVED)).message_count]).toEqual([2, 1]);
    expect((await inbox(at.teacher, INTERLEAVED)).map((seen) => seen.message_count)).toEqual([2, 1]);
  });
});

describe("a student's comment", () => {
  // conversations#72
  test('makes none while nobody has graded or commented, then goes to each who has', async () => {
    const { id, assignmentId, teacher, one, comment } = await desk();
    const ta = await person(server);
    await enroll(server, id, ta.id, 'TaEnrollment');
    await comment(one, 'please look');
    for (const by of [one, teacher, ta]) expect(await inbox(by, INTERLEAVED)).toEqual([]);
    await comment(teacher, 'I did');
    await comment(one, 'thanks');
    expect(await inbox(ta)).toEqual([]);
    expect((await theirs(teacher, INTERLEAVED)).messages?.map((message) => message.body)).toEqual(['thanks', 'I did']);
    expect(only(await inbox(teacher)).workflow_state).toBe('unread');
    await grade(id, assignmentId, one.id, 7, ta.client);
    expect(await inbox(ta)).toEqual([]);
    await comment(one, 'seven?');
    expect((await theirs(ta, INTERLEAVED)).messages?.map((message) => message.body)).toEqual(['seven?']);
    expect((await theirs(teacher, INTERLEAVED)).message_count).toBe(3);
    expect(await inbox(one)).toHaveLength(2);
  });

  // conversations#72
  test('with what is turned in goes there too', async () => {
    const { id, assignmentId, teacher, one } = await desk();
    await grade(id, assignmentId, one.id, 3, teacher.client);
    const sent = { ...text(), comment: { text_comment: 'better now' } };
    await one.client.post(submissionsOf(id, assignmentId), sent).expect(201);
    expect(only(await inbox(teacher))).toMatchObject({ workflow_state: 'unread', last_message: 'better now' });
    expect(only(await inbox(one))).toMatchObject({ workflow_state: 'read', properties: ['last_author'] });
  });

  // conversations#73
  test('does not go to peer reviewers, nor theirs to the student', async () => {
    const { id, assignmentId, one, two, teacher, comment } = await desk();
    await turnIn(id, assignmentId, one);
    await teacher.client.post(`${submissionsOf(id, assignmentId, one.id)}/peer_reviews`, { user_id: two.id }).expect(200);
    await comment(two, 'I reviewed it');
    await comment(one, 'thanks');
    for (const by of [one, two, teacher]) expect(await inbox(by)).toEqual([]);
  });
});

describe('while the assignment is muted', () => {
  // conversations#75
  test('comments neither show, count nor mark unread; unmuting brings them', async () => {
    const { id: courseId, assignmentId, teacher, one, two, comment, unmute } = await desk({ muted: true });
    const { id } = await sendOne(teacher, [one.id], 'hi');
    await change(one, id, { workflow_state: 'read' });
    await comment(teacher, 'hidden 1');
    await comment(teacher, 'hidden 2');
    await comment(teacher, 'to two', {}, two.id);
    for (const by of [one, teacher]) expect(await peek(by, id, INTERLEAVED)).toMatchObject({ message_count: 1, last_message: 'hi' });
    expect((await peek(one, id)).workflow_state).toBe('read');
    expect((await peek(one, id))['submissions']).toEqual([]);
    expect(await inbox(two)).toEqual([]);
    expect([await unreadCount(one), await unreadCount(two)]).toEqual(['0', '0']);
    await unmute();
    expect([await unreadCount(one), await unreadCount(two), await unreadCount(teacher)]).toEqual(['1', '1', '0']);
    const shown = await peek(one, id, INTERLEAVED);
    expect(shown.messages?.map((message) => message.body)).toEqual(['hidden 2', 'hidden 1', 'hi']);
    expect(shown).toMatchObject({ message_count: 3, workflow_state: 'unread', last_message: 'hidden 2' });
    expect(discussed(await peek(one, id))).toEqual([{ assignment_id: assignmentId, user_id: one.id, said: ['hidden 1', 'hidden 2'] }]);
    expect(only(await inbox(two, INTERLEAVED))).toMatchObject({ message_count: 1, audience: [teacher.id] });
    await server.admin.put(`/courses/${courseId}/assignments/${assignmentId}`, { assignment: { muted: true } }).expect(200);
    await unmute();
    expect((await peek(one, id, INTERLEAVED)).message_count).toBe(3);
  });

  // conversations#75
  test('a student learns of no grader by commenting, and what was known before stays known', async () => {
    const { id, assignmentId, teacher, one, comment, unmute } = await desk();
    const ta = await person(server);
    await enroll(server, id, ta.id, 'TaEnrollment');
    await comment(teacher, 'seen');
    await server.admin.put(`/courses/${id}/assignments/${assignmentId}`, { assignment: { muted: true } }).expect(200);
    await update(id, assignmentId, one.id, { submission: { posted_grade: '5' }, comment: { text_comment: 'psst' } }, ta.client);
    await comment(one, 'any news?');
    expect(only(await inbox(one, INTERLEAVED))).toMatchObject({ audience: [teacher.id], message_count: 2 });
    expect(await inbox(ta)).toEqual([]);
    const [submission] = (await theirs(one))['submissions'] as object[];
    expect(submission).toMatchObject({ graded_at: null, grader_id: null });
    expect(submission).not.toHaveProperty('score');
    expect(discussed(await theirs(one))[0]?.said).toEqual(['seen', 'any news?']);
    expect(discussed(await theirs(teacher))[0]?.said).toEqual(['seen', 'psst', 'any news?']);
    await unmute();
    expect((await inbox(one)).map((seen) => seen.audience)).toEqual([[ta.id], [teacher.id]]);
    await comment(one, 'thanks');
    expect((await inbox(ta, INTERLEAVED)).map((seen) => seen.message_count)).toEqual([2]);
  });
});

describe('who sees a submission that is discussed', () => {
  let at: School;
  let assignmentId: number;
  beforeAll(async () => {
    at = await school(server);
    assignmentId = await task(server, at.course.id);
    await turnIn(at.course.id, assignmentId, at.student);
    for (const by of [at.teacher, at.ta, at.subAdmin])
      await update(at.course.id, assignmentId, at.student.id, { comment: { text_comment: by.name } }, by.client);
    await grade(at.course.id, assignmentId, at.student.id, 9, at.teacher.client);
  });

  const MANY: readonly [keyof School & ('teacher' | 'ta' | 'subAdmin' | 'student2' | 'observer' | 'designer' | 'stranger'), number][] = [
    ['teacher', 1],
    ['ta', 1],
    ['subAdmin', 1],
    ['student2', 0],
    ['observer', 0],
    ['designer', 0],
    ['stranger', 0],
  ];
  // conversations#76
  test.each(MANY)('%s has %i of these conversations', async (who, count) => {
    const seen = await inbox(at[who]);
    expect(seen.map((one) => one.audience)).toEqual(Array.from({ length: count }, () => [at.student.id]));
    for (const one of seen) {
      const shown = await peek(at[who], one.id);
      expect(shown['submissions']).toMatchObject([{ user_id: at.student.id, score: 9, submission_comments: [{}, {}, {}] }]);
    }
  });

  test('the student has one with each, and they see the same of the submission as its own answer says', async () => {
    const seen = await inbox(at.student);
    expect(seen.map((one) => one.audience[0])).toEqual([at.subAdmin.id, at.ta.id, at.teacher.id]);
    for (const [by, ids] of [
      [at.student, seen.map((one) => one.id)],
      [at.ta, await idsIn(at.ta)],
    ] as const) {
      const own = await show(at.course.id, assignmentId, at.student.id, by.client, ['submission_comments', 'assignment']);
      for (const id of ids) expect((await peek(by, id))['submissions']).toEqual([{ ...own, course_id: at.course.id }]);
    }
    const id = seen[0]?.id ?? NONE;
    for (const by of [at.observer, at.student2, at.teacher]) await by.client.get(`/conversations/${id}`).expect(404);
  });
});

// conversations#76
test('who may not read the submission any more keeps what was said, and sees the submission no longer', async () => {
  const { id, assignmentId, teacher, one, comment } = await desk();
  const ta = await person(server);
  const { id: enrollment } = await enroll(server, id, ta.id, 'TaEnrollment');
  await comment(ta, 'from the assistant');
  await comment(teacher, 'from the teacher');
  await server.admin.delete(`/courses/${id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
  expect((await theirs(ta))['submissions']).toEqual([]);
  expect((await theirs(ta, INTERLEAVED)).messages).toMatchObject([{ body: 'from the assistant', submission: null }]);
  expect((await theirs(teacher))['submissions']).toMatchObject([{ user_id: one.id }]);
  await server.admin.put(`/courses/${id}/assignments/${assignmentId}`, { assignment: { published: false } }).expect(200);
  for (const seen of await inbox(one)) expect((await peek(one, seen.id))['submissions']).toEqual([]);
  expect((await theirs(teacher))['submissions']).toMatchObject([{ user_id: one.id }]);
});

describe('races', () => {
  test('of first comments make one conversation, and lose none', async () => {
    const at = await room(server, 1);
    const ids = await Promise.all(Array.from({ length: 6 }, () => task(server, at.id)));
    const sent = (n: number) => ({ comment: { text_comment: `comment ${n}` } });
    await Promise.all([
      ...ids.map((id, n) => update(at.id, id, at.one.id, sent(n), at.teacher.client)),
      sendOne(at.teacher, [at.one.id], 'a message'),
    ]);
    for (const by of [at.one, at.teacher]) {
      const shown = await theirs(by, INTERLEAVED);
      expect(shown.message_count).toBe(7);
      expect(shown.messages?.map((message) => message.body).toSorted()).toEqual(['a message', ...ids.map((_, n) => `comment ${n}`)]);
    }
    expect(
      discussed(await theirs(at.one))
        .map((one) => one.assignment_id)
        .toSorted((a, b) => a - b),
    ).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('of comments and unmuting: each comment comes once', async () => {
    const { teacher, one, comment, unmute } = await desk({ muted: true });
    const words = Array.from({ length: 6 }, (_, n) => `comment ${n}`);
    await Promise.all([...words.map((word) => comment(teacher, word)), unmute(), unmute()]);
    const shown = await theirs(one, INTERLEAVED);
    expect(shown.messages?.map((message) => message.body).toSorted()).toEqual(words);
    expect(shown.message_count).toBe(6);
  });

  test('of a group that turns in with comments while its grader comments end well', async () => {
    const at = await room(server, 3);
    const set = await groupSet(server, at.id, [at.students.map((one) => one.id)]);
    const id = await task(server, at.id, { group_category_id: set.id });
    await grade(at.id, id, at.one.id, 1, at.teacher.client);
    const turnsIn = (by: Person) => by.client.post(submissionsOf(at.id, id), { ...text(), comment: { text_comment: 'mine' } }).expect(201);
    const says = { comment: { text_comment: 'to all', group_comment: true }, submission: { posted_grade: '5' } };
    for (let n = 0; n < 3; n++) await Promise.all([...at.students.map(turnsIn), update(at.id, id, at.one.id, says, at.teacher.client)]);
    for (const by of at.students) expect(only(await inbox(by, INTERLEAVED)).message_count).toBe(6);
  });
});

describe('removing', () => {
  // conversations#77
  test('takes single comments from the own view alone, and all with the conversation', async () => {
    const { teacher, one, comment } = await desk();
    await comment(teacher, 'first');
    const { id } = await sendOne(teacher, [one.id], 'second');
    const [, said] = (await peek(one, id, INTERLEAVED)).messages ?? [];
    const removed = (ids: readonly number[]) => one.client.post(`/conversations/${id}/remove_messages`, { remove: ids });
    await removed([said?.id ?? NONE]).expect(200);
    expect(await peek(one, id, INTERLEAVED)).toMatchObject({ message_count: 1, last_message: 'second' });
    expect((await peek(one, id))['submissions']).toEqual([]);
    expect((await peek(teacher, id, INTERLEAVED)).message_count).toBe(2);
    await comment(teacher, 'third');
    await removed((await peek(one, id)).messages?.map((message) => message.id) ?? []).expect(200);
    expect(only(await inbox(one, INTERLEAVED))).toMatchObject({ message_count: 1, last_message: 'third' });
    await one.client.delete(`/conversations/${id}`).expect(200);
    expect(await inbox(one, INTERLEAVED)).toEqual([]);
    await comment(teacher, 'fourth');
    expect((await theirs(one, INTERLEAVED)).messages?.map((message) => message.body)).toEqual(['fourth']);
    expect(only(await inbox(one, INTERLEAVED)).message_count).toBe(1);
  });
});

// conversations#73
test('what is refused leaves no conversation, and a flag has to be one', async () => {
  const { id, assignmentId, teacher, one, two } = await desk();
  const path = submissionsOf(id, assignmentId, one.id);
  const sent = { comment: { text_comment: 'not said' } };
  await teacher.client.put(path, { ...sent, submission: { posted_grade: 'nonsense' } }).expect(400);
  await two.client.put(path, sent).expect(401);
  await teacher.client.put(path, { comment: { text_comment: ' ' } }).expect(200);
  for (const by of [teacher, one, two]) expect(await inbox(by, INTERLEAVED)).toEqual([]);
  await refusedField(one.client.get('/conversations', { interleave_submissions: 'perhaps' }), 'interleave_submissions');
});

test('statements do not depend on how many comments, submissions or people there are', async () => {
  const at = await room(server, 6);
  const set = await groupSet(server, at.id, [[at.one.id, at.two.id], at.students.slice(2).map((one) => one.id)]);
  const muted = async (): Promise<number> => task(server, at.id, { group_category_id: set.id, muted: true });
  const commented = (id: number, who: number) =>
    server.statements(() => update(at.id, id, who, { comment: { text_comment: 'x', group_comment: true } }, at.teacher.client));
  const [few, many] = [await muted(), await muted()];
  await commented(few, at.one.id);
  for (const who of [at.one.id, at.students[3]?.id ?? NONE]) for (let n = 0; n < 3; n++) await commented(many, who);
  const unmute = (id: number) =>
    server.statements(() => server.admin.put(`/courses/${at.id}/assignments/${id}`, { assignment: { muted: false } }).expect(200));
  expect(await unmute(few)).toBe(await unmute(many));
  const open = (await assignment(server, at.id, { group_category_id: set.id })).id;
  await commented(open, at.one.id);
  expect(await commented(open, at.one.id)).toBe(await commented(open, at.students[3]?.id ?? NONE));
  const busy = (await inbox(at.one))[0]?.id ?? NONE;
  const reading = () => server.statements(() => peek(at.one, busy));
  const before = await reading();
  for (let n = 0; n < 3; n++)
    await update(at.id, await task(server, at.id), at.one.id, { comment: { text_comment: 'y' } }, at.teacher.client);
  expect(await reading()).toBe(before);
  expect(await server.statements(() => inbox(at.one, INTERLEAVED))).toBe(await server.statements(() => inbox(at.teacher)));
});
