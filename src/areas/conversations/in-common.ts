import type { Ctx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { inCommon } from './messageable.ts';

type ContextMap = Record<string, string[]>;

/** Ids of courses and groups, with the types of enrollment or membership that somebody has there. */
export interface Contexts {
  courses: ContextMap;
  groups: ContextMap;
}

/** One context that somebody shares with the caller. */
export type Shared = [kind: 'course' | 'group', id: number, type: string];

interface Row {
  userId: number;
  kind: Shared[0];
  id: number;
  type: string;
}

const common = statement<Row>('contexts_in_common', inCommon('$1', '$2::int[]'));

/** What the caller has in common with each of these people (D6.5). */
export type InCommon = (userId: number) => Contexts;

const nothing = (): Contexts => ({ courses: {}, groups: {} });

function add({ courses, groups }: Contexts, [kind, id, type]: Shared): void {
  const map = kind === 'course' ? courses : groups;
  (map[id] ??= []).push(type);
}

export function contextsFrom(shared: readonly Shared[]): Contexts {
  const contexts = nothing();
  for (const one of shared) add(contexts, one);
  return contexts;
}

export async function contextsInCommon(ctx: Ctx, userIds: readonly number[]): Promise<InCommon> {
  const rows = await ctx.db.rows(common, [ctx.caller.userId, userIds]);
  const byUser = new Map<number, Contexts>();
  for (const { userId, kind, id, type } of rows) {
    const contexts = byUser.get(userId) ?? nothing();
    byUser.set(userId, contexts);
    add(contexts, [kind, id, type]);
  }
  return (userId) => byUser.get(userId) ?? nothing();
}

const shared = (maps: readonly ContextMap[]): ContextMap => {
  const [first = {}, ...rest] = maps;
  const ids = Object.keys(first).filter((id) => rest.every((map) => Object.hasOwn(map, id)));
  return Object.fromEntries(ids.map((id) => [id, rest.length === 0 ? (first[id] ?? []) : []]));
};

/** What the caller shares with a whole audience; the types where that is one person (D6.5). */
export function sharedWith(contexts: readonly Contexts[]): Contexts {
  return { courses: shared(contexts.map((one) => one.courses)), groups: shared(contexts.map((one) => one.groups)) };
}
