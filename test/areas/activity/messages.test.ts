import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemContext } from '../../../src/areas/accounts/bootstrap.ts';
import { remindOfDueDates } from '../../../src/areas/activity/assignment-messages.ts';
import { REMIND } from '../../../src/areas/activity/jobs.ts';
import { assignment, blamed, day, groupSet, sectioned } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import type { Fields } from '../../helpers/form.ts';
import { addJob, work } from '../../helpers/jobs.ts';
import { itemIn, moduleIn, step, take } from '../../helpers/modules.ts';
import { change, question, quiz, quizzesOf } from '../../helpers/quizzes.ts';
import { course, enroll, made, type Person, person, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { messagesIn, streamOf, summaryOf } from './streams.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

describe('a changed assignment', () => {
  // assignments#34, activity#3, activity#5, activity#15, activity#16, activity#22
  test('is a message to those who see it, where its changer wants to notify', async () => {
    const at = await school(server);
    const { id, name } = await assignment(server, at.course.id);
    const path = `/courses/${at.course.id}/assignments/${id}`;
    const change = (fields: Record<string, string | number | boolean>) => at.teacher.client.put(path, { assignment: fields }).expect(200);
    await change({ points_possible: 3 });
    await change({ points_possible: 4, notify_of_update: false });
    await work(server);
    expect(await streamOf(at.student.client)).toEqual([]);
    await change({ points_possible: 5, notify_of_update: true });
    await work(server);
    const [message, ...more] = await streamOf(at.student.client);
    expect(more).toEqual([]);
    expect(message).toEqual({
      id: expect.any(Number),
      type: 'Message',
      title: `Changed: ${name}`,
      message: '',
      created_at: expect.any(String),
      updated_at: expect.any(String),
      read_state: true,
      context_type: 'course',
      course_id: at.course.id,
      group_id: null,
      html_url: `${server.url}${path}`,
      message_id: expect.any(Number),
      notification_category: 'Assignment Changed',
    });
    expect(await summaryOf(at.student.client)).toEqual([
      { type: 'Message', count: 1, unread_count: 0, notification_category: 'Assignment Changed' },
    ]);
    for (const one of [at.observer, at.ta, at.designer, at.student2])
      expect(await messagesIn(one.client, 'Assignment Changed')).toHaveLength(1);
    for (const one of [at.teacher, at.stranger]) expect(await streamOf(one.client)).toEqual([]);
    await change({ points_possible: 6, notify_of_update: true });
    await work(server);
    expect(await messagesIn(at.student.client, 'Assignment Changed')).toHaveLength(2);
  });

  // assignments#34
  test('is none while it is muted, and only its staff’s while it is not published', async () => {
    const at = await school(server);
    const change = (id: number) =>
      at.teacher.client
        .put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { points_possible: 5, notify_of_update: true } })
        .expect(200);
    const muted = await assignment(server, at.course.id, { muted: true });
    await change(muted.id);
    await work(server);
    expect(await streamOf(at.student.client)).toEqual([]);
    // Nor is it told of later, where it is unmuted before the job has come.
    await change(muted.id);
    await at.teacher.client.put(`/courses/${at.course.id}/assignments/${muted.id}`, { assignment: { muted: false } }).expect(200);
    await work(server);
    expect(await streamOf(at.student.client)).toEqual([]);
    await change((await assignment(server, at.course.id, { published: false })).id);
    await work(server);
    expect(await streamOf(at.student.client)).toEqual([]);
    expect(await messagesIn(at.ta.client, 'Assignment Changed')).toHaveLength(1);
  });

  // quizzes#20, activity#16
  test('that is a quiz, and a quiz without one: unless nobody is to hear of it, where dates or text are other ones', async () => {
    const at = await school(server);
    for (const type of ['assignment', 'graded_survey', 'survey', 'practice_quiz']) {
      const one = await quiz(at.teacher.client, at.course.id, { quiz_type: type, published: true });
      const told = async (fields: Fields) => {
        await change(at.teacher.client, at.course.id, one.id, fields);
        await work(server);
        const all = await messagesIn(at.student.client, 'Assignment Changed');
        return all.filter((row) => row.title === `Changed: ${one.title}`);
      };
      for (const silent of [
        { title: one.title },
        { time_limit: 5 },
        { notify_of_update: true },
        { due_at: day(2), notify_of_update: false },
      ])
        expect(await told(silent)).toEqual([]);
      expect(await told({ due_at: day(3) })).toHaveLength(1);
      expect(await told({ due_at: day(3), description: 'Text', notify_of_update: true })).toHaveLength(2);
      const where = one.assignment_id === null ? `quizzes/${one.id}` : `assignments/${one.assignment_id}`;
      for (const row of await told({})) expect(row.html_url).toBe(`${server.url}/courses/${at.course.id}/${where}`);
      for (const who of [at.ta, at.observer, at.student2])
        expect((await messagesIn(who.client, 'Assignment Changed')).filter((row) => row.title === `Changed: ${one.title}`)).toHaveLength(2);
      expect(await messagesIn(at.teacher.client, 'Assignment Changed')).toEqual([]);
    }
  });

  // quizzes#20
  test('that is a quiz of other points is told of once for each change of them', async () => {
    const at = await school(server);
    for (const type of ['assignment', 'practice_quiz']) {
      const one = await quiz(at.teacher.client, at.course.id, { quiz_type: type });
      const told = async () => {
        await work(server);
        const all = await messagesIn(at.student.client, 'Assignment Changed');
        return all.filter((row) => row.title === `Changed: ${one.title}`);
      };
      await question(at.teacher.client, at.course.id, one.id);
      await change(at.teacher.client, at.course.id, one.id, { published: true });
      expect(await told()).toEqual([]);
      const { id } = await question(at.teacher.client, at.course.id, one.id);
      expect(await told()).toHaveLength(1);
      const path = `${quizzesOf(at.course.id, one.id)}/questions/${id}`;
      await at.teacher.client.put(path, { question: { question_name: 'Another' } }).expect(200);
      expect(await told()).toHaveLength(1);
      await at.teacher.client.put(path, { question: { points_possible: 7 } }).expect(200);
      expect(await told()).toHaveLength(2);
      await at.teacher.client.delete(path).expect(200);
      expect(await told()).toHaveLength(3);
      expect(await messagesIn(at.teacher.client, 'Assignment Changed')).toEqual([]);
    }
  });

  // quizzes#20
  test('that is a quiz is none while it is muted, or not published, and where notifying is frozen', async () => {
    const at = await school(server);
    const settings = { account: { settings: { freezer_available: true, frozen_attributes: ['notify_of_update'] } } };
    await server.admin.put(`/accounts/${at.subAccountId}`, settings).expect(200);
    const [draft, muted, frozen] = [
      await quiz(at.teacher.client, at.course.id),
      await quiz(at.teacher.client, at.course.id, { published: true }),
      await quiz(at.teacher.client, at.course.id, { published: true }),
    ];
    const put = (id: number | null, fields: Fields) =>
      server.admin.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: fields }).expect(200);
    await put(muted.assignment_id, { muted: true });
    await put(frozen.assignment_id, { frozen: true });
    for (const { id } of [draft, muted, frozen]) await change(at.teacher.client, at.course.id, id, { due_at: day(3) });
    for (const { id } of [draft, muted, frozen]) await question(at.teacher.client, at.course.id, id);
    await change(at.teacher.client, at.course.id, draft.id, { due_at: day(4), published: true });
    await work(server);
    expect(await messagesIn(at.student.client, 'Assignment Changed')).toEqual([]);
    const asked = { quiz: { due_at: day(5), notify_of_update: true } };
    expect(await at.teacher.client.put(quizzesOf(at.course.id, frozen.id), asked)).toMatchObject(blamed('notify_of_update'));
    await change(server.admin, at.course.id, frozen.id, { due_at: day(6) });
    await work(server);
    expect(await messagesIn(at.student.client, 'Assignment Changed')).toHaveLength(1);
  });

  // activity#18
  test('of a quiz without one goes with the quiz, and with its being published but for staff', async () => {
    const at = await school(server);
    const { id } = await quiz(at.teacher.client, at.course.id, { quiz_type: 'survey', published: true });
    await change(at.teacher.client, at.course.id, id, { due_at: day(3) });
    await work(server);
    const both = async () => [
      (await messagesIn(at.student.client, 'Assignment Changed')).length,
      (await messagesIn(at.ta.client, 'Assignment Changed')).length,
    ];
    expect(await both()).toEqual([1, 1]);
    await change(at.teacher.client, at.course.id, id, { published: false });
    expect(await both()).toEqual([0, 1]);
    await change(at.teacher.client, at.course.id, id, { published: true });
    expect(await both()).toEqual([1, 1]);
    await at.teacher.client.delete(quizzesOf(at.course.id, id)).expect(200);
    expect(await both()).toEqual([0, 0]);
  });

  // activity#18
  test('goes with the assignment', async () => {
    const at = await school(server);
    const { id } = await assignment(server, at.course.id);
    const path = `/courses/${at.course.id}/assignments/${id}`;
    await at.teacher.client.put(path, { assignment: { notify_of_update: true } }).expect(200);
    await work(server);
    expect(await messagesIn(at.student.client, 'Assignment Changed')).toHaveLength(1);
    await at.teacher.client.delete(path).expect(200);
    expect(await streamOf(at.student.client)).toEqual([]);
  });
});

