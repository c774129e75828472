import type { Ctx } from '../../access/context.ts';
import type { CourseAccess, UserAccess } from '../../access/context-access.ts';
import type { Held } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { iso } from '../../http/timestamps.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { type Db, statement } from '../../store/database.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, bytea, int, nullable, type RowOf, type Types, text, timestamptz } from '../../store/sql/types.ts';
import { isActive, isActiveWithin, ofStudent, within } from '../enrollments/relations.ts';
import type { FeedSecrets } from '../feeds/codes.ts';
import { avatarUrl, PICTURE_COLUMN } from './avatars.ts';
import { isChannel, isLogin, isLoginNamed, isLoginOfSis } from './relations.ts';
import type { NamedUser, User } from './schemas.ts';
import type { UserViewer } from './viewers.ts';

/** The columns of users `u` that every reader is shown. */
const NAME_COLUMNS = sql`u.id, u.name, u.sortable_name as "sortableName", u.short_name as "shortName"`;
/** The same with the login, for which LOGIN_JOIN has to be joined: one statement however many rows. */
const USER_COLUMNS = sql`${NAME_COLUMNS}, login.unique_id as "loginId"`;
export const LOGIN_JOIN = sql`left join lateral (
    select p.unique_id from pseudonyms p where p.user_id = u.id and ${isLogin('p')} order by p.id limit 1) login on true`;

export const SIS_JOIN = sql`left join lateral (
    select p.sis_user_id, p.unique_id from pseudonyms p
    where p.user_id = u.id and ${isLogin('p')} and p.sis_user_id is not null order by p.id limit 1) sis on true`;
export const EMAIL_JOIN = sql`left join lateral (
    select c.address from communication_channels c
    where c.user_id = u.id and c.type = 'email' and ${isChannel('c')} order by c.position, c.id limit 1) email on true`;
/** What else a list may read, because each of it costs every row something. */
const FURTHER = {
  nothing: { columns: none, joins: none },
  pictures: { columns: sql`, ${PICTURE_COLUMN}`, joins: none },
  everything: {
    columns: sql`, ${PICTURE_COLUMN}, u.locale, u.time_zone as "timeZone", u.last_used_at as "lastUsedAt", email.address as "email"`,
    joins: EMAIL_JOIN,
  },
};
export type Further = keyof typeof FURTHER;

/** A list for each of what may be read. */
export const perFurther = <T>(make: (further: Further) => T): Readonly<Record<Further, T>> => ({
  nothing: make('nothing'),
  pictures: make('pictures'),
  everything: make('everything'),
});

/** The rows of a page with what every reader is shown of users, and what else. */
const withColumns = (page: Sql, more: Sql, further: Further, joins = none): Sql =>
  sql`select ${USER_COLUMNS}${FURTHER[further].columns}${more} from (${page}) u ${LOGIN_JOIN} ${FURTHER[further].joins} ${joins}`;

/** The rows of a page with what administrators and teachers are shown of users besides. */
export const withUserColumns = (page: Sql, more: Sql, further: Further): Sql =>
  withColumns(page, sql`, sis.sis_user_id as "sisUserId", sis.unique_id as "sisLoginId"${more}`, further, SIS_JOIN);

/** Names alone, where no reader is shown more than a picture. */
export const withNameColumns = (page: Sql, more: Sql, further: 'nothing' | 'pictures'): Sql =>
  sql`select ${NAME_COLUMNS}${FURTHER[further].columns}${more} from (${page}) u`;

const NAME_ROW = { id: int, name: text, sortableName: text, shortName: text };
const USER_ROW = { ...NAME_ROW, loginId: nullable(text) };
const SIS_ROW = { sisUserId: nullable(text), sisLoginId: nullable(text) };
const FURTHER_ROW = {
  nothing: {},
  pictures: { picture: nullable(text) },
  everything: {
    picture: nullable(text),
    locale: nullable(text),
    timeZone: nullable(text),
    lastUsedAt: nullable(timestamptz),
    email: nullable(text),
  },
} as const satisfies Record<Further, Types>;
/** What `withUserColumns` gives. */
export const userRow = <F extends Further>(further: F) => ({ ...USER_ROW, ...SIS_ROW, ...FURTHER_ROW[further] });

/** What `withNameColumns` gives. */
export const nameRow = <F extends 'nothing' | 'pictures'>(further: F) => ({ ...NAME_ROW, ...FURTHER_ROW[further] });

/** What a statement does not read is not there. */
export type UserRow = RowOf<typeof NAME_ROW> &
  Partial<RowOf<typeof USER_ROW>> &
  Partial<RowOf<typeof SIS_ROW>> &
  Partial<RowOf<typeof FURTHER_ROW.everything>>;

