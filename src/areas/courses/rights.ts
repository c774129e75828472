import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { SETTINGS } from '../../access/finding.ts';
import { holdsAny, may, type Permission, STAFF } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { effectiveSettings } from '../../access/settings.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, type RowOf } from '../../store/sql/types.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';
import type { CourseRights } from './schemas.ts';

/** What clients ask for by name, and the right of the table that answers it (courses#32). */
const RIGHTS = {
  read: 'course.read',
  update: 'course.edit',
  manage: 'course.edit',
  delete: 'course.administer',
  read_roster: 'course.people.read',
  read_email_addresses: 'course.people.know',
  view_user_logins: 'course.people.know',
  manage_students: 'course.enroll',
  manage_sections_add: 'sections.manage',
  manage_sections_edit: 'sections.manage',
  manage_sections_delete: 'sections.manage',
  read_grades: 'submissions.read',
  view_all_grades: 'submissions.list',
  manage_grades: 'submissions.grade',
  participate_as_student: 'submissions.turn_in',
  manage_assignments: 'assignments.edit',
  manage_assignments_add: 'assignments.edit',
  manage_assignments_edit: 'assignments.edit',
  manage_assignments_delete: 'assignments.edit',
  manage_course_content_add: 'modules.edit',
  manage_course_content_edit: 'modules.edit',
  manage_course_content_delete: 'modules.edit',
  manage_content: 'modules.edit',
  manage_wiki_create: 'pages.manage',
  manage_wiki_update: 'pages.manage',
  manage_wiki_delete: 'pages.manage',
  read_files: 'course.files.read',
  manage_files_add: 'course.files.manage',
  manage_files_edit: 'course.files.manage',
  manage_files_delete: 'course.files.manage',
  manage_groups: 'group_sets.manage',
  manage_course_groups_add: 'group_sets.manage',
  manage_course_groups_manage: 'group_sets.manage',
  manage_course_groups_delete: 'group_sets.manage',
  manage_outcomes: 'outcome_groups.edit',
  manage_rubrics: 'rubrics.edit',
  manage_calendar: 'calendar.edit',
  read_forum: 'topics.read',
  post_to_forum: 'entries.post',
} as const satisfies Record<string, Permission>;

const BY_NAME = new Map<string, Permission>(Object.entries(RIGHTS));

/** Whoever holds these in sections only may do nothing by them: they make and delete no section (sections#7). */
const OF_WHOLE_COURSE: ReadonlySet<string> = new Set<keyof typeof RIGHTS>(['manage_sections_add', 'manage_sections_delete']);

const holdsRight = (at: CourseAccess, name: string, right: Permission): boolean =>
  may(at, right) && (!OF_WHOLE_COURSE.has(name) || reachOf(at, right) === null);

const SETTINGS_ROW = { id: int, students: boolean, around: json<AccountSettings[]>() };
const settings = statement({
  name: 'courses_whose_students_start_topics',
  takes: { ids: array(int) },
  gives: SETTINGS_ROW,
  sql: (p) => sql`select c.id, c.allow_student_discussion_topics as students, ${SETTINGS} as around
    from courses c where c.id = any(${p.ids}::int[])`,
});

/** Both let them, the course and its accounts (discussions#3). */
const letsStudents = ({ students, around }: RowOf<typeof SETTINGS_ROW>): boolean =>
  students && effectiveSettings(around).students_can_create_discussions;

/** Announcements are the staff's; topics the students' too, where settings let them (courses#23). */
function rightsToPost(at: CourseAccess, students: boolean): CourseRights {
  const staff = holdsAny(at.writing, STAFF);
  return { create_announcement: staff, create_discussion_topic: staff || (students && at.writing.has('student')) };
}

/** By name, what the caller may in a course; a name that stands for nothing here is nothing that anybody may (courses#32). */
export async function showRights(ctx: Ctx, at: CourseAccess, asked: readonly string[]): Promise<Record<string, boolean>> {
  const row = foundIn(await ctx.db.rows(settings, { ids: [at.course.id] }));
  const posting = new Map(Object.entries(rightsToPost(at, letsStudents(row))));
  const names = asked.length === 0 ? [...BY_NAME.keys(), ...posting.keys()] : asked;
  const holds = (name: string): boolean => {
    const right = BY_NAME.get(name);
    return right === undefined ? (posting.get(name) ?? false) : holdsRight(at, name, right);
  };
  return Object.fromEntries(names.map((name) => [name, holds(name)]));
}

/** Of several courses, in two statements however many (courses#31). */
export async function rightsInCourses(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, CourseRights>> {
  const [access, rows] = [await accessInCourses(ctx.db, ctx.caller, ids), await ctx.db.rows(settings, { ids })];
  const students = new Set(rows.flatMap((row) => (letsStudents(row) ? row.id : [])));
  return new Map(access.map((at) => [at.course.id, rightsToPost(at, students.has(at.course.id))]));
}
