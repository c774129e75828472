import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { readsAsEditor } from '../../../access/permissions.ts';
import { foundIn, notFound, refusal, unauthorized } from '../../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest, pageOf } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { hideResults } from '../../../store/sql/enums.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, nullable } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { seesUnpublished } from '../../accounts/accounts.ts';
import { attemptToRead, readableNow, showsResults } from '../attempts/attempts.ts';
import { questionsOf, requireQuiz } from '../quizzes/quizzes.ts';
import { allowedTo } from '../relations.ts';
import type { QuizQuestion } from '../schemas.ts';
import { questionJson, type Showing, takenQuestionJson } from './json.ts';
import { questionById, questionsOfQuiz } from './rows.ts';

export { createQuestion, deleteQuestion, updateQuestion } from './changes.ts';
export { followQuestions } from './following.ts';
export { ITEM_TYPES, type Item, type Order, orderOf, reordered, reorderedIn, withGroups, withoutGroup } from './order.ts';
export { QuestionParameters } from './parameters.ts';

const ROW = {
  shuffleAnswers: boolean,
  hideResults: nullable(hideResults),
  showCorrectAnswers: boolean,
  /** -1: without end. */
  allowedAttempts: int,
  oneQuestionAtATime: boolean,
  cantGoBack: boolean,
  /** The student's last one. */
  attemptId: nullable(int),
  number: nullable(int),
  version: nullable(int),
  drawn: nullable(array(int)),
  finished: boolean,
  answered: array(int),
};
/** A quiz of a course, for who sees unpublished ones or not, with the last attempt of a student. */
const taking = statement({
  name: 'quiz_being_taken',
  takes: { courseId: int, quizId: int, callerId: int, seesUnpublished: boolean },
  gives: ROW,
  sql: (
    p,
  ) => sql`select q.shuffle_answers as "shuffleAnswers", q.hide_results as "hideResults", q.show_correct_answers as "showCorrectAnswers",
     ${allowedTo(p.callerId)} as "allowedAttempts", q.one_question_at_a_time as "oneQuestionAtATime", q.cant_go_back as "cantGoBack",
     t.id as "attemptId", t.number, t.version, t.drawn, t.finished_at is not null as finished,
     array(select x.question_id from quiz_answers x where x.attempt_id = t.id) as answered
   from quizzes q left join lateral (select * from quiz_attempts t where t.quiz_id = q.id and t.user_id = ${p.callerId}
     order by t.number desc limit 1) t on true
   where q.course_id = ${p.courseId} and q.id = ${p.quizId} and (q.published or ${p.seesUnpublished}::boolean) and not q.deleted`,
});

interface QuizTaker extends Showing {
  questions: readonly VersionQuestion[];
  /** Those that are to be read now, where they come one at a time. */
  now: readonly VersionQuestion[] | null;
  goesBack: boolean;
}

/** Students read questions in an attempt of their own, and after it as the results are shown (quizzes#41). */
async function quizTaker(ctx: Ctx, at: CourseAccess, quizId: number): Promise<QuizTaker> {
  const row = foundIn(
    await ctx.db.rows(taking, {
      courseId: at.course.id,
      quizId,
      callerId: ctx.caller.userId,
      seesUnpublished: await seesUnpublished(ctx.db, at),
    }),
  );
  const { attemptId, number, version, drawn, finished } = row;
  if (attemptId === null || number === null || version === null || drawn === null || !at.roles.has('student')) throw unauthorized();
  // It is the last one begun: with it all are finished.
  if (finished && !showsResults(row, { begun: number, unfinished: false })) throw unauthorized();
  const questions = await questionsOf(ctx.db, { quizId, version, drawn });
  const oneByOne = row.oneQuestionAtATime && !finished;
  return {
    quizId,
    attemptId,
    shuffles: row.shuffleAnswers,
    correct: finished && row.showCorrectAnswers,
    questions,
    now: oneByOne ? readableNow(questions, new Set(row.answered)) : null,
    goesBack: !row.cantGoBack,
  };
}

/** The questions of an attempt, to who grades it (quizzes#105). */
async function questionsOfAttempt(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id, number }: { quizId: number; id: number; number: number | undefined },
  page: PageRequest,
): Promise<Page<QuizQuestion>> {
  const attempt = await attemptToRead(ctx, at, { quizId, id }, number);
  const found = pageOf(await questionsOf(ctx.db, attempt), page);
  const showing = { quizId, attemptId: attempt.id, shuffles: false, correct: true };
  return mapPage(
    found,
    found.rows.map((question) => takenQuestionJson(question, showing)),
  );
}

export async function listQuestions(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, attempt }: { quizId: number; attempt: { id: number | undefined; number: number | undefined } },
  page: PageRequest,
): Promise<Page<QuizQuestion>> {
  if (readsAsEditor(at)) {
    if (attempt.id !== undefined) return questionsOfAttempt(ctx, at, { quizId, ...attempt, id: attempt.id }, page);
    await requireQuiz(ctx, at, quizId);
    const found = await questionsOfQuiz.read(ctx.db, { quizId }, page);
    return mapPage(found, found.rows.map(questionJson));
  }
  const taker = await quizTaker(ctx, at, quizId);
  const found = pageOf(taker.now ?? taker.questions, page);
  return mapPage(
    found,
    found.rows.map((question) => takenQuestionJson(question, taker)),
  );
}

/** Where questions come one at a time, none is read ahead; where nobody goes back, none before the current one either. */
function requireReadable({ questions, now, goesBack }: QuizTaker, question: VersionQuestion): void {
  if (now === null || now.includes(question)) return;
  const current = now.at(-1);
  const isAhead = current !== undefined && questions.indexOf(question) > questions.indexOf(current);
  if (isAhead) throw refusal('this question has not come yet');
  if (!goesBack) throw refusal('there is no going back to this question');
}

export async function showQuestion(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizQuestion> {
  if (readsAsEditor(at)) {
    await requireQuiz(ctx, at, quizId);
    return questionJson(foundIn(await ctx.db.rows(questionById, { quizId, id })));
  }
  const taker = await quizTaker(ctx, at, quizId);
  const question = taker.questions.find((one) => one.id === id);
  if (!question) throw notFound();
  requireReadable(taker, question);
  return takenQuestionJson(question, taker);
}
