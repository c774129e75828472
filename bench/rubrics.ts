import { z } from 'zod';
import { GradingStandard } from '../src/areas/grading-standards/schemas.ts';
import { PeerReview } from '../src/areas/peer-reviews/schemas.ts';
import { Rubric, ShownRubric } from '../src/areas/rubrics/schemas.ts';
import { floor, type Operation } from './floors.ts';
import { type GradedCourse, LISTED_ASSIGNMENT } from './graded-course.ts';
import { ROOT, type Step } from './sizes.ts';

const RUBRICS = 30;
const CRITERIA = 4;
/** They are numbered from 1 on: this one is used by who looks at the work of others. */
const USED_RUBRIC = 1;
const STANDARDS = 15;

const RATINGS = JSON.stringify(['Full', 'Most', 'Some', 'None'].map((description, i) => ({ id: `r${i}`, description, points: 9 - 3 * i })));
const SCHEME = JSON.stringify(['A', 'B', 'C', 'D', 'F'].map((name, i) => ({ name, value: i === 4 ? 0 : 0.9 - i / 10 })));

/** What work of the graded course is graded by: rubrics, schemes of letters, and each other. */
export const rubricSteps = ({ courseId, firstStudentId, students }: GradedCourse): Step[] => [
  {
    text: `with made as (insert into rubrics (course_id, title) select $1, 'Rubric ' || n from generate_series(1, ${RUBRICS}) n order by n returning id)
      insert into rubric_criteria (rubric_id, position, description, points, ratings)
      select id, n, 'What is asked ' || n, 9, $2::jsonb from made cross join generate_series(1, ${CRITERIA}) n order by id, n`,
    values: [courseId, RATINGS],
  },
  {
    text: `insert into grading_standards (course_id, account_id, title, scheme)
      select case when n % 3 > 0 then $1::int end, case when n % 3 = 0 then ${ROOT} end, 'Letters ' || n, $2::jsonb from generate_series(1, ${STANDARDS}) n order by n`,
    values: [courseId, SCHEME],
  },
  {
    text: `insert into peer_reviews (assignment_id, user_id, assessor_id, state)
      select ${LISTED_ASSIGNMENT}, $1::int + s, $1::int + (s + 1) % $2::int, case when s % 3 = 0 then 'completed' else 'assigned' end::peer_review_state
      from generate_series(0, $2::int - 1) s order by s`,
    values: [firstStudentId, students],
  },
  {
    text: `insert into rubric_associations (rubric_id, assignment_id, use_for_grading, purpose) values (${USED_RUBRIC}, ${LISTED_ASSIGNMENT}, false, 'grading')`,
  },
  {
    text: `insert into rubric_assessments (assignment_id, user_id, type, assessor_id, data)
      select p.assignment_id, p.user_id, 'peer_review', p.assessor_id, (select jsonb_object_agg(c.id, jsonb_build_object('points', c.position + p.user_id % 4,
          'comments', 'More of it, ' || c.position)) from rubric_criteria c where c.rubric_id = ${USED_RUBRIC})
      from peer_reviews p where p.assignment_id = ${LISTED_ASSIGNMENT} and p.state = 'completed' order by p.id`,
  },
];

interface RubricRow {
  id: number;
  title: string;
  course_id: number;
  criteria: { id: number; description: string; points: number; ratings: Rubric['criteria'][number]['ratings'] }[];
}

/** No criterion of these rubrics is one of an outcome. */
const rubric = (row: RubricRow): Rubric => {
  const criteria = row.criteria.map((one) => ({
    id: String(one.id),
    description: one.description,
    points: one.points,
    ratings: one.ratings.map(({ id, description, points }) => ({ id, description, points })),
  }));
  return {
    id: row.id,
    title: row.title,
    context_type: 'Course',
    context_id: row.course_id,
    points_possible: row.criteria.reduce((sum, { points }) => sum + points, 0),
    criteria,
    data: criteria,
  };
};

interface AssessedRow extends RubricRow {
  assessments: {
    id: number;
    association_id: number;
    submission_id: number;
    attempt: number | null;
    assessor_id: number;
    user_id: number;
    data: Record<string, { points: number; comments: string } | undefined>;
  }[];
}

