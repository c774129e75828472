import { notFound } from '../http/errors.ts';
import type { IdForm, SisField } from '../http/parameters/ids.ts';
import type { Db, Statement } from '../store/database.ts';
import { statement } from '../store/database.ts';
import { CALLER_COLUMNS, type Caller, type CallerRow, callerFrom, hashToken, usedLongAgo } from './caller.ts';
import type { ContextKind, Held, Role } from './permissions.ts';

/** One enrollment of the caller in a course; ended and refused ones give no standing and are not loaded. */
export interface OwnEnrollment {
  id: number;
  type: 'StudentEnrollment' | 'TeacherEnrollment' | 'TaEnrollment' | 'DesignerEnrollment' | 'ObserverEnrollment';
  state: 'active' | 'invited' | 'completed';
  sectionId: number;
  associatedUserId: number | null;
  /** Limited to its section (D2, courses). */
  limited: boolean;
  /** Its last activity was noted over an hour ago. */
  quiet: boolean;
}

interface FoundCourse {
  id: number;
  accountId: number;
  rootAccountId: number;
  state: 'unpublished' | 'available' | 'completed';
  isPublic: boolean;
  name: string;
  chain: number[];
  enrollments: OwnEnrollment[];
}
interface FoundMembership {
  id: number;
  state: 'accepted' | 'invited' | 'requested' | 'deleted';
  moderator: boolean;
}
interface FoundGroup {
  id: number;
  rootAccountId: number;
  groupCategoryId: number | null;
  isPublic: boolean;
  joinLevel: 'invitation_only' | 'parent_context_request' | 'parent_context_auto_join';
  accountId: number | null;
  chain: number[];
  membership: FoundMembership | null;
  course: FoundCourse | null;
}
interface FoundAccount {
  id: number;
  rootAccountId: number;
  parentAccountId: number | null;
  chain: number[];
}
interface FoundUser {
  id: number;
  rootAccountId: number;
  /** An administrator whose reach the user is in (D1.13). */
  inReach: boolean;
  /** Somebody with more rights than the caller (D1.10). */
  outranks: boolean;
  instructor: boolean;
  staff: boolean;
  peer: boolean;
}

export interface CourseStanding extends Held {
  course: FoundCourse;
  /** Null: everyone in the course; else only the people of these sections (D2, courses). */
  limitedTo: number[] | null;
}
export interface SectionStanding extends CourseStanding {
  sectionId: number;
}
export interface GroupCategoryStanding extends CourseStanding {
  groupCategoryId: number;
}
export interface GroupStanding extends Held {
  group: FoundGroup;
}
export interface AccountStanding extends Held {
  account: FoundAccount;
}
export interface UserStanding extends Held {
  user: FoundUser;
}

export interface Standings {
  none: Held;
  account: AccountStanding;
  course: CourseStanding;
  section: SectionStanding;
  group_category: GroupCategoryStanding;
  group: GroupStanding;
  user: UserStanding;
}

/** What the database finds for each kind of context; `none` needs nothing. */
interface Findings {
  none: null;
  account: FoundAccount;
  course: FoundCourse;
  section: FoundCourse & { sectionId: number };
  group_category: FoundCourse & { groupCategoryId: number };
  group: FoundGroup;
  user: FoundUser;
}

const COURSE_FIELDS = `'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
      'associatedUserId', e.associated_user_id, 'limited', e.limit_privileges_to_course_section,
      'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
    from enrollments e where e.course_id = c.id and e.user_id = k."userId" and e.state in ('active', 'invited', 'completed')), '[]')`;

// Administrators of the user's root account reach the user; those of a sub-account where all the user's accounts lie
// at or below it (D1.13).
const IN_REACH = `exists (select 1 from account_admins aa where aa.user_id = k."userId" and (aa.account_id = x.root_account_id or (
    exists (select 1 from user_accounts ua where ua.user_id = x.id and ua.account_id = aa.account_id)
    and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
      where ua.user_id = x.id and ua.direct and not aa.account_id = any(a.chain)))))`;

// More rights than the caller: administering an account that the caller does not (D1.10).
const OUTRANKS = `exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = x.id
    and not exists (select 1 from account_admins aa where aa.user_id = k."userId" and aa.account_id = any(a.chain)))`;

