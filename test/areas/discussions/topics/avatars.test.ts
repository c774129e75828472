import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { topicsAt } from '../../../helpers/discussions.ts';
import { made, ROOT_ACCOUNT, type School, school } from '../../../helpers/school.ts';
import { useServer } from '../../../helpers/server.ts';

const server = useServer();
const Made = z.object({ id: z.int() });
const Author = z.object({ author: z.object({ id: z.int(), avatar_image_url: z.string().nullable() }) });
const Participants = z.object({
  participants: z.array(z.object({ id: z.int(), avatar_url: z.string().nullable(), avatar_image_url: z.string().nullable() })),
});
const Item = z.object({ user: z.object({ avatar_image_url: z.string().nullable() }) });
const picture = (id: number) => `https://images.example/${id}.png`;

let at: School;
/** Each by its place: the teacher's topic as the student finds it, and what the student keeps in a collection. */
let authors: Record<string, () => Promise<(string | null)[]>>;
beforeAll(async () => {
  at = await school(server);
  const here = topicsAt(`/courses/${at.course.id}`);
  const [teacher, student] = [at.teacher.client, at.student.client];
  for (const { id, client } of [at.teacher, at.student])
    await client.put('/users/self', { user: { avatar: { url: picture(id) } } }).expect(200);
  const topic = await here.topic(teacher);
  await here.say(student, topic.id);
  await here.topic(teacher, { is_announcement: true });
  const { id: collection } = await made(student.post('/users/self/collections', { name: 'Links' }), Made);
  const items = `/collections/${collection}/items`;
  const { id: item } = await made(student.post(items, { link_url: 'https://example.com' }), Made);
  const list = async (path: string, query = {}) =>
    (await made(student.get(path, query), z.array(Author))).map((one) => one.author.avatar_image_url);
  const [path, codes] = [`${here.path}/${topic.id}`, { context_codes: [`course_${at.course.id}`] }];
  authors = {
    'a topic': async () => [(await made(student.get(path), Author)).author.avatar_image_url],
    'topics in a list': () => list(here.path),
    announcements: () => list('/announcements', codes),
    'participants of a view': async () =>
      (await made(teacher.get(`${path}/view`, { include_new_entries: 1 }), Participants)).participants.flatMap((one) => [
        one.avatar_url,
        one.avatar_image_url,
      ]),
    'an item': async () => [(await made(student.get(`/collections/items/${item}`), Item)).user.avatar_image_url],
    'items in a list': async () => (await made(student.get(items), z.array(Item))).map((one) => one.user.avatar_image_url),
    'the topic of an item that nobody has written in': async () => [
      (await made(student.get(`/collection_items/${item}/discussion_topics/self`), Author)).author.avatar_image_url,
    ],
  };
});

const BY_TEACHER = ['a topic', 'topics in a list', 'announcements'];
const PLACES = [...BY_TEACHER, 'participants of a view', 'an item', 'items in a list', 'the topic of an item that nobody has written in'];

describe('who stands at', () => {
  // discussions#13, discussions#60
  test.each(PLACES)('%s has the picture of the profile, none where avatars are off', async (place) => {
    const found = (await authors[place]?.()) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found)).toEqual(new Set([picture(BY_TEACHER.includes(place) ? at.teacher.id : at.student.id)]));
    const avatars = (on: boolean | null) =>
      server.admin.put(`/accounts/${ROOT_ACCOUNT}`, { account: { settings: { enable_avatars: on } } });
    await avatars(false).expect(200);
    try {
      expect(new Set(await authors[place]?.())).toEqual(new Set([null]));
    } finally {
      await avatars(null).expect(200);
    }
  });
});
