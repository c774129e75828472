import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type DrawnWorld, type Enrolled, makeWorld, type World } from '../helpers/section-worlds.ts';
import { type Client, useServer } from '../helpers/server.ts';

/**
 * How far everybody's rights go (access#12), asked of each operation that shows or counts people and their work, in random courses. The
 * model below says it once more, by single enrollments, and knows nothing of how the server does.
 */

const server = useServer();
const PEOPLE = 8;
const SECTIONS = 3;
const WORLDS = 3;

const TEACHING = ['TeacherEnrollment', 'TaEnrollment'] as const;
const WORKING = [...TEACHING, 'DesignerEnrollment'] as const;

const drawn = fc.record({
  person: fc.nat(PEOPLE - 1),
  type: fc.constantFrom(
    'StudentEnrollment' as const,
    'StudentEnrollment' as const,
    'StudentEnrollment' as const,
    ...WORKING,
    'TaEnrollment' as const,
    'ObserverEnrollment' as const,
  ),
  state: fc.constantFrom(
    'active' as const,
    'active' as const,
    'active' as const,
    'invited' as const,
    'completed' as const,
    'inactive' as const,
  ),
  section: fc.nat(SECTIONS - 1),
  limited: fc.boolean(),
  observed: fc.nat(PEOPLE - 1),
});
const perPerson = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: PEOPLE, maxLength: PEOPLE });
const world: fc.Arbitrary<DrawnWorld> = fc.record({
  enrollments: fc.array(drawn, { minLength: 14, maxLength: 22 }),
  works: perPerson(fc.constantFrom('nothing' as const, 'waiting' as const, 'waiting' as const, 'graded' as const)),
  groups: perPerson(fc.constantFrom(null, 0 as const, 1 as const)),
});

const counts = (one: Enrolled): boolean => one.state === 'active' || one.state === 'completed';
const isOf = (one: Enrolled, types: readonly string[]): boolean => types.includes(one.type);
const isStudent = (one: Enrolled): boolean => one.type === 'StudentEnrollment';

/** What one caller may, by the model. */
function modelOf(at: World, callerId: number) {
  const of = (id: number) => at.enrollments.filter((one) => one.userId === id);
  const own = of(callerId).filter(counts);
  const covers = (mine: Enrolled, theirs: Enrolled): boolean => !mine.limited || mine.sectionId === theirs.sectionId;
  /** Some enrollment of the caller's of these types covers that one. */
  const reached = (theirs: Enrolled, types?: readonly string[], mine = own): boolean =>
    mine.some((one) => (types === undefined || isOf(one, types)) && covers(one, theirs));
  const studies = (id: number): boolean => of(id).some((one) => isStudent(one) && counts(one));
  const grades = (id: number): boolean => of(id).some((one) => isStudent(one) && counts(one) && reached(one, TEACHING));
  const waits = (mine: readonly Enrolled[]): number =>
    at.people.filter(
      ({ id }) =>
        at.work.get(id) === 'waiting' &&
        of(id).some((one) => isStudent(one) && one.state === 'active' && reached(one, TEACHING, [...mine])),
    ).length;
  const isIn = (id: number): boolean => of(id).some(counts);
  const mates = (id: number): boolean =>
    at.groups.some(({ members }) => members.includes(callerId) && members.includes(id)) && own.length > 0 && isIn(id);
  return {
    own,
    of,
    reached,
    studies,
    grades,
    isIn,
    isGrader: own.some((one) => isOf(one, TEACHING)),
    isStaff: own.some((one) => isOf(one, WORKING)),
    isStudent: own.some(isStudent),
    observes: (id: number): boolean => own.some((one) => one.type === 'ObserverEnrollment' && one.observedId === id),
    waiting: waits(own),
    waitingToDo: waits(own.filter((one) => one.state === 'active')),
    lists: (one: Enrolled): boolean => (one.state === 'active' && reached(one)) || (one.state === 'invited' && reached(one, WORKING)),
    reads: (id: number): boolean => id === callerId || of(id).some((one) => counts(one) && reached(one)) || mates(id),
  };
}
type Model = ReturnType<typeof modelOf>;

const sorted = (ids: readonly number[]): number[] => [...ids].sort((one, other) => one - other);
const Ids = z.array(z.object({ id: z.int() }));
const Users = z.array(z.object({ id: z.int(), login_id: z.string().optional() }));
const Works = z.array(z.object({ user_id: z.int() }));
const ALL = { per_page: 100 };

async function read<T extends z.ZodType>(client: Client, path: string, answer: T, query = {}): Promise<z.output<T>> {
  const response = await client.get(path, { ...ALL, ...query });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  return answer.parse(response.body);
}