// Who works in a course of the user's. The invited are nobody's yet, and who is limited has the people of the own section.
const worksWith = (
  types: string,
) => `x.id <> k."userId" and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
      join courses c on c.id = me.course_id
    where me.user_id = k."userId" and me.type in (${types}) and me.state in ('active', 'completed')
      and you.state in ('active', 'completed') and c.state <> 'deleted'
      and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))`;
/** Teachers here are teachers and TAs (D3.1). */
const INSTRUCTOR = worksWith(`'TeacherEnrollment', 'TaEnrollment'`);
const STAFF_OF = worksWith(`'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment'`);

const PEER = `x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
        join courses c on c.id = me.course_id
      where me.user_id = k."userId" and me.state in ('active', 'completed') and you.state in ('active', 'completed')
        and (c.state in ('available', 'completed')
          or (c.state = 'unpublished' and me.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment')))
        and (not me.limit_privileges_to_course_section or me.course_section_id = you.course_section_id))
    or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
        join groups g on g.id = me.group_id
      where me.user_id = k."userId" and me.state = 'accepted' and you.state = 'accepted' and not g.deleted))`;

/** How each kind of context is found by an id ($2) or a SIS id ($2, in the caller's root account), for the caller `k`. */
const FIND: Record<Exclude<ContextKind, 'none'>, { from: string; fields: string; id: string; sis: Partial<Record<SisField, string>> }> = {
  account: {
    from: 'accounts a',
    fields: `'id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain`,
    id: 'not a.deleted and a.id = $2::int',
    sis: { sis_account_id: 'not a.deleted and a.root_account_id = k."rootAccountId" and a.sis_account_id = $2' },
  },
  course: {
    from: 'courses c',
    fields: COURSE_FIELDS,
    id: `c.state <> 'deleted' and c.id = $2::int`,
    sis: { sis_course_id: `c.state <> 'deleted' and c.root_account_id = k."rootAccountId" and c.sis_course_id = $2` },
  },
  section: {
    from: 'course_sections s join courses c on c.id = s.course_id',
    fields: `'sectionId', s.id, ${COURSE_FIELDS}`,
    id: `c.state <> 'deleted' and not s.deleted and s.id = $2::int`,
    sis: {
      sis_section_id: `c.state <> 'deleted' and not s.deleted and s.root_account_id = k."rootAccountId" and s.sis_section_id = $2`,
    },
  },
  group_category: {
    from: 'group_categories gc join courses c on c.id = gc.course_id',
    fields: `'groupCategoryId', gc.id, ${COURSE_FIELDS}`,
    id: `c.state <> 'deleted' and not gc.deleted and gc.id = $2::int`,
    sis: {},
  },
  group: {
    from: 'groups g left join courses c on c.id = g.course_id left join accounts ga on ga.id = g.account_id',
    fields: `'id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
      'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
      'membership', (select json_build_object('id', m.id, 'state', m.state, 'moderator', m.moderator)
        from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
      'course', case when c.id is not null then json_build_object(${COURSE_FIELDS}) end`,
    id: `not g.deleted and (c.id is null or c.state <> 'deleted') and g.id = $2::int`,
    sis: {},
  },
  user: {
    from: 'users x',
    fields: `'id', x.id, 'rootAccountId', x.root_account_id, 'inReach', ${IN_REACH}, 'outranks', ${OUTRANKS},
      'instructor', ${INSTRUCTOR}, 'staff', ${STAFF_OF}, 'peer', ${PEER}`,
    id: 'not x.deleted and x.id = $2::int',
    sis: {
      sis_user_id: `not x.deleted and x.id = (select p.user_id from pseudonyms p
        where p.root_account_id = k."rootAccountId" and p.sis_user_id = $2 and p.state = 'active')`,
      sis_login_id: `not x.deleted and x.id = (select p.user_id from pseudonyms p
        where p.root_account_id = k."rootAccountId" and lower(p.unique_id) = lower($2) and p.state = 'active')`,
    },
  },
};

const BY_TOKEN = `access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = $1 and (t.expires_at is null or t.expires_at > now()) and not u.deleted`;
const BY_USER = `users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = $1 and not u.deleted`;

type Row<K extends ContextKind> = CallerRow & { found: Findings[K] | null };

const statements = new Map<string, Statement<Row<ContextKind>>>();