/** Every criterion of the store is said something of. */
const assessed = (row: AssessedRow): ShownRubric => ({
  ...rubric(row),
  assessments: row.assessments.map((one) => {
    const said = row.criteria.flatMap(({ id, description }) => {
      const of = one.data[id];
      return of ? [{ id: `${one.id}_${id}`, criterion_id: String(id), description, points: of.points, comments: of.comments }] : [];
    });
    return {
      id: one.id,
      rubric_id: row.id,
      rubric_association_id: one.association_id,
      score: said.reduce((sum, { points }) => sum + points, 0),
      artifact_type: 'Submission',
      artifact_id: one.submission_id,
      artifact_attempt: one.attempt,
      assessment_type: 'peer_review',
      assessor_id: one.assessor_id,
      user_id: one.user_id,
      data: said,
      comments: said.map(({ comments }) => comments),
    };
  }),
});

const RUBRIC = `r.id, r.title, r.course_id, (select json_agg(json_build_object('id', c.id, 'description', c.description, 'points', c.points, 'ratings', c.ratings)
    order by c.position, c.id) from rubric_criteria c where c.rubric_id = r.id) as criteria`;

export const rubricOperations: readonly Operation[] = [
  {
    name: 'GET /accounts/:id/rubrics',
    as: 'admin',
    path: (store) => `/accounts/${store.accountId}/rubrics`,
    answer: z.array(Rubric),
    floor: floor<RubricRow>({
      id: (store) => store.accountId,
      text: `select ${RUBRIC} from rubrics r where not r.deleted
          and coalesce((select c.account_id from courses c where c.id = r.course_id and c.state <> 'deleted')
            in (select a.id from accounts a where a.chain @> array[$1::int]), false) order by r.id limit 10`,
      present: (rows) => rows.map(rubric),
    }),
  },
  {
    name: 'GET /courses/:id/rubrics/:id?include[]=peer_assessments',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/rubrics/${USED_RUBRIC}?include[]=peer_assessments&style=full`,
    answer: ShownRubric,
    floor: floor<AssessedRow>({
      id: () => USED_RUBRIC,
      text: `select ${RUBRIC}, (select json_agg(json_build_object('id', x.id, 'association_id', ra.id, 'submission_id', s.id, 'attempt', s.attempt,
            'assessor_id', x.assessor_id, 'user_id', x.user_id, 'data', x.data) order by x.id)
          from rubric_associations ra join rubric_assessments x on x.assignment_id = ra.assignment_id and x.type = 'peer_review'
            join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
          where ra.rubric_id = r.id and exists (select 1 from enrollments e where e.course_id = r.course_id and e.user_id = x.user_id
            and e.type = 'StudentEnrollment' and e.state in ('active', 'completed'))) as assessments
        from rubrics r where r.id = $1 and not r.deleted`,
      present: ([row]) => row && assessed(row),
    }),
  },
  {
    name: 'GET /courses/:id/rubrics',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/rubrics`,
    answer: z.array(Rubric),
    floor: floor<RubricRow>({
      id: (store) => store.gradedCourseId,
      text: `select ${RUBRIC} from rubrics r where r.course_id = $1 and not r.deleted order by r.id limit 10`,
      present: (rows) => rows.map(rubric),
    }),
  },
  {
    name: 'GET /courses/:id/grading_standards',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/grading_standards`,
    answer: z.array(GradingStandard),
    floor: floor({
      id: (store) => store.gradedCourseId,
      text: `select s.id, s.title, case when s.course_id is null then 'Account' else 'Course' end as context_type, coalesce(s.course_id, s.account_id) as context_id,
          s.scheme as grading_scheme, false as points_based, 1 as scaling_factor
        from grading_standards s where (s.course_id = $1 or s.account_id = any((select a.chain from courses c join accounts a on a.id = c.account_id
          where c.id = $1)::int[])) and not s.deleted order by s.id limit 10`,
    }),
  },
  {
    name: 'GET /courses/:id/assignments/:id/peer_reviews',
    as: 'teacher',
    path: (store) => `/courses/${store.gradedCourseId}/assignments/${LISTED_ASSIGNMENT}/peer_reviews`,
    answer: z.array(PeerReview),
    floor: floor({
      id: () => LISTED_ASSIGNMENT,
      text: `select p.id, p.user_id as asset_id, p.user_id, p.assessor_id, p.state as workflow_state from peer_reviews p where p.assignment_id = $1 order by p.id limit 10`,
    }),
  },
];
