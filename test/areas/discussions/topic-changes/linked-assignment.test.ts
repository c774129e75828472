import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, day, groupSet, override, Shown } from '../../../helpers/assignments.ts';
import { idsOf, topicsAt } from '../../../helpers/discussions.ts';
import type { Fields } from '../../../helpers/form.ts';
import { work } from '../../../helpers/jobs.ts';
import { enroll, made, type Person, person, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';

const server = useServer();
const TALK = { submission_types: ['discussion_topic'] };
const WithTopic = Shown.extend({ discussion_topic: z.looseObject({ id: z.int(), title: z.string() }) });

async function room() {
  const at = await school(server);
  const teacher = at.teacher.client;
  const path = `/courses/${at.course.id}/assignments`;
  const here = topicsAt(`/courses/${at.course.id}`);
  return {
    at,
    here,
    teacher,
    student: at.student.client,
    path,
    /** An assignment with its topic. */
    talk: async (fields: Fields = {}) => {
      const one = await made(teacher.post(path, { assignment: { name: 'Talk', ...TALK, ...fields } }), WithTopic);
      return { id: one.id, at: `${path}/${one.id}`, topic: one.discussion_topic.id, shown: one };
    },
  };
}
const change = (by: Client, path: string, fields: Fields) => by.put(path, { assignment: fields }).expect(200);

describe('an assignment of type discussion_topic', () => {
  // assignments#27, discussions#81, discussions#82
  test('makes its topic, which is in step with it', async () => {
    const { at, here, teacher, talk } = await room();
    const one = await talk({ description: '<p>About</p>', lock_at: day(20) });
    const seen = await here.see(teacher, one.topic);
    expect(seen).toMatchObject({
      title: 'Talk',
      message: '<p>About</p>',
      lock_at: day(20),
      assignment_id: one.id,
      user_name: at.teacher.name,
      read_state: 'read',
      subscribed: true,
      published: true,
    });
    await here.say(teacher, one.topic);
    await teacher.put(`${here.path}/${one.topic}`, { locked: true }).expect(200);
    await change(teacher, one.at, { name: 'Debate', description: '<p>More</p>' });
    expect(await here.see(teacher, one.topic)).toMatchObject({
      title: 'Debate',
      message: '<p>More</p>',
      locked: true,
      posted_at: seen.posted_at,
    });
    await change(teacher, one.at, { lock_at: '2040-05-22' });
    expect(await here.see(teacher, one.topic)).toMatchObject({ lock_at: '2040-05-22T23:59:59Z', locked: false });
    expect(await here.list(teacher)).toEqual([one.topic]);
  });

  // assignments#52, discussions#81
  test('shows the topic in lists, alone, and in groups where it is asked for', async () => {
    const { at, teacher, student, path, talk } = await room();
    const [one, two] = [await talk(), await talk({ name: 'Other' })];
    await assignment(server, at.course.id);
    for (const by of [teacher, student]) {
      const rows = await made(by.get(path), z.array(Shown));
      expect(rows.map((row) => WithTopic.safeParse(row).data?.discussion_topic.id)).toEqual([one.topic, two.topic, undefined]);
    }
    const groups = `/courses/${at.course.id}/assignment_groups`;
    const Group = z.looseObject({ assignments: z.array(z.looseObject({ discussion_topic: z.looseObject({ id: z.int() }).optional() })) });
    const topicsIn = async (include: string[]) =>
      (await made(teacher.get(groups, { include }), z.array(Group))).flatMap((group) =>
        group.assignments.map((row) => row.discussion_topic?.id),
      );
    expect(await topicsIn(['assignments', 'discussion_topic'])).toEqual([one.topic, two.topic, undefined]);
    expect(await topicsIn(['assignments'])).toEqual([undefined, undefined, undefined]);
  });

  // discussions#85
  test('ends with its topic, alone or with its group, and answers the topic as it was', async () => {
    const { at, here, teacher, path, talk } = await room();
    const one = await talk();
    await here.say(teacher, one.topic);
    expect((await teacher.delete(one.at).expect(200)).body.discussion_topic.id).toBe(one.topic);
    await teacher.get(`${here.path}/${one.topic}`).expect(404);
    const two = await talk();
    await teacher.delete(`/courses/${at.course.id}/assignment_groups/${two.shown.assignment_group_id}`).expect(200);
    await teacher.get(`${here.path}/${two.topic}`).expect(404);
    expect((await teacher.get(path).expect(200)).body).toEqual([]);
  });

  // discussions#85
  test('of another type lets an empty topic end and one with entries be; of this type again it makes one', async () => {
    const { here, teacher, talk } = await room();
    const [empty, emptied, used] = [await talk(), await talk(), await talk()];
    const { id: gone } = await here.say(teacher, emptied.topic);
    await teacher.delete(`${here.path}/${emptied.topic}/entries/${gone}`).expect(204);
    const entry = await here.say(teacher, used.topic);
    for (const one of [empty, emptied, used]) {
      const { body } = await change(teacher, one.at, { submission_types: ['online_url'] });
      expect(body).not.toHaveProperty('discussion_topic');
    }
    expect(await here.list(teacher)).toEqual([used.topic]);
    expect(await here.see(teacher, used.topic)).toMatchObject({ assignment_id: null, title: 'Talk' });
    expect(idsOf(await here.entries(teacher, used.topic))).toEqual([entry.id]);
    await change(teacher, used.at, { name: 'On its own' });
    expect((await here.see(teacher, used.topic)).title).toBe('Talk');
    const again = WithTopic.parse((await change(teacher, used.at, TALK)).body);
    expect(again.discussion_topic).toMatchObject({ title: 'On its own', assignment_id: used.id });
    expect(await here.list(teacher)).toEqual([again.discussion_topic.id, used.topic]);
  });

  // discussions#83
  test('is published and unpublished with its topic, and with entries unpublished no more', async () => {
    const { here, teacher, student, talk } = await room();
    const one = await talk({ published: false });
    const topic = `${here.path}/${one.topic}`;
    for (const path of [topic, one.at]) await student.get(path).expect(404);
    expect(await here.see(teacher, one.topic)).toMatchObject({ published: false, posted_at: null });
    await change(teacher, one.at, { published: true });
    expect(await here.see(student, one.topic)).toMatchObject({ published: true, posted_at: expect.stringMatching(/Z$/) });
    await change(teacher, one.at, { published: false });
    await student.get(topic).expect(404);
    await teacher.put(topic, { delayed_post_at: new Date(Date.now() + 86_400_000).toISOString() }).expect(200);
    await change(teacher, one.at, { published: true });
    expect(await here.see(student, one.topic)).toMatchObject({ published: true, delayed_post_at: null });
    await here.say(student, one.topic);
    const { status, body } = await teacher.put(one.at, { assignment: { published: false, name: 'x' } });
    expect({ status, body }).toEqual(blamed('published'));
    expect((await here.see(student, one.topic)).title).toBe('Talk');
  });

  // discussions#33, discussions#82
  test('is not locked before its topic is posted', async () => {
    const { here, teacher, talk } = await room();
    const one = await talk({ lock_at: day(20) });
    await teacher.put(`${here.path}/${one.topic}`, { delayed_post_at: day(10) }).expect(200);
    for (const lock of [day(9), day(10)]) {
      const { status, body } = await teacher.put(one.at, { assignment: { lock_at: lock, name: 'Early' } });
      expect({ status, body }).toEqual(blamed('lock_at'));
    }
    expect(await here.see(teacher, one.topic)).toMatchObject({ lock_at: day(20), title: 'Talk' });
    expect((await teacher.get(one.at).expect(200)).body).toMatchObject({ lock_at: day(20), name: 'Talk' });
    await change(teacher, one.at, { lock_at: day(11) });
    await change(teacher, one.at, { lock_at: '' });
    expect(await here.see(teacher, one.topic)).toMatchObject({ lock_at: null, delayed_post_at: day(10) });
    await change(teacher, one.at, { lock_at: day(9), published: true });
    expect(await here.see(teacher, one.topic)).toMatchObject({ lock_at: day(9), delayed_post_at: null });
  });

  // discussions#83
  test('is published with its topic while draft state is off, too: neither comes apart from the other', async () => {
    const { at, here, teacher, student, talk } = await room();
    const drafts = (on: boolean) =>
      server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: on } } }).expect(200);
    const [hidden, shown] = [await talk(), await talk({ published: false })];
    await drafts(false);
    await teacher.put(`${here.path}/${hidden.topic}`, { published: false }).expect(200);
    await teacher.put(`${here.path}/${shown.topic}`, { published: true }).expect(200);
    const made = await here.topic(teacher, { published: false, assignment: { points_possible: 1 } });
    await change(teacher, shown.at, { published: false });
    await drafts(true);
    const { path } = here;
    for (const [one, status] of [
      [hidden.at, 404],
      [`${path}/${hidden.topic}`, 404],
      [`/courses/${at.course.id}/assignments/${made.assignment_id}`, 404],
      [`${path}/${made.id}`, 404],
      [shown.at, 200],
      [`${path}/${shown.topic}`, 200],
    ] as const)
      expect([one, (await student.get(one)).status]).toEqual([one, status]);
  });

  test('has as many statements in a list for many as for few', async () => {
    const { here, teacher, student, path, talk } = await room();
    const counts: number[][] = [];
    const reads = [path, here.path].flatMap((list) => [teacher, student].map((by) => () => by.get(list, { per_page: 100 }).expect(200)));
    for (const more of [2, 6]) {
      for (let i = 0; i < more; i++) await talk({ unlock_at: day(2) });
      for (const read of reads) await read();
      const row: number[] = [];
      for (const read of reads) row.push(await server.statements(read));
      counts.push(row);
    }
    expect(counts[1]).toEqual(counts[0]);
  });
});

