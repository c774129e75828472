import type { Ctx } from '../../access/context.ts';
import { isStaff } from '../../access/permissions.ts';
import { reachOf, within } from '../../access/reach.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import {
  EVERYTHING,
  findUserId,
  furtherFor,
  perFurther,
  presentUsers,
  shownBy,
  sightAmong,
  type UserRow,
  withUserColumns,
} from '../users/people.ts';
import { sightInCourse } from './grades.ts';
import { enrollmentsJson } from './json.ts';
import { ENROLLMENT_COLUMNS, type EnrollmentRow } from './rows.ts';
import type { CourseUser } from './schemas.ts';

type Row = UserRow & { sortKey: string; known: boolean };

const NAMES = `${folded(`concat_ws(E'\\n', u.name, u.sortable_name, u.short_name)`)}`;

/** What `shownTo` gives: enrollments `e` of the course $1 that the caller sees, where they see people ($3) and oversee them ($4). */
const SHOWN = `e.course_id = $1 and e.state = any($2::enrollment_state[]) and ${within('e.course_section_id', '$3')}
  and (e.state = 'active' or ${within('e.course_section_id', '$4')})`;

const people = perFurther((further) =>
  keyedList<Row, 'user' | 'name' | 'anything'>({
    name: `course_users_${further}`,
    select: `select u.*, people.known
    from (select e.user_id, bool_or(e.state = 'active' and ${within('e.course_section_id', '$5')}) as known,
          bool_or(${within('e.course_section_id', '$4')}) as overseen
        from enrollments e where ${SHOWN} and ($6::enrollment_type[] is null or e.type = any($6::enrollment_type[]))
        group by e.user_id) people
      join users u on u.id = people.user_id
    where not u.deleted`,
    parameters: 6,
    filters: {
      user: (id) => `u.id = ${id}::int`,
      // Names only, except for staff and administrators of those whom they oversee (D2, course users).
      name: (term) => `${NAMES} like ${folded(`${term}::text`)}`,
      anything: (term) => `u.search_text like ${folded(`${term}::text`)} and (people.overseen or ${NAMES} like ${folded(`${term}::text`)})`,
    },
    around: (page) => withUserColumns(page, ', u.sort_key as "sortKey", u.known', further),
    key: [
      { sql: 'u.sort_key', type: 'text collate "C"' },
      { sql: 'u.id', type: 'int' },
    ],
    keyOf: (row) => [row.sortKey, row.id],
  }),
);

export interface CourseUsersQuery {
  types: readonly string[] | null;
  search_term?: string | undefined;
  include?: ReadonlySet<string> | undefined;
}

/** Staff see the invited too, where they oversee people (D2, courses). */
const shownTo = (at: CourseStanding): unknown[] => [
  at.course.id,
  isStaff(at) ? ['active', 'invited'] : ['active'],
  reachOf(at, 'course.people.read'),
  reachOf(at, 'course.people.oversee'),
];
const scope = (at: CourseStanding, types: readonly string[] | null): unknown[] => [
  ...shownTo(at),
  reachOf(at, 'course.people.know'),
  types,
];

/** The people of a course, by sortable name. */
export async function listCourseUsers(ctx: Ctx, at: CourseStanding, query: CourseUsersQuery, page: PageRequest): Promise<Page<CourseUser>> {
  const term = query.search_term?.trim() ?? '';
  const wanted = term === '' ? {} : { [isStaff(at) ? 'anything' : 'name']: containing(term) };
  const include = query.include ?? new Set();
  const shown = shownBy(include);
  const found = await people[furtherFor(shown)].read(ctx.db, scope(at, query.types), page, wanted);
  const users = presentUsers(ctx, found.rows, sightAmong(ctx, at), shown);
  return mapPage(found, include.has('enrollments') ? await withEnrollments(ctx, at, users) : users);
}

/** A person of a course; of somebody who takes no part in it: 404. */
export async function showCourseUser(ctx: Ctx, at: CourseStanding, form: IdForm, include: ReadonlySet<string>): Promise<CourseUser> {
  const id = await findUserId(ctx, form, at.course.rootAccountId);
  const { rows } = await people.everything.read(ctx.db, scope(at, null), { limit: 1, offset: 0, bookmark: null }, { user: id ?? -1 });
  const users = presentUsers(ctx, rows, sightAmong(ctx, at), EVERYTHING);
  return foundIn(include.has('enrollments') ? await withEnrollments(ctx, at, users) : users);
}

const ofUsers = statement<EnrollmentRow>(
  'enrollments_of_course_users',
  `select ${ENROLLMENT_COLUMNS} from enrollments e join users u on u.id = e.user_id
   where ${SHOWN} and e.user_id = any($5::int[]) order by e.id`,
);

async function withEnrollments(ctx: Ctx, at: CourseStanding, users: readonly CourseUser[]): Promise<CourseUser[]> {
  const rows = await ctx.db.rows(ofUsers, [...shownTo(at), users.map((user) => user.id)]);
  const byUser = Map.groupBy(await enrollmentsJson(ctx, rows, sightInCourse(ctx, at)), (enrollment) => enrollment.user_id);
  return users.map((user) => ({ ...user, enrollments: byUser.get(user.id) ?? [] }));
}
