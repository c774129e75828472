import type { FieldError } from '../../kernel/errors.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, json, type RowOf } from '../../store/sql/types.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { sumOfPoints } from '../grading-standards/grade-text.ts';
import type { SentAssessment, SentCriterion } from './parameters.ts';

/** The rubric of an assignment, as far as assessing goes. */
export const GRADING_RUBRIC_ROW = {
  useForGrading: boolean,
  criteria: json<readonly { id: string; points: number }[]>(),
};
/** The criteria of a rubric `r`, for that row. */
export const CRITERIA = sql`coalesce((select json_agg(json_build_object('id', rc.id::text, 'points', rc.points))
       from rubric_criteria rc where rc.rubric_id = r.id), '[]')`;
export type GradingRubric = RowOf<typeof GRADING_RUBRIC_ROW>;

const invalid = (message: string): FieldError => ({ attribute: 'rubric_assessment', type: 'invalid', message });

/** What of an assessment the rubric does not allow (submissions#50); null where it allows all of it. */
export function assessmentError(sent: SentAssessment, rubric: GradingRubric | null): FieldError | null {
  if (rubric === null) return invalid('is of no use: the assignment has no rubric');
  const points = new Map(rubric.criteria.map((criterion) => [criterion.id, criterion.points]));
  for (const [id, row] of sent) {
    const most = points.get(id);
    if (most === undefined) return invalid(`names a criterion that the rubric does not have: ${id}`);
    if (row.points !== undefined && (row.points < 0 || row.points > most))
      return invalid(`has points of criterion ${id} that are not between 0 and ${most}`);
  }
  return null;
}

/** Forms send the rows that nobody filled in, too: these are none (submissions#13). */
const isFilledIn = ({ points, comments = '' }: SentCriterion): boolean => points !== undefined || comments !== '';
export const isBlank = (sent: SentAssessment): boolean => ![...sent.values()].some(isFilledIn);

/** With what was sent; rows, and what of a row was left out, stay (submissions#49). Null where nothing has been said yet. */
export function assessed(before: Assessment | null, sent: SentAssessment): Assessment | null {
  if (before === null && isBlank(sent)) return null;
  const rows = new Map(Object.entries(before ?? {}));
  for (const [id, row] of sent) rows.set(id, { ...rows.get(id), ...row });
  return Object.fromEntries([...rows].filter(([, row]) => isFilledIn(row)));
}

/** What was said by a criterion of the rubric. */
export const saidBy = (assessment: Assessment, criterionId: string): Assessment[string] | undefined =>
  Object.hasOwn(assessment, criterionId) ? assessment[criterionId] : undefined;

/** The points of the rubric's criteria together; null while there are none. */
export function sumOf(assessment: Assessment, criteria: readonly { id: string | number }[]): number | null {
  const given = criteria.flatMap(({ id }) => {
    const points = saidBy(assessment, String(id))?.points;
    return points === undefined ? [] : [{ points }];
  });
  return given.length === 0 ? null : sumOfPoints(given);
}