/** The user of a row that names one, by all three names. */
export const namedUser = (row: { userId: number; name: string; sortableName: string; shortName: string }): NamedUser => ({
  id: row.userId,
  name: row.name,
  sortable_name: row.sortableName,
  short_name: row.shortName,
});

const isTrusted = (viewer: UserViewer): boolean => viewer === 'admin' || viewer === 'teacher';

export interface Shown {
  avatar?: boolean;
  email?: boolean;
  locale?: boolean;
  timeZone?: boolean;
  lastLogin?: boolean;
}

/** Rows as Users, each with the fields that the caller may see of it (users#1). */
export function presentUsers<Row extends UserRow>(
  ctx: Ctx,
  rows: readonly Row[],
  viewedBy: (row: Row) => UserViewer,
  shown: Shown = {},
): User[] {
  return rows.map((row) => {
    const viewer = viewedBy(row);
    const close = viewer !== 'other';
    const trusted = isTrusted(viewer);
    // Left out where undefined; keys that are always there make all rows alike to the serialiser.
    return {
      id: row.id,
      name: row.name,
      sortable_name: row.sortableName,
      short_name: row.shortName,
      login_id: close ? (row.loginId ?? undefined) : undefined,
      sis_user_id: trusted ? (row.sisUserId ?? undefined) : undefined,
      sis_login_id: trusted ? (row.sisLoginId ?? undefined) : undefined,
      avatar_url: shown.avatar ? (avatarUrl(ctx, { id: row.id, picture: row.picture ?? null }) ?? undefined) : undefined,
      email: close && shown.email ? (row.email ?? undefined) : undefined,
      locale: close && shown.locale ? (row.locale ?? undefined) : undefined,
      time_zone: close && shown.timeZone ? (row.timeZone ?? undefined) : undefined,
      last_login: viewer === 'admin' && shown.lastLogin && row.lastUsedAt ? iso(row.lastUsedAt) : undefined,
    };
  });
}

/** What `include[]` of a list asks for (enrollments#37). */
export const INCLUDED = ['email', 'locale', 'time_zone', 'avatar_url'] as const;

/** What has to be read for what is shown. */
export const furtherFor = (shown: Shown): Further =>
  shown.email || shown.locale || shown.timeZone || shown.lastLogin ? 'everything' : shown.avatar ? 'pictures' : 'nothing';

export const shownBy = (include: ReadonlySet<string>): Shown => ({
  avatar: include.has('avatar_url'),
  email: include.has('email'),
  locale: include.has('locale'),
  timeZone: include.has('time_zone'),
});

export function userViewer(at: UserAccess): UserViewer {
  if (at.roles.has('admin')) return 'admin';
  if (at.roles.has('instructor')) return 'teacher';
  return at.roles.has('self') ? 'self' : 'other';
}

/** For each of who may look, what one user is read by. */
const read = <Gives extends Types>(name: string, page: (id: Piece) => Sql, columns = none, gives: Gives) => ({
  trusted: statement({
    name: `${name}_to_trusted`,
    takes: { id: int },
    gives: { ...userRow('everything'), ...gives },
    sql: (p) => withUserColumns(page(p.id), columns, 'everything'),
  }),
  others: statement({
    name,
    takes: { id: int },
    gives: { ...USER_ROW, ...FURTHER_ROW.everything, ...gives },
    sql: (p) => withColumns(page(p.id), columns, 'everything'),
  }),
});
const readBy = (viewer: UserViewer): 'trusted' | 'others' => (isTrusted(viewer) ? 'trusted' : 'others');

const one = read('user', (id) => sql`select u.* from users u where u.id = ${id}`, none, {});

/** A user with the code that the addresses of their feeds are made from: a profile shows these. */
const withFeeds = read(
  'user_with_feeds',
  (id) => sql`select u.*, f.selector, f.secret from users u left join feed_codes f on f.user_id = u.id where u.id = ${id}`,
  sql`, u.selector, u.secret`,
  { selector: nullable(bytea), secret: nullable(bytea) },
);

export async function readUserWithFeeds(db: Db, id: number, viewer: UserViewer): Promise<UserRow & FeedSecrets> {
  return foundIn(await db.rows(withFeeds[readBy(viewer)], { id }));
}

/**
 * A single answer: create, edit and show carry `locale`, `time_zone` and `email` too (users#4), and to administrators `last_login`
 * (users#6).
 */
export const EVERYTHING: Shown = { avatar: true, email: true, locale: true, timeZone: true, lastLogin: true };

export async function singleUser(ctx: Ctx, id: number, viewer: UserViewer): Promise<User> {
  return foundIn(presentUsers(ctx, await ctx.db.rows(one[readBy(viewer)], { id }), () => viewer, EVERYTHING));
}

/**
 * How a caller sees the people of a course or a group: teachers those of them whom they know, who take part in the course where they
 * teach (users#8), and administrators, who act as teachers there (access#3), all of them. Who is only invited so far is known to no
 * teacher yet (users#8).
 */
