import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, override } from '../helpers/assignments.ts';
import { work } from '../helpers/jobs.ts';
import { changeModule, itemIn, moduleIn, step } from '../helpers/modules.ts';
import { question, quiz } from '../helpers/quizzes.ts';
import { enroll, made, type Person, person, type School, school } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';

// Somebody who worked in a course until that ended: alone, and with an enrollment as a student that goes on.

const server = useServer();
const LATER = '2040-05-01T12:00:00Z';
const Shown = z.looseObject({ id: z.int(), locked_for_user: z.boolean() });
const Dated = z.looseObject({ id: z.int(), due_at: z.string().nullable(), lock_at: z.string().nullable() });

let at: School;
let former: Person;
let studying: Person;
let base: string;
let exam: number;
let essay: number;
let gated: number;
/** Due as what is gated, and held back by nothing. */
let open: number;
let draft: number;
/** The module that what is gated stands in. */
let locked: number;

async function wasStaff(): Promise<Person> {
  const who = await person(server);
  const { id } = await enroll(server, at.course.id, who.id, 'TaEnrollment');
  await server.admin.delete(`/courses/${at.course.id}/enrollments/${id}`, { task: 'conclude' }).expect(200);
  return who;
}

beforeAll(async () => {
  at = await school(server);
  await server.admin.put(`/accounts/${at.subAccountId}`, { account: { settings: { enable_draft: true } } }).expect(200);
  base = `/courses/${at.course.id}`;
  [former, studying] = [await wasStaff(), await wasStaff()];
  await enroll(server, at.course.id, studying.id, 'StudentEnrollment');
  const fields = { quiz_type: 'practice_quiz', description: 'Secret', published: true, access_code: 'sesame', unlock_at: LATER };
  exam = (await quiz(at.teacher.client, at.course.id, fields)).id;
  await question(at.teacher.client, at.course.id, exam);
  const text = { submission_types: ['online_text_entry'], description: 'Secret', published: true };
  essay = (await assignment(server, at.course.id, { ...text, unlock_at: LATER })).id;
  const tomorrow = { ...text, due_at: new Date(Date.now() + 86_400_000).toISOString() };
  gated = (await assignment(server, at.course.id, tomorrow)).id;
  open = (await assignment(server, at.course.id, tomorrow)).id;
  draft = (await assignment(server, at.course.id, { ...text, published: false })).id;
  const first = await moduleIn(at);
  await step(at, first);
  locked = await moduleIn(at);
  await changeModule(at, locked, { prerequisite_module_ids: [first] });
  await itemIn(at, locked, { type: 'Assignment', content_id: gated });
});

const read = (who: Person, path: string) => made(who.client.get(`${base}${path}`), Shown);
const turnIn = (who: Person, id: number) =>
  who.client.post(`${base}/assignments/${id}/submissions`, { submission: { submission_type: 'online_text_entry', body: 'Done' } });

