import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { placeKey } from './ledger.ts';
import { asking, type Course, type Means, type Person, type Quiz, type School, type Work } from './school.ts';
import type { Json, Outcome } from './sending.ts';
import { type Actor, actorsOf, type Shape, teachersOf } from './shape.ts';

export const Made = z.object({ id: z.int() });
const Token = z.object({ visible_token: z.string() });
const Rubric = z.object({
  rubric: z.object({ criteria: z.array(z.object({ id: z.string(), points: z.number(), learning_outcome_id: z.int().nullish() })) }),
});
const Linked = z.object({ outcome: Made });
const Question = z.object({ id: z.int(), answers: z.array(z.object({ id: z.int(), answer_text: z.string().nullish() })) });
const PublishedQuiz = z.object({ assignment_id: z.int() });
const AT_ONCE = 32;
const DAY_MS = 86_400_000;

/** Does the work of all, some of it at once. */
export async function each<T>(list: Iterable<T>, work: (one: T) => Promise<void>, atOnce = AT_ONCE): Promise<void> {
  const left = list[Symbol.iterator]();
  const one = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Nothing may be missing of the school: what is refused, or unknown, ends it. */
function made<T>(outcome: Outcome, schema: z.ZodType<T>): T {
  if (outcome.state !== 'done') throw new Error(`the school cannot be set up: ${outcome.status} ${outcome.text.slice(0, 500)}`);
  return schema.parse(JSON.parse(outcome.text));
}

export const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const NAME: Readonly<Record<Actor['role'], string>> = { student: 'Student', teacher: 'Teacher', registrar: 'Registrar' };
type Setting = Pick<Means, 'sender' | 'ledger'> & { admin: Person; run: string };

async function welcome({ sender, admin, run }: Setting, actor: Actor): Promise<Person> {
  const ask = asking({ sender }, admin);
  const login = `${actor.role}${actor.index}-${run}`;
  const user = {
    user: { name: `${NAME[actor.role]} ${actor.index}` },
    pseudonym: { unique_id: login },
    communication_channel: { type: 'email', address: `${login}@school.invalid`, skip_confirmation: true },
  };
  const { id } = made(await ask('create a user', 'POST', '/accounts/1/users', { body: user }), Made);
  const token = made(await ask('create a token', 'POST', `/users/${id}/tokens`, { body: { token: { purpose: 'term' } } }), Token);
  return { actor, id, token: token.visible_token };
}

/** The rules differ from course to course, and every second one weighs its groups. */
const GROUPS: readonly { name: string; group_weight: number; rules: Json }[] = [
  { name: 'Essays', group_weight: 45, rules: { drop_lowest: 1 } },
  { name: 'Exercises', group_weight: 35, rules: { drop_highest: 1 } },
  { name: 'Tests', group_weight: 15, rules: {} },
];

/** Works of a course: texts, one with a rubric, one of files. */
const WORKS: readonly { name: string; group: number; points: number; days: number; takes: Work['takes']; rubric?: true }[] = [
  { name: 'First essay', group: 0, points: 20, days: -2, takes: 'text' },
  { name: 'Second essay', group: 0, points: 15, days: 3, takes: 'text' },
  { name: 'Long essay', group: 0, points: 30, days: 9, takes: 'text', rubric: true },
  { name: 'Exercises of the week', group: 1, points: 10, days: 1, takes: 'text' },
  { name: 'Laboratory report', group: 1, points: 12, days: 5, takes: 'file' },
];
const CRITERIA = [20, 10];

/** Of each question the second answer is right; the points are such that a score tells which were. */
const QUESTION_POINTS = [1, 2, 4];

/** Sets up one course, as its teacher does. */
class Setup {
  readonly #setting: Setting;
  readonly #course: Course;
  readonly #ask: ReturnType<typeof asking>;

  constructor(setting: Setting, course: Course, teacher: Person) {
    this.#setting = setting;
    this.#course = course;
    this.#ask = asking(setting, teacher);
  }

  async all(): Promise<void> {
    const { path, index } = this.#course;
    await this.#put(path, { course: { group_weighting_scheme: index % 2 === 0 ? 'percent' : 'equal' } });
    const groupIds: number[] = [];
    for (const group of GROUPS) groupIds.push(await this.#post(`${path}/assignment_groups`, group));
    const outcomeId = await this.#outcome();
    Object.assign(this.#course, { groupIds, outcomeId });
    for (const work of WORKS) await this.#work(work);
    this.#course.quizzes.push(await this.#quiz());
    for (const type of ['threaded', 'side_comment']) {
      const id = await this.#post(`${path}/discussion_topics`, {
        title: `A ${type} topic`,
        message: '<p>Ask here.</p>',
        discussion_type: type,
      });
      this.#course.topics.push({ id, entries: [] });
    }
    await this.#page();
    await this.#module();
  }

  async #post(path: string, body: Json): Promise<number> {
    return made(await this.#ask('set up a course', 'POST', path, { body }), Made).id;
  }

  async #put(path: string, body: Json): Promise<void> {
    made(await this.#ask('set up a course', 'PUT', path, { body }), z.unknown());
  }

  async #outcome(): Promise<number> {
    const { path } = this.#course;
    const { location } = await this.#ask('set up a course', 'GET', `${path}/root_outcome_group`);
    const root = made(await this.#ask('set up a course', 'GET', location ?? ''), Made);
    const ratings = [
      { description: 'Always', points: 20 },
      { description: 'Never', points: 0 },
    ];
    const body = { title: 'Argues from evidence', mastery_points: 12, ratings };
    return made(await this.#ask('set up a course', 'POST', `${path}/outcome_groups/${root.id}/outcomes`, { body }), Linked).outcome.id;
  }

  async #work({ name, group, points, days, takes, rubric }: (typeof WORKS)[number]): Promise<void> {
    const { path, groupIds, works, outcomeId } = this.#course;
    const assignment = {
      name,
      points_possible: points,
      due_at: inDays(days),
      assignment_group_id: groupIds[group],
      submission_types: [takes === 'text' ? 'online_text_entry' : 'online_upload'],
    };
    const id = await this.#post(`${path}/assignments`, { assignment });
    const criteria = rubric ? await this.#rubric(id, outcomeId) : [];
    works.push({ id, points, takes, criteria });
  }

  async #rubric(assignmentId: number, outcomeId: number): Promise<Work['criteria']> {
    const criteria = CRITERIA.map((points, i) => ({
      description: `Row ${i}`,
      points,
      ...(i === 0 ? { learning_outcome_id: outcomeId } : {}),
    }));
    const association = { association_id: assignmentId, association_type: 'Assignment', purpose: 'grading', use_for_grading: true };
    const body = { rubric: { title: 'Essays', criteria }, rubric_association: association };
    const { rubric } = made(await this.#ask('set up a course', 'POST', `${this.#course.path}/rubrics`, { body }), Rubric);
    return rubric.criteria.map(({ id, points, learning_outcome_id }) => ({ id, points, outcomeId: learning_outcome_id ?? null }));
  }

  async #quiz(): Promise<Quiz> {
    const { path, groupIds } = this.#course;
    const about = { title: 'Test of the week', allowed_attempts: 2, assignment_group_id: groupIds[2], due_at: inDays(4) };
    const id = await this.#post(`${path}/quizzes`, { quiz: about });
    const questions: Quiz['questions'][number][] = [];
    for (const points of QUESTION_POINTS) {
      const answers = [{ answer_text: 'Wrong' }, { answer_text: 'Right', answer_weight: 100 }];
      const question = { question_text: '<p>Which one?</p>', question_type: 'multiple_choice_question', points_possible: points, answers };
      const one = made(await this.#ask('set up a course', 'POST', `${path}/quizzes/${id}/questions`, { body: { question } }), Question);
      const [wrong, right] = ['Wrong', 'Right'].map((text) => one.answers.find(({ answer_text }) => answer_text === text)?.id ?? 0);
      questions.push({ id: one.id, points, right: right ?? 0, wrong: wrong ?? 0 });
    }
    const body = { quiz: { published: true, notify_of_update: false } };
    const quiz = made(await this.#ask('set up a course', 'PUT', `${path}/quizzes/${id}`, { body }), PublishedQuiz);
    return { id, assignmentId: quiz.assignment_id, questions };
  }

  async #page(): Promise<void> {
    const { path, pages, id } = this.#course;
    const body = { wiki_page: { title: 'Welcome', body: '<p>begin</p>', published: true } };
    const { url } = made(await this.#ask('set up a course', 'POST', `${path}/pages`, { body }), z.object({ url: z.string() }));
    pages.push(url);
    this.#setting.ledger.pages.write(`${id}/${url}`, 'begin', { from: 0, to: 0, sure: true });
  }

  async #module(): Promise<void> {
    const { path, pages, items, topics } = this.#course;
    const moduleId = await this.#post(`${path}/modules`, { module: { name: 'Week 1', published: true } });
    const contents: Json[] = [
      { type: 'Page', page_url: pages[0], completion_requirement: { type: 'must_mark_done' } },
      { type: 'Discussion', content_id: topics[0]?.id, completion_requirement: { type: 'must_mark_done' } },
    ];
    for (const content of contents)
      items.push({ moduleId, id: await this.#post(`${path}/modules/${moduleId}/items`, { module_item: content }) });
  }
}

async function setUpCourse(setting: Setting, index: number, people: readonly Person[], shape: Shape): Promise<Course> {
  const { admin, sender } = setting;
  const ask = asking({ sender }, admin);
  const about = { course: { name: `Course ${index}`, course_code: `C-${index}` }, offer: true };
  const { id } = made(await ask('create a course', 'POST', '/accounts/1/courses', { body: about }), Made);
  const teachers = people.filter(
    ({ actor }) => actor.role === 'teacher' && teachersOf(index, shape).includes(actor.index - shape.students),
  );
  const students = people.filter(({ actor }) => actor.role === 'student' && actor.courses.includes(index));
  const [teacher] = teachers;
  if (!teacher) throw new Error(`course ${index} has no teacher`);
  for (const { id: user_id } of teachers) {
    const enrollment = { user_id, type: 'TeacherEnrollment' };
    made(await ask('enroll a teacher', 'POST', `/courses/${id}/enrollments`, { body: { enrollment } }), Made);
  }
  const course: Course = {
    ...{ index, id, path: `/courses/${id}`, teachers, students, groupIds: [], outcomeId: 0 },
    ...{ works: [], topics: [], quizzes: [], pages: [], items: [] },
  };
  await new Setup(setting, course, teacher).all();
  return course;
}

async function enroll({ ledger, admin, sender }: Setting, course: Course, student: Person): Promise<void> {
  const enrollment = { user_id: student.id, type: 'StudentEnrollment' };
  const outcome = await asking({ sender }, admin)('enroll a student', 'POST', `${course.path}/enrollments`, { body: { enrollment } });
  made(outcome, Made);
  ledger.enrolled.write(placeKey(course.id, student.id), true, { from: outcome.from, to: outcome.to, sure: true });
}

/** Makes the people and the courses of a term, by the administrator and the teachers. */
export async function setUp(means: Pick<Means, 'sender' | 'ledger'>, shape: Shape, adminToken: string): Promise<School> {
  const admin: Person = { actor: { index: -1, role: 'registrar', courses: [] }, id: 0, token: adminToken };
  const setting: Setting = { ...means, admin, run: randomUUID().slice(0, 8) };
  const people: Person[] = [];
  await each(actorsOf(shape), async (actor) => {
    people[actor.index] = actor.role === 'registrar' ? { ...admin, actor } : await welcome(setting, actor);
  });
  const courses: Course[] = [];
  await each(
    Array.from({ length: shape.courses }, (_, index) => index),
    async (index) => {
      courses[index] = await setUpCourse(setting, index, people, shape);
    },
  );
  const seats = courses.flatMap((course) => course.students.map((student) => ({ course, student })));
  await each(seats, ({ course, student }) => enroll(setting, course, student));
  return { shape, admin, people, courses };
}
