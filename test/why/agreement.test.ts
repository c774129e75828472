import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ExplainedKind, explain } from '../../src/why/why.ts';
import type { Fields } from '../helpers/form.ts';
import { made, person } from '../helpers/school.ts';
import { type DrawnWorld, makeWorld, type World } from '../helpers/section-worlds.ts';
import { type Client, useServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';

/**
 * Whether somebody sees a thing, asked in every way: of the thing itself, of each list that may hold it, and of what `npm run why` says of
 * its conditions. In random courses of every state, all agree.
 */

const server = useServer();
const PEOPLE = 7;
const SECTIONS = 2;
const WORLDS = 2;

const drawn = fc.record({
  person: fc.nat(PEOPLE - 1),
  type: fc.constantFrom(
    'StudentEnrollment' as const,
    'StudentEnrollment' as const,
    'TeacherEnrollment' as const,
    'TaEnrollment' as const,
    'DesignerEnrollment' as const,
    'ObserverEnrollment' as const,
  ),
  state: fc.constantFrom('active' as const, 'active' as const, 'invited' as const, 'completed' as const, 'inactive' as const),
  section: fc.nat(SECTIONS - 1),
  limited: fc.boolean(),
  observed: fc.nat(PEOPLE - 1),
});
const perPerson = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: PEOPLE, maxLength: PEOPLE });
const world: fc.Arbitrary<DrawnWorld> = fc.record({
  enrollments: fc.array(drawn, { minLength: 8, maxLength: 14 }),
  works: perPerson(fc.constantFrom('nothing' as const, 'waiting' as const, 'graded' as const)),
  groups: perPerson(fc.constantFrom(null, 0 as const, 1 as const)),
});
const STATES = ['available', 'completed', 'unpublished'] as const;

const Id = z.object({ id: z.int() });
const PageMade = z.object({ page_id: z.int() });
/** Of any kind; a page has an id under another name. */
const Listed = z.array(
  z
    .object({ id: z.int().optional(), page_id: z.int().optional(), locked_for_user: z.boolean() })
    .transform(({ id, page_id: pageId, locked_for_user: locked }) => ({ id: id ?? pageId ?? 0, locked })),
);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

interface Thing {
  kind: ExplainedKind;
  id: number;
}

/** Modules that hold back in each way, and one that does not: of everything that may stand in them there is something. */
async function modulesOf(at: World, of: Readonly<Record<'assignment' | 'topic' | 'file' | 'page', number>>): Promise<void> {
  const modules = `/courses/${at.courseId}/modules`;
  const post = async (path: string, fields: Fields) => (await made(server.admin.post(path, fields), Id)).id;
  const module = (fields: Fields) => post(modules, { module: { name: 'Week', published: true, ...fields } });
  const put = (id: number, item: Fields) => post(`${modules}/${id}/items`, { module_item: { published: true, ...item } });
  const inOrder = await module({ require_sequential_progress: true });
  await put(inOrder, { type: 'File', content_id: of.file });
  const address = { type: 'ExternalUrl', title: 'Read', external_url: 'https://example.org' };
  const step = await put(inOrder, { ...address, completion_requirement: { type: 'must_view' } });
  await put(inOrder, { type: 'Page', page_url: `page_id:${of.page}` });
  await put(await module({ prerequisite_module_ids: [inOrder] }), { type: 'Discussion', content_id: of.topic });
  await put(await module({ published: false }), { type: 'Assignment', content_id: of.assignment });
  await put(await module({ unlock_at: tomorrow() }), { type: 'Quiz', content_id: at.quizId });
  const [first] = at.people;
  await server.database.pool.query('insert into module_item_progress (item_id, user_id, viewed_at) values ($1, $2, now())', [
    step,
    first?.id,
  ]);
}