// access#10, assignments#30, quizzes#17, modules#35
describe('who worked in the course and studies there now', () => {
  test('is held back by dates and modules, as a student', async () => {
    for (const path of [`/quizzes/${exam}`, `/assignments/${essay}`, `/assignments/${gated}`])
      expect(await read(studying, path)).toMatchObject({ locked_for_user: true, description: null });
    for (const list of ['quizzes', 'assignments']) {
      const rows = await made(studying.client.get(`${base}/${list}`), z.array(Shown));
      const seen = rows.filter(({ id }) => (list === 'quizzes' ? [exam] : [essay, gated]).includes(id));
      expect(seen.map((one) => one.locked_for_user)).not.toContain(false);
    }
    for (const id of [essay, gated]) await turnIn(studying, id).expect(401);
    await turnIn(studying, draft).expect(404);
  });

  // access#10, overrides#3, overrides#5, overrides#6
  test('has the dates of a student, in lists and one by one, and still sees drafts', async () => {
    const [everybodys, own] = ['2041-05-20T12:00:00Z', '2041-05-10T12:00:00Z'];
    const published = { published: true, due_at: everybodys, lock_at: everybodys };
    const task = await assignment(server, at.course.id, { ...published, submission_types: ['online_text_entry'] });
    const graded = await quiz(at.teacher.client, at.course.id, { ...published, quiz_type: 'assignment' });
    for (const id of [task.id, graded.assignment_id ?? 0])
      await override(server, at.course.id, id, { course_section_id: at.sectionId, due_at: own, lock_at: own });
    const unpublished = (await quiz(at.teacher.client, at.course.id, { quiz_type: 'practice_quiz', published: false })).id;
    // Without an override, so that staff see the dates of everybody.
    await made(server.admin.post(`${base}/sections`, { course_section: { name: 'Another' } }));
    for (const [list, id] of [
      ['assignments', task.id],
      ['quizzes', graded.id],
    ] as const) {
      for (const [who, date] of [
        [studying, own],
        [at.student, own],
        [former, everybodys],
        [at.teacher, everybodys],
      ] as const) {
        const rows = await made(who.client.get(`${base}/${list}`, { per_page: 100 }), z.array(Dated));
        const one = await made(who.client.get(`${base}/${list}/${id}`), Dated);
        for (const row of [one, rows.find((each) => each.id === id)]) expect(row).toMatchObject({ id, due_at: date, lock_at: date });
      }
    }
    for (const path of [`/assignments/${draft}`, `/quizzes/${unpublished}`]) await studying.client.get(`${base}${path}`).expect(200);
  });

  // modules#38, todo#1
  test('has nothing to do that a module holds back, in one course as in all', async () => {
    for (const path of [`${base}/todo`, '/users/self/todo']) {
      const todo = await made(studying.client.get(path), z.array(z.looseObject({ assignment: Shown })));
      expect(todo.map((item) => item.assignment.id)).toEqual([open]);
    }
  });

  // discussions#86
  test('reads nothing of a graded topic in the stream before it opens', async () => {
    const sent = { title: 'Debate', message: 'Secret', assignment: { points_possible: 1, unlock_at: LATER } };
    await made(at.teacher.client.post(`${base}/discussion_topics`, sent), z.looseObject({ id: z.int() }));
    await work(server);
    const Item = z.looseObject({ title: z.string(), message: z.string() });
    const messages = async (who: Person) =>
      (await made(who.client.get(`${base}/activity_stream`), z.array(Item))).flatMap(({ title, message }) =>
        title === 'Debate' ? [message] : [],
      );
    expect(await messages(at.teacher)).toEqual(['Secret']);
    expect(await messages(studying)).toEqual(['']);
  });

  // quizzes#4, quizzes#40, quizzes#41, quizzes#53
  test('takes quizzes without their code, their answers, and a way in before they open', async () => {
    expect(await read(studying, `/quizzes/${exam}`)).not.toHaveProperty('access_code');
    expect(await read(studying, `/quizzes/${exam}`)).not.toHaveProperty('ip_filter');
    const questions = await made(at.teacher.client.get(`${base}/quizzes/${exam}/questions`), z.array(z.object({ id: z.int() })));
    for (const path of ['', ...questions.map(({ id }) => `/${id}`)])
      await studying.client.get(`${base}/quizzes/${exam}/questions${path}`).expect(401);
    await studying.client.post(`${base}/quizzes/${exam}/submissions`, { access_code: 'sesame' }).expect(400);
  });

  // assignments#24
  test('is told how much waits for a grader, in lists and one by one', async () => {
    const task = await assignment(server, at.course.id, { published: true, submission_types: ['online_text_entry'] });
    await turnIn(at.student, task.id).expect(201);
    const Counted = z.looseObject({ id: z.int(), needs_grading_count: z.int().optional() });
    const listed = await made(studying.client.get(`${base}/assignments`, { per_page: 100 }), z.array(Counted));
    const one = await made(studying.client.get(`${base}/assignments/${task.id}`), Counted);
    for (const row of [one, listed.find(({ id }) => id === task.id)]) expect(row?.needs_grading_count).toBe(1);
  });

  // modules#33
  test('sees how far they are', async () => {
    expect((await studying.client.get(`${base}/modules/${locked}`).expect(200)).body).toMatchObject({ state: 'locked' });
  });
});

// access#10, assignments#30, quizzes#17, modules#35
test('who works in the course and studies there, too, is held back by nothing', async () => {
  const both = await person(server);
  for (const type of ['TaEnrollment', 'StudentEnrollment'] as const) await enroll(server, at.course.id, both.id, type);
  expect(await read(both, `/quizzes/${exam}`)).toMatchObject({ locked_for_user: false, description: 'Secret', access_code: 'sesame' });
  for (const id of [essay, gated]) expect(await read(both, `/assignments/${id}`)).toMatchObject({ locked_for_user: false });
});

// access#10, quizzes#4, quizzes#40
test('who worked in the course and is nothing else there reads on as before', async () => {
  const asBefore = async (who: Person) => {
    expect(await read(who, `/quizzes/${exam}`)).toMatchObject({ locked_for_user: false, description: 'Secret', access_code: 'sesame' });
    for (const id of [essay, gated]) expect(await read(who, `/assignments/${id}`)).toMatchObject({ locked_for_user: false });
    const { body } = await who.client.get(`${base}/quizzes/${exam}/questions`).expect(200);
    expect(body[0].answers).toContainEqual(expect.objectContaining({ answer_weight: 100 }));
  };
  await asBefore(former);
  await server.admin.put(`/courses/${at.course.id}`, { course: { event: 'conclude' } }).expect(200);
  await asBefore(at.teacher);
});
