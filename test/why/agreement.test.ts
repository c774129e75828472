import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ExplainedKind, explain } from '../../src/why/why.ts';
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
const Ids = z.array(Id);
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

interface Thing {
  kind: ExplainedKind;
  id: number;
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
  const quiz = (await made(server.admin.post(`/courses/${at.courseId}/quizzes`, { quiz: { title: 'Quiz', published: false } }), Id)).id;
  const submissions = await server.database.pool.query<{ id: number }>('select id from submissions where assignment_id = $1', [
    at.assignmentId,
  ]);
  const thing = (kind: ExplainedKind) => (id: number) => ({ kind, id });
  return [
    ...[at.assignmentId, kept].map(thing('assignment')),
    ...[at.quizId, quiz].map(thing('quiz')),
    ...topicIds.map(thing('topic')),
    ...[plain, hidden, locked, within, ...shared].map(({ id }) => thing('file')(id)),
    ...submissions.rows.map(({ id }) => thing('submission')(id)),
  ];
}

const become = (at: World, state: (typeof STATES)[number], isPublic: boolean) =>
  server.database.pool.query('update courses set state = $2::course_state, is_public = $3 where id = $1', [at.courseId, state, isPublic]);

/** The ids that a list answers; null: it is not the caller's to ask for. */
async function listed(client: Client, path: string, query: object = {}): Promise<number[] | null> {
  const response = await client.get(path, { per_page: 100, ...query });
  if (response.status !== 200) return null;
  return Ids.parse(response.body).map(({ id }) => id);
}

const Groups = z.array(z.object({ assignments: Ids.optional() }));
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

/** Which things of a kind the caller sees when each is asked for. */
type Seen = (kind: ExplainedKind) => number[];

async function checkLists(client: Client, at: World, seen: Seen): Promise<void> {
  const course = `/courses/${at.courseId}`;
  const assignments = await listed(client, `${course}/assignments`);
  expect(assignments ?? []).toEqual(seen('assignment'));
  const grouped = await client.get(`${course}/assignment_groups`, { include: ['assignments'] });
  const inGroups =
    grouped.status === 200 ? Groups.parse(grouped.body).flatMap((group) => (group.assignments ?? []).map(({ id }) => id)) : [];
  expect(inGroups).toEqual(assignments ?? []);
  const elsewhere = await assignmentsElsewhere(client, at.courseId);
  expect(elsewhere.filter((id) => !seen('assignment').includes(id))).toEqual([]);
  expect((await listed(client, `${course}/quizzes`)) ?? []).toEqual(seen('quiz'));
  const topics = [course, ...at.groups.map(({ id }) => `/groups/${id}`)].map((place) => listed(client, `${place}/discussion_topics`));
  expect((await Promise.all(topics)).flatMap((ids) => ids ?? []).sort()).toEqual(seen('topic').sort());
  const files = [course, ...at.groups.map(({ id }) => `/groups/${id}`)].map((place) => listed(client, `${place}/files`));
  expect((await Promise.all(files)).flatMap((ids) => ids ?? []).sort()).toEqual(seen('file').sort());
}

interface Asker {
  id: number;
  client: Client;
}

/** Asks for each thing, and what `why` says of it; answers what is seen. */
async function ask({ id: user, client }: Asker, things: readonly Thing[]): Promise<Seen> {
  const seen: Thing[] = [];
  for (const thing of things) {
    const { conditions, path, status } = await explain(
      { ...server, baseUrl: server.url, webUrl: server.url },
      { user: String(user), ...thing },
    );
    const answered = (await client.get(path)).status;
    expect([thing, answered]).toEqual([thing, status]);
    expect([thing, conditions.every(({ holds }) => holds)], JSON.stringify(conditions, null, 1)).toEqual([thing, answered === 200]);
    if (answered === 200) seen.push(thing);
  }
  return (kind) => seen.filter((one) => one.kind === kind).map((one) => one.id);
}

test('of one thing, its lists and its conditions say the same to everybody', async () => {
  const stranger = await person(server);
  await fc.assert(
    fc.asyncProperty(world, fc.boolean(), async (drawnWorld, isPublic) => {
      const at = await makeWorld(server, PEOPLE, SECTIONS, drawnWorld);
      const things = await thingsIn(at);
      for (const state of STATES) {
        await become(at, state, isPublic);
        for (const asker of [...at.people, stranger, { id: 1, client: server.admin }])
          await checkLists(asker.client, at, await ask(asker, things));
      }
    }),
    { numRuns: WORLDS, endOnFailure: true },
  );
}, 120_000);
