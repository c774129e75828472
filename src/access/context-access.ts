import { notFound } from '../kernel/errors.ts';
import type { IdForm } from '../kernel/ids.ts';
import { type Db, statement } from '../store/database.ts';
import { type Sql, sql } from '../store/sql/sql.ts';
import type { ParametersOf } from '../store/sql/statement.ts';
import { bytea, int, json, nullable, someOf, text } from '../store/sql/types.ts';
import { type Asker, NO_ROLES, readsEntry } from './attached.ts';
import { CALLER_COLUMNS, CALLER_ROW, type Caller, callerFrom, hashToken, TOKEN_HOLDS } from './caller.ts';
import { FIND, type Find } from './finding.ts';
import type {
  FoundAccount,
  FoundAttempt,
  FoundCollection,
  FoundCourse,
  FoundEntry,
  FoundFile,
  FoundGroup,
  FoundGroupSet,
  FoundOutcome,
  FoundSelf,
  FoundUser,
} from './found.ts';
import { usedLongAgo } from './last-used.ts';
import { type ContextKind, type Held, holdsAny, isGrader, may, type Role, STAFF_ROLES } from './permissions.ts';
import { givenBy, observedIn } from './reach.ts';

export interface CourseAccess extends Held {
  course: FoundCourse;
}
export interface SectionAccess extends CourseAccess {
  sectionId: number;
}
/** In a group set: what the caller is in the course or account to which it belongs. */
export interface GroupCategoryAccess extends Held {
  groupCategoryId: number;
  rootAccountId: number;
  course: FoundCourse | null;
  account: FoundAccount | null;
}
export interface QuizSubmissionAccess extends CourseAccess {
  attempt: FoundAttempt;
}
export interface GroupAccess extends Held {
  group: FoundGroup;
}
export interface AccountAccess extends Held {
  account: FoundAccount;
}
export interface UserAccess extends Held {
  user: FoundUser;
}
export interface CollectionAccess extends Held {
  collection: FoundCollection;
}
export interface CollectionItemAccess extends CollectionAccess {
  itemId: number;
}

/** In the context `self`: what the caller takes part in. */
export interface SelfAccess extends Held {
  self: FoundSelf;
}

/** In an outcome: what the caller is where it was made. */
export interface OutcomeAccess extends Held {
  id: number;
  /** The course to which it belongs; null where that is an account or the site. */
  course: FoundCourse | null;
}

/** To whom files belong, with their folders and quota. */
export interface FileOwner {
  kind: 'user' | 'course' | 'group';
  id: number;
}
/** In a file or a folder. */
export interface FileAccess extends Held {
  id: number;
  /** It was called for by the id of a file that it has replaced (files#57). */
  replaces: boolean;
  owner: FileOwner;
  /** The course to which it belongs; null where that is a user or a group. */
  course: FoundCourse | null;
  /** The entry by which alone the caller may read the file: whatever keeps its topic from the caller keeps the file. */
  entry: FoundEntry | null;
}

export interface AccessByContext {
  none: Held;
  self: SelfAccess;
  account: AccountAccess;
  course: CourseAccess;
  section: SectionAccess;
  group_category: GroupCategoryAccess;
  group: GroupAccess;
  user: UserAccess;
  file: FileAccess;
  folder: FileAccess;
  collection: CollectionAccess;
  collection_item: CollectionItemAccess;
  quiz_submission: QuizSubmissionAccess;
  outcome: OutcomeAccess;
}

/** What the database finds of each kind of context; of `none` there is nothing to find. */
interface Findings {
  none: null;
  self: FoundSelf;
  account: FoundAccount;
  course: FoundCourse;
  section: FoundCourse & { sectionId: number };
  group_category: FoundGroupSet;
  group: FoundGroup;
  user: FoundUser;
  file: FoundFile;
  folder: FoundFile;
  collection: FoundCollection;
  collection_item: FoundCollection & { itemId: number };
  quiz_submission: FoundCourse & { attempt: FoundAttempt };
  outcome: FoundOutcome;
}

/** Each request has one of the first two, and at most one of the others. */
const TAKES = someOf({ token: nullable(bytea), userId: nullable(int), id: nullable(int), value: nullable(text) });
type Takes = ParametersOf<typeof TAKES>;

