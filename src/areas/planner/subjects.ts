import type { Ctx } from '../../access/context.ts';
import { loadAccess, type UserAccess } from '../../access/context-access.ts';
import { ownSelf } from '../../access/elsewhere.ts';
import type { FoundSelf, OwnCourse } from '../../access/found.ts';
import type { ContextCode } from '../../http/parameters/context-codes.ts';
import { invalidField, notFound, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { administers } from '../accounts/relations.ts';
import { type CourseMemberships, coursesOf, isRunning, membershipsIn } from '../assignments/course-memberships.ts';
import { calendarsOf, calendarValues } from '../calendar/calendars.ts';
import { askedCalendars } from '../calendar/events.ts';
import { gradesStudent, isOpenTo, ofObserver, takesPart } from '../enrollments/relations.ts';
import { groupsOfStudents, sectionsOfStudents } from '../overrides/relations.ts';

/** Whose planner is read, and how much of it the caller sees. */
export interface Subject {
  courses: CourseMemberships;
  /** Whose events are in it. */
  events: ReturnType<typeof calendarValues>;
  /** Whose work is told of: the student's. */
  studentId: number;
  /** Whose notes; those of others are nobody's to read. */
  notesOf: number | null;
  /** The courses whose notes are shown. */
  noteCourses: readonly number[];
}

const readable = statement({
  name: 'courses_of_student_readable',
  takes: { callerId: int, studentId: int, courseIds: array(int) },
  gives: { id: int },
  sql: (p) => sql`select c.id from courses c where c.id = any(${p.courseIds}::int[])
     and (${administers(sql`c.account_id`, sql`${p.callerId}`)} or exists (select 1 from enrollments me
       where me.course_id = c.id and me.user_id = ${p.callerId} and ${takesPart('me')} and ${isOpenTo('me', 'c')}
         and case when ${ofObserver('me')} then me.associated_user_id = ${p.studentId} else ${gradesStudent('me', sql`c.id`, sql`${p.studentId}`)} end))`,
});

/** In which sections and groups of courses a student is. */
const places = statement({
  name: 'places_of_student_in_courses',
  takes: { studentId: int, courseIds: array(int) },
  gives: { id: int, sections: array(int), groups: array(int) },
  sql: (p) => {
    const one = sql`array[${p.studentId}::int]`;
    return sql`select c.id, ${sectionsOfStudents(sql`c.id`, one)} as sections, ${groupsOfStudents(sql`c.id`, one)} as groups
     from unnest(${p.courseIds}::int[]) c(id)`;
  },
});

/** Courses as their student alone: where somebody is more, what was found of them is not by what the dates of a student follow from. */
async function asStudent(ctx: Ctx, courses: readonly OwnCourse[], studentId: number): Promise<OwnCourse[]> {
  const more = courses.filter(({ staff, students }) => staff || students.some((id) => id !== studentId)).map(({ id }) => id);
  const rows = more.length === 0 ? [] : await ctx.db.rows(places, { studentId, courseIds: more });
  const placeIn = new Map(rows.map(({ id, sections, groups }) => [id, { sections, groups }]));
  return courses.map((course) => ({ ...course, ...placeIn.get(course.id), staff: false, grades: false, students: [studentId] }));
}

async function selfOf(ctx: Ctx, userId: number): Promise<FoundSelf> {
  const loaded = await loadAccess(ctx.db, { userId, actor: null }, 'self', { by: 'self' });
  if (!loaded?.found) throw notFound();
  return loaded.found;
}

interface Student {
  id: number;
  /** What the student takes part in, as far as the caller may read of it. */
  found: FoundSelf;
}

/**
 * A student as others see them: in those of the student's running courses in which the caller observes them, grades their work, or which
 * the caller administers (planner#15). 401 for who sees them in none, and is no administrator of the student.
 */
export async function studentOf(ctx: Ctx, at: UserAccess): Promise<Student> {
  const { id } = at.user;
  const isOwn = at.roles.has('self');
  const self = isOwn ? await ownSelf(ctx) : await selfOf(ctx, id);
  const studied = self.courses.filter((course) => course.studies && isRunning(course));
  const courseIds = studied.map((course) => course.id);
  const { userId: callerId } = ctx.caller;
  const seen = isOwn ? courseIds : (await ctx.db.rows(readable, { callerId, studentId: id, courseIds })).map((row) => row.id);
  if (!isOwn && seen.length === 0 && !at.roles.has('admin')) throw unauthorized();
  const courses = studied.filter((course) => seen.includes(course.id));
  return { id, found: { ...self, courses: await asStudent(ctx, courses, id) } };
}

/** What is the caller's: of the courses that are running, of groups and of themselves, or of what is asked for. */
export async function ownPlanner(ctx: Ctx, self: FoundSelf, codes: readonly ContextCode[] | undefined): Promise<Subject> {
  const { userId } = ctx.caller;
  const running = new Set(self.courses.filter(isRunning).map((course) => course.id));
  const theirs: ContextCode[] = [
    ...[...running].map((id) => ({ kind: 'course' as const, id })),
    ...self.groups.flatMap(({ id, courseId }) => (courseId === null || running.has(courseId) ? { kind: 'group' as const, id } : [])),
    { kind: 'user', id: userId },
  ];
  const calendars = codes === undefined ? await calendarsOf(ctx, theirs) : await askedCalendars(ctx, codes);
  const asked = calendars.courses;
  return {
    // What was found of the caller says it of the caller's own courses; administrators may ask for others.
    courses: [...asked.keys()].every((id) => running.has(id))
      ? coursesOf(self, (course) => asked.has(course.id))
      : await membershipsIn(ctx, [...asked.values()]),
    events: calendarValues(ctx, calendars),
    studentId: userId,
    notesOf: userId,
    noteCourses: [...asked.keys()],
  };
}

/** What is a student's, to others: nothing of groups, and nothing that is the student's own (planner#15). */
export async function plannerOf(ctx: Ctx, at: UserAccess, codes: readonly ContextCode[] | undefined): Promise<Subject> {
  if (at.roles.has('self')) return ownPlanner(ctx, await ownSelf(ctx), codes);
  const { id, found } = await studentOf(ctx, at);
  const asked = found.courses.filter(
    (course) => codes === undefined || codes.some((code) => code.kind === 'course' && code.id === course.id),
  );
  if (codes?.some((code) => code.kind !== 'course' || !asked.some((course) => course.id === code.id)))
    throw invalidField('context_codes', 'invalid', 'names something of the student that you do not see');
  return {
    courses: coursesOf({ ...found, courses: asked }, () => true),
    events: {
      courseIds: asked.map((course) => course.id),
      sections: asked.flatMap((course) => course.sections),
      everywhere: [],
      groupIds: [],
      userId: null,
    },
    studentId: id,
    notesOf: null,
    noteCourses: [],
  };
}
