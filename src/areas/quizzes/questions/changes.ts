import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { foundIn, invalidFields } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, float, int, timestamptz } from '../../../store/sql/types.ts';
import type { QuestionAnswer, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { settingsIn } from '../../accounts/accounts.ts';
import { arranged } from '../../assignments/positions.ts';
import { publishEvent } from '../../events/events.ts';
import { followPoints, holdQuiz, keepVersion, type QuizRecord } from '../quizzes/quizzes.ts';
import type { QuizQuestion } from '../schemas.ts';
import { settleAnswers } from './answers.ts';
import { questionJson } from './json.ts';
import type { QuestionParameters } from './parameters.ts';
import { questionById } from './rows.ts';

type Fields = Omit<VersionQuestion, 'id' | 'position'>;

const NEW: Fields = { name: 'Question', text: null, type: 'multiple_choice_question', pointsPossible: 0, answers: [] };

function answersOf(before: Fields, type: Fields['type'], sent: QuestionParameters): QuestionAnswer[] {
  if (sent.answers === undefined && type === before.type) return before.answers;
  const settled = settleAnswers(type, sent.answers ?? before.answers, before.answers);
  if ('attribute' in settled) throw invalidFields([settled]);
  return settled;
}

/** The question with what was sent; a text alone has no points (quizzes#34). */
function changed(before: Fields, sent: QuestionParameters): Fields {
  const type = sent.question_type ?? before.type;
  return {
    name: sent.question_name ?? before.name,
    text: sent.question_text === undefined ? before.text : sent.question_text,
    type,
    pointsPossible: type === 'text_only_question' ? 0 : (sent.points_possible ?? before.pointsPossible),
    answers: answersOf(before, type, sent),
  };
}

const inOrder = statement({
  name: 'quiz_questions_in_order',
  takes: { quizId: int },
  gives: { id: int },
  sql: (p) => sql`select id from quiz_questions where quiz_id = ${p.quizId} order by position, id`,
});
const renumber = statement({
  name: 'renumber_quiz_questions',
  takes: { ids: array(int) },
  sql: (p) => sql`update quiz_questions t set position = n.position from unnest(${p.ids}::int[]) with ordinality as n(id, position)
   where t.id = n.id and t.position <> n.position`,
});
const count = statement({
  name: 'count_quiz_questions',
  takes: { quizId: int, now: timestamptz },
  gives: { pointsPossible: float },
  sql: (p) => sql`update quizzes q set question_count = n.questions, points_possible = n.points, updated_at = ${p.now}
   from (select count(*) filter (where type <> 'text_only_question') as questions, coalesce(sum(points_possible::numeric), 0)::float8 as points
     from quiz_questions where quiz_id = ${p.quizId}) n
   where q.id = ${p.quizId} returning q.points_possible as "pointsPossible"`,
});

const idsInOrder = async (tx: TxCtx, quizId: number): Promise<number[]> => (await tx.db.rows(inOrder, { quizId })).map((row) => row.id);

/** Whoever sees the quiz is told of other points (quizzes#20): what has an assignment is told of with that. */
async function followTotal(tx: TxCtx, at: CourseAccess, quiz: QuizRecord, tells: boolean): Promise<void> {
  await followPoints(tx, at, quiz, tells);
  if (tells && quiz.assignmentId === null)
    await publishEvent(tx, 'quiz_changed', { quizId: quiz.id, userId: tx.caller.userId, at: tx.now.getTime() });
}

/** Positions stay 1..n; what the quiz says of its questions, its assignment's points and what is taken from now on follow them. */
async function followQuestions(tx: TxCtx, at: CourseAccess, quiz: QuizRecord, ids: readonly number[]): Promise<void> {
  await tx.db.rows(renumber, { ids });
  const [counted] = await tx.db.rows(count, { quizId: quiz.id, now: tx.now });
  // What counts as published has its questions taken as they are, too (quizzes#18).
  const seen = quiz.published || !(await settingsIn(tx.db, at.course)).enable_draft;
  if (counted && counted.pointsPossible !== quiz.pointsPossible) await followTotal(tx, at, { ...quiz, ...counted }, seen);
  if (seen) await keepVersion(tx, quiz.id);
}

const present = async (tx: TxCtx, quizId: number, id: number): Promise<QuizQuestion> =>
  questionJson(foundIn(await tx.db.rows(questionById, { quizId, id })));

/** quizzes#39. Whoever has begun the quiz goes on with the questions as they were. */
export async function createQuestion(ctx: Ctx, at: CourseAccess, quizId: number, sent: QuestionParameters): Promise<QuizQuestion> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const fields = changed(NEW, sent);
    const others = await idsInOrder(tx, quizId);
    const data = { quizId, position: others.length + 1, ...fields };
    const { id } = await tx.db.prisma.quizQuestion.create({ data, select: { id: true } });
    await followQuestions(tx, at, quiz, arranged(others, id, sent.position));
    return present(tx, quizId, id);
  });
}

export async function updateQuestion(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  sent: QuestionParameters,
): Promise<QuizQuestion> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const before = foundIn(await tx.db.rows(questionById, { quizId, id }));
    await tx.db.prisma.quizQuestion.updateMany({ where: { id }, data: { ...changed(before, sent), updatedAt: tx.now } });
    await followQuestions(tx, at, quiz, arranged(await idsInOrder(tx, quizId), id, sent.position));
    return present(tx, quizId, id);
  });
}

/** Answers the question as it was. */
export async function deleteQuestion(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizQuestion> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const asItWas = await present(tx, quizId, id);
    await tx.db.prisma.quizQuestion.deleteMany({ where: { id } });
    await followQuestions(tx, at, quiz, await idsInOrder(tx, quizId));
    return asItWas;
  });
}
