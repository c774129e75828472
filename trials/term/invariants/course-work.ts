import { z } from 'zod';
import { workKey } from '../ledger.ts';
import { markIn } from '../plan.ts';
import { type Course, staying } from '../school.ts';
import type { Asker } from './asking.ts';
import type { Checking } from './check.ts';

const Attempt = z.object({
  attempt: z.int().nullable(),
  body: z.string().nullable(),
  attachments: z.array(z.object({ display_name: z.string(), url: z.string() })).optional(),
});
const Submission = z.object({
  assignment_id: z.int(),
  user_id: z.int(),
  score: z.number().nullable(),
  workflow_state: z.string(),
  submission_history: z.array(Attempt),
  submission_comments: z.array(z.object({ comment: z.string() })),
  rubric_assessment: z.record(z.string(), z.object({ points: z.number().optional() })).optional(),
});
export type Submission = z.infer<typeof Submission>;
const OfStudent = z.object({
  user_id: z.int(),
  submissions: z.array(Submission),
  computed_current_score: z.number().nullable(),
  computed_final_score: z.number().nullable(),
});
export type OfStudent = z.infer<typeof OfStudent>;

const INCLUDE = ['submission_history', 'submission_comments', 'rubric_assessment', 'total_scores']
  .map((word) => `include[]=${word}`)
  .join('&');

/** Everything that students have turned in, as a teacher of the course reads it. */
export async function workOf(ask: Asker, course: Course): Promise<OfStudent[]> {
  const [teacher] = course.teachers;
  if (!teacher) return [];
  return ask.all(teacher, `${course.path}/students/submissions?student_ids[]=all&grouped=true&${INCLUDE}&per_page=50`, OfStudent);
}

/** A word for each attempt: the mark that its sender wrote into it. */
const marksOf = ({ submission_history }: Submission): (string | undefined)[] =>
  submission_history
    .filter(({ attempt }) => attempt !== null)
    .map(({ body, attachments }) => markIn(`${body ?? ''} ${attachments?.map((file) => file.display_name).join(' ') ?? ''}`));

/** Whether all that is certain stands in a list, in its order, and nothing that nobody sent; what is wrong, else undefined. */
export function orderedFault(sent: readonly { mark: string; sure: boolean }[], found: readonly (string | undefined)[]): string | undefined {
  const known = new Set(sent.map(({ mark }) => mark));
  const strange = found.find((mark) => mark === undefined || !known.has(mark));
  if (strange !== undefined || found.includes(undefined)) return `has ${strange ?? 'one without a mark'}, which nobody sent`;
  if (new Set(found).size !== found.length) return 'has one twice';
  const certain = sent.filter(({ sure }) => sure).map(({ mark }) => mark);
  const there = found.filter((mark) => mark !== undefined && certain.includes(mark));
  return certain.join(' ') === there.join(' ') ? undefined : `has ${there.join(' ')} and not ${certain.join(' ')}`;
}

function checkSubmission({ ledger, differs }: Checking, course: Course, one: Submission): void {
  const key = workKey(one.assignment_id, one.user_id);
  const what = `course ${course.id}, assignment ${one.assignment_id}, student ${one.user_id}`;
  const history = orderedFault(ledger.attempts.of(key), marksOf(one));
  if (history) differs(`${what}: the history ${history}`);
  const numbers = one.submission_history.flatMap(({ attempt }) => (attempt === null ? [] : [attempt]));
  if (numbers.some((number, i) => number !== i + 1)) differs(`${what}: the attempts have the numbers ${numbers.join(' ')}`);
  const said = one.submission_comments.map(({ comment }) => markIn(comment));
  const comments = ledger.comments.of(key);
  for (const { mark, sure } of comments) {
    const times = said.filter((word) => word === mark).length;
    if ((times > 1 && !ledger.repeatedComments.has(mark)) || (sure && times === 0))
      differs(`${what}: the comment ${mark} is there ${times} times`);
  }
  const scores = ledger.scores.couldBe(key);
  // Where nothing certain was ever written, there may be no grade at all.
  const couldBe = scores && (ledger.scores.isSure(key) ? scores : [...scores, null]);
  if (couldBe && !couldBe.includes(one.score)) differs(`${what}: the score is ${one.score} and not ${couldBe.join(' or ')}`);
  if (!scores && one.score !== null) differs(`${what}: the score is ${one.score}, which nobody gave`);
  for (const criterion of course.works.find(({ id }) => id === one.assignment_id)?.criteria ?? []) {
    const points = ledger.assessed.couldBe(`${key}/${criterion.id}`);
    const found = one.rubric_assessment?.[criterion.id]?.points;
    if (points && ledger.assessed.isSure(`${key}/${criterion.id}`) && (found === undefined || !points.includes(found))) {
      differs(`${what}: criterion ${criterion.id} has ${found} points and not ${points.join(' or ')}`);
    }
  }
}

/** Every attempt, comment, grade and assessment that was acknowledged is there, and no other. */
export async function checkCourseWork(checking: Checking, course: Course): Promise<void> {
  const { ledger, work: read, differs } = checking;
  const students = await read(course);
  const ofQuizzes = new Set(course.quizzes.map(({ assignmentId }) => assignmentId));
  const found = new Map(students.flatMap(({ submissions }) => submissions).map((one) => [workKey(one.assignment_id, one.user_id), one]));
  for (const one of found.values()) if (!ofQuizzes.has(one.assignment_id)) checkSubmission(checking, course, one);
  for (const student of staying(course)) {
    for (const work of course.works) {
      const key = workKey(work.id, student.id);
      const isSure =
        ledger.attempts.of(key).some(({ sure }) => sure) || (ledger.scores.isSure(key) && !ledger.scores.couldBe(key)?.includes(null));
      if (isSure && !found.has(key)) differs(`course ${course.id}, assignment ${work.id}, student ${student.id}: there is no submission`);
    }
  }
}