describe('dates of the assignment bind whoever may not edit', () => {
  const PAST = '2020-05-01T12:00:00Z';
  const SECRET = '<p>secret</p>';

  async function dated(fields: Fields) {
    const r = await room();
    const one = await r.talk({ description: SECRET, ...fields });
    const posts = (by: Client) => by.post(`${r.here.path}/${one.topic}/entries`, { message: 'here' });
    return { ...r, one, posts, asks: (who: Person) => r.here.see(who.client, one.topic) };
  }

  // assignments#31, discussions#86
  test('before unlock_at the text is kept back wherever it is shown, and nobody posts', async () => {
    const { at, here, one, posts, asks, path } = await dated({ unlock_at: day(3) });
    for (const who of [at.student, at.observer]) {
      const seen = await asks(who);
      expect(seen).toMatchObject({
        message: null,
        published: true,
        locked: false,
        locked_for_user: true,
        lock_info: { asset_string: `assignment_${one.id}`, unlock_at: day(3) },
        lock_explanation: expect.stringContaining('locked until'),
        assignment: { description: null, locked_for_user: true },
      });
      expect((await who.client.get(path).expect(200)).text).not.toContain('secret');
      expect((await who.client.get(here.path).expect(200)).text).not.toContain('secret');
    }
    expect((await asks(at.student)).permissions.reply).toBe(false);
    const { body } = await posts(at.student.client).expect(401);
    expect(body.errors).toEqual([{ message: (await asks(at.student)).lock_explanation }]);
    for (const who of [at.teacher, at.designer, at.subAdmin]) {
      expect(await asks(who)).toMatchObject({ message: SECRET, locked_for_user: false });
      await posts(who.client).expect(201);
    }
  });

  // discussions#25, discussions#86
  test('from lock_at on nobody posts; an override closes or opens it for its students alone', async () => {
    const { at, here, one, posts, asks } = await dated({ lock_at: PAST });
    await override(server, at.course.id, one.id, { student_ids: [at.student2.id], title: 'Later', lock_at: day(9) });
    expect(await asks(at.student)).toMatchObject({
      message: SECRET,
      locked: true,
      locked_for_user: true,
      lock_at: PAST,
      lock_info: { asset_string: `assignment_${one.id}`, lock_at: PAST },
    });
    await posts(at.student.client).expect(401);
    expect(await asks(at.student2)).toMatchObject({ locked: false, locked_for_user: false, lock_at: day(9) });
    await posts(at.student2.client).expect(201);
    const byScope = async (who: Person, scope: string) => here.list(who.client, { scope });
    expect(await byScope(at.student, 'locked')).toEqual([one.topic]);
    expect(await byScope(at.student2, 'locked')).toEqual([]);
    expect(await byScope(at.student2, 'unlocked')).toEqual([one.topic]);
  });

  // discussions#86
  test('a podcast keeps the text back too', async () => {
    const { at, here, teacher, one, asks } = await dated({ unlock_at: day(3) });
    await teacher.put(`${here.path}/${one.topic}`, { podcast_enabled: true }).expect(200);
    const text = async (who: Person) => (await fetch((await asks(who)).podcast_url ?? '')).text();
    expect(await text(at.student)).not.toContain('secret');
    expect(await text(at.teacher)).toContain('secret');
  });
});

