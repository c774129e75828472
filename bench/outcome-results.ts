import { z } from 'zod';
import { OutcomeAlignment, type OutcomeResult, OutcomeResults, type Rollup, Rollups } from '../src/areas/outcome-results/schemas.ts';
import { MOST as MOST_CRITERIA } from '../src/areas/rubrics/parameters.ts';
import type { Filled } from './filled.ts';
import { floor, jsonTime, type Operation } from './floors.ts';
import type { GradedCourse } from './graded-course.ts';
import { ACCOUNT_OUTCOMES } from './outcomes.ts';
import type { Step } from './sizes.ts';

const CRITERIA = 4;
const POSSIBLE = 9;
/** One assignment out of so many is assessed by the rubric that measures outcomes. */
const MEASURED = 5;

const IS_MEASURED = `a.course_id = $1 and a.id % ${MEASURED} = 0`;

/** Every work of these assignments is assessed, by a rubric whose criteria name outcomes of the account. */
export const outcomeResultSteps = ({ courseId, teacherId }: GradedCourse): Step[] => [
  {
    text: `with made as (insert into rubrics (course_id, title) values ($1, 'What is reached') returning id),
        c as (insert into rubric_criteria (rubric_id, position, description, points, ratings, learning_outcome_id)
          select id, n, 'What is reached ' || n, ${POSSIBLE}, '[]', n * ${ACCOUNT_OUTCOMES} from made cross join generate_series(1, ${CRITERIA}) n order by n)
      insert into rubric_associations (rubric_id, assignment_id, use_for_grading, purpose)
      select made.id, a.id, false, 'grading' from made cross join assignments a where ${IS_MEASURED} order by a.id`,
    values: [courseId],
  },
  {
    text: `update submissions s set assessment = (select jsonb_object_agg(c.id, jsonb_build_object('points', (s.user_id + s.assignment_id * c.position) % (${POSSIBLE} + 1),
          'comments', 'Reached ' || c.position)) from rubric_associations ra join rubric_criteria c on c.rubric_id = ra.rubric_id where ra.assignment_id = a.id)
      from assignments a where a.id = s.assignment_id and ${IS_MEASURED}`,
    values: [courseId],
  },
  {
    text: `insert into rubric_assessments (assignment_id, user_id, type, assessor_id)
      select s.assignment_id, s.user_id, 'grading', $2::int from submissions s join assignments a on a.id = s.assignment_id where ${IS_MEASURED}
      order by s.assignment_id, s.user_id`,
    values: [courseId, teacherId],
  },
];

const POINTS = `(s.assessment -> c.id::text ->> 'points')::float8`;
const OF_OUTCOME = `(o.ratings -> 0 ->> 'points')::float8`;
const IS_STUDENT = (user: string): string => `exists (select 1 from enrollments e where e.course_id = $1 and e.user_id = ${user}
  and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))`;

interface ResultRow {
  assessment_id: number;
  position: number;
  points: number;
  possible: number;
  of_outcome: number;
  mastery_points: number;
  at: string;
  user_id: number;
  outcome_id: number;
  assignment_id: number;
}

/** Every outcome that is measured has points of its own. */
const result = (row: ResultRow): OutcomeResult => ({
  id: row.assessment_id * MOST_CRITERIA + row.position - 1,
  score: row.points,
  possible: row.possible,
  percent: Math.round((row.points / row.possible) * 10_000) / 10_000,
  mastery: Math.round((row.points / row.possible) * row.of_outcome * 100) >= row.mastery_points * 100,
  submitted_or_assessed_at: row.at,
  links: {
    user: String(row.user_id),
    learning_outcome: String(row.outcome_id),
    assignment: `assignment_${row.assignment_id}`,
    alignment: `assignment_${row.assignment_id}`,
  },
});

interface RollupRow {
  id: number;
  scores: { score: number; count: number; title: string; at: string; outcome_id: number }[] | null;
}

const rollup = (row: RollupRow): Rollup => ({
  scores: (row.scores ?? []).map(({ score, count, title, at, outcome_id }) => ({
    score,
    count,
    title,
    submitted_at: jsonTime(at),
    links: { outcome: String(outcome_id) },
  })),
  links: { user: String(row.id) },
});

const IN_ORDER = 'order by at, x.id, position';
const LAST = `(array_agg(reached ${IN_ORDER}))[count(*)]`;

/**
 * All measured outcomes go by a decaying average. Each result is worked out once, and of those assignments alone that measure outcomes:
 * as one join of all, every submission of the course is read, and its JSON for each aggregate.
 */
