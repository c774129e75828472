import supertest from 'supertest';
import { describe, expect, test } from 'vitest';
import { xml2js } from 'xml-js';
import { z } from 'zod';
import { groupOfEach, topicsAt } from '../../../helpers/discussions.ts';
import { work } from '../../../helpers/jobs.ts';
import { enroll, made, type Person, person, school } from '../../../helpers/school.ts';
import { type Client, useServer } from '../../../helpers/server.ts';
import { open, PNG } from '../../../helpers/upload.ts';

const server = useServer();
const Made = z.object({ id: z.int() });

const Text = z
  .object({ _text: z.string().optional(), _cdata: z.union([z.string(), z.array(z.string())]).optional() })
  .transform(({ _text, _cdata }) => [_cdata ?? _text ?? ''].flat().join(''));
const Item = z.object({
  title: Text,
  guid: Text,
  link: Text,
  pubDate: Text,
  description: Text.optional(),
  enclosure: z.object({ _attributes: z.object({ url: z.string(), length: z.string(), type: z.string() }) }).optional(),
});
const Rss = z.object({
  rss: z.object({
    _attributes: z.looseObject({ version: z.literal('2.0') }),
    channel: z.object({
      title: Text,
      link: Text,
      description: Text,
      item: z.union([z.array(Item), Item.transform((item) => [item])]).default([]),
    }),
  }),
});

/** What a strict reader makes of a feed. */
async function heard(address: string) {
  const response = await open(address).expect(200);
  expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  return Rss.parse(xml2js(z.string().parse(response.text ?? response.body.toString()), { compact: true })).rss.channel;
}

async function talk(fields: Record<string, string | boolean> = {}) {
  const at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const topic = await here.topic(at.teacher.client, { podcast_has_student_posts: true, ...fields });
  const addressOf = async (by: Client) => z.string().parse((await here.see(by, topic.id)).podcast_url);
  const guidsOf = async (by: Client) => (await heard(await addressOf(by))).item.map((item) => item.guid);
  const guids = (...entries: { id: number }[]) => entries.map(({ id }) => `${topic.html_url}#entry-${id}`);
  return { at, here, topic, path: `${here.path}/${topic.id}`, by: at.student.client, addressOf, guidsOf, guids };
}

