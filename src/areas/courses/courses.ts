import type { Ctx } from '../../access/context.ts';
import { holdsAny, PARTICIPANTS } from '../../access/permissions.ts';
import type { AccountStanding, CourseStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { type Db, statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList, numberedList } from '../../store/lists.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import type { CourseGrades } from './grades.ts';
import { COURSE_COLUMNS, type CourseRow, coursesJson, type Own, ownIn, ZONE } from './json.ts';
import type { Course } from './schemas.ts';

// An unpublished course is for its staff alone, so that others do not find it in their list either.
const ownCourses = numberedList<CourseRow>({
  name: 'own_courses',
  select: `select ${COURSE_COLUMNS} from courses c
   where c.id in (select e.course_id from enrollments e where e.user_id = $1 and e.state in ('active', 'invited', 'completed')
       and (c.state in ('available', 'completed') or e.type in ${STAFF_TYPES}))
     and c.state <> 'deleted'
   order by c.id`,
  parameters: 1,
});

export async function listOwnCourses(
  ctx: Ctx,
  page: PageRequest,
  include: ReadonlySet<string>,
  grades: CourseGrades,
): Promise<Page<Course>> {
  const found = await ownCourses.read(ctx.db, [ctx.caller.userId], page);
  return mapPage(found, await coursesJson(ctx, found.rows, include, grades));
}

const OF_ACCOUNT = `select ${COURSE_COLUMNS} from courses c
  where c.account_id in (select a.id from accounts a where a.chain @> array[$1::int] and not a.deleted) and c.state <> 'deleted'`;
const key = [{ sql: 'c.id', type: 'int' }];
const keyOf = (row: CourseRow) => [row.id];
const accountCourses = {
  all: keyedList<CourseRow>({ name: 'courses_of_account', select: OF_ACCOUNT, parameters: 1, key, keyOf }),
  named: keyedList<CourseRow>({
    name: 'courses_of_account_named',
    select: `${OF_ACCOUNT} and (${folded('c.name')} like ${folded('$2::text')} or ${folded('c.course_code')} like ${folded('$2::text')})`,
    parameters: 2,
    key,
    keyOf,
  }),
};

/** The courses of an account and its sub-accounts, by id. */
export async function listAccountCourses(
  ctx: Ctx,
  at: AccountStanding,
  searchTerm: string | undefined,
  page: PageRequest,
): Promise<Page<Course>> {
  const term = searchTerm?.trim() ?? '';
  const found =
    term === ''
      ? await accountCourses.all.read(ctx.db, [at.account.id], page)
      : await accountCourses.named.read(ctx.db, [at.account.id, containing(term)], page);
  return mapPage(found, await coursesJson(ctx, found.rows));
}

const one = statement<CourseRow & Own>(
  'course',
  `select ${COURSE_COLUMNS}, own.* from courses c cross join lateral (${ownIn('$2::int', '= c.id')}) own where c.id = $1`,
);

export async function presentCourse(
  ctx: Ctx,
  id: number,
  include: ReadonlySet<string> = new Set(),
  grades?: CourseGrades,
): Promise<Course> {
  const row = foundIn(await ctx.db.rows(one, [id, ctx.caller.userId]));
  return foundIn(await coursesJson(ctx, [row], include, grades, row));
}

export const showCourse = (ctx: Ctx, at: CourseStanding, include: ReadonlySet<string>, grades: CourseGrades): Promise<Course> => {
  // Sections are people's places: an invitation or a public course does not open them.
  const sections = holdsAny(at.roles, PARTICIPANTS);
  return presentCourse(ctx, at.course.id, sections ? include : new Set(), grades);
};

const zone = statement<{ zone: string }>('zone_of_course', `select ${ZONE} as zone from courses c where c.id = $1`);

/** The zone in which the course's days are days (D7.7). */
export async function zoneOf(db: Db, courseId: number): Promise<string> {
  const row = foundIn(await db.rows(zone, [courseId]));
  return row.zone;
}
