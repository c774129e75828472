import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, float, int, json, nullable, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isMuted, isPublished } from '../assignments/relations.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { OUTCOME_ROW } from '../outcomes/json.ts';
import { OUTCOME_COLUMNS } from '../outcomes/outcomes.ts';
import { highestPoints } from '../outcomes/relations.ts';
import { isByGraders, pointsBy } from '../submissions/relations.ts';
import { isMastered, scaled } from './calculating.ts';

const RESULT_ROW = {
  assessmentId: int,
  criterionId: int,
  /** The place of the criterion in its rubric. */
  position: int,
  userId: int,
  outcomeId: present(int),
  assignmentId: int,
  points: float,
  possible: float,
  mastered: nullable(boolean),
  at: timestamptz,
};
export type ResultRow = RowOf<typeof RESULT_ROW>;

/** What students and observers see of assignments `a` (outcome-results#3). */
export const OPEN = sql`(not ${isMuted('a')} and ${isPublished('a')})`;

const POINTS = pointsBy('s', sql`rc.id`);
const MASTERED = isMastered({
  outcome: [scaled(POINTS, sql`rc.points`, highestPoints('o')), sql`o.mastery_points`],
  criterion: [POINTS, sql`rc.mastery_points`],
});

export const resultsOfCourse = keyedList({
  name: 'outcome_results_of_course',
  takes: { courseId: int },
  mayTake: { students: array(int), sections: array(int), outcomes: array(int), asThey: array(int) },
  gives: RESULT_ROW,
  select: (
    p,
  ) => sql`select x.id as "assessmentId", rc.id as "criterionId", rc.position, x.user_id as "userId", rc.learning_outcome_id as "outcomeId",
     a.id as "assignmentId", ${POINTS} as points, rc.points as possible, ${MASTERED} as mastered, coalesce(s.submitted_at, x.updated_at) as at
   from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
     join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
     join rubric_assessments x on x.assignment_id = a.id and ${isByGraders('x')}
     join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
   where a.course_id = ${p.courseId} and not a.deleted and ${POINTS} is not null
     and ${isStudentWithin(sql`a.course_id`, sql`x.user_id`, sql`null`)}`,
  filters: {
    students: (p) => sql`x.user_id = any(${p.students}::int[])`,
    sections: (p) => isStudentWithin(sql`a.course_id`, sql`x.user_id`, p.sections),
    outcomes: (p) => sql`rc.learning_outcome_id = any(${p.outcomes}::int[])`,
    asThey: (p) => sql`(x.user_id <> all(${p.asThey}::int[]) or ${OPEN})`,
  },
  // As an index has assessments: a page reads none beyond it.
  key: [
    { sql: sql`a.id`, type: 'int' },
    { sql: sql`x.user_id`, type: 'int' },
    { sql: sql`rc.id`, type: 'int' },
  ],
  keyOf: (row) => [row.assignmentId, row.userId, row.criterionId],
});

interface GroupOf {
  id: number;
  title: string;
}
interface AlignmentOf {
  assignmentId: number;
  title: string;
}

const COURSE_OUTCOME_ROW = { ...OUTCOME_ROW, groups: json<readonly GroupOf[]>(), alignments: json<readonly AlignmentOf[]>() };
export type CourseOutcome = RowOf<typeof COURSE_OUTCOME_ROW>;

/** Those that are linked in groups of a course, or measured by rubrics of its assignments, by id; with where they stand. */
export const outcomesOfCourse = statement({
  name: 'outcomes_of_course',
  takes: { courseId: int, outcomeIds: nullable(array(int)), seesAll: boolean },
  gives: COURSE_OUTCOME_ROW,
  // What is linked and what is measured is gathered once for the course: asked of each outcome there is, it takes all of the school's, and
  // all assignments of the course for each of its own.
  sql: (p) => sql`with linked as (
       select l.outcome_id as id, json_agg(json_build_object('id', g.id, 'title', coalesce(g.title, c.name)) order by g.id) as groups
       from outcome_groups g join outcome_links l on l.group_id = g.id join courses c on c.id = g.course_id
       where g.course_id = ${p.courseId} and not g.deleted group by l.outcome_id),
     measured as (
       select m.id, json_agg(json_build_object('assignmentId', m.assignment_id, 'title', m.title) order by m.assignment_id) filter (where m.shown) as alignments
       from (select distinct rc.learning_outcome_id as id, a.id as assignment_id, a.name as title, ${p.seesAll}::boolean or ${isPublished('a')} as shown
         from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
           join rubric_criteria rc on rc.rubric_id = ra.rubric_id
         where a.course_id = ${p.courseId} and not a.deleted and rc.learning_outcome_id is not null) m
       group by m.id)
   select ${OUTCOME_COLUMNS}, coalesce(l.groups, '[]') as groups, coalesce(m.alignments, '[]') as alignments
   from (select id from linked union select id from measured) own join outcomes o on o.id = own.id
     left join linked l on l.id = o.id left join measured m on m.id = o.id
   where not o.deleted and (${p.outcomeIds}::int[] is null or o.id = any(${p.outcomeIds}::int[])) order by o.id`,
});

/** Assignments with the outcomes that their rubrics measure, each once. */
export const alignmentsOfCourse = keyedList({
  name: 'outcome_alignments_of_course',
  takes: { courseId: int },
  mayTake: { published: int },
  gives: { assignmentId: int, title: text, submissionTypes: array(text), outcomeId: present(int) },
  select: (p) => sql`select a.id as "assignmentId", a.name as title, a.submission_types as "submissionTypes", o.id as "outcomeId"
    from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
    cross join lateral (select distinct rc.learning_outcome_id as id from rubric_criteria rc
      where rc.rubric_id = ra.rubric_id and rc.learning_outcome_id is not null ${ONE_BY_ONE}) o
    where a.course_id = ${p.courseId} and not a.deleted`,
  filters: { published: (p) => sql`a.course_id = ${p.published} and ${isPublished('a')}` },
  key: [
    { sql: sql`a.id`, type: 'int' },
    { sql: sql`o.id`, type: 'int' },
  ],
  keyOf: (row) => [row.assignmentId, row.outcomeId],
});