describe('a podcast', () => {
  // discussions#93, discussions#95
  test('is a feed that a strict reader takes, with what entries say and bring', async () => {
    const { at, here, topic, path, by, addressOf } = await talk({
      title: 'News &amp; & <more> ]]> \u0001now ]]><item/>]]>',
      message: '<p>All &amp; more</p>',
    });
    const entry = await here.say(by, topic.id, '<p>Tom &amp; <b>Ann</b></p>');
    await by.post(`${path}/entries`).attach('attachment', PNG, 'a & "b".png').expect(201);
    const channel = await heard(await addressOf(at.teacher.client));
    expect(channel).toMatchObject({
      title: 'News &amp; & <more> ]]> now ]]><item/>]]>',
      link: topic.html_url,
      description: '<p>All &amp; more</p>',
    });
    const [second, first] = channel.item;
    expect(first).toEqual({
      title: `News &amp; & <more> ]]> now ]]><item/>]]>: ${at.student.name}`,
      guid: `${topic.html_url}#entry-${entry.id}`,
      link: `${topic.html_url}#entry-${entry.id}`,
      pubDate: new Date(entry.created_at).toUTCString(),
      description: '<p>Tom &amp; <b>Ann</b></p>',
    });
    const { url = '', ...file } = second?.enclosure?._attributes ?? {};
    expect(file).toEqual({ length: String(PNG.length), type: 'image/png' });
    expect((await open(url).expect(200)).headers['content-type']).toBe('image/png');
    expect((await heard(await addressOf(by))).item).toHaveLength(2);
  });

  // discussions#93
  test('of nothing yet is a feed without items', async () => {
    const { addressOf, by } = await talk();
    expect((await heard(await addressOf(by))).item).toEqual([]);
  });

  // discussions#94
  test('has an address for each user and topic, which stays and holds no token', async () => {
    const { at, here, by, addressOf } = await talk();
    const other = await here.topic(at.teacher.client, { podcast_enabled: true });
    const addresses = [
      await addressOf(by),
      await addressOf(at.teacher.client),
      other.podcast_url,
      (await here.see(by, other.id)).podcast_url,
    ];
    expect(new Set(addresses).size).toBe(4);
    expect(await addressOf(by)).toBe(addresses[0]);
    for (const address of addresses) expect(address).toMatch(new RegExp(`^${server.url}/feeds/podcasts/topic_\\d+_[\\w-]+\\.rss$`));
    const list = await made(by.get(here.path), z.array(z.object({ podcast_url: z.string() })));
    expect(list.map((one) => one.podcast_url).toSorted()).toEqual([addresses[0], addresses[3]].toSorted());
    expect((await here.topic(at.teacher.client)).podcast_url).toBeNull();
    const masked = await server.admin.get(`${here.path}/${other.id}`, { as_user_id: at.student.id }).expect(200);
    expect(masked.body.podcast_url).toBeNull();
  });

  // discussions#94
  test('does not open by a code of another topic, user or none', async () => {
    const { at, here, by, addressOf } = await talk();
    const other = await here.topic(at.teacher.client, { podcast_enabled: true });
    const address = await addressOf(by);
    const [, code = ''] = /topic_\d+_(.*)\.rss$/.exec(address) ?? [];
    const wrong = [
      address.replace(/topic_\d+/, `topic_${other.id}`),
      address.replace(/topic_\d+/, 'topic_99999999999'),
      address.replace(code, `${code.slice(1)}${code.slice(0, 1)}`),
      address.replace(code, ''),
      address.replace('.rss', ''),
    ];
    for (const one of wrong) await open(one).expect(404);
  });

  test('is read by statements that do not depend on how many topics have one', async () => {
    const { at, here, by } = await talk();
    const read = () => server.statements(() => by.get(here.path, { per_page: 100 }).expect(200));
    await read();
    const few = await read();
    for (let i = 0; i < 4; i++) await here.topic(at.teacher.client, { podcast_enabled: true });
    expect(await read()).toBe(few);
  });
});