const CALLER_IS = {
  token: (p: Takes): Sql => sql`access_tokens t join users u on u.id = t.user_id join accounts r on r.id = u.root_account_id
  where t.hash = ${p.token} and ${TOKEN_HOLDS}`,
  user: (p: Takes): Sql => sql`users u join accounts r on r.id = u.root_account_id
  left join access_tokens t on false where u.id = ${p.userId} and not u.deleted`,
};

type Source = keyof typeof CALLER_IS;

/** What the addressed context is to the caller `k`, as JSON. */
const foundBy =
  ({ from, fields }: Find, where: (p: Takes) => Sql) =>
  (p: Takes): Sql =>
    sql`(select json_build_object(${fields}) from ${from} where ${where(p)})`;

/** The one statement that every request begins with: who asks, and what the addressed context is to them. */
const accessStatement = (source: Source, kind: string, by: string, found: (p: Takes) => Sql) =>
  statement({
    name: `access_${source}_${kind}_${by}`,
    takes: TAKES,
    gives: { ...CALLER_ROW, found: nullable(json<NonNullable<Findings[ContextKind]>>()) },
    sql: (p) => sql`with k as (select ${CALLER_COLUMNS} from ${CALLER_IS[source](p)}) select k.*, ${found(p)} as found from k`,
  });

const NOTHING = 'nothing';
const nothing = (): Sql => sql`null::json`;

/** The statements of a kind, by the form of the id in the path, and one for a path without an id. */
function inEveryForm(source: Source, kind: string, find: Find) {
  const { id, self, sis } = find;
  const forms: [string, (p: Takes) => Sql][] = [
    [NOTHING, nothing],
    ['id', foundBy(find, (p) => id(p.id))],
    ...(self ? [['self', foundBy(find, () => self)] satisfies [string, (p: Takes) => Sql]] : []),
    ...Object.entries(sis).map(([form, is]): [string, (p: Takes) => Sql] => [form, foundBy(find, (p) => is(p.value))]),
  ];
  return new Map(forms.map(([by, found]) => [by, accessStatement(source, kind, by, found)]));
}
const inEveryKind = (source: Source) =>
  new Map([
    ['none', new Map([[NOTHING, accessStatement(source, 'none', NOTHING, nothing)]])],
    ...Object.entries(FIND).map(([kind, find]) => [kind, inEveryForm(source, kind, find)] as const),
  ]);
const statements = { token: inEveryKind('token'), user: inEveryKind('user') };

/** Whose access is loaded: that of a token's holder, or of a user, as whom an actor may act. */
export type Who = { token: string } | { userId: number; actor: Caller | null };

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
export async function loadAccess<K extends ContextKind>(
  db: Db,
  who: Who,
  kind: K,
  target: IdForm | undefined,
): Promise<Loaded<K> | undefined> {
  const byToken = 'token' in who;
  const ofKind = statements[byToken ? 'token' : 'user'].get(kind);
  const query = ofKind?.get(target?.by ?? NOTHING) ?? ofKind?.get(NOTHING);
  if (!query) throw new Error(`nothing is found of a ${kind}`);
  const [row] = await db.rows(query, {
    token: byToken ? hashToken(who.token) : null,
    userId: byToken ? null : who.userId,
    id: target?.by === 'id' ? target.id : null,
    value: target && 'value' in target ? target.value : null,
  });
  if (!row) return undefined;
  return {
    caller: callerFrom(row, byToken ? null : who.actor),
    tokenId: row.tokenId,
    expiresAt: row.expiresAt,
    lastUsedAt: row.lastUsedAt,
    found: row.found as Findings[K] | null,
  };
}

/** What is to be noted of a caller's activity, if anything: the use of the token, and activity in a course, where the last is long ago. */
export function activityToNote(loaded: Loaded<ContextKind>, now: Date): { courseId: number | null } | undefined {
  const { found } = loaded;
  const course = found === null ? null : 'enrollments' in found ? found : 'groupSetId' in found ? found.course : null;
  const quiet = course?.enrollments.some((enrollment) => enrollment.quiet && enrollment.state === 'active') ?? false;
  return quiet || usedLongAgo(loaded.lastUsedAt, now) ? { courseId: quiet && course ? course.id : null } : undefined;
}

/** Whether somebody administers the account at the end of this chain. */
export const administers = (caller: Pick<Caller, 'adminOf'>, chain: readonly number[]): boolean =>
  chain.some((id) => caller.adminOf.includes(id));

const ENROLLED = ['teacher', 'ta', 'designer', 'student', 'observer'] as const;