describe('work that is due soon', () => {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const remind = async () => {
    await addJob(server.database, REMIND);
    await work(server);
  };

  // activity#15, activity#16, activity#17, notifications#1
  test('is a message to the students who have yet to turn it in, once, by their own dates, and again for another date', async () => {
    const { id, students } = await sectioned(server, 3);
    const [late, done, later] = students;
    if (!late || !done || !later) throw new Error('nobody');
    const online = { submission_types: ['online_text_entry'] };
    const soon = await assignment(server, id, { ...online, due_at: hours(12) });
    await assignment(server, id, { ...online, due_at: hours(30) });
    await assignment(server, id, { ...online, due_at: hours(-1) });
    await assignment(server, id, { ...online, due_at: hours(12), published: false });
    const override = { student_ids: [later.id], title: 'Later', due_at: hours(200) };
    await server.admin.post(`/courses/${id}/assignments/${soon.id}/overrides`, { assignment_override: override }).expect(201);
    const submission = { submission_type: 'online_text_entry', body: 'done' };
    await done.client.post(`/courses/${id}/assignments/${soon.id}/submissions`, { submission }).expect(201);
    for (let i = 0; i < 2; i++) await remind();
    const path = `/courses/${id}/assignments/${soon.id}`;
    const message = `Due at ${soon.due_at}`;
    expect(await messagesIn(late.client, 'Due Date')).toMatchObject([
      { title: `Due soon: ${soon.name}`, message, html_url: `${server.url}${path}` },
    ]);
    const another = hours(20);
    await server.admin.put(path, { assignment: { due_at: another } }).expect(200);
    for (let i = 0; i < 2; i++) await remind();
    expect(await messagesIn(late.client, 'Due Date')).toHaveLength(2);
    for (const one of [done, later]) expect(await messagesIn(one.client, 'Due Date')).toEqual([]);
  });

  // activity#17, notifications#1, overrides#3
  test('is none by the date of a section or a group of others, nor of a section where one was before', async () => {
    const { id, students, sections } = await sectioned(server, 2);
    const [near, far] = students;
    if (!near || !far) throw new Error('nobody');
    const set = await groupSet(server, id, [[near.id], [far.id]]);
    const overridden = async (field: string, [soon, later]: (number | undefined)[], fields: Fields = {}) => {
      const work = await assignment(server, id, { submission_types: ['online_text_entry'], due_at: '', ...fields });
      const assignment_overrides = [
        { [field]: soon, due_at: hours(12) },
        { [field]: later, due_at: hours(200) },
      ];
      await server.admin.put(`/courses/${id}/assignments/${work.id}`, { assignment: { assignment_overrides } }).expect(200);
      return `Due soon: ${work.name}`;
    };
    const groupIds = set.groups.map((group) => group.id);
    const before = await enroll(server, id, near.id, 'StudentEnrollment', { course_section_id: sections[1] });
    await server.admin.delete(`/courses/${id}/enrollments/${before.id}`, { task: 'conclude' }).expect(200);
    const told = [await overridden('course_section_id', sections), await overridden('group_id', groupIds, { group_category_id: set.id })];
    // Nor by that of a group that they are only invited to.
    const open = await groupSet(server, id, [[near.id], []]);
    const openIds = open.groups.map((group) => group.id);
    await near.client.post(`/groups/${openIds[0]}/memberships`, { user_id: far.id }).expect(200);
    told.push(await overridden('group_id', openIds, { group_category_id: open.id }));
    await remind();
    expect((await messagesIn(near.client, 'Due Date')).map(({ title }) => title).toSorted()).toEqual(told.toSorted());
    expect(await messagesIn(far.client, 'Due Date')).toEqual([]);
  });

  // activity#17, notifications#1, notifications#2
  test('is a message also to whom its date comes later than to others, once, by two jobs at once too', async () => {
    const { id, students, sections } = await sectioned(server, 3);
    const [first, later] = students;
    if (!first || !later) throw new Error('nobody');
    const work = await assignment(server, id, { submission_types: ['online_text_entry'], due_at: hours(12) });
    const path = `/courses/${id}/assignments/${work.id}/overrides`;
    const override = { student_ids: [later.id], title: 'Later', due_at: hours(200) };
    const moved = await made(server.admin.post(path, { assignment_override: override }), Made);
    await remind();
    await server.admin.delete(`${path}/${moved.id}`).expect(200);
    const due = () => systemContext(server.database).tx(remindOfDueDates);
    await atOnce(server, 'lock table notifications in share mode', [due, due]);
    const joined = await person(server);
    await enroll(server, id, joined.id, 'StudentEnrollment', { course_section_id: sections[0] });
    for (let i = 0; i < 2; i++) await remind();
    for (const one of [...students, joined])
      expect((await messagesIn(one.client, 'Due Date')).map(({ title }) => title)).toEqual([`Due soon: ${work.name}`]);
  });
});

