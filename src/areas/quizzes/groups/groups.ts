import type { Ctx, TxCtx } from '../../../access/context.ts';
import type { CourseAccess } from '../../../access/context-access.ts';
import { readsAsEditor } from '../../../access/permissions.ts';
import type { WrappedPage } from '../../../http/operation.ts';
import { foundIn, notFound, unauthorized } from '../../../kernel/errors.ts';
import type { PageRequest } from '../../../kernel/pages.ts';
import { statement } from '../../../store/database.ts';
import { numberedList } from '../../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { array, float, int, type RowOf, text, timestamptz } from '../../../store/sql/types.ts';
import { followQuestions, orderOf, withGroups, withoutGroup } from '../questions/questions.ts';
import { holdQuiz, requireQuiz } from '../quizzes/quizzes.ts';
import type { QuizGroup, QuizGroups } from '../schemas.ts';
import type { SentGroup } from './parameters.ts';

export { SentGroupChange, SentGroups, SentOrder } from './parameters.ts';
export { reorderGroup, reorderQuiz } from './reordering.ts';

/** A group of which nothing is said (quizzes#100). */
const NEW = { name: 'Group', pickCount: 1, questionPoints: 1 };

const GROUP_ROW = { id: int, quizId: int, name: text, pickCount: int, questionPoints: float, position: int };

const select = (
  quiz: Piece,
): Sql => sql`select g.id, g.quiz_id as "quizId", g.name, g.pick_count as "pickCount", g.question_points as "questionPoints", g.position
  from quiz_groups g where g.quiz_id = ${quiz}`;

const groupsOfQuiz = numberedList({
  name: 'groups_of_quiz',
  takes: { quizId: int },
  gives: GROUP_ROW,
  select: (p) => sql`${select(p.quizId)} order by g.position, g.id`,
});
const groupsById = statement({
  name: 'quiz_groups',
  takes: { quizId: int, ids: array(int) },
  gives: GROUP_ROW,
  sql: (p) => sql`${select(p.quizId)} and g.id = any(${p.ids}::int[]) order by g.position, g.id`,
});
const insert = statement({
  name: 'insert_quiz_groups',
  takes: { quizId: int, names: array(text), pickCounts: array(int), points: array(float), now: timestamptz },
  gives: { id: int },
  sql: (p) => sql`insert into quiz_groups (quiz_id, position, name, pick_count, question_points, created_at, updated_at)
   select ${p.quizId}::int, 0, n.name, n.pick_count, n.points, ${p.now}::timestamptz, ${p.now}::timestamptz
   from unnest(${p.names}::text[], ${p.pickCounts}::int[], ${p.points}::float8[]) with ordinality as n(name, pick_count, points, place) order by n.place returning id`,
});
const remove = statement({
  name: 'delete_quiz_group',
  takes: { id: int },
  sql: (p) => sql`with n as (delete from quiz_questions where group_id = ${p.id}) delete from quiz_groups where id = ${p.id}`,
});

const groupJson = (row: RowOf<typeof GROUP_ROW>): QuizGroup => ({
  id: row.id,
  quiz_id: row.quizId,
  name: row.name,
  pick_count: row.pickCount,
  question_points: row.questionPoints,
  assessment_question_bank_id: null,
  position: row.position,
});

/** quizzes#99 */
async function requireReadable(ctx: Ctx, at: CourseAccess, quizId: number): Promise<void> {
  if (!readsAsEditor(at)) throw unauthorized();
  await requireQuiz(ctx, at, quizId);
}

export async function listGroups(ctx: Ctx, at: CourseAccess, quizId: number, page: PageRequest): Promise<WrappedPage<QuizGroups>> {
  await requireReadable(ctx, at, quizId);
  const found = await groupsOfQuiz.read(ctx.db, { quizId }, page);
  return { ...found, body: { quiz_groups: found.rows.map(groupJson) } };
}

export async function showGroup(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<QuizGroup> {
  await requireReadable(ctx, at, quizId);
  return groupJson(foundIn(await ctx.db.rows(groupsById, { quizId, ids: [id] })));
}

const present = async (tx: TxCtx, quizId: number, ids: readonly number[]): Promise<QuizGroups> => ({
  quiz_groups: (await tx.db.rows(groupsById, { quizId, ids })).map(groupJson),
});

/** quizzes#100: all of them or none. */
export async function createGroups(ctx: Ctx, at: CourseAccess, quizId: number, sent: readonly SentGroup[]): Promise<QuizGroups> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const order = await orderOf(tx, quizId);
    const made = await tx.db.rows(insert, {
      quizId,
      names: sent.map((one) => one.name ?? NEW.name),
      pickCounts: sent.map((one) => one.pickCount ?? NEW.pickCount),
      points: sent.map((one) => one.questionPoints ?? NEW.questionPoints),
      now: tx.now,
    });
    const ids = made.map((row) => row.id);
    await followQuestions(tx, at, quiz, withGroups(order, ids));
    return present(tx, quizId, ids);
  });
}

export async function updateGroup(
  ctx: Ctx,
  at: CourseAccess,
  { quizId, id }: { quizId: number; id: number },
  sent: SentGroup | undefined,
): Promise<QuizGroups> {
  return ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const before = foundIn(await tx.db.rows(groupsById, { quizId, ids: [id] }));
    const data = {
      name: sent?.name ?? before.name,
      pickCount: sent?.pickCount ?? before.pickCount,
      questionPoints: sent?.questionPoints ?? before.questionPoints,
      updatedAt: tx.now,
    };
    await tx.db.prisma.quizGroup.updateMany({ where: { id }, data });
    await followQuestions(tx, at, quiz, await orderOf(tx, quizId));
    return present(tx, quizId, [id]);
  });
}

/** Its questions go with it (quizzes#100). */
export async function deleteGroup(ctx: Ctx, at: CourseAccess, quizId: number, id: number): Promise<void> {
  await ctx.tx(async (tx) => {
    const { before: quiz } = await holdQuiz(tx, at, quizId);
    const order = await orderOf(tx, quizId);
    if (!order.groups.has(id)) throw notFound();
    await tx.db.rows(remove, { id });
    await followQuestions(tx, at, quiz, withoutGroup(order, id));
  });
}
