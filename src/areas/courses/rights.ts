import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { holdsAny, may, type Permission, STAFF } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import type { CourseRights } from './schemas.ts';
import { whereStudentsMakeTopics } from './student-topics.ts';

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

/** Announcements are the staff's; topics the students' too, where settings let them (courses#23). */
function rightsToPost(at: CourseAccess, students: boolean): CourseRights {
  const staff = holdsAny(at.writing, STAFF);
  return { create_announcement: staff, create_discussion_topic: staff || (students && at.writing.has('student')) };
}

/** By name, what the caller may in a course; a name that stands for nothing here is nothing that anybody may (courses#32). */
export async function showRights(ctx: Ctx, at: CourseAccess, asked: readonly string[]): Promise<Record<string, boolean>> {
  const { id } = at.course;
  const students = await whereStudentsMakeTopics(ctx.db, [id]);
  const posting = new Map(Object.entries(rightsToPost(at, students.has(id))));
  const names = asked.length === 0 ? [...BY_NAME.keys(), ...posting.keys()] : asked;
  const holds = (name: string): boolean => {
    const right = BY_NAME.get(name);
    return right === undefined ? (posting.get(name) ?? false) : holdsRight(at, name, right);
  };
  return Object.fromEntries(names.map((name) => [name, holds(name)]));
}

/** The caller's rights in several courses, in two statements however many these are (courses#31). */
export async function rightsInCourses(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, CourseRights>> {
  const [access, students] = [await accessInCourses(ctx.db, ctx.caller, ids), await whereStudentsMakeTopics(ctx.db, ids)];
  return new Map(access.map((at) => [at.course.id, rightsToPost(at, students.has(at.course.id))]));
}