describe('a new entry', () => {
  // discussions#70, activity#15, activity#16, activity#18
  test('is a message to subscribers, says what the entry says now, and goes with it', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const topic = await here.topic(at.teacher.client, { title: 'Owls' });
    await at.student.client.put(`${here.path}/${topic.id}/subscribed`).expect(204);
    const entry = await here.say(at.student2.client, topic.id, '<p>They see.</p>');
    await work(server);
    expect(await messagesIn(at.student.client, 'Discussion Entry')).toMatchObject([
      {
        title: 'New entry: Owls',
        message: `By ${at.student2.name}\n\nThey see.`,
        course_id: at.course.id,
        html_url: `${server.url}${here.path}/${topic.id}`,
      },
    ]);
    expect(await messagesIn(at.student2.client, 'Discussion Entry')).toEqual([]);
    await at.student2.client.put(`${here.path}/${topic.id}/entries/${entry.id}`, { message: '<p>They hear.</p>' }).expect(200);
    expect(await messagesIn(at.student.client, 'Discussion Entry')).toMatchObject([{ message: `By ${at.student2.name}\n\nThey hear.` }]);
    await at.student2.client.delete(`${here.path}/${topic.id}/entries/${entry.id}`).expect(204);
    expect(await messagesIn(at.student.client, 'Discussion Entry')).toEqual([]);
  });

  // modules#38
  test('is none to students from whom a module keeps its topic', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const plain = await here.topic(at.teacher.client, { title: 'Owls' });
    const graded = await here.topic(at.teacher.client, { title: 'Mice', assignment: { points_possible: 5 } });
    const first = await moduleIn(at);
    const asked = await step(at, first);
    const second = await moduleIn(at, { prerequisite_module_ids: [first] });
    for (const { id } of [plain, graded]) {
      await itemIn(at, second, { type: 'Discussion', content_id: id });
      for (const who of [at.student, at.student2, at.ta]) await who.client.put(`${here.path}/${id}/subscribed`).expect(204);
    }
    await take(at, at.student.client, first, asked);
    for (const { id } of [plain, graded]) await here.say(at.teacher.client, id, '<p>They see.</p>');
    await work(server);
    const told = await Promise.all([at.student, at.student2, at.ta].map(({ client }) => messagesIn(client, 'Discussion Entry')));
    expect(told.map((one) => one.length)).toEqual([2, 0, 2]);
  });
});