/** What is made by the administrator while the course is open, whatever becomes of it. */
async function thingsIn(at: World): Promise<Thing[]> {
  const topics = `/courses/${at.courseId}/discussion_topics`;
  const post = async (path: string, fields: object = {}) =>
    (await made(server.admin.post(path, { title: 'Topic', message: 'Text', ...fields }), Id)).id;
  const topicIds = [
    await post(topics),
    await post(topics, { published: false }),
    await post(topics, { delayed_post_at: tomorrow() }),
    ...(await Promise.all(at.groups.map(({ id }) => post(`/groups/${id}/discussion_topics`)))),
  ];
  for (const { client } of at.people) {
    const response = await client.post(topics, { title: 'Later', message: 'Text', delayed_post_at: tomorrow() });
    if (response.ok) topicIds.push(Id.parse(response.body).id);
  }
  const files = `/courses/${at.courseId}/files`;
  const [plain, hidden, locked, within] = [
    await upload(server.admin, files, { name: 'a' }),
    await upload(server.admin, files, { name: 'b' }),
    await upload(server.admin, files, { name: 'c' }),
    await upload(server.admin, files, { name: 'd', parent_folder_path: 'secret' }),
  ];
  await made(server.admin.put(`/folders/${within.folder_id}`, { hidden: true }), Id);
  await made(server.admin.put(`/files/${hidden.id}`, { hidden: true }), Id);
  await made(server.admin.put(`/files/${locked.id}`, { locked: true }), Id);
  const shared = await Promise.all(at.groups.map(({ id }) => upload(server.admin, `/groups/${id}/files`, { name: 'e' })));
  const due = { due_at: tomorrow(), submission_types: ['online_text_entry'] };
  const kept = (await made(server.admin.post(`/courses/${at.courseId}/assignments`, { assignment: { ...due, published: false } }), Id)).id;
  const waiting = (await made(server.admin.post(`/courses/${at.courseId}/assignments`, { assignment: { ...due, published: true } }), Id))
    .id;
  const quiz = (await made(server.admin.post(`/courses/${at.courseId}/quizzes`, { quiz: { title: 'Quiz', published: false } }), Id)).id;
  const page = async (place: string, published: boolean) =>
    (await made(server.admin.post(`${place}/pages`, { wiki_page: { title: 'Page', published } }), PageMade)).page_id;
  const course = `/courses/${at.courseId}`;
  const pages = [
    await page(course, true),
    await page(course, false),
    ...(await Promise.all(at.groups.map(({ id }) => page(`/groups/${id}`, true)))),
  ];
  await modulesOf(at, { assignment: waiting, topic: topicIds[0] ?? 0, file: plain.id, page: pages[0] ?? 0 });
  const submissions = await server.database.pool.query<{ id: number }>('select id from submissions where assignment_id = $1', [
    at.assignmentId,
  ]);
  const thing = (kind: ExplainedKind) => (id: number) => ({ kind, id });
  return [
    ...[at.assignmentId, kept, waiting].map(thing('assignment')),
    ...[at.quizId, quiz].map(thing('quiz')),
    ...topicIds.map(thing('topic')),
    ...[plain, hidden, locked, within, ...shared].map(({ id }) => thing('file')(id)),
    ...pages.map(thing('page')),
    ...submissions.rows.map(({ id }) => thing('submission')(id)),
  ];
}

/** When the course's term is: nothing that it decides (terms#10). */
const TERMS = { past: ['2001-01-01', '2001-06-01'], 'to come': ['2090-01-01', '2090-06-01'] } as const;

/** The dates are those of the term and of everybody's enrollments in it. */
async function putIntoTerm(at: World, when: keyof typeof TERMS): Promise<void> {
  const [startAt, endAt] = TERMS[when];
  await server.database.pool.query(
    `with term as (insert into enrollment_terms (root_account_id, name, start_at, end_at)
         select root_account_id, 'Term', $2::timestamptz, $3::timestamptz from courses where id = $1 returning id),
       overrides as (insert into enrollment_term_overrides (term_id, type, start_at, end_at)
         select term.id, type, $2::timestamptz, $3::timestamptz from term, unnest(enum_range(null::enrollment_type)) type)
     update courses set enrollment_term_id = term.id from term where courses.id = $1`,
    [at.courseId, startAt, endAt],
  );
}

const become = (at: World, state: (typeof STATES)[number], isPublic: boolean) =>
  server.database.pool.query('update courses set state = $2::course_state, is_public = $3 where id = $1', [at.courseId, state, isPublic]);

/** What a list answers; null: it is not the caller's to ask for. */
async function listed(client: Client, path: string, query: object = {}): Promise<z.infer<typeof Listed> | null> {
  const response = await client.get(path, { per_page: 100, ...query });
  if (response.status !== 200) return null;
  return Listed.parse(response.body);
}

const Groups = z.array(z.object({ assignments: Listed.optional() }));
const Due = z.array(z.object({ assignment: Id.optional() }));

/** The assignments that come with something else. Each is one that the caller sees; not all that are seen are due, or to be done. */
async function assignmentsElsewhere(client: Client, courseId: number): Promise<number[]> {
  const events = { context_codes: [`course_${courseId}`], type: 'assignment', start_date: '2000-01-01', end_date: '2100-01-01' };
  const answers = [
    await client.get('/users/self/todo'),
    await client.get('/users/self/upcoming_events'),
    await client.get('/calendar_events', { per_page: 100, ...events }),
  ];
  return answers.flatMap(({ status, body }) => (status === 200 ? Due.parse(body).flatMap((item) => item.assignment?.id ?? []) : []));
}

