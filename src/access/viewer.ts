import { ROLE_OF, TYPE_OF } from '../areas/enrollments/relations.ts';
import { array, int, nullable, someOf, type ValuesOf } from '../store/sql/types.ts';
import type { CourseAccess } from './context-access.ts';
import { isStaff, readsAsEditor } from './permissions.ts';
import { observedIn, type Reach, reachOf } from './reach.ts';

/** Staff edits or grades in a course, or did; everybody else reads it as its students do. */
export type ViewerKind = 'staff' | 'student';

/**
 * Who reads in a course, by the access that one statement has loaded. Services ask it, and statements take it as parameters; how
 * they do is said by the relations of each area.
 */
export interface Viewer {
  userId: number;
  kind: ViewerKind;
  /** Where staff sees people and what concerns them; null: in the whole course. */
  oversees: Reach;
  /** Where the viewer reads the work of students; null: in the whole course. */
  grades: Reach;
  /**
   * Students whose dates and work are the viewer's to read (overrides#4, submissions#2): the viewer as one of them, and those whom the
   * viewer observes. Nobody's where the course gives the viewer's enrollment nothing (access#8).
   */
  students: readonly number[];
  /** The sections in which the viewer is a student, and the students whom the viewer observes. */
  sections: readonly number[];
  observed: readonly number[];
}

export function viewerOf({ userId }: { userId: number }, at: CourseAccess): Viewer {
  const present = at.course.enrollments.filter(({ state }) => state !== 'invited');
  const sections = at.roles.has('student')
    ? present.flatMap(({ type, sectionId }) => (ROLE_OF[type] === 'student' ? [sectionId] : []))
    : [];
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

/** The same as reader of what dates may hold back: who worked there and studies there now reads that as a student (access#10). */
export const readerOf = (caller: { userId: number }, at: CourseAccess): Viewer => ({
  ...viewerOf(caller, at),
  kind: readsAsEditor(at) ? 'staff' : 'student',
});

/** The same as a student alone, and not for those whom the viewer observes. */
export const asStudent = (viewer: Viewer): Viewer => ({
  ...viewer,
  kind: 'student',
  students: viewer.students.filter((id) => id === viewer.userId),
  observed: [],
});

/** The same as somebody who observes one student there, and is nothing else: what they may see, that student may. */
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

/** What statements take of a viewer; each has of these what its form needs. */
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
 * A statement in its two forms. One statement for both costs a student's list a fifth more of PostgreSQL's time, for what is made
 * ready for staff and never run.
 */
export const forViewers = <T>(make: (kind: ViewerKind) => T): Record<ViewerKind, T> => ({ staff: make('staff'), student: make('student') });