export const userViewerIn =
  (ctx: Ctx, at: Held) =>
  (row: { id: number; known: boolean }): UserViewer => {
    if (row.known || at.roles.has('admin')) return 'teacher';
    return row.id === ctx.caller.userId ? 'self' : 'other';
  };

const students = statement({
  name: 'students_of_sections',
  takes: { sectionIds: array(int), reach: nullable(array(int)), knows: nullable(array(int)) },
  gives: { ...userRow('pictures'), sectionId: int, known: boolean },
  // Whom the caller knows in any section is known in each (enrollments#38).
  sql: (p) => sql`${withUserColumns(
    sql`select u.*, e.course_section_id, (${within(sql`e.course_section_id`, p.knows)}
       or ${p.knows}::int[] <> '{}' and ${isActiveWithin(sql`e.course_id`, sql`e.user_id`, p.knows)}) as known
     from enrollments e join users u on u.id = e.user_id
     where e.course_section_id = any(${p.sectionIds}::int[]) and ${ofStudent('e')} and ${isActive('e')} and not u.deleted
       and ${within(sql`e.course_section_id`, p.reach)}`,
    sql`, u.course_section_id as "sectionId", u.known`,
    'pictures',
  )}
   order by u.sort_key, u.id`,
});

/** The active students of each section, by sortable name (sections#5), as far as the caller oversees people. */
export async function studentsOfSections(
  ctx: Ctx,
  at: CourseAccess,
  sectionIds: readonly number[],
  shown: Shown,
): Promise<Map<number, User[]>> {
  const reach = reachOf(at, 'course.people.oversee');
  const rows = await ctx.db.rows(students, { sectionIds, reach, knows: reachOf(at, 'course.people.know') });
  return Map.groupBy(presentUsers(ctx, rows, userViewerIn(ctx, at), shown), (_, i) => rows[i]?.sectionId ?? 0);
}

const byIds = statement({
  name: 'users_by_id',
  takes: { ids: array(int) },
  gives: userRow('nothing'),
  sql: (p) => withUserColumns(sql`select u.* from users u where u.id = any(${p.ids}::int[])`, none, 'nothing'),
});

/** People of a course, by id, as the caller sees them there, who knows some of them. */
export async function usersOfCourse(
  ctx: Ctx,
  at: CourseAccess,
  ids: readonly number[],
  isKnown: (id: number) => boolean,
): Promise<Map<number, User>> {
  const rows = await ctx.db.rows(byIds, { ids });
  const viewerOf = userViewerIn(ctx, at);
  return new Map(presentUsers(ctx, rows, ({ id }) => viewerOf({ id, known: isKnown(id) })).map((user) => [user.id, user]));
}

const byForm = {
  id: statement({
    name: 'user_id',
    takes: { id: int, rootAccountId: int },
    gives: { id: int },
    sql: (p) => sql`select u.id from users u where u.id = ${p.id} and u.root_account_id = ${p.rootAccountId} and not u.deleted`,
  }),
  sis_user_id: statement({
    name: 'user_id_by_sis_user_id',
    takes: { id: text, rootAccountId: int },
    gives: { id: int },
    sql: (p) => sql`select u.id from pseudonyms p join users u on u.id = p.user_id
     where ${isLoginOfSis('p', p.rootAccountId, p.id)} and not u.deleted`,
  }),
  sis_login_id: statement({
    name: 'user_id_by_sis_login_id',
    takes: { id: text, rootAccountId: int },
    gives: { id: int },
    sql: (p) => sql`select u.id from pseudonyms p join users u on u.id = p.user_id
     where ${isLoginNamed('p', p.rootAccountId, p.id)} and not u.deleted`,
  }),
};

/**
 * The id of the user whom a parameter names, in any form of an id (conventions#52), of one root account; undefined where there is
 * none. SIS forms are looked up in that root account too.
 */
export async function findUserId(ctx: Ctx, form: IdForm, rootAccountId = ctx.caller.rootAccountId): Promise<number | undefined> {
  if (form.by === 'self') return ctx.caller.userId;
  if (form.by !== 'id' && form.by !== 'sis_user_id' && form.by !== 'sis_login_id') return undefined;
  const [row] =
    form.by === 'id'
      ? await ctx.db.rows(byForm.id, { id: form.id, rootAccountId })
      : await ctx.db.rows(byForm[form.by], { id: form.value, rootAccountId });
  return row?.id;
}

/** The id of a user who has to be there: 404 where there is none. */
export async function requireUserId(ctx: Ctx, form: IdForm, rootAccountId = ctx.caller.rootAccountId): Promise<number> {
  const id = await findUserId(ctx, form, rootAccountId);
  if (id === undefined) throw notFound();
  return id;
}
