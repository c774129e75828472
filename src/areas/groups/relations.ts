import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isActive, isCurrent, isOpenTo, takesPart } from '../enrollments/relations.ts';

/** What groups and their memberships mean in SQL; a membership is a row under the name that it has in the statement. */

/** Its user is in the group: neither invited nor waiting to be let in. */
export const isMember = (m: string): Sql => sql`${identifier(m)}.state = 'accepted'`;

/** Its user is asked to join. */
export const isInvitedMember = (m: string): Sql => sql`${identifier(m)}.state = 'invited'`;

/** Its user is asked to join, or asks to be let in. */
export const mayBecomeMember = (m: string): Sql => sql`${identifier(m)}.state in ('invited', 'requested')`;

/** A user is a member of a group. */
export const isMemberOf = (group: Piece, user: Piece): Sql =>
  sql`exists (select 1 from group_memberships m where m.group_id = ${group} and m.user_id = ${user} and ${isMember('m')})`;

/** A user moderates a group. */
export const moderates = (group: Piece, user: Piece): Sql =>
  sql`exists (select 1 from group_memberships m where m.group_id = ${group} and m.user_id = ${user} and ${isMember('m')} and m.moderator)`;

const enrolledAs =
  (state: Sql) =>
  (user: Piece): Sql =>
    sql`(g.course_id is null or exists (select 1 from enrollments ge where ge.course_id = g.course_id and ge.user_id = ${user} and ${state}))`;

/**
 * A membership of a user in the group `g` counts. A course group's people are in its course: who is only invited to it, was
 * inactivated or has left is nobody's group mate, and comes back with the enrollment (groups#23).
 */
export const belongs = enrolledAs(takesPart('ge'));

/** The same where the group's course, under this name, is open to the user: before it is offered its groups are for its staff alone. */
export const belongsOpenly = (user: Piece, course: string): Sql => enrolledAs(sql`${takesPart('ge')} and ${isOpenTo('ge', course)}`)(user);

/** The same where the course is to be going on for the user: messages go between people who are active in it (conversations#5). */
export const belongsActively = enrolledAs(isActive('ge'));

/** The same with those who are invited to the course, whom staff sees in the group. */
export const belongsOrIsInvited = enrolledAs(isCurrent('ge'));

/** An account has group sets. */
export const hasGroupSets = (account: Piece): Sql =>
  sql`exists (select 1 from group_categories gc where gc.account_id = ${account} and not gc.deleted)`;