async function checkPeople(at: World, client: Client, callerId: number, model: Model): Promise<void> {
  const course = `/courses/${at.courseId}`;
  const listed = at.people.map(({ id }) => id).filter((id) => model.of(id).some(model.lists));
  const users = await read(client, `${course}/users`, Users);
  expect(sorted(users.map((one) => one.id))).toEqual(listed);
  const known = listed.filter(
    (id) => id === callerId || model.of(id).some((one) => one.state === 'active' && model.reached(one, TEACHING)),
  );
  expect(sorted(users.flatMap((one) => (one.login_id === undefined ? [] : one.id)))).toEqual(known);
  const enrollments = at.enrollments.filter((one) => one.state === 'active' && model.reached(one));
  const Rows = z.array(z.object({ id: z.int(), user_id: z.int(), type: z.string(), grades: z.unknown().optional() }));
  const rows = await read(client, `${course}/enrollments`, Rows, { state: ['active'] });
  expect(sorted(rows.map((one) => one.id))).toEqual(sorted(enrollments.map((one) => one.id)));
  const graded = enrollments.filter(
    (one) => isStudent(one) && (model.reached(one, TEACHING) || one.userId === callerId || model.observes(one.userId)),
  );
  expect(sorted(rows.flatMap((one) => (one.grades === undefined ? [] : one.id)))).toEqual(sorted(graded.map((one) => one.id)));
  for (const sectionId of at.sections) {
    const inSection = await read(client, `/sections/${sectionId}/enrollments`, Ids, { state: ['active'] });
    expect(sorted(inSection.map((one) => one.id))).toEqual(
      sorted(enrollments.filter((one) => one.sectionId === sectionId).map((one) => one.id)),
    );
  }
  for (const { id } of at.people) {
    expect([id, (await client.get(`${course}/users/${id}`)).status]).toEqual([id, listed.includes(id) ? 200 : 404]);
    expect([id, (await client.get(`/users/${id}`)).status]).toEqual([id, model.reads(id) ? 200 : 401]);
  }
}

async function checkStaff(at: World, client: Client, callerId: number, model: Model): Promise<void> {
  if (!model.isStaff) return;
  const course = `/courses/${at.courseId}`;
  const Sections = z.array(z.object({ id: z.int(), students: z.array(z.object({ id: z.int() })).optional() }));
  const sections = await read(client, `${course}/sections`, Sections, { include: ['students'] });
  const students = at.enrollments.filter((one) => isStudent(one) && one.state === 'active' && model.reached(one, WORKING));
  expect(sections.map(({ id, students: of = [] }) => [id, sorted(of.map((one) => one.id))])).toEqual(
    at.sections.map((id) => [id, sorted(students.filter((one) => one.sectionId === id).map((one) => one.userId))]),
  );
  const overseen = (id: number) => model.of(id).some((one) => isStudent(one) && counts(one) && model.reached(one, WORKING));
  const everywhere = model.own.some((one) => isOf(one, WORKING) && !one.limited);
  const inReach = (id: number) => everywhere || model.own.some((one) => isOf(one, WORKING) && one.sectionId === id);
  const seen = at.overrides.filter(({ sectionId, userId }) =>
    sectionId !== null ? inReach(sectionId) : userId !== null && (everywhere || overseen(userId)),
  );
  const overrides = await read(client, `${course}/assignments/${at.assignmentId}/overrides`, Ids);
  expect(sorted(overrides.map((one) => one.id))).toEqual(sorted(seen.map((one) => one.id)));
  const Groups = z.array(z.object({ id: z.int(), members_count: z.int() }));
  const groups = await read(client, `${course}/groups`, Groups);
  for (const { id, members } of at.groups) {
    if (members.includes(callerId)) continue;
    const expected = members.filter(
      (member) => model.isIn(member) && model.of(member).some((one) => one.state !== 'inactive' && model.reached(one, WORKING)),
    );
    expect(sorted((await read(client, `/groups/${id}/users`, Ids)).map((one) => one.id))).toEqual(sorted(expected));
    expect(groups.find((one) => one.id === id)?.members_count).toBe(expected.length);
    expect((await read(client, `/groups/${id}`, z.object({ members_count: z.int() }))).members_count).toBe(expected.length);
  }
}

const Counted = z.object({ id: z.int(), needs_grading_count: z.int().optional() });
const ToDo = z.array(
  z.object({
    type: z.string(),
    assignment: z.object({ id: z.int(), needs_grading_count: z.int().optional() }),
    needs_grading_count: z.int().optional(),
  }),
);

