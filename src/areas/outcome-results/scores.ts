import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, float, int, nullable, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isStudentWithin, ofStudent, takesPart, within } from '../enrollments/relations.ts';
import { calculated, ofLast, rankOf } from './calculating.ts';
import { OPEN, REACHED, results } from './rows.ts';

/** What students, meant by a condition on `x.user_id`, have reached of outcomes, meant by one on `rc.learning_outcome_id` (outcome-results#5). */
const scores = (course: Piece, asThey: Piece, meant: Sql): Sql => sql`select r."userId", r."outcomeId", count(*) as count,
     ${calculated(sql`r.method`, sql`r.number`)} as score, ${ofLast(sql`r.title`)} as title, ${ofLast(sql`r.at`)} as at
   from (${results(course, sql`, ${REACHED} as reached, o.calculation_method as method, o.calculation_int as number`)}
     and ${meant} and (x.user_id <> all(${asThey}::int[]) or ${OPEN})) r
   group by r."userId", r."outcomeId", r.method, r.number`;

const SCORE_ROW = { userId: int, outcomeId: present(int), count: int, score: nullable(float), title: text, at: timestamptz };
export type ScoreRow = RowOf<typeof SCORE_ROW>;

const shown = (of: Sql): Sql => sql`select s."userId", s."outcomeId", s.count, s.score::float8 as score, s.title, s.at
   from (${of}) s order by s."outcomeId"`;
const isAsked = (ids: Piece): Sql => sql`rc.learning_outcome_id = any(${ids}::int[])`;

/** Of the students of a page. */
export const scoresOfStudents = statement({
  name: 'outcome_scores_of_students',
  takes: { courseId: int, userIds: array(int), asThey: array(int), outcomeIds: array(int) },
  gives: SCORE_ROW,
  sql: (p) => shown(scores(p.courseId, p.asThey, sql`x.user_id = any(${p.userIds}::int[]) and ${isAsked(p.outcomeIds)}`)),
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
  sql: (p) => shown(scores(p.courseId, p.asThey, sql`${isOneOf(sql`x.user_id`, p)} and ${isAsked(p.outcomeIds)}`)),
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
     from users u left join (${scores(p.courseId, p.asThey, sql`rc.learning_outcome_id = ${p.outcomeId}`)}) s on s."userId" = u.id
     where not u.deleted and ${isOneOf(sql`u.id`, p)}) u where true`,
  key: [
    { sql: sql`u.rank`, type: 'int8' },
    { sql: sql`u."sortKey"`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.rank, row.sortKey, row.id],
});