/** Which things of a kind the caller sees when each is asked for, and whether they are locked for them. */
type Seen = (kind: ExplainedKind) => { id: number; locked: boolean }[];

const byId = (things: readonly { id: number; locked: boolean }[] | null) => (things ?? []).toSorted((one, other) => one.id - other.id);

async function checkLists(client: Client, at: World, seen: Seen): Promise<void> {
  const course = `/courses/${at.courseId}`;
  const assignments = await listed(client, `${course}/assignments`);
  expect(assignments ?? []).toEqual(seen('assignment'));
  const grouped = await client.get(`${course}/assignment_groups`, { include: ['assignments'] });
  const inGroups = grouped.status === 200 ? Groups.parse(grouped.body).flatMap((group) => group.assignments ?? []) : [];
  expect(inGroups).toEqual(assignments ?? []);
  const elsewhere = await assignmentsElsewhere(client, at.courseId);
  const ids = seen('assignment').map(({ id }) => id);
  expect(elsewhere.filter((id) => !ids.includes(id))).toEqual([]);
  expect((await listed(client, `${course}/quizzes`)) ?? []).toEqual(seen('quiz'));
  const places = [course, ...at.groups.map(({ id }) => `/groups/${id}`)];
  const everywhere = async (path: string) =>
    (await Promise.all(places.map((place) => listed(client, `${place}/${path}`)))).flatMap((one) => one ?? []);
  for (const [kind, path] of [
    ['topic', 'discussion_topics'],
    ['file', 'files'],
    ['page', 'pages'],
  ] as const)
    expect([kind, byId(await everywhere(path))]).toEqual([kind, byId(seen(kind))]);
  await checkToDo(client, seen);
}

/** What is to be turned in can be. */
async function checkToDo(client: Client, seen: Seen): Promise<void> {
  const { body } = await client.get('/users/self/todo').expect(200);
  const ToDo = z.array(z.object({ type: z.string(), assignment: Id }));
  const toSubmit = ToDo.parse(body).filter(({ type }) => type === 'submitting');
  const locked = seen('assignment').flatMap((one) => (one.locked ? one.id : []));
  expect(toSubmit.filter(({ assignment }) => locked.includes(assignment.id))).toEqual([]);
}

interface Asker {
  id: number;
  client: Client;
}

const Lock = z.looseObject({
  locked_for_user: z.boolean().optional(),
  lock_info: z.looseObject({ context_module: z.looseObject({}).optional() }).optional(),
});
const ofModules = (notes: readonly string[]) => notes.filter((note) => note.startsWith('it stands in module'));

/** Asks for each thing, and what `why` says of it; answers what is seen. */
async function ask({ id: user, client }: Asker, things: readonly Thing[]): Promise<Seen> {
  const seen: (Thing & { locked: boolean })[] = [];
  for (const thing of things) {
    const { conditions, notes, path, status } = await explain(
      { ...server, baseUrl: server.url, webUrl: server.url },
      { user: String(user), ...thing },
    );
    const { status: answered, body } = await client.get(path);
    expect([thing, answered]).toEqual([thing, status]);
    expect([thing, conditions.every(({ holds }) => holds)], JSON.stringify(conditions, null, 1)).toEqual([thing, answered === 200]);
    if (answered !== 200) continue;
    const { locked_for_user: locked = false, lock_info: info } = Lock.parse(body);
    const held = ofModules(notes).length > 0 && ofModules(notes).every((note) => note.includes('held back'));
    expect([thing, held], notes.join('\n')).toEqual([thing, info?.context_module !== undefined]);
    seen.push({ ...thing, locked });
  }
  return (kind) => seen.filter((one) => one.kind === kind).map(({ id, locked }) => ({ id, locked }));
}

test('of one thing, its lists and its conditions say the same to everybody', async () => {
  const stranger = await person(server);
  const terms = fc.constantFrom('past' as const, 'to come' as const);
  await fc.assert(
    fc.asyncProperty(world, fc.boolean(), terms, async (drawnWorld, isPublic, term) => {
      const at = await makeWorld(server, PEOPLE, SECTIONS, drawnWorld);
      await putIntoTerm(at, term);
      const things = await thingsIn(at);
      for (const state of STATES) {
        await become(at, state, isPublic);
        for (const asker of [...at.people, stranger, { id: 1, client: server.admin }])
          await checkLists(asker.client, at, await ask(asker, things));
      }
    }),
    { numRuns: WORLDS, endOnFailure: true },
  );
}, 300_000);