describe('a message to many', () => {
  // activity#6, activity#15
  test('is one row where most of the course have it, and of those alone who were told', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const topic = await here.topic(at.teacher.client);
    const readers = [at.student, at.student2, at.observer, at.ta];
    const path = `/courses/${at.course.id}/discussion_topics/${topic.id}`;
    const rows = async () => {
      const { rows } = await server.database.pool.query<{ told: number; instances: number }>(
        `select coalesce(cardinality(i.audience), 0) as told,
           (select count(*) from stream_item_instances x where x.stream_item_id = i.id)::int as instances
         from stream_items i join notifications n on n.id = i.notification_id where n.course_id = $1 order by i.id`,
        [at.course.id],
      );
      return rows;
    };
    await at.student.client.put(`${path}/subscribed`).expect(204);
    await here.say(at.teacher.client, topic.id, '<p>To one.</p>');
    await work(server);
    expect(await rows()).toEqual([{ told: 0, instances: 1 }]);
    for (const one of readers) await one.client.put(`${path}/subscribed`).expect(204);
    await here.say(at.teacher.client, topic.id, '<p>To most.</p>');
    await work(server);
    expect(await rows()).toEqual([
      { told: 0, instances: 1 },
      { told: 4, instances: 0 },
    ]);
    const told = await Promise.all([...readers, at.teacher, at.designer].map(({ client }) => messagesIn(client, 'Discussion Entry')));
    expect(told.map((one) => one.length)).toEqual([2, 1, 1, 1, 0, 0]);
    // Who comes later was not told, and who leaves has it no more.
    const late = await person(server);
    await enroll(server, at.course.id, late.id, 'StudentEnrollment');
    const enrollments = `/courses/${at.course.id}/enrollments`;
    const [own] = await made(server.admin.get(enrollments, { user_id: at.student2.id }), z.array(Made));
    await server.admin.delete(`${enrollments}/${own?.id}`, { task: 'delete' }).expect(200);
    for (const one of [late, at.student2]) expect(await messagesIn(one.client, 'Discussion Entry')).toEqual([]);
  });
});

