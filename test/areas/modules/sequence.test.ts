import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.object({ id: z.int() });
const Item = z.object({ id: z.int(), module_id: z.int(), type: z.string(), content_id: z.int().optional() });
type Item = z.infer<typeof Item>;
const Listed = z.array(z.object({ id: z.int(), items: z.array(Item) }));
const Sequence = z.object({
  items: z.array(z.object({ prev: Item.nullable(), current: Item, next: Item.nullable() })),
  modules: z.array(Id),
});

const base = (at: School) => `/courses/${at.course.id}`;
const idOf = async (at: School, path: string, fields: Fields) => (await made(at.teacher.client.post(`${base(at)}/${path}`, fields), Id)).id;
const moduleOf = (at: School, module: Fields = {}) => idOf(at, 'modules', { module: { name: 'Week', published: true, ...module } });
const itemOf = (at: School, module: number, module_item: Fields) =>
  idOf(at, `modules/${module}/items`, { module_item: { published: true, ...module_item } });
const LINK = { type: 'ExternalUrl', title: 'Read', external_url: 'https://example.org' };
const HEADING = { type: 'SubHeader', title: 'Part' };

/** The items as modules list them, headings left out. */
async function placesOf(at: School, client: Client): Promise<Item[]> {
  const { body } = await client.get(`${base(at)}/modules`, { include: ['items'], per_page: 100 }).expect(200);
  return Listed.parse(body).flatMap(({ items }) => items.filter(({ type }) => type !== 'SubHeader'));
}

const sequenceOf = async (at: School, client: Client, asset_type: string, asset_id: number) =>
  Sequence.parse((await client.get(`${base(at)}/module_item_sequence`, { asset_type, asset_id }).expect(200)).body);

/** What lies around some of the places. */
const around = (places: readonly Item[], isAsset: (item: Item) => boolean) =>
  places.flatMap(({ id }, i) => (places[i] && isAsset(places[i]) ? [[places[i - 1]?.id ?? null, id, places[i + 1]?.id ?? null]] : []));
const idsOf = ({ items }: z.infer<typeof Sequence>) =>
  items.map(({ prev, current, next }) => [prev?.id ?? null, current.id, next?.id ?? null]);

/** Modules with nothing to go to, ones that only staff sees, headings at all ends, and one essay in three places. */
async function winding(at: School) {
  const essay = await idOf(at, 'assignments', { assignment: { name: 'Essay', submission_types: ['online_text_entry'], published: true } });
  const draft = await idOf(at, 'assignments', { assignment: { name: 'Draft', published: false } });
  const content = (content_id: number) => ({ type: 'Assignment', content_id });
  const weeks: [Fields, Fields[]][] = [
    [{}, [HEADING]],
    [{}, [HEADING, content(essay), LINK, HEADING]],
    [{ published: false }, [LINK, content(essay)]],
    [
      {},
      [
        { ...LINK, published: false },
        { ...content(draft), published: false },
      ],
    ],
    [{}, []],
    [{}, [content(essay), HEADING, LINK, LINK]],
    [{}, [HEADING]],
    [{}, [LINK, content(essay)]],
  ];
  for (const [module, items] of weeks) {
    const id = await moduleOf(at);
    for (const item of items) await itemOf(at, id, item);
    if (module.published === false) await at.teacher.client.put(`${base(at)}/modules/${id}`, { module }).expect(200);
  }
  return { essay, draft };
}

// modules#50
test('the sequence is what modules list, for students and for staff', async () => {
  const at = await school(server);
  const { essay, draft } = await winding(at);
  const seen = [];
  for (const { client } of [at.student, at.teacher]) {
    const places = await placesOf(at, client);
    seen.push(places.length);
    for (const { id } of places) {
      const found = await sequenceOf(at, client, 'ModuleItem', id);
      expect(idsOf(found)).toEqual(around(places, (item) => item.id === id));
      const [only] = found.items;
      const modules = [only?.prev, only?.current, only?.next].flatMap((item) => item?.module_id ?? []);
      expect(found.modules.map((module) => module.id)).toEqual([...new Set(modules)]);
    }
    for (const assignment of [essay, draft]) {
      const isIt = (item: Item) => item.type === 'Assignment' && item.content_id === assignment;
      expect(idsOf(await sequenceOf(at, client, 'Assignment', assignment))).toEqual(around(places, isIt));
    }
  }
  expect(seen).toEqual([7, 11]);
});

// modules#50
test('an assignment is found in what is one thing with it, a heading and what is gone nowhere, and an id of another kind neither', async () => {
  const at = await school(server);
  const one = await moduleOf(at);
  const quiz = await made(
    at.teacher.client.post(`${base(at)}/quizzes`, { quiz: { title: 'Test', quiz_type: 'assignment', published: true } }),
    z.object({ id: z.int(), assignment_id: z.int() }),
  );
  const first = await itemOf(at, one, LINK);
  const heading = await itemOf(at, one, HEADING);
  const place = await itemOf(at, one, { type: 'Quiz', content_id: quiz.id });
  const gone = await itemOf(at, one, LINK);
  await at.teacher.client.delete(`${base(at)}/modules/${one}/items/${gone}`).expect(200);
  const ask = async (type: string, id: number) => idsOf(await sequenceOf(at, at.student.client, type, id));
  expect(await ask('Assignment', quiz.assignment_id)).toEqual([[first, place, null]]);
  expect(await ask('Quiz', quiz.id)).toEqual([[first, place, null]]);
  for (const id of [heading, gone, 999_999]) expect(await ask('ModuleItem', id)).toEqual([]);
  expect(await ask('Discussion', quiz.id)).toEqual([]);
  expect(await ask('File', quiz.id)).toEqual([]);
});

// modules#50
test('of many places ten are told of, in their order, by as many statements as of one', async () => {
  const at = await school(server);
  const page = await made(
    at.teacher.client.post(`${base(at)}/pages`, { wiki_page: { title: 'Map', published: true } }),
    z.object({ page_id: z.int() }),
  );
  const module = await moduleOf(at);
  const ids = [await itemOf(at, module, { type: 'Page', page_url: 'map' })];
  const ask = () => sequenceOf(at, at.student.client, 'Page', page.page_id);
  await ask();
  const ofOne = await server.statements(ask);
  for (let i = 1; i < 12; i += 1) ids.push(await itemOf(at, module, { type: 'Page', page_url: 'map' }));
  const found = await ask();
  expect(found.items.map(({ current }) => current.id)).toEqual(ids.slice(0, 10));
  expect(await server.statements(ask)).toBe(ofOne);
});
