import type { Caller } from '../../access/caller.ts';
import { type AccountAccess, administers, type CourseAccess, isSiteAdmin } from '../../access/context-access.ts';
import { type Held, may } from '../../access/permissions.ts';
import type { ContextType } from './schemas.ts';

/** Whose an outcome group or an outcome is: a course's, an account's, or the site's where both are null. */
export interface Owner {
  courseId: number | null;
  accountId: number | null;
}

/** Where outcome groups stand: the site, an account or a course, and what the caller may do there. */
export interface OutcomeContext extends Owner {
  kind: 'global' | 'account' | 'course';
  /** Null of the site, which is no tenant's. */
  rootAccountId: number | null;
  /** The associated accounts: those whose outcomes are available here (outcomes#6), the root first. */
  chain: readonly number[];
  /** Below the server's root. */
  path: string;
  mayEdit: boolean;
}

export const siteContext = (at: Held): OutcomeContext => ({
  kind: 'global',
  courseId: null,
  accountId: null,
  rootAccountId: null,
  chain: [],
  path: '/api/v1/global',
  mayEdit: may(at, 'global_outcome_groups.edit'),
});

export const accountContext = (at: AccountAccess): OutcomeContext => ({
  kind: 'account',
  courseId: null,
  accountId: at.account.id,
  rootAccountId: at.account.rootAccountId,
  chain: at.account.chain,
  path: `/api/v1/accounts/${at.account.id}`,
  mayEdit: may(at, 'outcome_groups.edit'),
});

export const courseContext = (at: CourseAccess): OutcomeContext => ({
  kind: 'course',
  courseId: at.course.id,
  accountId: null,
  rootAccountId: at.course.rootAccountId,
  chain: at.course.chain,
  path: `/api/v1/courses/${at.course.id}`,
  mayEdit: may(at, 'outcome_groups.edit'),
});

export const sameOwner = (one: Owner, other: Owner): boolean => one.courseId === other.courseId && one.accountId === other.accountId;

const isGlobal = ({ courseId, accountId }: Owner): boolean => courseId === null && accountId === null;

/** Available are outcomes and groups that are global, the context's own, or an associated account's (outcomes#6). */
export const isAvailable = (context: OutcomeContext, owner: Owner): boolean =>
  isGlobal(owner) || sameOwner(owner, context) || (owner.accountId !== null && context.chain.includes(owner.accountId));

/** Whether the caller may edit an outcome that is available here: that is said by where it was made. */
export function mayEditOutcome(caller: Pick<Caller, 'adminOf'>, context: OutcomeContext, owner: Owner): boolean {
  if (sameOwner(owner, context)) return context.mayEdit;
  if (owner.accountId === null) return isGlobal(owner) && isSiteAdmin(caller);
  return administers(caller, context.chain.slice(0, context.chain.indexOf(owner.accountId) + 1));
}

export const contextOf = ({ courseId, accountId }: Owner): { context_id: number | null; context_type: ContextType | null } => ({
  context_id: courseId ?? accountId,
  context_type: courseId !== null ? 'Course' : accountId !== null ? 'Account' : null,
});
