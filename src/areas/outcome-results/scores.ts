import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, float, int, nullable, present, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { isStudentWithin, ofStudent, takesPart } from '../enrollments/relations.ts';
import { calculated, ofLast, rankOf } from './calculating.ts';
import { OPEN, REACHED, results } from './rows.ts';

const WHOSE = { courseId: int, userIds: nullable(array(int)), sections: nullable(array(int)), asThey: array(int) };
type Whose = Readonly<Record<keyof typeof WHOSE, Piece>>;

/** What each of these students (null: all in the sections) has reached of each outcome that `meant` says (outcome-results#5). */
const scores = (p: Whose, meant: Sql): Sql => sql`select r."userId", r."outcomeId", count(*) as count,
     ${calculated(sql`r.method`, sql`r.number`)} as score, ${ofLast(sql`r.title`)} as title, ${ofLast(sql`r.at`)} as at
   from (${results(p.courseId, sql`, ${REACHED} as reached, o.calculation_method as method, o.calculation_int as number`)}
     and (${p.userIds}::int[] is null or x.user_id = any(${p.userIds}::int[])) and ${isStudentWithin(sql`a.course_id`, sql`x.user_id`, p.sections)}
     and ${meant} and (x.user_id <> all(${p.asThey}::int[]) or ${OPEN})) r
   group by r."userId", r."outcomeId", r.method, r.number`;

const SCORE_ROW = { userId: int, outcomeId: int, count: int, score: nullable(float), title: text, at: timestamptz };
export type ScoreRow = RowOf<typeof SCORE_ROW>;

export const scoresOfStudents = statement({
  name: 'outcome_scores_of_students',
  takes: { ...WHOSE, outcomeIds: array(int) },
  gives: { ...SCORE_ROW, outcomeId: present(int) },
  sql: (p) => sql`select s."userId", s."outcomeId", s.count, s.score::float8 as score, s.title, s.at
    from (${scores(p, sql`rc.learning_outcome_id = any(${p.outcomeIds}::int[])`)}) s order by s."outcomeId"`,
});

const isMeant = (course: Piece): Sql => sql`not u.deleted and u.id in (select e.user_id from enrollments e
    where e.course_id = ${course} and ${ofStudent('e')} and ${takesPart('e')})`;
const isNamed = (ids: Piece): Sql => sql`u.id = any(${ids}::int[])`;

const byName = (name: string, descending: boolean) =>
  keyedList({
    name,
    takes: { courseId: int },
    mayTake: { students: array(int), sections: array(int) },
    gives: { id: int, sortKey: text },
    select: (p) => sql`select u.id, u.sort_key as "sortKey" from users u where ${isMeant(p.courseId)}`,
    filters: {
      students: (p) => isNamed(p.students),
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
     from users u left join (${scores(p, sql`rc.learning_outcome_id = ${p.outcomeId}`)}) s on s."userId" = u.id
     where ${isMeant(p.courseId)} and (${p.userIds}::int[] is null or ${isNamed(p.userIds)})
       and ${isStudentWithin(p.courseId, sql`u.id`, p.sections)}) u where true`,
  key: [
    { sql: sql`u.rank`, type: 'int8' },
    { sql: sql`u."sortKey"`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.rank, row.sortKey, row.id],
});
