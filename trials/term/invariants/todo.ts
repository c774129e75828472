import { z } from 'zod';
import { type Course, type Person, staying } from '../school.ts';
import type { Checking } from './check.ts';

const Item = z.object({ type: z.string(), needs_grading_count: z.int().optional(), assignment: z.object({ id: z.int() }) });
const Assignment = z.object({
  id: z.int(),
  due_at: z.string().nullable(),
  submission_types: z.array(z.string()),
  locked_for_user: z.boolean(),
  needs_grading_count: z.int().optional(),
  submission: z.object({ submitted_at: z.string().nullable() }).nullish(),
});

const MOST_ITEMS = 15;
const DAY_MS = 86_400_000;
const [BEHIND_MS, AHEAD_MS] = [28 * DAY_MS, 7 * DAY_MS];
const UNGRADED = new Set(['submitted', 'pending_review']);
const STUDENTS = 3;

/** What waits to be graded, counted of the submissions, is what assignments and the list of a teacher say. */
async function checkGrading({ ask, work, differs }: Checking, course: Course, teacher: Person): Promise<void> {
  const waiting = new Map<number, number>();
  for (const { submissions } of await work(course)) {
    for (const { assignment_id: id, workflow_state: state } of submissions)
      if (UNGRADED.has(state)) waiting.set(id, (waiting.get(id) ?? 0) + 1);
  }
  const assignments = await ask.all(teacher, `${course.path}/assignments?per_page=100`, Assignment);
  for (const { id, needs_grading_count: count } of assignments) {
    const counted = waiting.get(id) ?? 0;
    if (count !== counted) differs(`assignment ${id}: needs_grading_count is ${count}, and ${counted} wait`);
  }
  const listed = (await ask.one(teacher, `${course.path}/todo`, z.array(Item))).filter(({ type }) => type === 'grading');
  if (listed.length !== Math.min(MOST_ITEMS, waiting.size))
    differs(`course ${course.id}: ${listed.length} are to be graded, and ${waiting.size} wait`);
  for (const { assignment, needs_grading_count: count } of listed) {
    if (count !== waiting.get(assignment.id))
      differs(`assignment ${assignment.id}: ${count} are to do, and ${waiting.get(assignment.id)} wait`);
  }
}

/** What a student has to turn in, by their own dates and submissions, is what their list says. */
async function checkSubmitting({ ask, differs }: Checking, course: Course, student: Person): Promise<void> {
  const now = Date.now();
  const isOpen = ({ due_at, submission_types: types, locked_for_user: locked, submission }: z.infer<typeof Assignment>): boolean => {
    if (due_at === null || locked || types.every((type) => type === 'none' || type === 'on_paper')) return false;
    const due = new Date(due_at).getTime();
    return due >= now - BEHIND_MS && due <= now + AHEAD_MS && !submission?.submitted_at;
  };
  const assignments = await ask.all(student, `${course.path}/assignments?include[]=submission&per_page=100`, Assignment);
  const open = assignments.filter(isOpen).map(({ id }) => id);
  const listed = (await ask.one(student, `${course.path}/todo`, z.array(Item))).filter(({ type }) => type === 'submitting');
  const ids = listed.map(({ assignment }) => assignment.id);
  const isRight = open.length <= MOST_ITEMS ? open.toSorted().join() === ids.toSorted().join() : ids.every((id) => open.includes(id));
  if (!isRight)
    differs(`course ${course.id}, student ${student.id}: assignments ${ids.join(' ')} are to do, and ${open.join(' ')} are open`);
}

export async function checkTodo(checking: Checking, course: Course): Promise<void> {
  const [teacher] = course.teachers;
  if (!teacher) return;
  await checkGrading(checking, course, teacher);
  for (const student of staying(course).slice(0, STUDENTS)) await checkSubmitting(checking, course, student);
}
