import { z } from 'zod';
import { placeKey } from '../ledger.ts';
import { type Course, isMoving, type Person } from '../school.ts';
import { Made } from '../setting-up.ts';
import type { Checking } from './check.ts';

const Page = z.object({ body: z.string().nullable() });
const Enrollment = z.object({ user_id: z.int(), enrollment_state: z.string() });
const Item = z.object({ id: z.int(), completion_requirement: z.object({ completed: z.boolean().optional() }).nullish() });
const OutcomeResults = z.object({
  outcome_results: z.array(z.object({ score: z.number(), links: z.object({ user: z.string(), assignment: z.string() }) })),
});

const LISTS = {
  assignment: 'assignments?per_page=100',
  topic: 'discussion_topics?per_page=100',
  announcement: 'discussion_topics?only_announcements=true&per_page=100',
  module: 'modules?per_page=100',
} as const;
const KINDS = ['assignment', 'topic', 'announcement', 'module'] as const;
/** So many marks of done are looked up in a course: each takes a request. */
const MOST_MARKS = 10;

/** What was set, opened, announced, arranged and overridden is there once. */
async function checkThings({ ask, ledger, differs }: Checking, course: Course, teacher: Person): Promise<void> {
  for (const what of KINDS) {
    const sent = ledger.made.of(course.id).filter((one) => one.what === what && one.sure);
    if (sent.length === 0) continue;
    const ids = (await ask.all(teacher, `${course.path}/${LISTS[what]}`, Made)).map(({ id }) => id);
    for (const { id } of sent)
      if (ids.filter((one) => one === id).length !== 1) differs(`course ${course.id}: ${what} ${id} is not there once`);
  }
  for (const work of course.works) {
    const sent = ledger.overrides.of(work.id).filter(({ sure }) => sure);
    if (sent.length === 0) continue;
    const ids = (await ask.all(teacher, `${course.path}/assignments/${work.id}/overrides?per_page=100`, Made)).map(({ id }) => id);
    for (const { id, userId } of sent) if (!ids.includes(id)) differs(`assignment ${work.id}: override ${id} of student ${userId} is gone`);
  }
}

async function checkPages({ ask, ledger, differs }: Checking, course: Course, teacher: Person): Promise<void> {
  for (const url of course.pages) {
    const { body } = await ask.one(teacher, `${course.path}/pages/${url}`, Page);
    const words = ledger.pages.couldBe(`${course.id}/${url}`) ?? [];
    if (!words.some((word) => body?.includes(word)))
      differs(`course ${course.id}, page ${url}: says ${body} and not ${words.join(' or ')}`);
  }
}

/** Who came and went is where they were last put. */
async function checkEnrollments({ ask, school, ledger, differs }: Checking, course: Course): Promise<void> {
  const list = await ask.all(school.admin, `${course.path}/enrollments?type[]=StudentEnrollment&per_page=100`, Enrollment);
  const active = list.filter(({ enrollment_state: state }) => state === 'active').map(({ user_id }) => user_id);
  if (new Set(active).size !== active.length) differs(`course ${course.id}: somebody is enrolled twice`);
  for (const student of course.students) {
    const could = ledger.enrolled.couldBe(placeKey(course.id, student.id)) ?? [];
    const isIn = active.includes(student.id);
    if (!could.includes(isIn)) differs(`course ${course.id}, student ${student.id}: is ${isIn ? '' : 'not '}enrolled`);
  }
}

async function checkMarks({ ask, ledger, differs }: Checking, course: Course, teacher: Person): Promise<void> {
  let left = MOST_MARKS;
  for (const item of course.items) {
    for (const student of course.students) {
      const key = `${item.id}/${student.id}`;
      const could = ledger.done.couldBe(key);
      if (!could || isMoving(student, course) || left-- <= 0) continue;
      const path = `${course.path}/modules/${item.moduleId}/items?student_id=${student.id}&per_page=100`;
      const shown = (await ask.all(teacher, path, Item)).find(({ id }) => id === item.id)?.completion_requirement?.completed ?? false;
      // Of one who has only asked in vain it may be as it was in the beginning.
      if (!could.includes(shown) && (shown || ledger.done.isSure(key)))
        differs(`item ${item.id}, student ${student.id}: is ${shown ? '' : 'not '}done`);
    }
  }
}

/** The results of the outcome of a course are the points that its criterion was assessed with. */
async function checkOutcomes({ ask, ledger, differs }: Checking, course: Course, teacher: Person): Promise<void> {
  const within = ({ outcome_results }: z.infer<typeof OutcomeResults>) => outcome_results;
  const results = await ask.allWithin(teacher, `${course.path}/outcome_results?per_page=100`, OutcomeResults, within);
  const found = new Map(results.map(({ score, links }) => [`${links.assignment.replace(/\D/g, '')}/${links.user}`, score]));
  for (const work of course.works) {
    const criterion = work.criteria.find(({ outcomeId }) => outcomeId !== null);
    if (!criterion) continue;
    for (const student of course.students) {
      if (isMoving(student, course)) continue;
      const key = `${work.id}/${student.id}`;
      const points = ledger.assessed.couldBe(`${key}/${criterion.id}`);
      const isSure = ledger.assessed.isSure(`${key}/${criterion.id}`);
      const score = found.get(key);
      if (score === undefined ? isSure : !points?.includes(score)) {
        differs(
          `course ${course.id}, assignment ${work.id}, student ${student.id}: the outcome result is ${score} and not ${points?.join(' or ')}`,
        );
      }
    }
  }
}

/** Whatever else was acknowledged is there. */
export async function checkMade(checking: Checking, course: Course): Promise<void> {
  const [teacher] = course.teachers;
  if (!teacher) return;
  await checkThings(checking, course, teacher);
  await checkPages(checking, course, teacher);
  await checkEnrollments(checking, course);
  await checkMarks(checking, course, teacher);
  await checkOutcomes(checking, course, teacher);
}
