import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { jobOf } from '../../../src/areas/events/events.ts';
import { MAIL_DAILY, MAIL_NOTIFICATIONS, MAIL_WEEKLY } from '../../../src/areas/notifications/job-names.ts';
import { assignment, groupSet } from '../../helpers/assignments.ts';
import { topicsAt } from '../../helpers/discussions.ts';
import { addJob, forgetJobs, workOn, work as workWith } from '../../helpers/jobs.ts';
import { useMailServer } from '../../helpers/mail-server.ts';
import { made, type Person, type School, school, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const mailServer = useMailServer();
const work = () => workWith(server, { smtpUrl: mailServer.url });
const Made = z.object({ id: z.int() });
const Channel = z.object({ id: z.int(), address: z.string(), type: z.string() });

interface Reader {
  id: number;
  address: string;
  /** How often this channel is told of a category. */
  prefer(category: string, frequency: string): Promise<unknown>;
  /** Subjects and texts of the mails that it was sent. */
  mails(): { subject: string | undefined; text: string }[];
}

/** A confirmed mail address of somebody, or a channel of another type. */
async function reader(one: Person, type = 'email'): Promise<Reader> {
  const address = `${unique('mail').replace(' ', '-')}@school.example`;
  const channel = { communication_channel: { address, type }, skip_confirmation: true };
  const { id } = await made(server.admin.post(`/users/${one.id}/communication_channels`, channel), Made);
  return {
    id,
    address,
    prefer: (category, frequency) =>
      one.client
        .put(`/users/self/communication_channels/${id}/notification_preferences/${encodeURIComponent(category)}`, { frequency })
        .expect(200),
    mails: () =>
      mailServer.received
        .filter((received) => received.to.includes(address))
        .map(({ mail }) => ({ subject: mail.subject, text: (mail.text ?? '').trim() })),
  };
}

const announce = (at: School, title: string, message = '<p>No school &amp; no work.</p>') =>
  topicsAt(`/courses/${at.course.id}`).topic(at.teacher.client, { title, message, is_announcement: true });

const run = async (job: string) => {
  await addJob(server.database, job);
  await work();
};

describe('mail at once', () => {
  // notifications#1, notifications#3, notifications#4
  test('goes to those who were told and have a confirmed address, not to who did it', async () => {
    const at = await school(server);
    const [student, teacher] = [await reader(at.student), await reader(at.teacher)];
    const unconfirmed = `${unique('mail').replace(' ', '-')}@school.example`;
    await at.student2.client.post(`/users/self/communication_channels`, { communication_channel: { address: unconfirmed } }).expect(200);
    const phone = await reader(at.student2, 'sms');
    const news = await announce(at, 'Snow day');
    await work();
    expect(phone.mails()).toEqual([]);
    expect(student.mails()).toEqual([
      {
        subject: 'New announcement: Snow day',
        text: `By ${at.teacher.name}\n\nNo school & no work.\n\nhttps://lectern.example/courses/${at.course.id}/discussion_topics/${news.id}`,
      },
    ]);
    expect(teacher.mails()).toEqual([]);
    const others = mailServer.received.filter((received) => received.to.includes(unconfirmed)).map(({ mail }) => mail.subject);
    expect(others).toEqual(['Please confirm your address']);
  });

  // notifications#2
  test('is sent once, however often its jobs run', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    const news = await announce(at, 'Once');
    await work();
    for (let i = 0; i < 2; i++) await addJob(server.database, jobOf('topic'), { topicId: news.id });
    await run(MAIL_NOTIFICATIONS);
    expect(student.mails()).toHaveLength(1);
  });

  // notifications#7
  test('waits where the mail server does not answer, and comes later', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await announce(at, 'Late');
    mailServer.mood = { at: 'recipient', code: 450 };
    await work();
    expect(student.mails()).toEqual([]);
    mailServer.mood = null;
    await server.database.pool.query('select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs');
    await work();
    expect(student.mails()).toHaveLength(1);
  });

  // notifications#6
  test('that waits for the mail server is not sent to an address that is removed meanwhile', async () => {
    const at = await school(server);
    const [kept, gone] = [await reader(at.student), await reader(at.student)];
    await at.student.client.post('/users/self/communication_channels', { communication_channel: { type: 'sms', address: kept.address } });
    await announce(at, 'Late');
    mailServer.mood = { at: 'recipient', code: 450 };
    await work();
    mailServer.mood = null;
    const channels = '/users/self/communication_channels';
    for (const { id, address, type } of await made(at.student.client.get(channels), z.array(Channel)))
      if (address === gone.address || type === 'sms') await at.student.client.delete(`${channels}/${id}`).expect(200);
    await server.database.pool.query('select graphile_worker.reschedule_jobs(array_agg(id), now()) from graphile_worker.jobs');
    await work();
    expect([kept.mails().length, gone.mails().length]).toEqual([1, 0]);
  });

  // notifications#7
  test('is not sent of what happened long before its job was done, and the message of it is of then', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Assignment Changed', 'immediately');
    const changed = async (daysAgo: number) => {
      const { id, name } = await assignment(server, at.course.id, { name: unique('Essay') });
      await at.teacher.client.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { notify_of_update: true } }).expect(200);
      // As a dump holds it that is restored so many days later.
      const { rows } = await server.database.pool.query<{ at: number }>(
        `update pending_jobs set payload = payload || jsonb_build_object('happenedAt', (payload->>'happenedAt')::bigint - $2::bigint)
         where task = $1 returning (payload->>'happenedAt')::float8 as at`,
        [jobOf('assignment_changed'), daysAgo * 86_400_000],
      );
      return { name, at: rows.map((row) => `${new Date(row.at).toISOString().slice(0, 19)}Z`) };
    };
    const [old, recent] = [await changed(6), await changed(0)];
    await work();
    expect(student.mails().map((mail) => mail.subject)).toEqual([`Changed: ${recent.name}`]);
    const told = (await at.student.client.get('/users/self/activity_stream').expect(200)).body;
    const timeOf = (title: string) => told.find((item: { title: string }) => item.title === title)?.created_at;
    expect([timeOf(`Changed: ${old.name}`)]).toEqual(old.at);
  });

  // notifications#1, notifications#4
  test('is of every category that has an event', async () => {
    const at = await school(server);
    const here = topicsAt(`/courses/${at.course.id}`);
    const [student, observer, teacher] = [await reader(at.student), await reader(at.observer), await reader(at.teacher)];
    for (const one of [student, observer, teacher])
      for (const category of ['Discussion', 'Discussion Entry', 'Assignment Changed', 'Submission Comment'])
        await one.prefer(category, 'immediately');
    const topic = await here.topic(at.teacher.client, { title: 'Owls' });
    await here.say(at.student.client, topic.id, '<p>They see.</p>');
    const online = { submission_types: ['online_text_entry'], points_possible: 10 };
    const work1 = await assignment(server, at.course.id, {
      ...online,
      name: 'Essay',
      description: '<p>secret</p>',
      unlock_at: '2040-01-01T00:00:00Z',
    });
    const path = `/courses/${at.course.id}/assignments/${work1.id}`;
    await at.teacher.client.put(path, { assignment: { points_possible: 9, notify_of_update: true } }).expect(200);
    await at.teacher.client.put(`${path}/submissions/${at.student.id}`, { submission: { posted_grade: '8' } }).expect(200);
    await at.teacher.client.put(`${path}/submissions/${at.student.id}`, { comment: { text_comment: 'Well done' } }).expect(200);
    await at.student.client.put(`${path}/submissions/${at.student.id}`, { comment: { text_comment: 'Thank you' } }).expect(200);
    await at.ta.client.post('/conversations', { recipients: [at.student.id], body: 'Come and see me', subject: 'Talk' }).expect(201);
    const group = { recipients: [at.student2.id, at.ta.id], body: 'Hello', group_conversation: true };
    const { body } = await at.teacher.client.post('/conversations', group).expect(201);
    await work();
    await at.teacher.client.post(`/conversations/${body[0].id}/add_recipients`, { recipients: [at.student.id] }).expect(200);
    await work();
    expect(
      student
        .mails()
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(
      [
        'Changed: Essay',
        'Graded: Essay',
        'New comment: Essay',
        'New discussion: Owls',
        `${at.teacher.name} has added you to a conversation`,
        `Talk: new message from ${at.ta.name}`,
      ].sort(),
    );
    expect(
      observer
        .mails()
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(['Changed: Essay', 'New discussion: Owls']);
    expect(
      teacher
        .mails()
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(['New comment: Essay', 'New entry: Owls']);
    const texts = student
      .mails()
      .map((mail) => mail.text)
      .join('\n');
    expect(texts).toContain('Come and see me');
    expect(texts).not.toContain('secret');
    const graded = student.mails().find((mail) => mail.subject === 'Graded: Essay');
    expect(graded?.text).toBe(`https://lectern.example${path}/submissions/${at.student.id}`);
    const added = student.mails().find((mail) => mail.subject?.endsWith('has added you to a conversation'));
    expect(added?.text).toContain(`${at.student.name} was added to the conversation by ${at.teacher.name}`);
  });

  // notifications#1
  test('is none of a grade or a comment of a grader while the assignment is muted', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Submission Comment', 'immediately');
    const { id } = await assignment(server, at.course.id, { points_possible: 10, muted: true });
    const path = `/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}`;
    await at.teacher.client.put(path, { submission: { posted_grade: '8' }, comment: { text_comment: 'Well done' } }).expect(200);
    await work();
    expect(student.mails()).toEqual([]);
  });

  // notifications#1
  test('is none of a grade or a comment of a grader while the course is not offered', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Submission Comment', 'immediately');
    const { id } = await assignment(server, at.course.id, { points_possible: 10 });
    const path = `/courses/${at.course.id}/assignments/${id}/submissions/${at.student.id}`;
    const grade = (posted_grade: string, text_comment: string) =>
      at.teacher.client.put(path, { submission: { posted_grade }, comment: { text_comment } }).expect(200);
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'claim' } }).expect(200);
    await grade('8', 'Not yet');
    await work();
    expect(student.mails()).toEqual([]);
    await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'offer' } }).expect(200);
    await grade('9', 'Well done');
    await work();
    expect(student.mails().map((mail) => mail.subject?.split(':')[0])).toEqual(['Graded', 'New comment']);
  });

  // notifications#4
  test('is of a message without a subject too', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await at.ta.client.post('/conversations', { recipients: [at.student.id], body: 'Come and see me' }).expect(201);
    await work();
    expect(student.mails()).toEqual([
      {
        subject: `New message from ${at.ta.name}`,
        text: expect.stringMatching(/^Come and see me\n\nhttps:\/\/lectern\.example\/conversations\/\d+$/),
      },
    ]);
  });
});

