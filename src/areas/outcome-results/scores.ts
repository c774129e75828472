import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, float, int, nullable, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isStudentWithin, ofStudent, takesPart, within } from '../enrollments/relations.ts';
import { countsMastery, highestPoints } from '../outcomes/relations.ts';
import { isByGraders, pointsBy } from '../submissions/relations.ts';
import { calculated, isMastered, ofLast, rankOf, scaled } from './calculating.ts';
import { OPEN } from './rows.ts';

interface Meant {
  course: Piece;
  /** Those who read as they read themselves. */
  asThey: Piece;
  /** A condition on `x.user_id`. */
  students: Sql;
  /** A condition on `rc.learning_outcome_id`. */
  outcomes: Sql;
}

/** Assignments that measure the outcomes, each with the criteria by which it does and what is the same of all results by them. */
const measures = ({ course, outcomes }: Meant): Sql => sql`select a.id, a.name as title, ${OPEN} as open,
       array_agg(row(rc.id::text, rc.position, rc.points, rc.mastery_points, o.id, ${highestPoints('o')}, o.mastery_points, o.calculation_method,
         o.calculation_int)) as criteria
     from assignments a join courses c on c.id = a.course_id join rubric_associations ra on ra.assignment_id = a.id
       join rubric_criteria rc on rc.rubric_id = ra.rubric_id join outcomes o on o.id = rc.learning_outcome_id
     where a.course_id = ${course} and not a.deleted and ${outcomes} group by a.id, c.id ${ONE_BY_ONE}`;
const CRITERIA = sql`unnest(m.criteria) one(criterion text, position int, possible float8, "criterionMastery" float8, "outcomeId" int, highest float8,
       mastery int, method calculation_method, number int)`;

const REACHED = scaled(sql`r.points`, sql`r.possible`, sql`r.highest`);
const MASTERED = isMastered({ outcome: [REACHED, sql`r.mastery`], criterion: [sql`r.points`, sql`r."criterionMastery"`] });

/**
 * Results as they are reckoned with (outcome-results#5): of the work of those assignments alone that measure the outcomes, which is looked
 * up once for all criteria, and each number once for a result, not for each aggregate of it anew. Whether it is mastered costs as much as
 * all else, and is asked only where the method wants to know.
 */
const results = (
  meant: Meant,
): Sql => sql`select r.*, ${REACHED} as reached, case when ${countsMastery(sql`r.method`)} then ${MASTERED} end as mastered
   from (select one.*, m.title, x.id as "assessmentId", x."userId", x.at, ${pointsBy('x', sql`one.criterion`)} as points
     from (${measures(meant)}) m
     cross join lateral (select x.id, x.user_id as "userId", s.assessment, coalesce(s.submitted_at, x.updated_at) as at
       from rubric_assessments x join submissions s on s.assignment_id = x.assignment_id and s.user_id = x.user_id
       where x.assignment_id = m.id and ${isByGraders('x')} and ${meant.students}
         and (x.user_id <> all(${meant.asThey}::int[]) or m.open) ${ONE_BY_ONE}) x
     cross join lateral ${CRITERIA} ${ONE_BY_ONE}) r
   where r.points is not null ${ONE_BY_ONE}`;

/** What students have reached of outcomes. */
const scores = (meant: Meant): Sql => sql`select r."userId", r."outcomeId", count(*) as count,
     ${calculated(sql`r.method`, sql`r.number`)} as score, ${ofLast(sql`r.title`)} as title, ${ofLast(sql`r.at`)} as at
   from (${results(meant)}) r group by r."userId", r."outcomeId", r.method, r.number`;

const SCORE_ROW = { userId: int, outcomeId: present(int), count: int, score: nullable(float), title: text, at: timestamptz };
export type ScoreRow = RowOf<typeof SCORE_ROW>;

const shown = (of: Sql): Sql => sql`select s."userId", s."outcomeId", s.count, s.score::float8 as score, s.title, s.at
   from (${of}) s order by s."outcomeId"`;
const isAsked = (ids: Piece): Sql => sql`rc.learning_outcome_id = any(${ids}::int[])`;

/** The scores of the students of a page. */
export const scoresOfStudents = statement({
  name: 'outcome_scores_of_students',
  takes: { courseId: int, userIds: array(int), asThey: array(int), outcomeIds: array(int) },
  gives: SCORE_ROW,
  sql: (p) =>
    shown(
      scores({
        course: p.courseId,
        asThey: p.asThey,
        students: sql`x.user_id = any(${p.userIds}::int[])`,
        outcomes: isAsked(p.outcomeIds),
      }),
    ),
});

const WHOSE = { courseId: int, userIds: nullable(array(int)), sections: nullable(array(int)), asThey: array(int) };
/** Of these students (null: of all in the sections). They are found once for all results, and not for each of them. */
const isOneOf = (user: Sql, p: Readonly<Record<keyof typeof WHOSE, Piece>>): Sql => sql`${user} in (select e.user_id from enrollments e
     where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${takesPart('e')} and ${within(sql`e.course_section_id`, p.sections)}
       and (${p.userIds}::int[] is null or e.user_id = any(${p.userIds}::int[])))`;

export const scoresOfAll = statement({
  name: 'outcome_scores_of_all',
  takes: { ...WHOSE, outcomeIds: array(int) },
  gives: SCORE_ROW,
  sql: (p) =>
    shown(scores({ course: p.courseId, asThey: p.asThey, students: isOneOf(sql`x.user_id`, p), outcomes: isAsked(p.outcomeIds) })),
});

const byName = (name: string, descending: boolean) =>
  keyedList({
    name,
    takes: { courseId: int },
    mayTake: { students: array(int), sections: array(int) },
    gives: { id: int, sortKey: text },
    select: (
      p,
    ) => sql`select u.id, u.sort_key as "sortKey" from users u where not u.deleted and u.id in (select e.user_id from enrollments e
      where e.course_id = ${p.courseId} and ${ofStudent('e')} and ${takesPart('e')})`,
    filters: {
      students: (p) => sql`u.id = any(${p.students}::int[])`,
      sections: (p) => isStudentWithin(p.courseId, sql`u.id`, p.sections),
    },
    key: [
      { sql: sql`u.sort_key`, type: 'folded', descending },
      { sql: sql`u.id`, type: 'int', descending },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  });
export const studentsByName = {
  asc: byName('students_with_outcomes', false),
  desc: byName('students_with_outcomes_descending', true),
};

/** By what they have reached of one outcome, those with the same by name (outcome-results#8). */
export const studentsByScore = keyedList({
  name: 'students_by_outcome_score',
  takes: { ...WHOSE, outcomeId: int, direction: int },
  gives: { id: int, sortKey: text, rank: int },
  select: (p) => sql`select * from (select u.id, u.sort_key as "sortKey", ${rankOf(sql`s.score`, sql`${p.direction}::int`)} as rank
     from users u left join (${scores({
       course: p.courseId,
       asThey: p.asThey,
       students: sql`true`,
       outcomes: sql`rc.learning_outcome_id = ${p.outcomeId}`,
     })}) s on s."userId" = u.id
     where not u.deleted and ${isOneOf(sql`u.id`, p)}) u where true`,
  key: [
    { sql: sql`u.rank`, type: 'int8' },
    { sql: sql`u."sortKey"`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.rank, row.sortKey, row.id],
});
