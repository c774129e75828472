import { isCourse } from '../areas/courses/relations.ts';
import type { IdForm } from '../kernel/ids.ts';
import { type Db, statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { array, int, json } from '../store/sql/types.ts';
import type { Caller } from './caller.ts';
import {
  type AccessByContext,
  accessIn,
  type CourseAccess,
  courseAccess,
  type GroupAccess,
  groupRoles,
  isThereFor,
  loadAccess,
} from './context-access.ts';
import { COURSE_FIELDS, FIND } from './finding.ts';
import type { FoundCourse, FoundGroup, FoundSelf } from './found.ts';
import type { ContextKind } from './permissions.ts';

/** The caller's access in another context than the addressed one; 404 as there. */
export async function accessElsewhere<K extends ContextKind>(
  ctx: { db: Db; caller: Caller },
  kind: K,
  form: IdForm,
): Promise<AccessByContext[K]> {
  const loaded = await loadAccess(ctx.db, { userId: ctx.caller.userId, actor: null }, kind, form);
  return accessIn(ctx.caller, kind, loaded?.found ?? null);
}

/** What the caller takes part in, where another context is addressed than `self`. */
export const ownSelf = async (ctx: { db: Db; caller: Caller }): Promise<FoundSelf> =>
  (await accessElsewhere(ctx, 'self', { by: 'self' })).self;

const coursesByIds = statement({
  name: 'access_courses',
  takes: { callerId: int, ids: array(int) },
  gives: { found: json<FoundCourse>() },
  sql: (
    p,
  ) => sql`with k as (select ${p.callerId}::int as "userId") select json_build_object(${COURSE_FIELDS}) as found from k, ${FIND.course.from}
   where ${isCourse('c')} and c.id = any(${p.ids}::int[])`,
});

/** The caller's access in several courses at once: those that are there and in reach of the caller's root account (access#7). */
export async function accessInCourses(db: Db, caller: Caller, ids: readonly number[]): Promise<CourseAccess[]> {
  const rows = await db.rows(coursesByIds, { callerId: caller.userId, ids });
  return rows.map((row) => courseAccess(caller, row.found)).filter((at) => isThereFor(caller, at.course.rootAccountId, at));
}

const groupsByIds = statement({
  name: 'access_groups',
  takes: { callerId: int, ids: array(int) },
  gives: { found: json<FoundGroup>() },
  sql: (
    p,
  ) => sql`with k as (select ${p.callerId}::int as "userId") select json_build_object(${FIND.group.fields}) as found from k, ${FIND.group.from}
   where not g.deleted and (c.id is null or ${isCourse('c')}) and g.id = any(${p.ids}::int[])`,
});

/** The caller's access in several groups at once, as `accessInCourses` gives it in courses. */
export async function accessInGroups(db: Db, caller: Caller, ids: readonly number[]): Promise<GroupAccess[]> {
  const rows = await db.rows(groupsByIds, { callerId: caller.userId, ids });
  return rows
    .map(({ found }) => ({ ...groupRoles(caller, found), group: found }))
    .filter((at) => isThereFor(caller, at.group.rootAccountId, at));
}
