import type { Ctx } from '../access/context.ts';
import type { AccessByContext } from '../access/context-access.ts';
import { accessElsewhere } from '../access/elsewhere.ts';
import { type ContextKind, type Held, may, PERMISSIONS, type Permission } from '../access/permissions.ts';
import { ApiError } from '../kernel/errors.ts';

/** One of the conditions under which somebody sees something. Of those in `of`, one that holds is enough. */
export interface Condition {
  says: string;
  holds: boolean;
  of?: readonly Condition[];
}

/** Why somebody sees one thing, or does not. */
export interface Explanation {
  /** `assignment 7, "Essay"`. */
  subject: string;
  conditions: readonly Condition[];
  /** What else decides how they see it: dates, locks. */
  notes: readonly string[];
  /** Where the API shows it, and the status that it answers the user with. */
  path: string;
  status: number;
}

/** Explains the thing of an id to the user of a context; undefined: there has never been one. */
export type Explain = (ctx: Ctx, id: number) => Promise<Explanation | undefined>;

export const condition = (says: string, holds: boolean): Condition => ({ says, holds });

/** A condition that holds where one of others does. */
export const oneOf = (says: string, of: readonly Condition[]): Condition => ({
  says: `${says}: one of these`,
  holds: of.some(({ holds }) => holds),
  of,
});

/** A right in words, with the roles that have it. */
export const rightTo = (permission: Permission): string => `${permission}, which is for ${PERMISSIONS[permission].roles.join(', ')}`;

/** A right, by the roles that the user holds in a context. */
export function byRoles(at: Held | null, permission: Permission): Condition {
  const held = [...(at?.roles ?? [])].join(', ');
  return condition(`${rightTo(permission)}; there the user is ${held || 'nothing'}`, at !== null && may(at, permission));
}

/** What the user is to a context; null where it is not there for them. */
export async function accessOrNull<K extends ContextKind>(ctx: Ctx, kind: K, id: number): Promise<AccessByContext[K] | null> {
  try {
    return await accessElsewhere(ctx, kind, { by: 'id', id });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

interface Door {
  at: Held | null;
  permission: Permission;
}

/** The status that the API answers: 404 without access, 401 without the right, else what the area's own service says. */
export async function statusOf({ at, permission }: Door, show: () => Promise<unknown>): Promise<number> {
  if (!at) return 404;
  if (!may(at, permission)) return 401;
  try {
    await show();
    return 200;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}
