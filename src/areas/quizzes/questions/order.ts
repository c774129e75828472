import type { TxCtx } from '../../../access/context.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, int, nullable, oneOf } from '../../../store/sql/types.ts';
import { arranged } from '../../assignments/positions.ts';

export const ITEM_TYPES = ['question', 'group'] as const;
/** What stands in a quiz, or in a group. */
export interface Item {
  type: (typeof ITEM_TYPES)[number];
  id: number;
}

/** The order of a quiz: what stands in it by itself, and the questions of each group. */
export interface Order {
  items: readonly Item[];
  groups: ReadonlyMap<number, readonly number[]>;
}

const keyOf = ({ type, id }: Item): string => `${type} ${id}`;
const isSame = (a: Item, b: Item): boolean => a.type === b.type && a.id === b.id;

/** The order without these questions, wherever they stand. */
function without({ items, groups }: Order, ids: ReadonlySet<number>): Order {
  return {
    items: items.filter((item) => item.type === 'group' || !ids.has(item.id)),
    groups: new Map([...groups].map(([group, questions]) => [group, questions.filter((id) => !ids.has(id))])),
  };
}

/** The order with a question at a position of the quiz or of a group: where it stood, where that is not said, else at the end. */
export function withQuestion(order: Order, id: number, groupId: number | null, position?: number): Order {
  const item: Item = { type: 'question', id };
  const others = without(order, new Set([id]));
  if (groupId !== null) {
    const own = order.groups.get(groupId) ?? [];
    return { ...others, groups: new Map(others.groups).set(groupId, arranged(own, id, position)) };
  }
  const stands = order.items.findIndex((one) => isSame(one, item));
  const place = position ?? (stands < 0 ? others.items.length + 1 : stands + 1);
  return { ...others, items: others.items.toSpliced(Math.max(place, 1) - 1, 0, item) };
}

export const withoutQuestion = (order: Order, id: number): Order => without(order, new Set([id]));

export const withGroups = ({ items, groups }: Order, ids: readonly number[]): Order => ({
  items: [...items, ...ids.map((id): Item => ({ type: 'group', id }))],
  groups: new Map([...groups, ...ids.map((id) => [id, []] as const)]),
});

/** Its questions go with it. */
export const withoutGroup = ({ items, groups }: Order, id: number): Order => ({
  items: items.filter((item) => !isSame(item, { type: 'group', id })),
  groups: new Map([...groups].filter(([group]) => group !== id)),
});

const questionsIn = (items: readonly Item[]): Set<number> => new Set(items.flatMap(({ type, id }) => (type === 'question' ? [id] : [])));

/** What is named comes first, in this order, and out of its group; what is not named stays as it was (quizzes#104). */
export function reordered(order: Order, named: readonly Item[]): Order {
  const others = without(order, questionsIn(named));
  const keys = new Set(named.map(keyOf));
  return { ...others, items: [...named, ...others.items.filter((item) => !keys.has(keyOf(item)))] };
}

/** The order in which these questions come first in a group, also those that stood elsewhere. */
export function reorderedIn(order: Order, groupId: number, named: readonly number[]): Order {
  const others = without(order, new Set(named));
  return { ...others, groups: new Map(others.groups).set(groupId, [...named, ...(others.groups.get(groupId) ?? [])]) };
}

const read = statement({
  name: 'order_of_quiz',
  takes: { quizId: int },
  gives: { type: oneOf(ITEM_TYPES), id: int, groupId: nullable(int), position: int },
  sql: (p) => sql`select 'question' as type, id, group_id as "groupId", position from quiz_questions where quiz_id = ${p.quizId}
   union all select 'group', id, null, position from quiz_groups where quiz_id = ${p.quizId} order by position, type, id`,
});

/** The order of the questions and groups of a quiz. Whoever calls this holds the quiz. */
export async function orderOf(tx: TxCtx, quizId: number): Promise<Order> {
  const rows = await tx.db.rows(read, { quizId });
  const questions = Map.groupBy(
    rows.filter((row) => row.type === 'question'),
    (row) => row.groupId,
  );
  return {
    items: rows.filter((row) => row.groupId === null).map(({ type, id }) => ({ type, id })),
    groups: new Map(rows.flatMap(({ type, id }) => (type === 'group' ? [[id, (questions.get(id) ?? []).map((row) => row.id)]] : []))),
  };
}

const write = statement({
  name: 'arrange_quiz',
  takes: { questionIds: array(int), groupIds: array(nullable(int)), positions: array(int), groups: array(int), groupPositions: array(int) },
  sql: (
    p,
  ) => sql`with g as (update quiz_groups t set position = n.position from unnest(${p.groups}::int[], ${p.groupPositions}::int[]) as n(id, position)
     where t.id = n.id and t.position <> n.position)
   update quiz_questions t set position = n.position, group_id = n.group_id
   from unnest(${p.questionIds}::int[], ${p.groupIds}::int[], ${p.positions}::int[]) as n(id, group_id, position)
   where t.id = n.id and (t.position <> n.position or t.group_id is distinct from n.group_id)`,
});

/** Positions are 1..n in the quiz, and in each group (quizzes#33). */
export async function arrange(tx: TxCtx, { items, groups }: Order): Promise<void> {
  const questions = [
    ...items.flatMap(({ type, id }, i) => (type === 'question' ? [{ id, groupId: null, position: i + 1 }] : [])),
    ...[...groups].flatMap(([groupId, ids]) => ids.map((id, i) => ({ id, groupId, position: i + 1 }))),
  ];
  const placed = items.flatMap(({ type, id }, i) => (type === 'group' ? [{ id, position: i + 1 }] : []));
  await tx.db.rows(write, {
    questionIds: questions.map((one) => one.id),
    groupIds: questions.map((one) => one.groupId),
    positions: questions.map((one) => one.position),
    groups: placed.map((one) => one.id),
    groupPositions: placed.map((one) => one.position),
  });
}