describe('an invitation', () => {
  // activity#15, activity#16, notifications#1
  test('to a course or a group is a message to whom it invites', async () => {
    const at = await school(server);
    const guest = await person(server);
    await enroll(server, at.course.id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const [group] = (await groupSet(server, at.course.id, [[at.student.id]])).groups;
    await at.student.client.post(`/groups/${group?.id}/memberships`, { user_id: at.student2.id }).expect(200);
    await work(server);
    expect(await messagesIn(guest.client, 'Invitation')).toMatchObject([
      { title: `You are invited: ${at.course.name}`, message: '', context_type: null, html_url: `${server.url}/courses/${at.course.id}` },
    ]);
    expect(await messagesIn(at.student2.client, 'Invitation')).toMatchObject([{ html_url: `${server.url}/groups/${group?.id}` }]);
  });

  // activity#18, activity#23
  test('is none any more once it was withdrawn or rejected, and stays when it was accepted', async () => {
    const at = await school(server);
    const enrollments = `/courses/${at.course.id}/enrollments`;
    const invited = async () => {
      const guest = await person(server);
      return {
        ...guest,
        invitation: (await enroll(server, at.course.id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' })).id,
      };
    };
    const [withdrawn, rejecting, accepting, again] = [await invited(), await invited(), await invited(), await invited()];
    const [group] = (await groupSet(server, at.course.id, [[at.student.id]])).groups;
    await at.student.client.post(`/groups/${group?.id}/memberships`, { user_id: at.student2.id }).expect(200);
    await work(server);
    const told = async () => {
      const clients = [withdrawn, rejecting, at.student2, accepting, again].map((one) => one.client);
      return Promise.all(
        clients.map(async (client) => {
          const counted = (await summaryOf(client)).find((row) => row.notification_category === 'Invitation')?.count ?? 0;
          return [(await messagesIn(client, 'Invitation')).length, counted];
        }),
      );
    };
    expect(await told()).toEqual(Array(5).fill([1, 1]));
    await server.admin.delete(`${enrollments}/${withdrawn.invitation}`).expect(200);
    await rejecting.client.post(`${enrollments}/${rejecting.invitation}/reject`).expect(200);
    await at.student2.client.delete(`/groups/${group?.id}/memberships/self`).expect(200);
    await accepting.client.post(`${enrollments}/${accepting.invitation}/accept`).expect(200);
    await server.admin.delete(`${enrollments}/${again.invitation}`).expect(200);
    await work(server);
    await enroll(server, at.course.id, again.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await work(server);
    expect(await told()).toEqual([...Array(3).fill([0, 0]), ...Array(2).fill([1, 1])]);
  });

  // activity#18, activity#23
  test('goes with the course that is deleted, to its groups too, accepted or not', async () => {
    const [at, other] = [await school(server), await school(server)];
    const guest = await person(server);
    for (const { id } of [at.course, other.course])
      await enroll(server, id, guest.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    const [group] = (await groupSet(server, at.course.id, [[at.student.id]])).groups;
    await at.student.client.post(`/groups/${group?.id}/memberships`, { user_id: at.student2.id }).expect(200);
    await work(server);
    expect((await messagesIn(guest.client, 'Invitation')).length).toBe(2);
    expect((await messagesIn(at.student2.client, 'Invitation')).length).toBe(1);
    const late = await person(server);
    await enroll(server, at.course.id, late.id, 'StudentEnrollment', { enrollment_state: 'invited' });
    await server.admin.delete(`/courses/${at.course.id}`, { event: 'delete' }).expect(200);
    await work(server);
    expect((await messagesIn(guest.client, 'Invitation')).map(({ title }) => title)).toEqual([`You are invited: ${other.course.name}`]);
    for (const one of [at.student2, late]) expect(await messagesIn(one.client, 'Invitation')).toEqual([]);
  });

  // sections#25
  test('goes with its section to another course', async () => {
    const [from, to, guest, both] = [await course(server), await course(server), await person(server), await person(server)];
    const { id: sectionId } = await made(server.admin.post(`/courses/${from.id}/sections`, { course_section: { name: 'Moving' } }));
    const open = { enrollment_state: 'invited' };
    for (const { id } of [guest, both]) await enroll(server, from.id, id, 'StudentEnrollment', { ...open, course_section_id: sectionId });
    await enroll(server, from.id, both.id, 'TeacherEnrollment', open);
    await work(server);
    const placesOf = async ({ client }: Person) => (await messagesIn(client, 'Invitation')).map(({ html_url }) => html_url).sort();
    const [old, next] = [`${server.url}/courses/${from.id}`, `${server.url}/courses/${to.id}`];
    await server.admin.post(`/sections/${sectionId}/crosslist/${to.id}`).expect(200);
    await work(server);
    expect(await placesOf(guest)).toEqual([next]);
    // One that stands in the course as well still leads there.
    expect(new Set(await placesOf(both))).toEqual(new Set([old, next]));
    await server.admin.delete(`/sections/${sectionId}/crosslist`).expect(200);
    await work(server);
    expect(await placesOf(guest)).toEqual([old]);
  });

  // activity#18
  test('to a group ends with the group, its set and the enrollment in the course', async () => {
    const at = await school(server);
    const guest = await person(server);
    const own = await enroll(server, at.course.id, guest.id, 'StudentEnrollment');
    const sets = [];
    for (let n = 0; n < 3; n++) sets.push(await groupSet(server, at.course.id, [[at.student.id]]));
    for (const { groups } of sets) await at.student.client.post(`/groups/${groups[0]?.id}/memberships`, { user_id: guest.id }).expect(200);
    await work(server);
    const told = async () => (await messagesIn(guest.client, 'Invitation')).length;
    expect(await told()).toBe(3);
    const paths = [
      `/groups/${sets[0]?.groups[0]?.id}`,
      `/group_categories/${sets[1]?.id}`,
      `/courses/${at.course.id}/enrollments/${own.id}`,
    ];
    for (const [n, path] of paths.entries()) {
      await server.admin.delete(path, path.includes('enrollments') ? { task: 'delete' } : {}).expect(200);
      await work(server);
      expect(await told()).toBe(2 - n);
    }
  });
});

describe('a new account', () => {
  // activity#15, activity#16, notifications#1
  test('is a message to its user, where it is to be told of', async () => {
    const create = async (told: boolean) => {
      const login = { unique_id: unique('login'), send_confirmation: told ? 1 : 0 };
      const { id } = await made(server.admin.post('/accounts/1/users', { user: { name: unique('New') }, pseudonym: login }), Made);
      await work(server);
      const { body } = await server.admin.post(`/users/${id}/tokens`, { token: {} }).expect(200);
      return messagesIn(server.as(body.visible_token), 'Registration');
    };
    expect(await create(true)).toMatchObject([
      { title: 'Your account at Lectern', message: '', context_type: null, html_url: `${server.url}/profile` },
    ]);
    expect(await create(false)).toEqual([]);
  });
});