/** The one statement that every request begins with: who asks, and what the addressed context is to them. */
function standingStatement(
  source: 'token' | 'user',
  kind: ContextKind,
  by: string,
  where: string | undefined,
): Statement<Row<ContextKind>> {
  const name = `standing_${source}_${kind}_${by}`;
  let known = statements.get(name);
  if (!known) {
    const find = kind === 'none' ? undefined : FIND[kind];
    const found = find && where ? `(select json_build_object(${find.fields}) from ${find.from} where ${where})` : 'null::json';
    known = statement(
      name,
      `with k as (select ${CALLER_COLUMNS} from ${source === 'token' ? BY_TOKEN : BY_USER}) select k.*, ${found} as found from k`,
    );
    statements.set(name, known);
  }
  return known;
}

/** Whose standing is asked for: the holder of a token, or a user that somebody acts as. */
export type Who = { token: string } | { userId: number; realUserId: number | null };

export interface Loaded<K extends ContextKind> {
  caller: Caller;
  tokenId: number | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  found: Findings[K] | null;
}

/**
 * Loads the caller and the addressed context in one statement. Undefined: there is no such caller; `found` null: no such
 * context. `target` is undefined where the path holds no id at all.
 */
export async function loadStanding<K extends ContextKind>(
  db: Db,
  who: Who,
  kind: K,
  target: IdForm | undefined,
): Promise<Loaded<K> | undefined> {
  const byToken = 'token' in who;
  const find = kind === 'none' ? undefined : FIND[kind as Exclude<K, 'none'>];
  const subject = byToken ? hashToken(who.token) : who.userId;
  const values: unknown[] = [subject];
  let where: string | undefined;
  let by: string = 'nothing';
  if (find && target) {
    if (target.by === 'self') where = 'x.id = k."userId"';
    else if (target.by === 'id') where = find.id;
    else where = find.sis[target.by];
    if (where) by = target.by;
    if (where && target.by !== 'self') values.push(target.by === 'id' ? target.id : target.value);
  }
  const [row] = await db.rows(standingStatement(byToken ? 'token' : 'user', kind, by, where), values);
  if (!row) return undefined;
  return {
    caller: callerFrom(row, byToken ? null : who.realUserId),
    tokenId: row.tokenId,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    found: row.found as Findings[K] | null,
  };
}

/** What of a caller's activity is to be noted: the token's use, and that in a course where that is long ago. */
export function activityToNote(loaded: Loaded<ContextKind>, now: Date): { courseId: number | null } | undefined {
  const { found } = loaded;
  const course = found !== null && 'enrollments' in found ? found : null;
  const quiet = course?.enrollments.some((enrollment) => enrollment.quiet && enrollment.state === 'active') ?? false;
  return quiet || usedLongAgo(loaded.lastUsedAt, now) ? { courseId: quiet && course ? course.id : null } : undefined;
}

const administers = (caller: Caller, chain: readonly number[]): boolean => chain.some((id) => caller.adminOf.includes(id));

const ROLE_OF = {
  StudentEnrollment: 'student',
  TeacherEnrollment: 'teacher',
  TaEnrollment: 'ta',
  DesignerEnrollment: 'designer',
  ObserverEnrollment: 'observer',
} as const satisfies Record<OwnEnrollment['type'], Role>;

const STAFF: ReadonlySet<Role> = new Set(['teacher', 'ta', 'designer', 'admin']);
const PARTICIPANTS = ['teacher', 'ta', 'designer', 'student', 'observer'] as const;

/**
 * What a caller is in a course (D2, courses): an unpublished course is for staff; a completed course or enrollment is
 * read only; an invitation opens the course alone; a public course is open to the users of its root account.
 */
export function courseRoles(caller: Pick<Caller, 'adminOf' | 'rootAccountId'>, course: FoundCourse): Held {
  const roles = new Set<Role>();
  const writing = new Set<Role>();
  if (course.chain.some((id) => caller.adminOf.includes(id))) {
    roles.add('admin');
    writing.add('admin');
  }
  for (const enrollment of course.enrollments) {
    const role = enrollment.state === 'invited' ? 'invited' : ROLE_OF[enrollment.type];
    if (course.state === 'unpublished' && !STAFF.has(role)) continue;
    roles.add(role);
    if (enrollment.state !== 'completed' && course.state !== 'completed') writing.add(role);
  }
  if (course.isPublic && course.state !== 'unpublished' && course.rootAccountId === caller.rootAccountId) roles.add('visitor');
  return { roles, writing };
}

