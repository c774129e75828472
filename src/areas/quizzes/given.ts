import type { Ctx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import type { QuizSubmissionStanding } from '../../access/standing.ts';
import { notFound, unauthorized } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';
import type { ManualScores } from '../../store/schema/quizzes.ts';
import { isVisibleStudent, sectionsOf } from '../submissions/reach.ts';
import { type AttemptsSoFar, showsResults } from './attempt-rules.ts';
import type { QuizRecord } from './fields.ts';
import type { Given } from './given-answers.ts';
import type { GivenAnswers } from './schemas.ts';
import { pointsOf } from './scoring.ts';
import { questionsOf } from './versions.ts';

interface Row extends Pick<QuizRecord, 'hideResults' | 'allowedAttempts'>, AttemptsSoFar {
  visible: boolean;
  finished: boolean;
  muted: boolean;
  manual: ManualScores;
  answers: { id: number; answer: Given }[];
}

/** What was answered in an attempt ($1), for a grader of these sections ($2). */
const given = statement<Row>(
  'given_answers',
  `select ${isVisibleStudent('q.course_id', 't.user_id', '$2')} as visible, t.finished_at is not null as finished, t.manual_scores as manual,
     q.hide_results as "hideResults", q.allowed_attempts as "allowedAttempts",
     coalesce((select a.muted from assignments a where a.id = q.assignment_id), false) as muted,
     own.begun, own.unfinished,
     coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', x.answer)) from quiz_answers x where x.attempt_id = t.id), '[]') as answers
   from quiz_attempts t join quizzes q on q.id = t.quiz_id and not q.deleted
     cross join lateral (select count(*) as begun, coalesce(bool_or(k.finished_at is null), false) as unfinished
       from quiz_attempts k where k.quiz_id = t.quiz_id and k.user_id = t.user_id) own
   where t.id = $1`,
);

/** What was answered, in the order of the questions: to the student while it runs, and then as the results are shown (D9.7, D9.8). */
export async function showAnswers(ctx: Ctx, at: QuizSubmissionStanding): Promise<GivenAnswers> {
  const { id, quizId, version } = at.attempt;
  const [row] = await ctx.db.rows(given, [id, sectionsOf(at)]);
  if (!row || (isGrader(at) && !row.visible)) throw notFound();
  if (!isGrader(at) && row.finished && !showsResults(row, row)) throw unauthorized();
  const scored = isGrader(at) || (row.finished && !row.muted);
  const answers = new Map(row.answers.map((one) => [one.id, one.answer]));
  const questions = await questionsOf(ctx.db, quizId, version);
  const shown = questions.filter((question) => answers.has(question.id) || row.manual[String(question.id)] !== undefined);
  return {
    quiz_submission_questions: shown.map((question) => {
      const comment = row.manual[String(question.id)]?.comment;
      const answer = answers.get(question.id) ?? null;
      if (!scored) return { id: question.id, answer };
      return { id: question.id, answer, score: pointsOf(question, answers, row.manual), ...(comment === undefined ? {} : { comment }) };
    }),
  };
}
