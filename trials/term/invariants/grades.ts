import { z } from 'zod';
import type { Course } from '../school.ts';
import { type ScoredGroup, totalsOf } from '../totals.ts';
import type { Checking } from './check.ts';

const Rules = z.object({
  drop_lowest: z.int().optional(),
  drop_highest: z.int().optional(),
  never_drop: z.array(z.int()).optional(),
});
const Group = z.object({
  id: z.int(),
  group_weight: z.number(),
  rules: Rules,
  assignments: z.array(z.object({ id: z.int(), points_possible: z.number().nullable(), published: z.boolean().optional() })),
});
const Shown = z.object({ group_weighting_scheme: z.string().nullish() });
const Enrollment = z.object({
  id: z.int(),
  user_id: z.int(),
  grades: z.object({ current_score: z.number().nullable(), final_score: z.number().nullable() }),
});

const groupsOf = (groups: readonly z.infer<typeof Group>[], scores: ReadonlyMap<number, number | null>): ScoredGroup[] =>
  groups.map(({ group_weight: weight, rules, assignments }) => ({
    weight,
    rules,
    items: assignments
      .filter(({ published }) => published !== false)
      .map(({ id, points_possible }) => ({ id, points: points_possible ?? 0, score: scores.get(id) ?? null })),
  }));

/** The totals in enrollments and in the gradebook are those that groups, rules and scores come to, counted here. */
export async function checkGrades({ ask, work, differs }: Checking, course: Course): Promise<void> {
  const [teacher] = course.teachers;
  if (!teacher) return;
  const groups = await ask.all(teacher, `${course.path}/assignment_groups?include[]=assignments&per_page=100`, Group);
  const { group_weighting_scheme: scheme } = await ask.one(teacher, course.path, Shown);
  const enrollments = await ask.all(teacher, `${course.path}/enrollments?type[]=StudentEnrollment&per_page=100`, Enrollment);
  const students = new Map((await work(course)).map((one) => [one.user_id, one]));
  for (const { id, user_id, grades } of enrollments) {
    const student = students.get(user_id);
    const scores = new Map(student?.submissions.map(({ assignment_id, score }) => [assignment_id, score]) ?? []);
    const { current, final } = totalsOf(groupsOf(groups, scores), scheme === 'percent');
    const says = (where: string, shown: unknown[]) =>
      differs(`course ${course.id}, student ${user_id}: ${where} ${shown.join(' and ')}, counted are ${current} and ${final}`);
    if (grades.current_score !== current || grades.final_score !== final) {
      says(`the grades of enrollment ${id} are`, [grades.current_score, grades.final_score]);
    }
    if (student && (student.computed_current_score !== current || student.computed_final_score !== final)) {
      says('the totals of the gradebook are', [student.computed_current_score, student.computed_final_score]);
    }
  }
}