/** The sections whose people the caller may see; null where nothing limits them. */
export function limitedSections(held: Held, enrollments: readonly OwnEnrollment[]): number[] | null {
  const counted = enrollments.filter((enrollment) => enrollment.state !== 'invited');
  if (held.roles.has('admin') || counted.length === 0 || counted.some((enrollment) => !enrollment.limited)) return null;
  return counted.map((enrollment) => enrollment.sectionId);
}

function courseStanding(caller: Caller, course: FoundCourse): CourseStanding {
  const held = courseRoles(caller, course);
  return { ...held, course, limitedTo: limitedSections(held, course.enrollments) };
}

/** What a caller is in a group: its members, the staff of its course, and those who may see or join it from outside. */
export function groupRoles(caller: Pick<Caller, 'adminOf' | 'rootAccountId'>, group: FoundGroup): Held {
  const roles = new Set<Role>();
  const writing = new Set<Role>();
  const add = (role: Role, writes = true) => {
    roles.add(role);
    if (writes) writing.add(role);
  };
  const inCourse = group.course && courseRoles(caller, group.course);
  if (inCourse) for (const role of inCourse.roles) if (STAFF.has(role)) add(role, inCourse.writing.has(role));
  if (group.chain.some((id) => caller.adminOf.includes(id))) add('admin');
  const around = inCourse ? inCourse.roles.has('student') : group.rootAccountId === caller.rootAccountId;
  if (inCourse && PARTICIPANTS.some((role) => inCourse.roles.has(role))) add('coursemate', false);
  const active = !inCourse || inCourse.writing.size > 0;
  // A course group's people are in its course: a membership gives nothing to whoever is not.
  const belongs = !inCourse || PARTICIPANTS.some((role) => inCourse.roles.has(role));
  if (group.membership?.state === 'accepted' && belongs) {
    add('member', active);
    if (group.membership.moderator) add('moderator', active);
  }
  if (group.membership?.state === 'invited' && (belongs || inCourse?.roles.has('invited'))) add('invited', active);
  if (around && (group.isPublic || group.joinLevel !== 'invitation_only')) add('neighbour', active);
  return { roles, writing };
}

export function userRoles(caller: Pick<Caller, 'userId'>, user: FoundUser): Held {
  const roles = new Set<Role>();
  if (user.id === caller.userId) roles.add('self');
  if (user.inReach) roles.add('admin');
  if (user.inReach && !user.outranks) roles.add('superior');
  if (user.instructor) roles.add('instructor');
  if (user.staff) roles.add('staff');
  if (user.peer) roles.add('peer');
  return { roles, writing: roles };
}

/** The site's own account: the first root account, whose administrators may make others (D2). */
const SITE = 1;

const STAND: { [K in ContextKind]: (caller: Caller, found: Findings[K]) => Standings[K] } = {
  none(caller) {
    const roles = new Set<Role>(caller.adminOf.includes(SITE) ? ['user', 'site_admin'] : ['user']);
    return { roles, writing: roles };
  },
  account(caller, account) {
    const roles = new Set<Role>(administers(caller, account.chain) ? ['user', 'admin'] : ['user']);
    return { roles, writing: roles, account };
  },
  course: courseStanding,
  section: (caller, found) => ({ ...courseStanding(caller, found), sectionId: found.sectionId }),
  group_category: (caller, found) => ({ ...courseStanding(caller, found), groupCategoryId: found.groupCategoryId }),
  group: (caller, group) => ({ ...groupRoles(caller, group), group }),
  user: (caller, user) => ({ ...userRoles(caller, user), user }),
};

/** The caller's standing in what was found; 404 where nothing was, or it belongs to another root account (D1.13). */
export function standingIn<K extends ContextKind>(caller: Caller, kind: K, found: Findings[K] | null): Standings[K] {
  if (found === null && kind !== 'none') throw notFound();
  const standing = STAND[kind](caller, found as Findings[K]);
  const root = found !== null && 'rootAccountId' in found ? found.rootAccountId : caller.rootAccountId;
  const foreign = root !== caller.rootAccountId;
  if (foreign && ![...standing.roles].some((role) => role !== 'user' && role !== 'visitor' && role !== 'neighbour')) throw notFound();
  return standing;
}
