import type { Ctx } from '../../access/context.ts';
import { SETTINGS } from '../../access/finding.ts';
import type { FoundSelf, OwnCourse } from '../../access/found.ts';
import { may } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { effectiveSettings, type Settings } from '../../access/settings.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { statement } from '../../store/database.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';
import { type Written, written } from '../../store/values.ts';
import { ZONE } from '../courses/json.ts';
import { placesOf, sightOf, whoOf } from '../overrides/sight.ts';

/** What a course decides of how its assignments are shown to the caller. */
export interface Place {
  staff: boolean;
  grades: boolean;
  zone: string;
  settings: Settings;
}

/** Courses of the caller's, as the statements of of-courses.ts take them. */
export interface OwnCourses {
  /** The parameters of OWN, and those that what is read for students takes besides. */
  given: readonly Written[];
  attended: readonly Written[];
  placeOf: (courseId: number) => Place;
  /** The caller works in one of them; attends one. */
  works: boolean;
  attends: boolean;
}

type Course = Pick<OwnCourse, 'id' | 'studies' | 'graded' | 'who' | 'sections' | 'groups'> & Place;

const asText = (ids: readonly number[] | null): string | null => (ids === null ? null : `{${ids.join()}}`);

function ownCourses(courses: readonly Course[]): OwnCourses {
  const attended = courses.filter((course) => !course.staff);
  const places = new Map<number, Place>(courses.map((course) => [course.id, course]));
  return {
    given: [
      courses.map((course) => course.id),
      courses.map((course) => course.staff),
      courses.map((course) => course.grades),
      courses.map((course) => course.studies),
      courses.map((course) => course.settings.enable_draft),
      courses.map((course) => asText(course.graded)),
      courses.map((course) => asText(course.who)),
      courses.map((course) => asText(course.sections)),
      courses.map((course) => asText(course.groups)),
    ].map(written),
    attended: [
      attended.flatMap((course) => course.sections),
      attended.flatMap((course) => course.groups),
      [...new Set(attended.flatMap((course) => course.who ?? []))],
    ].map(written),
    placeOf(courseId) {
      const place = places.get(courseId);
      if (!place) throw new Error(`course ${courseId} was not given`);
      return place;
    },
    works: courses.some((course) => course.staff),
    attends: attended.length > 0,
  };
}

function coursesOf({ courses, accounts }: FoundSelf, isAsked: (course: OwnCourse) => boolean): OwnCourses {
  const around = new Map(accounts.map(({ id, settings, timeZone }) => [id, { settings: effectiveSettings(settings), timeZone }]));
  return ownCourses(
    courses.filter(isAsked).map((course) => {
      const account = around.get(course.accountId);
      const settings = account?.settings ?? effectiveSettings([]);
      return { ...course, settings, zone: course.timeZone ?? account?.timeZone ?? 'Etc/UTC' };
    }),
  );
}

/** Worked out once for as long as the standing is kept. */
function onceFor<T>(make: (self: FoundSelf) => T): (self: FoundSelf) => T {
  const made = new WeakMap<FoundSelf, T>();
  return (self) => {
    const known = made.get(self) ?? make(self);
    made.set(self, known);
    return known;
  };
}

/** Who is done with a course has nothing to do in it. */
export const isRunning = ({ state }: OwnCourse): boolean => state !== 'completed';
/** Of what the caller takes part in, the courses that are running; all that the caller reads. */
export const runningCourses = onceFor((self) => coursesOf(self, isRunning));
export const readCourses = onceFor((self) => coursesOf(self, () => true));

interface Around {
  id: number;
  settings: AccountSettings[];
  zone: string;
  sections: number[];
  groups: number[];
}

const around = statement<Around>(
  'around_given_courses',
  `select c.id, ${SETTINGS} as settings, ${ZONE} as zone, ${placesOf({ course: 'c.id', who: 'given.who' })}
   from json_to_recordset($1::json) as given(course_id int, who int[]) join courses c on c.id = given.course_id`,
);

/** Those that standings are of. */
export async function coursesStoodIn(ctx: Ctx, standings: readonly CourseStanding[]): Promise<OwnCourses> {
  const asked = standings.map((at) => ({ course_id: at.course.id, who: sightOf(at) === 'staff' ? null : whoOf(ctx, at) }));
  const rows = new Map((await ctx.db.rows(around, [JSON.stringify(asked)])).map((row) => [row.id, row]));
  return ownCourses(
    standings.flatMap((at) => {
      const row = rows.get(at.course.id);
      if (!row) return [];
      return {
        ...row,
        settings: effectiveSettings(row.settings),
        staff: sightOf(at) === 'staff',
        // What is to do ends with the right to do it.
        grades: may(at, 'submissions.grade'),
        graded: reachOf(at, 'submissions.grade'),
        studies: at.writing.has('student'),
        who: whoOf(ctx, at),
      };
    }),
  );
}
