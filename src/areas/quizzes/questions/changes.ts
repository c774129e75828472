import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { foundIn, invalidField, invalidFields } from '../../../kernel/errors.ts';
import type { QuestionAnswer, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { holdQuiz } from '../quizzes/quizzes.ts';
import type { QuizQuestion } from '../schemas.ts';
import { settleAnswers } from './answers.ts';
import { followQuestions } from './following.ts';
import { questionJson } from './json.ts';
import { type Order, orderOf, withoutQuestion, withQuestion } from './order.ts';
import type { QuestionParameters } from './parameters.ts';
import { questionById } from './rows.ts';

type Fields = Omit<VersionQuestion, 'id' | 'position' | 'group'>;

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

const present = async (tx: TxCtx, quizId: number, id: number): Promise<QuizQuestion> =>
  questionJson(foundIn(await tx.db.rows(questionById, { quizId, id })));

/** The group that a question is to stand in, which texts do not (quizzes#103) */
function groupFor({ groups }: Order, { type }: Fields, groupId: number | null): number | null {
  if (groupId === null) return null;
  if (!groups.has(groupId)) throw invalidField('quiz_group_id', 'invalid', 'is not a group of this quiz');
  if (type === 'text_only_question') throw invalidField('quiz_group_id', 'invalid', 'is for questions, and this is a text');
  return groupId;
}

/** quizzes#39. Whoever has begun the quiz goes on with the questions as they were. */
export async function createQuestion(ctx: Ctx, at: CourseAccess, quizId: number, sent: QuestionParameters): Promise<QuizQuestion> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const fields = changed(NEW, sent);
    const order = await orderOf(tx, quizId);
    const groupId = groupFor(order, fields, sent.quiz_group_id ?? null);
    const data = { quizId, position: 0, ...fields };
    const { id } = await tx.db.prisma.quizQuestion.create({ data, select: { id: true } });
    await followQuestions(tx, at, quiz, withQuestion(order, id, groupId, sent.position));
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
    const fields = changed({ ...before, pointsPossible: before.ownPoints }, sent);
    const order = await orderOf(tx, quizId);
    const groupId = groupFor(order, fields, sent.quiz_group_id === undefined ? before.groupId : sent.quiz_group_id);
    await tx.db.prisma.quizQuestion.updateMany({ where: { id }, data: { ...fields, updatedAt: tx.now } });
    await followQuestions(tx, at, quiz, withQuestion(order, id, groupId, sent.position));
    return present(tx, quizId, id);
  });
}

/** Answers the question as it was. */
export async function deleteQuestion(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizQuestion> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const asItWas = await present(tx, quizId, id);
    const order = await orderOf(tx, quizId);
    await tx.db.prisma.quizQuestion.deleteMany({ where: { id } });
    await followQuestions(tx, at, quiz, withoutQuestion(order, id));
    return asItWas;
  });
}
