import { type Db, statement } from '../../store/database.ts';
import { assessmentType } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { Assessment } from '../../store/stored/submissions.ts';
import { isGraded, isStudentWithin } from '../enrollments/relations.ts';
import { saidBy, sumOf } from './assessing.ts';
import type { RubricAssessment } from './schemas.ts';

interface CriterionOf {
  id: number;
  description: string;
  learningOutcomeId: number | null;
}

const ONE_ASSESSMENT = {
  id: int,
  assignmentId: int,
  userId: int,
  type: assessmentType,
  assessorId: nullable(int),
  data: json<Assessment>(),
  submissionId: int,
  attempt: nullable(int),
  associationId: int,
  rubricId: int,
  /** The criteria of the rubric, in its order. */
  criteria: json<readonly CriterionOf[]>(),
  updatedAt: timestamptz,
};
export type OneAssessment = RowOf<typeof ONE_ASSESSMENT>;

/** By graders what they say stands with the submission (schema, RubricAssessment). */
const DATA = sql`coalesce(x.data, s.assessment)`;

const select = (criteria: Sql, where: Sql): Sql => sql`select x.id, x.assignment_id as "assignmentId", x.user_id as "userId", x.type,
   x.assessor_id as "assessorId", ${DATA} as data, s.id as "submissionId", s.attempt, ra.id as "associationId", ra.rubric_id as "rubricId",
   ${criteria} as criteria, x.updated_at as "updatedAt"
 from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
   join rubric_associations ra on ra.assignment_id = x.assignment_id
 where ${DATA} is not null and ${where}`;

const CRITERIA_OF = sql`coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description,
     'learningOutcomeId', rc.learning_outcome_id) order by rc.position, rc.id)
   from rubric_criteria rc where rc.rubric_id = ra.rubric_id), '[]')`;

const byId = statement({
  name: 'rubric_assessment',
  takes: { assignmentId: int, id: int },
  gives: ONE_ASSESSMENT,
  sql: (p) => select(CRITERIA_OF, sql`x.assignment_id = ${p.assignmentId} and x.id = ${p.id}`),
});
const ofSubmission = statement({
  name: 'rubric_assessment_of_submission',
  takes: { assignmentId: int, userId: int, type: assessmentType, assessorId: nullable(int) },
  gives: ONE_ASSESSMENT,
  sql: (p) =>
    select(
      CRITERIA_OF,
      sql`x.assignment_id = ${p.assignmentId} and x.user_id = ${p.userId} and x.type = ${p.type}
       and (${p.assessorId}::int is null or x.assessor_id = ${p.assessorId}::int)`,
    ),
});

/** Names one assessment: that of the graders, or a reviewer's own. */
export interface AssessmentOf {
  assignmentId: number;
  userId: number;
  type: OneAssessment['type'];
  assessorId: number | null;
}

export const findOne = (db: Db, which: AssessmentOf | { assignmentId: number; id: number }): Promise<OneAssessment[]> =>
  'id' in which ? db.rows(byId, which) : db.rows(ofSubmission, which);

const ofRubric = statement({
  name: 'assessments_by_rubric',
  takes: { rubricId: int, courseId: int, toGrade: nullable(array(int)), types: array(text) },
  gives: ONE_ASSESSMENT,
  sql: (p) =>
    sql`${select(
      sql`'[]'::json`,
      sql`ra.rubric_id = ${p.rubricId} and x.type::text = any(${p.types}::text[])
       and exists (select 1 from assignments a where a.id = x.assignment_id and not a.deleted)
       and ${isStudentWithin(p.courseId, sql`x.user_id`, sql`null`)} and ${isGraded(p.courseId, sql`x.user_id`, p.toGrade)}`,
    )} order by x.id`,
});

/** Those by a rubric of a course, of the students whom the caller grades; the criteria are the rubric's, which the caller has read. */
export async function assessmentsByRubric(
  db: Db,
  of: { rubricId: number; courseId: number; toGrade: readonly number[] | null },
  types: readonly OneAssessment['type'][],
  criteria: readonly CriterionOf[],
): Promise<OneAssessment[]> {
  const rows = await db.rows(ofRubric, { ...of, types });
  return rows.map((row) => ({ ...row, criteria }));
}

/** How much of an assessment is shown: nothing of its rows, what is said alone, or all. */
export type Style = 'full' | 'comments_only' | null;

/** submissions#83. What was said by a criterion that the rubric does not have any more is left out. */
export function assessmentJson(row: OneAssessment, style: Style): RubricAssessment {
  const rows = row.criteria.flatMap((criterion) => {
    const said = saidBy(row.data, String(criterion.id));
    return said === undefined ? [] : [{ criterion, said }];
  });
  return {
    id: row.id,
    rubric_id: row.rubricId,
    rubric_association_id: row.associationId,
    score: sumOf(row.data, row.criteria),
    artifact_type: 'Submission',
    artifact_id: row.submissionId,
    artifact_attempt: row.attempt,
    assessment_type: row.type,
    assessor_id: row.assessorId,
    user_id: row.userId,
    ...(style === 'full'
      ? {
          data: rows.map(({ criterion, said }) => ({
            id: `${row.id}_${criterion.id}`,
            criterion_id: String(criterion.id),
            description: criterion.description,
            ...(criterion.learningOutcomeId === null ? {} : { learning_outcome_id: criterion.learningOutcomeId }),
            points: said.points ?? null,
            comments: said.comments ?? null,
          })),
        }
      : {}),
    ...(style === null ? {} : { comments: rows.flatMap(({ said }) => (said.comments ? [said.comments] : [])) }),
  };
}
