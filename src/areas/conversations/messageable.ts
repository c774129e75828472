import { ONE_BY_ONE } from '../../store/plan.ts';
import { enrollmentType } from '../../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { isCourse, isGoingOn, isOpen } from '../courses/relations.ts';
import { isActive, isActiveOrInvited, isInvited, ofObserver, ofStaff, ofStudent, reachOfAll, within } from '../enrollments/relations.ts';
import { belongsActively, isMember } from '../groups/relations.ts';

/**
 * Who may message whom (conversations#3), as SQL: whole sets of people are asked about at once. Each fragment is about one caller, whose
 * id is the parameter `me`. How many people are asked about is not known when a statement is planned: what is theirs is
 * looked up one after the other, which costs the same whatever the planner expects.
 */

/** The user `u` of each row of `of`, looked up by its key. */
export const theUser = (of: Piece): Sql => sql`cross join lateral (select * from users where users.id = ${of}.user_id ${ONE_BY_ONE}) u`;

/**
 * The caller's own active enrollments, with the state of the course. Those that differ by their sections alone are one: each is joined to
 * all people of the course, and somebody may be in hundreds of its sections.
 */
export const mine = (me: Piece): Sql => sql`select e.course_id, e.type, e.associated_user_id, ${reachOfAll('e')} as reach,
    ${ofStaff('e')} as staff, ${isGoingOn('c')} as available, ${isOpen('c')} as open
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = ${me} and ${isActive('e')} and ${isCourse('c')}
  group by e.course_id, e.type, e.associated_user_id, c.id`;

/**
 * Whether an enrollment `own` of the caller lets the caller message the person of the enrollment `you` of the same course.
 * Staff reach everybody, in unpublished and concluded courses and the invited too; who is limited to a section, its people.
 */
export const mayMessage = (me: Piece): Sql => sql`${within(sql`you.course_section_id`, sql`own.reach`)} and case
    when own.staff then ${isActiveOrInvited('you')}
    when not own.available or not ${isActive('you')} then false
    when ${ofStudent('own')} then ${ofStaff('you')} or ${ofStudent('you')}
      or (${ofObserver('you')} and you.associated_user_id = ${me})
    else ${ofStaff('you')} or (${ofStudent('you')} and you.user_id = own.associated_user_id)
  end`;

/** The groups that the caller shares with others, `g`; of a course while it is open to the caller. */
const ownGroups = (me: Piece): Sql => sql`select g.id, g.name, g.course_id from groups g join group_memberships m on m.group_id = g.id
  where m.user_id = ${me} and ${isMember('m')} and not g.deleted
    and (g.course_id is null or exists (select 1 from mine where mine.course_id = g.course_id and (mine.available or mine.staff)))`;

/** Tables of a statement that the fragments below stand in: `mine` and `own_groups`. */
export const ownTables = (me: Piece): Sql => sql`mine as materialized (${mine(me)}), own_groups as materialized (${ownGroups(me)})`;

/** Who asks: the caller, administrator of these accounts. */
export const ASKING = { callerId: int, adminOf: array(int) };
type Asking = ParametersOf<typeof ASKING>;

/**
 * The caller administers the user, or a course that the user is invited to: an invitation makes nobody belong to the account (access#5), and
 * there administrators reach the invited as its staff do.
 */
export const isAdministered = (user: Sql, { adminOf }: Pick<Asking, 'adminOf'>): Sql => sql`(
    exists (select 1 from user_accounts ua where ua.user_id = ${user} and ua.account_id = any(${adminOf}::int[]))
    or (cardinality(${adminOf}::int[]) > 0 and exists (select 1 from enrollments e join courses c on c.id = e.course_id
      join accounts ac on ac.id = c.account_id
      where e.user_id = ${user} and ${isInvited('e')} and ${isCourse('c')} and ac.chain && ${adminOf}::int[] ${ONE_BY_ONE})))`;

