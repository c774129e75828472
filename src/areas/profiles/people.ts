import type { Ctx } from '../../access/context.ts';
import type { AccountAccess, UserAccess } from '../../access/context-access.ts';
import { may } from '../../access/permissions.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { withActiveEnrollments } from '../enrollments/of-users.ts';
import type { CourseUser } from '../enrollments/schemas.ts';
import { type AccountUsersQuery, listAccountUsers } from '../users/account-users.ts';
import { singleUser, userViewer } from '../users/people.ts';

/** The users of an account, with their active enrollments where those are asked for (users#7, users#12). */
export async function listPeople(ctx: Ctx, at: AccountAccess, query: AccountUsersQuery, page: PageRequest): Promise<Page<CourseUser>> {
  const found = await listAccountUsers(ctx, at, query, page);
  return query.include?.has('enrollments') ? mapPage(found, await withActiveEnrollments(ctx, found.rows)) : found;
}

/** A user; enrollments to those who may read that user's enrollments, to others as if they had not asked (users#7). */
export async function showPerson(ctx: Ctx, at: UserAccess, include: ReadonlySet<string>): Promise<CourseUser> {
  const user = await singleUser(ctx, at.user.id, userViewer(at));
  if (!include.has('enrollments') || !may(at, 'user.enrollments.read')) return user;
  const [enrolled] = await withActiveEnrollments(ctx, [user]);
  return enrolled ?? user;
}