async function checkCounts(at: World, client: Client, model: Model): Promise<void> {
  const expected = model.isGrader ? model.waiting : undefined;
  const course = `/courses/${at.courseId}`;
  const [assignment] = await read(client, `${course}/assignments`, z.array(Counted));
  expect(assignment?.needs_grading_count).toBe(expected);
  expect((await read(client, `${course}/assignments/${at.assignmentId}`, Counted)).needs_grading_count).toBe(expected);
  const courses = await read(client, '/courses', z.array(Counted), { include: ['needs_grading_count'] });
  expect(courses.find((one) => one.id === at.courseId)?.needs_grading_count).toBe(expected);
  for (const path of ['/users/self/todo', `${course}/todo`]) {
    const items = (await read(client, path, ToDo)).filter((one) => one.type === 'grading');
    expect([path, items.map((one) => one.needs_grading_count)]).toEqual([path, model.waitingToDo > 0 ? [model.waitingToDo] : []]);
    expect(items.map((one) => one.assignment.needs_grading_count)).toEqual(items.map((one) => one.needs_grading_count));
  }
}

const Attempts = z.object({ quiz_submissions: z.array(z.object({ user_id: z.int() })) });
const Stream = z.array(z.object({ type: z.string(), user_id: z.int().optional() }));
const Summary = z.array(z.object({ type: z.string(), count: z.int() }));

async function checkWork(at: World, client: Client, callerId: number, model: Model): Promise<void> {
  const course = `/courses/${at.courseId}`;
  const one = `${course}/assignments/${at.assignmentId}/submissions`;
  const busy = at.people.map(({ id }) => id).filter((id) => at.work.get(id) !== 'nothing');
  const graded = busy.filter(model.grades);
  const ofPart = (id: number): boolean => (id === callerId || model.observes(id)) && model.studies(id);
  if (model.isGrader) {
    expect(sorted((await read(client, one, Works)).map((row) => row.user_id))).toEqual(graded);
    const all = await read(client, `${course}/students/submissions`, Works, { student_ids: ['all'] });
    expect(sorted(all.map((row) => row.user_id))).toEqual(graded);
  } else {
    expect((await client.get(one)).status).toBe(401);
    expect((await client.get(`${course}/students/submissions`, { student_ids: ['all'] })).status).toBe(401);
  }
  const ownRows = await read(client, `${course}/students/submissions`, Works);
  expect(ownRows.map((row) => row.user_id)).toEqual(busy.filter((id) => id === callerId && model.studies(id)));
  for (const { id } of at.people) {
    const readable = model.grades(id) || ofPart(id);
    const { status } = await client.get(`${one}/${id}`);
    expect([id, status === 200]).toEqual([id, readable]);
    const list = await client.get(`${course}/students/submissions`, { student_ids: [id] });
    // Whoever is no student of the course is left out of a grader's list, and one's own is empty.
    if (readable) expect(Works.parse(list.body).map((row) => row.user_id)).toEqual(busy.filter((other) => other === id));
    else if (list.status === 200) expect(list.body).toEqual([]);
    else expect(list.status).toBe(401);
  }
  const attempts = busy.filter((id) => model.grades(id) || ofPart(id));
  if (model.isGrader || model.isStudent || model.own.some((row) => row.type === 'ObserverEnrollment')) {
    const { quiz_submissions: rows } = await read(client, `${course}/quizzes/${at.quizId}/submissions`, Attempts);
    expect(sorted(rows.map((row) => row.user_id))).toEqual(attempts);
  }
  if (!model.own.some((row) => row.state === 'active')) return;
  const stream = (await read(client, '/users/self/activity_stream', Stream)).filter((item) => item.type === 'Submission');
  const others = stream.flatMap(({ user_id: id }) => (id === undefined || id === callerId ? [] : id));
  expect(sorted(others)).toEqual(graded.filter((id) => id !== callerId));
  const summary = await read(client, '/users/self/activity_stream/summary', Summary);
  expect(summary.find((row) => row.type === 'Submission')?.count ?? 0).toBe(stream.length);
}

// access#12, access#13, enrollments#3, enrollments#29, enrollments#34, users#9, groups#25
test('each right goes as far as the enrollments that give it, whichever operation asks', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (drawnWorld) => {
      const at = await makeWorld(server, PEOPLE, SECTIONS, drawnWorld);
      for (const { id, client } of at.people) {
        const model = modelOf(at, id);
        if (model.own.length === 0) continue;
        await checkPeople(at, client, id, model);
        await checkStaff(at, client, id, model);
        await checkCounts(at, client, model);
        await checkWork(at, client, id, model);
      }
    }),
    { numRuns: WORLDS, endOnFailure: true },
  );
}, 60_000);
