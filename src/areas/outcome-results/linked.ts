import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { namesOf } from '../courses/nicknames.ts';
import { outcomesJson } from '../outcomes/json.ts';
import { usersOfCourse } from '../users/people.ts';
import type { CourseOutcome } from './rows.ts';
import type { Alignment, Filters, Linked } from './schemas.ts';

/** An assignment by whose rubric an outcome is measured. */
export const alignmentId = (assignmentId: number): string => `assignment_${assignmentId}`;

export const assignmentPath = (courseId: number, id: number): string => `/courses/${courseId}/assignments/${id}`;

const byId = <T extends { id: number | string }>(all: readonly T[]): T[] => [...new Map(all.map((one) => [one.id, one])).values()];

function alignmentsOf(ctx: Ctx, at: CourseAccess, outcomes: readonly CourseOutcome[]): Alignment[] {
  const all = outcomes.flatMap((outcome) => outcome.alignments).toSorted((a, b) => a.assignmentId - b.assignmentId);
  return byId(
    all.map(({ assignmentId, title }) => ({
      id: alignmentId(assignmentId),
      name: title,
      html_url: `${ctx.webUrl}${assignmentPath(at.course.id, assignmentId)}`,
    })),
  );
}

function outcomesOf(outcomes: readonly CourseOutcome[], withAlignments: boolean): Linked['outcomes'] {
  return outcomesJson(outcomes, false).map((json, i) => ({
    ...json,
    ...(withAlignments ? { alignments: (outcomes[i]?.alignments ?? []).map((one) => alignmentId(one.assignmentId)) } : {}),
  }));
}

interface Named {
  outcomes: readonly CourseOutcome[];
  userIds: readonly number[];
  grades: (userId: number) => boolean;
}

/** outcome-results#4: what is linked to, as far as it is asked for. */
export async function linkedTo(ctx: Ctx, at: CourseAccess, include: Filters['include'], named: Named): Promise<Linked> {
  if (include === undefined) return {};
  const { outcomes, userIds, grades } = named;
  const withAlignments = include.has('outcomes.alignments');
  const users = include.has('users') ? await usersOfCourse(ctx, at, [...new Set(userIds)], grades) : null;
  return {
    ...(include.has('outcomes') || withAlignments ? { outcomes: outcomesOf(outcomes, withAlignments) } : {}),
    ...(include.has('outcome_groups') ? { outcome_groups: byId(outcomes.flatMap((outcome) => outcome.groups)) } : {}),
    ...(include.has('alignments') || withAlignments ? { alignments: alignmentsOf(ctx, at, outcomes) } : {}),
    ...(users ? { users: [...users.values()] } : {}),
    ...(include.has('courses') ? { courses: [{ id: String(at.course.id), ...(await namesOf(ctx, at)) }] } : {}),
  };
}
