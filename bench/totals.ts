import { courseTotals, type Totals } from '../src/areas/submissions/totals.ts';
import type { GroupRules } from '../src/store/stored/assignments.ts';

/** What totals are counted from: the groups of a course (id, weight, rules) and its assignments (id, group, points). */
export interface Frame {
  weighted: boolean;
  groups: [number, number, GroupRules][] | null;
  assignments: [number, number, number | null][] | null;
}

/** How course $1 makes totals, as a column that only the first row has: `first` tells which that is. */
export const frameColumn = (first: string): string => `case when ${first} then (select json_build_object(
    'weighted', c.group_weighting_scheme = 'percent',
    'groups', (select json_agg(json_build_array(g.id, g.group_weight, g.rules) order by g.position)
      from assignment_groups g where g.course_id = c.id and not g.deleted),
    'assignments', (select json_agg(json_build_array(a.id, a.assignment_group_id, a.points_possible))
      from assignments a where a.course_id = c.id and not a.deleted and a.published)) from courses c where c.id = $1) end as frame`;

/** The totals of students as a grader sees them. The counting is Lectern's own: nobody would write that shorter. */
export function totalsIn({ weighted, groups, assignments }: Frame): (scores: ReadonlyMap<number, number | null>) => Totals {
  const byGroup = (groups ?? []).map(([id, weight, rules]) => ({
    weight,
    rules,
    assignments: (assignments ?? []).filter(([, groupId]) => groupId === id),
  }));
  return (scores) =>
    courseTotals(
      byGroup.map(({ weight, rules, assignments: own }) => ({
        weight,
        rules,
        items: own.map(([id, , pointsPossible]) => ({ id, pointsPossible, score: scores.get(id) ?? null })),
      })),
      weighted,
    );
}
