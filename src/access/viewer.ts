import { ROLE_OF, TYPE_OF } from '../areas/enrollments/relations.ts';
import { array, int, nullable, someOf, type ValuesOf } from '../store/sql/types.ts';
import type { CourseAccess } from './context-access.ts';
import { isStaff, readsAsEditor } from './permissions.ts';
import { observedIn, type Reach, reachOf } from './reach.ts';

/** `staff` edits or grades in the course, or did so before; everybody else reads it as students do. */
export type ViewerKind = 'staff' | 'student';

/**
 * Who reads in a course, worked out of the caller's access. Services ask it, and statements take it as parameters; the relations of each
 * area say what they do with it.
 */
export interface Viewer {
  userId: number;
  kind: ViewerKind;
  /** The sections in which staff sees people and what concerns them; null means the whole course. */
  oversees: Reach;
  /** The sections in which the viewer reads the work of students; null means the whole course. */
  grades: Reach;
  /**
   * The ids of the students whose dates and work the viewer may read (overrides#4, submissions#2): the viewer's own, where they are a
   * student, and those of whom the viewer observes. There are none where the enrollment gives no role in the course (access#8).
   */
  students: readonly number[];
  /** The sections in which the viewer is a student, and the students whom the viewer observes. */
  sections: readonly number[];
  observed: readonly number[];
}

/** Where somebody is a student, as `placesStudent` of enrollments/relations.ts has it (overrides#3). */
function sectionsOf({ enrollments }: CourseAccess['course']): number[] {
  const studying = enrollments.filter(({ type, state }) => ROLE_OF[type] === 'student' && state !== 'invited');
  const going = studying.filter(({ state }) => state === 'active');
  return (going.length > 0 ? going : studying).map(({ sectionId }) => sectionId);
}

export function viewerOf({ userId }: { userId: number }, at: CourseAccess): Viewer {
  const sections = at.roles.has('student') ? sectionsOf(at.course) : [];
  const observed = observedIn(at);
  return {
    userId,
    kind: isStaff(at) ? 'staff' : 'student',
    oversees: reachOf(at, 'course.people.oversee'),
    grades: reachOf(at, 'submissions.list'),
    students: [...new Set([...(sections.length === 0 ? [] : [userId]), ...observed])],
    sections,
    observed,
  };
}

/** The viewer of what dates may hold back: somebody who worked there before, and studies there now, reads that as a student (access#10). */
export const readerOf = (caller: { userId: number }, at: CourseAccess): Viewer => ({
  ...viewerOf(caller, at),
  kind: readsAsEditor(at) ? 'staff' : 'student',
});

/** The same viewer as a student alone, without those whom they observe. */
export const asStudent = (viewer: Viewer): Viewer => ({
  ...viewer,
  kind: 'student',
  students: viewer.students.filter((id) => id === viewer.userId),
  observed: [],
});

/** The access of somebody who observes one student in the course and is nothing else there: they see what that student may see. */
export const asObserverOf = (at: CourseAccess, studentId: number): CourseAccess => {
  const observing = {
    id: 0,
    type: TYPE_OF.observer,
    state: 'active',
    sectionId: 0,
    associatedUserId: studentId,
    limited: false,
    quiet: false,
  } as const;
  return { course: { ...at.course, enrollments: [observing] }, roles: new Set(['observer']), writing: new Set() };
};

/** The parameters by which statements take a viewer. Each form of a statement has those that it needs. */
export const VIEWER_TAKES = someOf({
  viewerOversees: nullable(array(int)),
  viewerGrades: nullable(array(int)),
  viewerStudents: array(int),
  viewerSections: array(int),
  viewerObserved: array(int),
});

export const viewerValues = ({ oversees, grades, students, sections, observed }: Viewer): ValuesOf<typeof VIEWER_TAKES> => ({
  viewerOversees: oversees,
  viewerGrades: grades,
  viewerStudents: students,
  viewerSections: sections,
  viewerObserved: observed,
});

/**
 * A statement in its two forms. A single statement for both would cost a student's list a fifth more of PostgreSQL's time, for the parts
 * that only staff need.
 */
export const forViewers = <T>(make: (kind: ViewerKind) => T): Record<ViewerKind, T> => ({ staff: make('staff'), student: make('student') });
