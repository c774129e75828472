import type { Ctx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { invalidField, notFound } from '../../../kernel/errors.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int } from '../../../store/sql/types.ts';
import { followQuestions, type Item, type Order, orderOf, reordered, reorderedIn } from '../questions/questions.ts';
import { holdQuiz } from '../quizzes/quizzes.ts';

const refused = (message: string) => invalidField('order', 'invalid', message);

function requireKnown({ items, groups }: Order, named: readonly Item[]): void {
  const questions = new Set([...items.flatMap((one) => (one.type === 'question' ? [one.id] : [])), ...[...groups.values()].flat()]);
  const unknown = named.find(({ type, id }) => (type === 'question' ? !questions.has(id) : !groups.has(id)));
  if (unknown) throw refused(`names a ${unknown.type} that is not of this quiz: ${unknown.id}`);
}

const texts = statement({
  name: 'texts_among_questions',
  takes: { ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select id from quiz_questions where id = any(${p.ids}::int[]) and type = 'text_only_question' order by id`,
});

/** quizzes#104 */
export async function reorderQuiz(ctx: Ctx, at: CourseAccess, quizId: number, named: readonly Item[]): Promise<void> {
  await ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const order = await orderOf(tx, quizId);
    requireKnown(order, named);
    await followQuestions(tx, at, quiz, reordered(order, named));
  });
}

/** quizzes#104: questions that are named and stand elsewhere come into the group. */
export async function reorderGroup(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  named: readonly Item[],
): Promise<void> {
  await ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const order = await orderOf(tx, quizId);
    if (!order.groups.has(id)) throw notFound();
    if (named.some(({ type }) => type === 'group')) throw refused('names a group: a group holds questions only');
    requireKnown(order, named);
    const ids = named.map((item) => item.id);
    const [text] = await tx.db.rows(texts, { ids });
    if (text) throw refused(`names a text, which stands in no group: ${text.id}`);
    await followQuestions(tx, at, quiz, reorderedIn(order, id, ids));
  });
}
