import { statement } from '../../../store/database.ts';
import { quizType } from '../../../store/sql/enums.ts';
import { type Sql, sql } from '../../../store/sql/sql.ts';
import type { ParametersOf } from '../../../store/sql/statement.ts';
import { array, boolean, float, int, json, nullable, type RowOf } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { isGraded, isStudentWithin } from '../../enrollments/relations.ts';
import { isAsked } from '../relations.ts';
import type { Given } from '../scoring/scoring.ts';

export const TAKES = { quizId: int, reach: nullable(array(int)), all: boolean };

/**
 * The finished attempts that count, as the table `counted`: of each student whom the caller grades the one that is kept, or all
 * (quizzes#95).
 */
export const counted = (
  p: ParametersOf<typeof TAKES>,
): Sql => sql`quiz as (select id, course_id, type, scoring_policy, version from quizzes where id = ${p.quizId}),
     ranked as (select t.id, t.user_id, t.number, t.version, t.drawn, coalesce(t.score, 0) as score, t.manual_scores,
         extract(epoch from t.finished_at - t.started_at)::float8 as seconds,
         row_number() over (partition by t.user_id order by case when quiz.scoring_policy = 'keep_highest' then t.score end desc nulls last, t.number desc) as place
       from quiz_attempts t join quiz on quiz.id = t.quiz_id
       where t.finished_at is not null and ${isStudentWithin(sql`quiz.course_id`, sql`t.user_id`, sql`null`)}
         and ${isGraded(sql`quiz.course_id`, sql`t.user_id`, p.reach)}),
     counted as materialized (select * from ranked where place = 1 or ${p.all}::boolean)`;

/** Attempts of one version with one score. */
export interface ScoreRow {
  version: number;
  score: number;
  count: number;
  seconds: number;
}
export interface VersionRow {
  version: number;
  questions: VersionQuestion[];
}

/** An answer may be as long as any text, and a quiz has thousands: nobody reads more of one in a table, or expects more as right. */
const MOST_OF_ANSWER = 8_192;

const cutText = (value: Sql): Sql => sql`to_jsonb(left(${value} #>> '{}', ${MOST_OF_ANSWER}))`;

/** As much of an answer as statistics and reports tell apart: of a long one the beginning of its text, or of what stands in each blank (quizzes#114). */
export const told = (answer: Sql): Sql => sql`case when octet_length(${answer}::text) <= ${MOST_OF_ANSWER} then ${answer}
    when jsonb_typeof(${answer}) = 'string' then ${cutText(answer)}
    when jsonb_typeof(${answer}) = 'object' then (select jsonb_object_agg(b.key, case jsonb_typeof(b.value) when 'string' then ${cutText(sql`b.value`)} else b.value end)
      from jsonb_each(${answer}) b)
    else ${answer} end`;

/** Where nobody has finished, the version that is taken now stands alone. */
export const attemptStatistics = statement({
  name: 'quiz_attempt_statistics',
  takes: TAKES,
  gives: {
    type: quizType,
    students: int,
    several: boolean,
    scores: json<ScoreRow[]>(),
    versions: json<VersionRow[]>(),
  },
  sql: (p) => sql`with ${counted(p)}
   select quiz.type, (select count(distinct user_id) from counted) as students,
     exists (select 1 from ranked where number > 1) as several,
     coalesce((select json_agg(n) from (select version, score, count(*) as count, sum(seconds) as seconds from counted group by version, score) n), '[]') as scores,
     coalesce((select json_agg(json_build_object('version', v.version, 'questions', v.questions) order by v.version) from quiz_versions v
       where v.quiz_id = quiz.id and (v.version in (select version from counted)
         or (v.version = quiz.version and not exists (select 1 from counted)))), '[]') as versions
   from quiz`,
});

const ANSWER_ROW = {
  version: int,
  questionId: int,
  answered: boolean,
  given: nullable(json<NonNullable<Given>>()),
  manual: nullable(float),
  count: int,
  sum: float,
  /** How many attempts have the question, with the average and the standard deviation of their scores. */
  asked: int,
  average: float,
  deviation: float,
};
export type AnswerRow = RowOf<typeof ANSWER_ROW>;

/**
 * How many attempts of a version answered a question so, those who did not answer it among them; those that did not draw it are not.
 * What only a grader reads is not told apart.
 */
export const answerStatistics = statement({
  name: 'quiz_answer_statistics',
  takes: TAKES,
  gives: ANSWER_ROW,
  sql: (p) => sql`with ${counted(p)},
     asked as materialized (select v.version, n.question, (n.question->>'id')::int as question_id, n.question->>'type' as type
       from quiz_versions v cross join lateral jsonb_array_elements(v.questions) as n(question)
       where v.quiz_id = ${p.quizId} and v.version in (select version from counted) and n.question->>'type' <> 'text_only_question'),
     answers as (select c.version, a.question_id, coalesce(x.answer, 'null') <> 'null' as answered,
         case when a.type not in ('essay_question', 'file_upload_question') and x.answer <> 'null' then ${told(sql`x.answer`)} end as given,
         (c.manual_scores->a.question_id::text->>'score')::float8 as manual, c.score
       from counted c join asked a on a.version = c.version and ${isAsked('c', sql`a.question`)}
         left join quiz_answers x on x.attempt_id = c.id and x.question_id = a.question_id),
     spread as (select question_id, count(*) as asked, avg(score) as average, stddev_pop(score) as deviation from answers group by question_id)
   select a.version, a.question_id as "questionId", a.answered, a.given, a.manual, count(*) as count, sum(a.score) as sum,
     s.asked, s.average, s.deviation
   from answers a join spread s on s.question_id = a.question_id
   group by a.version, a.question_id, a.answered, a.given, a.manual, s.asked, s.average, s.deviation`,
});