/** The people among `asked (user_id)` whom the caller may message. Stands in a statement that has `ownTables`. */
export const allowed = ({ callerId, adminOf }: Asking): Sql => sql`
  select you.user_id
  from asked cross join lateral (select * from enrollments e where e.user_id = asked.user_id ${ONE_BY_ONE}) you
    join mine own on own.course_id = you.course_id
  where ${mayMessage(callerId)}
  union
  select m.user_id
  from asked cross join lateral (
      select * from group_memberships gm where gm.user_id = asked.user_id and ${isMember('gm')} ${ONE_BY_ONE}) m
    join own_groups g on g.id = m.group_id
  where ${belongsActively(sql`m.user_id`)}
  union
  select asked.user_id from asked where ${isAdministered(sql`asked.user_id`, { adminOf })}`;

/** All people whom the caller may message through courses and groups, in a statement that has `ownTables`; `filter` is about users `u`. */
export const reachable = (me: Piece, filter: Piece): Sql => sql`
  select u.id as user_id from mine own join enrollments you on you.course_id = own.course_id join users u on u.id = you.user_id
  where ${mayMessage(me)} and ${filter}
  union
  select u.id from own_groups g join group_memberships m on m.group_id = g.id join users u on u.id = m.user_id
  where ${isMember('m')} and ${belongsActively(sql`m.user_id`)} and ${filter}`;

/**
 * Contexts as recipients, `asked_contexts (n, kind, id, role)`: whether the caller may name them at all (`open`), and whether
 * as staff, who also reach the invited. Stands in a statement that has `ownTables`.
 */
export const contexts = ({ adminOf }: Pick<Asking, 'adminOf'>): Sql => sql`
  select a.n, a.kind, a.id, a.role, x.course_id, x.staff,
    x.staff or case a.kind when 'group' then a.id in (select g.id from own_groups g)
      else exists (select 1 from mine where mine.course_id = x.course_id and mine.available) end as open
  from asked_contexts a cross join lateral (
    select p.course_id, exists (select 1 from accounts ac where ac.id = p.account_id and ac.chain && ${adminOf}::int[])
        or exists (select 1 from mine where mine.course_id = p.course_id and mine.staff) as staff
    from (
      select c.id as course_id, c.account_id from courses c where a.kind = 'course' and c.id = a.id and ${isCourse('c')}
      union all
      select c.id, c.account_id from course_sections s join courses c on c.id = s.course_id
      where a.kind = 'section' and s.id = a.id and not s.deleted and ${isCourse('c')}
      union all
      select g.course_id, coalesce(c.account_id, g.account_id) from groups g left join courses c on c.id = g.course_id
      where a.kind = 'group' and g.id = a.id and not g.deleted and (c.id is null or ${isCourse('c')})
    ) p) x`;

/** The people of the open ones among `contexts`. */
export const MEMBERS = sql`
  select e.user_id from contexts k join enrollments e on e.course_id = k.id and k.kind = 'course'
  where k.open and (${isActive('e')} or (k.staff and ${isInvited('e')})) and (k.role is null or e.type = k.role)
  union
  select e.user_id from contexts k join enrollments e on e.course_section_id = k.id and k.kind = 'section'
  where k.open and (${isActive('e')} or (k.staff and ${isInvited('e')})) and (k.role is null or e.type = k.role)
  union
  select m.user_id from contexts k join group_memberships m on m.group_id = k.id and k.kind = 'group'
  where k.open and ${isMember('m')} and (k.role is null or exists (select 1 from enrollments e
    where e.course_id = k.course_id and e.user_id = m.user_id and ${isActive('e')} and e.type = k.role))`;

/** Contexts as recipients: what each is, and whose people of it. */
export const ASKED_CONTEXTS = { kinds: array(text), contextIds: array(int), roles: array(nullable(enrollmentType)) };
export const askedContexts = ({
  kinds,
  contextIds,
  roles,
}: ParametersOf<typeof ASKED_CONTEXTS>): Sql => sql`select t.n, t.kind, t.id, t.role
  from unnest(${kinds}::text[], ${contextIds}::int[], ${roles}::enrollment_type[]) with ordinality t(kind, id, role, n)`;
