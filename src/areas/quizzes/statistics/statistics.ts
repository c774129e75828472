import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { reachOf } from '../../../access/reach.ts';
import { iso } from '../../../http/timestamps.ts';
import { foundIn } from '../../../kernel/errors.ts';
import type { Db } from '../../../store/database.ts';
import type { QuizType } from '../../../store/generated/enums.ts';
import type { ValuesOf } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { pointsOfAttempt, requireQuiz } from '../quizzes/quizzes.ts';
import type { QuestionStatistics, QuizStatistics } from '../schemas.ts';
import { type Deviating, histogramOf, spreadOf } from './measures.ts';
import { type AnswerGroup, questionStatistics } from './questions.ts';
import { type AnswerRow, answerStatistics, attemptStatistics, type ScoreRow, TAKES, type VersionRow } from './rows.ts';

export { choicesOf } from './options.ts';
export { counted, TAKES, told } from './rows.ts';

const spreadOfScores = (scores: readonly ScoreRow[]) => spreadOf(scores.map(({ score, count }) => ({ value: score, count })));

/** Each question as it stands in the newest version that was counted, in its order there; those of older ones come after. */
export function newestOf(versions: readonly VersionRow[]): VersionQuestion[] {
  const found = new Map<number, VersionQuestion>();
  for (const { questions } of versions.toReversed())
    for (const question of questions)
      if (question.type !== 'text_only_question' && !found.has(question.id)) found.set(question.id, question);
  return [...found.values()];
}

/** Of the scores of the attempts that have a question, which its rows all say; a question that nobody has, has none. */
const spreadAmong = ([row]: readonly AnswerRow[]): Deviating =>
  row ? { count: row.asked, average: row.average, deviation: row.deviation } : { count: 0, average: null, deviation: null };

function questionsIn(versions: readonly VersionRow[], answers: readonly AnswerRow[], quizType: QuizType): QuestionStatistics[] {
  const byId = Map.groupBy(answers, (row) => row.questionId);
  return newestOf(versions).map((question) => {
    const asked = new Map<number, VersionQuestion>();
    for (const { version, questions } of versions) {
      const own = questions.find((one) => one.id === question.id);
      if (own) asked.set(version, own);
    }
    const rows = byId.get(question.id) ?? [];
    const groups = rows.map((row): AnswerGroup => ({ ...row, question: asked.get(row.version) ?? question }));
    return questionStatistics(question, groups, spreadAmong(rows), quizType);
  });
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);

/** Two statements, whose rows are as many as there are different scores and answers. */
export async function readStatistics(db: Db, values: ValuesOf<typeof TAKES>) {
  const found = foundIn(await db.rows(attemptStatistics, values));
  const answers = await db.rows(answerStatistics, values);
  return { ...found, questions: questionsIn(found.versions, answers, found.type) };
}

/** quizzes#94 */
export async function showStatistics(ctx: Ctx, at: CourseAccess, quizId: number, all: boolean): Promise<QuizStatistics> {
  await requireQuiz(ctx, at, quizId);
  const found = await readStatistics(ctx.db, { quizId, reach: reachOf(at, 'quiz_results.read'), all });
  const { scores, versions, questions } = found;
  const spread = spreadOfScores(scores);
  const most = new Map(versions.map(({ version, questions }) => [version, pointsOfAttempt(questions)]));
  const perAttempt = (count: (one: QuestionStatistics) => number) =>
    spread.count === 0 ? null : sumOf(questions.map(count)) / spread.count;
  return {
    quiz_statistics: [
      {
        id: String(quizId),
        html_url: `${ctx.webUrl}/courses/${at.course.id}/quizzes/${quizId}/statistics`,
        url: `${ctx.baseUrl}/api/v1/courses/${at.course.id}/quizzes/${quizId}/statistics`,
        generated_at: iso(ctx.now),
        multiple_attempts_exist: found.several,
        includes_all_versions: all,
        question_statistics: questions,
        submission_statistics: {
          unique_count: found.students,
          attempt_count: spread.count,
          score_average: spread.average,
          score_high: spread.high,
          score_low: spread.low,
          score_stdev: spread.deviation,
          scores: histogramOf(scores.map(({ score, count, version }) => ({ value: score, count, most: most.get(version) ?? 0 }))),
          duration_average: spread.count === 0 ? null : sumOf(scores.map((one) => one.seconds)) / spread.count,
          correct_count_average: perAttempt((one) => one.correct_student_count),
          incorrect_count_average: perAttempt((one) => one.incorrect_student_count),
        },
      },
    ],
  };
}