/**
 * What a caller is in a course (access#8). An unpublished course is for staff, and a completed course or enrollment is for reading alone.
 * An invitation opens the course itself and nothing in it. A public course is open to the users of its root account.
 */
export function courseRoles(caller: Pick<Caller, 'adminOf' | 'rootAccountId'>, course: FoundCourse): Held {
  const roles = new Set<Role>();
  const writing = new Set<Role>();
  if (administers(caller, course.chain)) {
    roles.add('admin');
    writing.add('admin');
  }
  for (const enrollment of course.enrollments) {
    const given = givenBy(course, enrollment);
    if (given) roles.add(given.role);
    if (given?.writes) writing.add(given.role);
  }
  if (course.isPublic && course.state !== 'unpublished' && course.rootAccountId === caller.rootAccountId) roles.add('visitor');
  return { roles, writing };
}

export const courseAccess = (caller: Caller, course: FoundCourse): CourseAccess => ({ ...courseRoles(caller, course), course });

/** What a caller is in a group: a member, staff of its course, or somebody who may see or join it from outside. */
export function groupRoles(caller: Pick<Caller, 'adminOf' | 'rootAccountId'>, group: FoundGroup): Held {
  const roles = new Set<Role>();
  const writing = new Set<Role>();
  const add = (role: Role, writes = true) => {
    roles.add(role);
    if (writes) writing.add(role);
  };
  const inCourse = group.course && courseRoles(caller, group.course);
  if (inCourse) for (const role of inCourse.roles) if (STAFF_ROLES.has(role)) add(role, inCourse.writing.has(role));
  if (administers(caller, group.chain)) add('admin');
  const around = inCourse ? inCourse.roles.has('student') : group.rootAccountId === caller.rootAccountId;
  if (inCourse && holdsAny(inCourse.roles, ENROLLED)) add('coursemate', false);
  const active = !inCourse || holdsAny(inCourse.writing, ENROLLED);
  // The people of a course's group are in the course: a membership gives nothing to somebody who is not.
  const belongs = !inCourse || holdsAny(inCourse.roles, ENROLLED);
  if (group.membership?.isMember && belongs) {
    add('member', active);
    if (group.membership.moderator) add('moderator', active);
  }
  // Somebody who is only invited to the course may answer as well, and nothing else in the group (groups#29).
  const guest = inCourse !== null && inCourse.writing.has('invited');
  if (group.membership?.isInvited && (belongs || inCourse?.roles.has('invited'))) add('invited', active || guest);
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
  // Who has more rights is read, and not changed (access#6).
  return { roles, writing: user.inReach && user.outranks ? new Set([...roles].filter((role) => role !== 'admin')) : roles };
}

/** What a caller is to the owner of a file or folder; 404 where they may not see it: a concealed one is for managers alone (files#4). */
export function fileAccess(caller: Asker, found: FoundFile): FileAccess {
  const { userId, user, course, groupId, group } = found;
  const stand = (): [Held, FileOwner] => {
    if (userId !== null) return [user ? userRoles(caller, user) : NO_ROLES, { kind: 'user', id: userId }];
    if (course) return [courseRoles(caller, course), { kind: 'course', id: course.id }];
    if (groupId !== null) return [group ? groupRoles(caller, group) : NO_ROLES, { kind: 'group', id: groupId }];
    throw notFound();
  };
  const [held, owner] = stand();
  const file = { id: found.id, replaces: found.replaces ?? false, owner, course, entry: null };
  if (may(held, found.concealed ? 'file.read_concealed' : 'file.read')) return { ...held, ...file };
  const entry = found.received !== true && found.entry && readsEntry(caller, found.entry, WHERE_TOPICS_STAND) ? found.entry : null;
  if (found.concealed || (found.received !== true && entry === null)) throw notFound();
  return { roles: new Set([...held.roles, 'viewer']), writing: held.writing, ...file, entry };
}

/**
 * A private collection is there for its owner alone; a public one for the users of the owner's root account, whose
 * administrators moderate what is said of it (collections#7, collections#12).
 */
function collectionAccess(caller: Asker, collection: FoundCollection): CollectionAccess {
  const roles = new Set<Role>();
  if (collection.ownerId === caller.userId) roles.add('owner');
  if (collection.visibility === 'public' && collection.rootAccountId === caller.rootAccountId) roles.add('viewer');
  if (collection.visibility === 'public' && caller.adminOf.includes(collection.rootAccountId)) roles.add('admin');
  if (roles.size === 0) throw notFound();
  return { roles, writing: roles, collection };
}

