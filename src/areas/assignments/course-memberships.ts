import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { SETTINGS } from '../../access/finding.ts';
import type { FoundSelf, OwnCourse } from '../../access/found.ts';
import { type GatedCourse, gatedAmong } from '../../access/gates.ts';
import { may } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { effectiveSettings, type Settings } from '../../access/settings.ts';
import { readerOf } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, someOf, text, type ValuesOf, writtenBefore } from '../../store/sql/types.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';
import { written } from '../../store/values.ts';
import { ZONE } from '../courses/json.ts';
import { isConcluded } from '../courses/relations.ts';
import { groupsOfStudents, sectionsOfStudents } from '../overrides/relations.ts';

/** What a course decides of how its assignments are shown to the caller. */
export interface CourseDisplay {
  staff: boolean;
  grades: boolean;
  zone: string;
  settings: Settings;
}

const ids = writtenBefore(array(int));
const flags = writtenBefore(array(boolean));
/** For each course a list, written as text, or null. */
const lists = writtenBefore(array(nullable(text)));

/** What statements about own courses take (due-assignments.ts): a value of each course, in the order of their ids. */
export const OWN_TAKES = {
  ownIds: ids,
  ownStaff: flags,
  ownGrades: flags,
  ownStudies: flags,
  ownDrafts: flags,
  ownGraded: lists,
  ownOversees: lists,
  ownStudents: lists,
  ownSections: lists,
  ownGroups: lists,
  // Of all courses that the caller attends, for what students are shown: the sections, groups and people whose dates are the caller's.
  ...someOf({ attendedSections: ids, attendedGroups: ids, attendedPeople: ids }),
};

/** Courses of the caller's, as the statements of due-assignments.ts take them. */
export interface CourseMemberships {
  values: ValuesOf<typeof OWN_TAKES>;
  displayOf: (courseId: number) => CourseDisplay;
  /** Those whose modules may hold something back. */
  gated: readonly GatedCourse[];
  /** The caller works in one of them; attends one. */
  works: boolean;
  attends: boolean;
}

type Course = Pick<OwnCourse, 'id' | 'gated' | 'studies' | 'graded' | 'oversees' | 'students' | 'sections' | 'groups'> & CourseDisplay;

const asText = (ids: readonly number[] | null): string | null => (ids === null ? null : `{${ids.join()}}`);

function ownCourses(courses: readonly Course[]): CourseMemberships {
  const attended = courses.filter((course) => !course.staff);
  const displays = new Map<number, CourseDisplay>(courses.map((course) => [course.id, course]));
  return {
    values: {
      ownIds: written(courses.map((course) => course.id)),
      ownStaff: written(courses.map((course) => course.staff)),
      ownGrades: written(courses.map((course) => course.grades)),
      ownStudies: written(courses.map((course) => course.studies)),
      ownDrafts: written(courses.map((course) => course.settings.enable_draft)),
      ownGraded: written(courses.map((course) => asText(course.graded))),
      ownOversees: written(courses.map((course) => asText(course.oversees))),
      ownStudents: written(courses.map((course) => asText(course.students))),
      ownSections: written(courses.map((course) => asText(course.sections))),
      ownGroups: written(courses.map((course) => asText(course.groups))),
      attendedSections: written(attended.flatMap((course) => course.sections)),
      attendedGroups: written(attended.flatMap((course) => course.groups)),
      attendedPeople: written([...new Set(attended.flatMap((course) => course.students))]),
    },
    displayOf(courseId) {
      const place = displays.get(courseId);
      if (!place) throw new Error(`course ${courseId} was not given`);
      return place;
    },
    gated: gatedAmong(courses),
    works: courses.some((course) => course.staff),
    attends: attended.length > 0,
  };
}

/** Of the courses that somebody takes part in, those that are asked for. */
export function coursesOf({ courses, accounts }: FoundSelf, isAsked: (course: OwnCourse) => boolean): CourseMemberships {
  const around = new Map(accounts.map(({ id, settings, timeZone }) => [id, { settings: effectiveSettings(settings), timeZone }]));
  return ownCourses(
    courses.filter(isAsked).map((course) => {
      const account = around.get(course.accountId);
      const settings = account?.settings ?? effectiveSettings([]);
      return { ...course, settings, zone: course.timeZone ?? account?.timeZone ?? 'Etc/UTC' };
    }),
  );
}

/** Worked out once for as long as the access is kept. */
function onceFor<T>(make: (self: FoundSelf) => T): (self: FoundSelf) => T {
  const made = new WeakMap<FoundSelf, T>();
  return (self) => {
    const known = made.get(self) ?? make(self);
    made.set(self, known);
    return known;
  };
}

/** Who is done with a course has nothing to do in it. */
export const isRunning = (course: Pick<OwnCourse, 'state'>): boolean => !isConcluded(course);
/** What somebody takes part in: the courses that are running, and below all courses that they read. */
export const runningMemberships = onceFor((self) => coursesOf(self, isRunning));
export const readableMemberships = onceFor((self) => coursesOf(self, () => true));

const AROUND_ROW = {
  id: int,
  settings: json<AccountSettings[]>(),
  zone: text,
  sections: array(int),
  groups: array(int),
};
const around = statement({
  name: 'around_given_courses',
  takes: { asked: json() },
  gives: AROUND_ROW,
  sql: (p) => sql`select c.id, ${SETTINGS} as settings, ${ZONE} as zone, ${sectionsOfStudents(sql`c.id`, sql`given.students`)} as sections,
     ${groupsOfStudents(sql`c.id`, sql`given.students`)} as groups
   from json_to_recordset(${p.asked}::json) as given(course_id int, students int[]) join courses c on c.id = given.course_id`,
});

/**
 * Of the courses that the caller has this access to. The right says where they grade: what waits there is read on in a course that has ended
 * (assignments#24), and is nothing to do then.
 */
export async function membershipsIn(
  ctx: Ctx,
  accessList: readonly CourseAccess[],
  right: 'submissions.list' | 'submissions.grade' = 'submissions.list',
): Promise<CourseMemberships> {
  const viewers = new Map(accessList.map((at) => [at.course.id, readerOf(ctx.caller, at)]));
  const asked = [...viewers].map(([id, { kind, students }]) => ({ course_id: id, students: kind === 'staff' ? [] : students }));
  const rows = new Map((await ctx.db.rows(around, { asked })).map((row) => [row.id, row]));
  return ownCourses(
    accessList.flatMap((at) => {
      const [row, viewer] = [rows.get(at.course.id), viewers.get(at.course.id)];
      if (!row || !viewer) return [];
      return {
        ...row,
        gated: at.course.gated,
        settings: effectiveSettings(row.settings),
        staff: viewer.kind === 'staff',
        grades: may(at, right),
        graded: reachOf(at, right),
        studies: at.writing.has('student'),
        oversees: viewer.oversees,
        students: [...viewer.students],
      };
    }),
  );
}