describe('what a podcast shows', () => {
  // discussions#95
  test('has what was said last, as far as there is room', async () => {
    const { here, topic, by, guidsOf, guids } = await talk();
    const said = [];
    for (let i = 0; i < 3; i++) said.push(await here.say(by, topic.id));
    const [, two, three] = said;
    const long = (bytes: number) =>
      server.database.pool.query('update discussion_entries set message = repeat($2, $3) where topic_id = $1', [topic.id, 'x', bytes]);
    await long(2 ** 21);
    expect(await guidsOf(by)).toEqual(three && two ? guids(three, two) : []);
    await long(2 ** 20);
    expect(await guidsOf(by)).toEqual(guids(...said.toReversed()));
  });

  // discussions#95
  test('is of students only where the topic says so', async () => {
    const { at, here, topic, path, by, guidsOf, guids } = await talk();
    const [one, two, three] = [
      await here.say(by, topic.id),
      await here.say(at.teacher.client, topic.id),
      await here.say(server.admin, topic.id),
    ];
    expect(await guidsOf(by)).toEqual(guids(three, two, one));
    await at.teacher.client.put(path, { podcast_has_student_posts: false }).expect(200);
    expect(await guidsOf(by)).toEqual(guids(three, two));
    const enrollments = await made(server.admin.get(`/courses/${at.course.id}/enrollments`, { user_id: at.student.id }), z.array(Made));
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${enrollments[0]?.id}`, { task: 'delete' }).expect(200);
    expect(await guidsOf(at.student2.client)).toEqual(guids(three, two));
  });

  // discussions#95
  test('waits for the initial post, and leaves out what is deleted', async () => {
    const { at, here, topic, path, by, guidsOf, guids } = await talk({ require_initial_post: true });
    const first = await here.say(at.teacher.client, topic.id);
    expect(await guidsOf(by)).toEqual([]);
    expect(await guidsOf(at.ta.client)).toEqual(guids(first));
    const own = await here.say(by, topic.id);
    expect(await guidsOf(by)).toEqual(guids(own, first));
    await at.teacher.client.delete(`${path}/entries/${first.id}`).expect(204);
    expect(await guidsOf(by)).toEqual(guids(own));
  });

  // discussions#95
  test('is of the own group in a group topic', async () => {
    const { at, here } = await talk();
    const teacher = at.teacher.client;
    const set = await groupOfEach(teacher, at.course.id, [at.student, at.student2]);
    const root = await here.topic(teacher, { group_category_id: set, podcast_has_student_posts: true });
    await work(server);
    const [own, others] = [await here.say(at.student.client, root.id), await here.say(at.student2.client, root.id)];
    const heardBy = async ({ client }: Person) =>
      (await heard((await here.see(client, root.id)).podcast_url ?? '')).item.map((item) => Number(item.guid.split('-').at(-1)));
    expect([await heardBy(at.student), await heardBy(at.student2)]).toEqual([[own.id], [others.id]]);
    expect(await heardBy(at.teacher)).toEqual([others.id, own.id]);
  });
});

// discussions#96
describe('a podcast ends', () => {
  test('with the enrollment, also where the course is public', async () => {
    const { at, addressOf, here, topic } = await talk();
    const guest = await person(server);
    const { id } = await enroll(server, at.course.id, guest.id, 'StudentEnrollment');
    const address = await addressOf(guest.client);
    await open(address).expect(200);
    await server.admin.put(`/courses/${at.course.id}`, { course: { is_public: true } }).expect(200);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'delete' }).expect(200);
    await open(address).expect(404);
    expect((await here.see(guest.client, topic.id)).podcast_url).toBeNull();
  });

  test('with the user', async () => {
    const { addressOf, at } = await talk();
    const address = await addressOf(at.student2.client);
    await server.admin.delete(`/accounts/1/users/${at.student2.id}`).expect(200);
    await open(address).expect(404);
  });

  test('with the course', async () => {
    const { at, addressOf } = await talk();
    const address = await addressOf(at.teacher.client);
    await server.admin.delete(`/courses/${at.course.id}`, { event: 'delete' }).expect(200);
    await open(address).expect(404);
  });

  // feeds#4
  test('with its code', async () => {
    const { addressOf, by } = await talk();
    const address = await addressOf(by);
    await by.delete('/users/self/feed_codes').expect(200);
    await open(address).expect(404);
    await heard(await addressOf(by));
  });

  test.each([
    ['deleted', (by: Client, path: string): supertest.Test => by.delete(path)],
    ['hidden', (by: Client, path: string): supertest.Test => by.put(path, { published: false })],
    ['one no more', (by: Client, path: string): supertest.Test => by.put(path, { podcast_enabled: false })],
  ])('when the topic is %s', async (_how, end) => {
    const { at, path, addressOf, by } = await talk();
    const address = await addressOf(by);
    await end(at.teacher.client, path).expect(200);
    await open(address).expect(404);
  });
});

describe('a podcast of a group', () => {
  // discussions#96
  test('is of its members', async () => {
    const [owner, member] = [await person(server), await person(server)];
    const { id } = await made(owner.client.post('/groups', { name: 'Club' }), Made);
    await made(owner.client.post(`/groups/${id}/memberships`, { user_id: member.id }), Made);
    const memberships = await made(owner.client.get(`/groups/${id}/memberships`), z.array(z.object({ id: z.int(), user_id: z.int() })));
    const own = memberships.find((one) => one.user_id === member.id)?.id;
    await member.client.put(`/groups/${id}/memberships/${own}`, { workflow_state: 'accepted' }).expect(200);
    const there = topicsAt(`/groups/${id}`);
    const topic = await there.topic(owner.client, { podcast_enabled: true });
    await there.say(member.client, topic.id, 'hello');
    const address = (await there.see(member.client, topic.id)).podcast_url ?? '';
    expect((await heard(address)).item.map((item) => item.description)).toEqual(['hello']);
    await member.client.delete(`/groups/${id}/memberships/${own}`).expect(200);
    await open(address).expect(404);
  });
});