/** An attempt is there for its student, for graders, and for observers of the student, who read it; 404 for all others (access#23). */
function quizSubmissionAccess(caller: Caller, found: Findings['quiz_submission']): QuizSubmissionAccess {
  const access = courseAccess(caller, found);
  const { attempt } = found;
  const own = attempt.userId === caller.userId && access.roles.has('student');
  const observed = !attempt.quiz.deleted && observedIn(access).includes(attempt.userId);
  if (!own && !observed && !isGrader(access)) throw notFound();
  return { ...access, attempt, ...(observed ? { roles: new Set<Role>([...access.roles, 'viewer']) } : {}) };
}

export const WHERE_TOPICS_STAND = { course: courseRoles, group: groupRoles, collection: collectionAccess };

/** The site's own account: the first root account, whose administrators may make others (accounts#13). */
const SITE = 1;
export const isSiteAdmin = (caller: Pick<Caller, 'adminOf'>): boolean => caller.adminOf.includes(SITE);

const siteRoles = (caller: Pick<Caller, 'adminOf'>): Role[] => (isSiteAdmin(caller) ? ['user', 'site_admin'] : ['user']);

/** What a caller is in an account: an administrator, a member, or neither (access#5). */
export function accountRoles(caller: Pick<Caller, 'adminOf'>, account: Pick<FoundAccount, 'chain' | 'belongs'>): Held {
  const roles = new Set<Role>(['user']);
  if (administers(caller, account.chain)) roles.add('admin');
  if (account.belongs) roles.add('account_member');
  return { roles, writing: roles };
}

function groupSetAccess(caller: Caller, { groupSetId, rootAccountId, account, course }: FoundGroupSet): GroupCategoryAccess {
  const stand = { groupCategoryId: groupSetId, rootAccountId, course, account };
  if (course) return { ...courseRoles(caller, course), ...stand };
  if (account) return { ...accountRoles(caller, account), ...stand };
  throw notFound();
}

/** What a caller is where an outcome was made; 404 where they may not see the outcome (access#23, outcomes#36). */
function outcomeAccess(caller: Caller, { id, account, course }: FoundOutcome): OutcomeAccess {
  const site = new Set<Role>([...siteRoles(caller), 'viewer']);
  const held = course ? courseRoles(caller, course) : account ? accountRoles(caller, account) : { roles: site, writing: site };
  if (!may(held, 'outcome.read')) throw notFound();
  return { ...held, id, course };
}

const STAND: { [K in ContextKind]: (caller: Caller, found: Findings[K]) => AccessByContext[K] } = {
  none(caller) {
    const roles = new Set(siteRoles(caller));
    return { roles, writing: roles };
  },
  self: (caller, self) => ({ ...STAND.none(caller, null), self }),
  account: (caller, account) => ({ ...accountRoles(caller, account), account }),
  course: courseAccess,
  section: (caller, found) => ({ ...courseAccess(caller, found), sectionId: found.sectionId }),
  group_category: groupSetAccess,
  group: (caller, group) => ({ ...groupRoles(caller, group), group }),
  user: (caller, user) => ({ ...userRoles(caller, user), user }),
  file: fileAccess,
  folder: fileAccess,
  collection: collectionAccess,
  quiz_submission: quizSubmissionAccess,
  collection_item: (caller, found) => ({ ...collectionAccess(caller, found), itemId: found.itemId }),
  outcome: outcomeAccess,
};

/** Roles that somebody has without belonging to the context: across root accounts they open nothing. */
const OUTSIDE: ReadonlySet<Role> = new Set(['user', 'visitor', 'neighbour']);

/** Whether a context of this root account is there for the caller: of another one only where they hold a role in it (access#7). */
export const isThereFor = (caller: Pick<Caller, 'rootAccountId'>, rootAccountId: number, { roles }: Pick<Held, 'roles'>): boolean =>
  rootAccountId === caller.rootAccountId || [...roles].some((role) => !OUTSIDE.has(role));

/** The caller's access in what was found; 404 where nothing was, or where it is not there for the caller. */
export function accessIn<K extends ContextKind>(caller: Caller, kind: K, found: Findings[K] | null): AccessByContext[K] {
  if (found === null && kind !== 'none') throw notFound();
  const access = STAND[kind](caller, found as Findings[K]);
  const root = found !== null && 'rootAccountId' in found ? found.rootAccountId : caller.rootAccountId;
  if (!isThereFor(caller, root, access)) throw notFound();
  return access;
}