describe('mail of a long message', () => {
  // notifications#4
  test('has its beginning', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await at.ta.client.post('/conversations', { recipients: [at.student.id], body: 'é'.repeat(3_000) }).expect(201);
    await work();
    expect(student.mails().map(({ text }) => text.split('\n\n')[0])).toEqual(['é'.repeat(2_048)]);
  });
});

describe('mail to more than one transaction makes', () => {
  // notifications#2, notifications#5
  test('goes to each address once', async () => {
    const at = await school(server);
    const name = unique('many').replace(' ', '-');
    await server.database.pool.query(
      `insert into communication_channels (user_id, type, address, state, position)
       select $1, 'email', $2 || n || '@school.example', 'active', n + 10 from generate_series(1, 2500) n`,
      [at.student.id, name],
    );
    await announce(at, name);
    await workOn(server, 'tell_of_');
    await workOn(server, MAIL_NOTIFICATIONS);
    const { rows } = await server.database.pool.query(
      `select count(*)::int as mails, count(distinct address)::int as addresses from mails where address like $1 || '%'`,
      [name],
    );
    expect(rows).toEqual([{ mails: 2_500, addresses: 2_500 }]);
    await forgetJobs(server);
  });
});

describe('preferences', () => {
  // notifications#5
  test('decide whether a channel is told, each for itself', async () => {
    const at = await school(server);
    const [quiet, loud] = [await reader(at.student), await reader(at.student)];
    await quiet.prefer('Announcement', 'never');
    await announce(at, 'Snow day');
    await work();
    expect(quiet.mails()).toEqual([]);
    expect(loud.mails()).toHaveLength(1);
  });

  // notifications#5
  test.each([
    ['daily', MAIL_DAILY, MAIL_WEEKLY],
    ['weekly', MAIL_WEEKLY, MAIL_DAILY],
  ])('gather what is told %s in one mail', async (frequency, job, other) => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Announcement', frequency);
    const first = await announce(at, 'First');
    await announce(at, 'Second');
    await work();
    await run(other);
    expect(student.mails()).toEqual([]);
    await run(job);
    const [mail, ...more] = student.mails();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(frequency === 'daily' ? 'Your summary of the day' : 'Your summary of the week');
    expect(mail?.text).toContain(
      `New announcement: First\n  https://lectern.example/courses/${at.course.id}/discussion_topics/${first.id}`,
    );
    expect(mail?.text).toContain('New announcement: Second');
    await run(job);
    expect(student.mails()).toHaveLength(1);
  });

  // notifications#7
  test('gather what is there still: neither what is deleted or hidden, nor of where the reader is no more', async () => {
    const [at, closed, left] = [await school(server), await school(server), await school(server)];
    const student = await reader(at.student);
    for (const category of ['Announcement', 'Discussion', 'Discussion Entry', 'Assignment Changed'])
      await student.prefer(category, 'daily');
    const enroll = async (courseId: number) => {
      const fields = { user_id: at.student.id, type: 'StudentEnrollment', enrollment_state: 'active' };
      return (await made(server.admin.post(`/courses/${courseId}/enrollments`, { enrollment: fields }), Made)).id;
    };
    await enroll(closed.course.id);
    const enrollment = await enroll(left.course.id);
    const [group] = (await groupSet(server, at.course.id, [[at.student.id, at.student2.id]])).groups;
    const [here, inGroup] = [topicsAt(`/courses/${at.course.id}`), topicsAt(`/groups/${group?.id}`)];
    const kept = await here.topic(at.teacher.client, { title: 'Kept topic' });
    const gone = await announce(at, 'Gone news');
    const hidden = await here.topic(at.teacher.client, { title: 'Hidden topic' });
    await at.student.client.put(`${here.path}/${kept.id}/subscribed`).expect(204);
    const entry = await here.say(at.teacher.client, kept.id);
    const change = async (name: string) => {
      const { id } = await assignment(server, at.course.id, { name });
      await at.teacher.client.put(`/courses/${at.course.id}/assignments/${id}`, { assignment: { notify_of_update: true } }).expect(200);
      return id;
    };
    await change('Kept work');
    const dropped = await change('Gone work');
    for (const one of [closed, left]) await announce(one, `News of ${one.course.name}`);
    await inGroup.topic(at.student2.client, { title: 'Group topic' });
    await work();
    await at.teacher.client.delete(`${here.path}/${gone.id}`).expect(200);
    await at.teacher.client.put(`${here.path}/${hidden.id}`, { published: false }).expect(200);
    await at.teacher.client.delete(`${here.path}/${kept.id}/entries/${entry.id}`).expect(204);
    await at.teacher.client.delete(`/courses/${at.course.id}/assignments/${dropped}`).expect(200);
    await server.admin.put(`/courses/${closed.course.id}`, { course: { event: 'claim' } }).expect(200);
    await server.admin.delete(`/courses/${left.course.id}/enrollments/${enrollment}`, { task: 'delete' }).expect(200);
    await at.student.client.delete(`/groups/${group?.id}/users/self`).expect(200);
    await run(MAIL_DAILY);
    expect(student.mails().map(({ text }) => text.split('\n').filter((line) => line !== '' && !line.startsWith(' ')))).toEqual([
      ['New discussion: Kept topic', 'Changed: Kept work'],
    ]);
  });

  // notifications#7, activity#18
  test('gather invitations that are open still', async () => {
    const [at, other] = [await school(server), await school(server)];
    const guest = await reader(at.stranger);
    await guest.prefer('Invitation', 'daily');
    const invite = async (courseId: number) => {
      const fields = { user_id: at.stranger.id, type: 'StudentEnrollment', enrollment_state: 'invited' };
      return (await made(server.admin.post(`/courses/${courseId}/enrollments`, { enrollment: fields }), Made)).id;
    };
    const withdrawn = await invite(at.course.id);
    await invite(other.course.id);
    await work();
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${withdrawn}`).expect(200);
    await work();
    await run(MAIL_DAILY);
    expect(guest.mails().map(({ text }) => text.split('\n').filter((line) => line.startsWith('You are invited')))).toEqual([
      [`You are invited: ${other.course.name}`],
    ]);
  });

  // notifications#7
  test('gather grades, comments and messages that are there still', async () => {
    const at = await school(server);
    const [student, teacher] = [await reader(at.student), await reader(at.teacher)];
    for (const category of ['Grading', 'Submission Comment', 'Conversation Message']) await student.prefer(category, 'daily');
    const graded = async (name: string) => {
      const { id } = await assignment(server, at.course.id, { name, points_possible: 10 });
      const path = `/courses/${at.course.id}/assignments/${id}`;
      const submission = `${path}/submissions/${at.student.id}`;
      await at.teacher.client.put(submission, { submission: { posted_grade: '8' }, comment: { text_comment: 'Good' } }).expect(200);
      await at.student.client.put(submission, { comment: { text_comment: 'Thanks' } }).expect(200);
      return { path, submission };
    };
    await graded('Kept');
    const [deleted, hidden, muted, ungraded] = [
      await graded('Deleted'),
      await graded('Hidden'),
      await graded('Muted'),
      await graded('None'),
    ];
    const say = async (body: string) =>
      (await made(at.ta.client.post('/conversations', { recipients: [at.student.id], subject: 'Talk', body }), z.array(Made)))[0]?.id;
    const removed = await say('Removed');
    await work();
    await at.student.client.delete(`/conversations/${removed}`).expect(200);
    await say('Another');
    await work();
    await at.teacher.client.delete(deleted.path).expect(200);
    await at.teacher.client.put(hidden.path, { assignment: { published: false } }).expect(200);
    await at.teacher.client.put(muted.path, { assignment: { muted: true } }).expect(200);
    await at.teacher.client.put(ungraded.submission, { submission: { posted_grade: '' } }).expect(200);
    await run(MAIL_DAILY);
    const listed = (one: Reader) =>
      one.mails().map(({ text }) => [...text.matchAll(/^\S.*$/gm)].map(([line]) => line.replace(/: new message from .*/, '')).sort());
    const comments = (names: string[]) => names.map((name) => `New comment: ${name}`);
    expect(listed(student)).toEqual([['Graded: Kept', ...comments(['Kept', 'Muted', 'None']), 'Talk']]);
    expect(listed(teacher)).toEqual([comments(['Hidden', 'Kept', 'Muted', 'None'])]);
  });

  // notifications#6
  test('said meanwhile count for what waits; so does a channel that is gone', async () => {
    const at = await school(server);
    const [quiet, gone] = [await reader(at.student), await reader(at.student2)];
    for (const one of [quiet, gone]) await one.prefer('Announcement', 'daily');
    await announce(at, 'Snow day');
    await work();
    await quiet.prefer('Announcement', 'never');
    await at.student2.client.delete(`/users/self/communication_channels/${gone.id}`).expect(200);
    await run(MAIL_DAILY);
    expect([quiet.mails(), gone.mails()]).toEqual([[], []]);
    expect(
      (await server.database.pool.query('select 1 from notification_deliveries where channel_ids && $1', [[quiet.id, gone.id]])).rowCount,
    ).toBe(0);
  });
});

describe('what waits to be mailed', () => {
  // notifications#2
  test('is a row for many addresses, and a mail to each of them', async () => {
    const at = await school(server);
    const readers = [await reader(at.student), await reader(at.student2), await reader(at.student), await reader(at.observer)];
    for (const one of readers) await one.prefer('Announcement', 'daily');
    const { title } = await announce(at, unique('Snow day'));
    await work();
    const { rows } = await server.database.pool.query<{ block: number; channel_ids: number[] }>(
      `select d.block, d.channel_ids from notification_deliveries d join notifications n on n.id = d.notification_id
       where n.subject = $1 order by d.block`,
      [`New announcement: ${title}`],
    );
    const blocks = Map.groupBy(
      readers.map((one) => one.id),
      (id) => Math.floor(id / 1_000),
    );
    expect(rows.map((row) => [row.block, row.channel_ids])).toEqual([...blocks]);
    await run(MAIL_DAILY);
    for (const one of readers) expect(one.mails().map((mail) => mail.text)).toEqual([expect.stringContaining(title)]);
  });

  // notifications#5
  test('is listed up to a hundred times, the latest last, and counted besides', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Announcement', 'weekly');
    await announce(at, 'Snow day');
    await work();
    await server.database.pool.query(
      `with made as (insert into notifications (key, category, subject, body, path, course_id)
         select n.key || ' ' || i, n.category, 'Number ' || i || '.', '', '/', n.course_id from notifications n, generate_series(1, 101) i
         where n.course_id = $1 and n.category = 'Announcement' order by i returning id)
       insert into notification_deliveries (notification_id, frequency, block, channel_ids)
       select id, 'weekly', $2::int / 1000, array[$2::int] from made`,
      [at.course.id, student.id],
    );
    await run(MAIL_WEEKLY);
    const [mail, ...others] = student.mails();
    expect(others).toEqual([]);
    const listed = [...(mail?.text ?? '').matchAll(/Number (\d+)\./g)].map(([, i]) => Number(i));
    expect(listed).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    expect(mail?.text).toMatch(/And 2 more before\.$/);
  });

  test('is mailed where an earlier release has written it, too', async () => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('Announcement', 'never');
    await announce(at, 'Snow day');
    await work();
    await student.prefer('Announcement', 'immediately');
    await server.database.pool.query(
      `insert into notification_deliveries (notification_id, channel_id, frequency)
       select id, $2, 'immediately' from notifications where course_id = $1 and category = 'Announcement'`,
      [at.course.id, student.id],
    );
    await run(MAIL_NOTIFICATIONS);
    expect(student.mails().map((mail) => mail.subject)).toEqual(['New announcement: Snow day']);
  });
});

describe('what was told of long ago', () => {
  // notifications#7
  test.each([
    ['immediately', MAIL_NOTIFICATIONS, 4, 6],
    ['daily', MAIL_DAILY, 5, 7],
    ['weekly', MAIL_WEEKLY, 11, 13],
  ])('and was to be mailed %s is mailed as long as it is news', async (frequency, job, news, old) => {
    const at = await school(server);
    const student = await reader(at.student);
    await student.prefer('announcement', 'daily');
    for (const title of ['Still news', 'Old']) await announce(at, title);
    await work();
    const age = (title: string, days: number) =>
      server.database.pool.query(
        `with n as (update notifications set created_at = now() - $3 * interval '1 day' where subject = $2 and course_id = $4 returning id)
         update notification_deliveries d set frequency = $1::notification_frequency from n where d.notification_id = n.id`,
        [frequency, `New announcement: ${title}`, days, at.course.id],
      );
    await age('Still news', news);
    await age('Old', old);
    await run(job);
    const told = student.mails().map((mail) => `${mail.subject} ${mail.text}`);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('Still news');
    expect(told[0]).not.toContain('Old');
  });
});