describe('a group assignment that is a topic', () => {
  async function grouped() {
    const r = await room();
    const { id: set, groups } = await groupSet(server, r.at.course.id, [[r.at.student.id], [r.at.student2.id]]);
    const one = await r.talk({ group_category_id: set, description: '<p>Ours</p>' });
    await work(server);
    const [first, second] = groups.map((group) => topicsAt(`/groups/${group.id}`));
    if (!first || !second) throw new Error('the set has two groups');
    const children = async () => (await r.here.see(r.teacher, one.topic)).topic_children;
    return { ...r, set, one, first, second, children };
  }

  // discussions#90
  test('has a child per group, with its assignment and bound by it', async () => {
    const { at, here, teacher, student, one, first, second, children } = await grouped();
    const [child = 0, other = 0] = await children();
    expect(await first.see(student, child)).toMatchObject({
      root_topic_id: one.topic,
      assignment_id: one.id,
      message: '<p>Ours</p>',
      assignment: { id: one.id },
    });
    await teacher
      .put(`/groups/${first.path.split('/')[2]}/memberships/${await membership(first.path, student, at.student.id)}`, { moderator: true })
      .expect(200);
    await change(teacher, one.at, { unlock_at: day(3) });
    for (const [group, who, topic] of [
      [first, at.student, child],
      [second, at.student2, other],
    ] as const) {
      expect(await group.see(who.client, topic)).toMatchObject({ message: null, locked_for_user: true });
      await who.client.post(`${group.path}/${topic}/entries`, { message: 'x' }).expect(401);
    }
    expect(await first.see(teacher, child)).toMatchObject({ message: '<p>Ours</p>', locked_for_user: false });
    await teacher.put(`${first.path}/${child}`, { assignment: { points_possible: 1 } }).expect(401);
    expect((await here.see(student, one.topic)).topic_children).toEqual([child]);
  });

  // discussions#82
  test('its set is the same on both sides, whoever changes it', async () => {
    const { here, teacher, set, one, children } = await grouped();
    const topic = `${here.path}/${one.topic}`;
    await teacher.put(topic, { group_category_id: '' }).expect(200);
    expect((await teacher.get(one.at).expect(200)).body.group_category_id).toBeNull();
    await work(server);
    expect(await children()).toEqual([]);
    await teacher.put(topic, { assignment: { group_category_id: set } }).expect(200);
    expect(await here.see(teacher, one.topic)).toMatchObject({ group_category_id: set, assignment: { group_category_id: set } });
    await change(teacher, one.at, { group_category_id: null });
    expect((await here.see(teacher, one.topic)).group_category_id).toBeNull();
    const plain = await here.topic(teacher, { group_category_id: set, assignment: { points_possible: 1 } });
    expect(plain.assignment).toMatchObject({ group_category_id: set });
  });

  // discussions#82
  test("the topic's own set counts where the assignment names another, also where it is the one it has", async () => {
    const { at, here, teacher, set, one } = await grouped();
    const { id: other } = await groupSet(server, at.course.id, []);
    const sets = async (sent: Fields) => {
      const { body } = await teacher.put(`${here.path}/${one.topic}`, sent).expect(200);
      return [body.group_category_id, body.assignment.group_category_id];
    };
    expect(await sets({ group_category_id: set, assignment: { group_category_id: other } })).toEqual([set, set]);
    expect(await sets({ group_category_id: null, assignment: { group_category_id: other } })).toEqual([null, null]);
    expect(await sets({ group_category_id: null, assignment: { group_category_id: other } })).toEqual([null, null]);
    expect(await sets({ assignment: { group_category_id: other } })).toEqual([other, other]);
    const plain = await here.topic(teacher, { group_category_id: null, assignment: { group_category_id: other } });
    expect([plain.group_category_id, plain.assignment]).toMatchObject([null, { group_category_id: null }]);
  });

  // discussions#85
  test('children are unlinked, hidden and ended with their root at once', async () => {
    const { at, teacher, student, one, first, children } = await grouped();
    const [child = 0] = await children();
    await change(teacher, one.at, { published: false });
    await student.get(`${first.path}/${child}`).expect(404);
    await change(teacher, one.at, { published: true });
    await first.say(student, child);
    await change(teacher, one.at, { published: true, submission_types: ['none'] });
    expect(await first.see(student, child)).toMatchObject({ assignment_id: null });
    const late = await person(server);
    await enroll(server, at.course.id, late.id, 'StudentEnrollment');
    expect((await topicsAt(`/courses/${at.course.id}`).see(late.client, one.topic)).assignment_id).toBeNull();
  });

  // discussions#85
  test('ends for all groups with its assignment', async () => {
    const { teacher, student, one, first, children } = await grouped();
    const [child = 0] = await children();
    await first.say(student, child);
    await teacher.delete(one.at).expect(200);
    await student.get(`${first.path}/${child}`).expect(404);
  });
});

/** The id of somebody's membership in the group of these topics. */
async function membership(topics: string, by: Client, userId: number): Promise<number> {
  const Membership = z.looseObject({ id: z.int(), user_id: z.int() });
  const rows = await made(by.get(`${topics.slice(0, topics.lastIndexOf('/'))}/memberships`), z.array(Membership));
  return rows.find((row) => row.user_id === userId)?.id ?? 0;
}