const scores = (
  outcomes: string,
  students: string,
): string => `select x.user_id, outcome_id, count(*) as count, (array_agg(title ${IN_ORDER}))[count(*)] as title, (array_agg(at ${IN_ORDER}))[count(*)] as at,
    round((case when count(*) = 1 then max(reached) else (${LAST} * number
      + (sum(reached) - ${LAST}) / (count(*) - 1) * (100 - number)) / 100 end)::numeric, 2)::float8 as score
  from (select c.outcome_id, c.number, c.title, c.position, x.id, x.user_id, x.at, (x.assessment -> c.criterion ->> 'points')::float8 / c.points * c.highest as reached
    from (select a.id as assignment_id, a.name as title, c.id::text as criterion, c.position, c.points, o.id as outcome_id, ${OF_OUTCOME} as highest, o.calculation_int as number
      from assignments a join rubric_associations ra on ra.assignment_id = a.id join rubric_criteria c on c.rubric_id = ra.rubric_id
        join outcomes o on o.id = c.learning_outcome_id where a.course_id = $1 and not a.deleted and ${outcomes} offset 0) c
    cross join lateral (select x.id, x.user_id, s.assessment, coalesce(s.submitted_at, x.updated_at) as at
      from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
      where x.assignment_id = c.assignment_id and x.type = 'grading' and ${students} offset 0) x offset 0) x
  where reached is not null group by x.user_id, outcome_id, number`;

const ofCourse = (store: Filled): number => store.gradedCourseId;

const rollups = (query: string, page: string, order: string): Operation => ({
  name: `GET /courses/:id/outcome_rollups${query}`,
  as: 'teacher',
  path: (store) => `/courses/${store.gradedCourseId}/outcome_rollups${query}`,
  answer: Rollups,
  floor: floor<RollupRow>({
    id: ofCourse,
    text: `select u.id, (select json_agg(o order by o.outcome_id) from (${scores('true', 's.user_id = u.id')}) o) as scores from (${page} limit 10) u order by ${order}`,
    present: (rows) => ({ rollups: rows.map(rollup), linked: {} }),
  }),
});

const STUDENTS = `select u.id, u.sort_key from users u where not u.deleted and u.id in (select e.user_id from enrollments e
  where e.course_id = $1 and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))`;

export const outcomeResultOperations: readonly Operation[] = [
  {
    name: 'GET /courses/:id/outcome_results',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/outcome_results`,
    answer: OutcomeResults,
    floor: floor<ResultRow>({
      id: ofCourse,
      text: `select r.* from assignments a cross join lateral (
          select x.id as assessment_id, c.id, c.position, ${POINTS} as points, c.points as possible, ${OF_OUTCOME} as of_outcome, o.mastery_points,
            coalesce(s.submitted_at, x.updated_at) as at, x.user_id, o.id as outcome_id, x.assignment_id
          from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
            join rubric_associations ra on ra.assignment_id = x.assignment_id join rubric_criteria c on c.rubric_id = ra.rubric_id
            join outcomes o on o.id = c.learning_outcome_id
          where x.assignment_id = a.id and x.type = 'grading' and ${POINTS} is not null and ${IS_STUDENT('x.user_id')}
          order by x.user_id, c.id limit 10) r
        where a.course_id = $1 and not a.deleted order by a.id, r.user_id, r.id limit 10`,
      present: (rows) => ({ outcome_results: rows.map(result), linked: {} }),
    }),
  },
  rollups('', `${STUDENTS} order by u.sort_key, u.id`, 'u.sort_key, u.id'),
  rollups(
    `?sort_by=outcome&sort_outcome_id=${ACCOUNT_OUTCOMES}&sort_order=desc`,
    `select u.*, s.score from (${STUDENTS}) u left join (${scores(`o.id = ${ACCOUNT_OUTCOMES}`, 'true')}) s on s.user_id = u.id
      order by s.score desc nulls last, u.sort_key, u.id`,
    'u.score desc nulls last, u.sort_key, u.id',
  ),
  {
    name: 'GET /courses/:id/outcome_alignments',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/outcome_alignments`,
    answer: z.array(OutcomeAlignment),
    floor: floor({
      id: ofCourse,
      text: `select c.learning_outcome_id as id, c.learning_outcome_id, a.id as assignment_id, null as assessment_id,
          array_to_string(a.submission_types, ',') as submission_types, a.name as title, '/courses/' || a.course_id || '/assignments/' || a.id as url
        from assignments a join rubric_associations ra on ra.assignment_id = a.id
          cross join lateral (select distinct learning_outcome_id from rubric_criteria c where c.rubric_id = ra.rubric_id
            and c.learning_outcome_id is not null) c
        where a.course_id = $1 and not a.deleted order by a.id, c.learning_outcome_id limit 10`,
    }),
  },
];
