export interface Size {
  name: string;
  /** Accounts below the root account, which the courses are spread over. */
  faculties: number;
  courses: number;
  people: number;
  /** How many of the people are students now, and in how many courses each. */
  students: number;
  coursesEach: number;
  /** Page views, spread over the people; as many again of one teacher. */
  pageViews: number;
  /** Topics of the course that is measured, and entries of the one among them that is. */
  topics: number;
  entries: number;
  /** In one group of the course that is measured. */
  outcomes: number;
  /** In a course of their own. */
  quizzes: number;
  graded: {
    /** Where the measured course has fewer students than are graded. */
    ownCourse: boolean;
    students: number;
    assignments: number;
  };
  /** Of a course in which every assignment has three overrides. */
  overridden: { students: number; assignments: number };
  /** Of that course, and how many items each of the modules has. */
  pages: number;
  modules: { count: number; items: number };
  /** Of each of the courses of a busy student, in a year. */
  agenda: { assignments: number; events: number };
  /** Of each of those courses, too; a third of what the student has turned in there is graded. */
  activity: { topics: number; messages: number };
  /** Only what is asked as this person is measured. */
  as?: 'busyStudent';
}

const SMALL: Size = {
  name: 'small',
  faculties: 1,
  courses: 1,
  people: 30,
  students: 28,
  coursesEach: 1,
  pageViews: 1_000,
  topics: 20,
  entries: 100,
  outcomes: 20,
  quizzes: 20,
  graded: { ownCourse: false, students: 28, assignments: 10 },
  overridden: { students: 20, assignments: 10 },
  pages: 20,
  modules: { count: 12, items: 8 },
  agenda: { assignments: 60, events: 50 },
  activity: { topics: 60, messages: 20 },
};

const LARGE: Size = {
  name: 'large',
  faculties: 8,
  courses: 200,
  people: 20_000,
  students: 5_000,
  coursesEach: 4,
  pageViews: 500_000,
  topics: 1_000,
  entries: 10_000,
  outcomes: 5_000,
  quizzes: 300,
  graded: { ownCourse: true, students: 1_000, assignments: 100 },
  overridden: { students: 1_000, assignments: 300 },
  pages: 1_000,
  modules: { count: 50, items: 20 },
  agenda: { assignments: 600, events: 500 },
  activity: { topics: 600, messages: 200 },
};

/** Ten times the activity of one person and nothing else, so that what it costs is seen by itself. */
const BUSY: Size = { ...SMALL, name: 'busy', agenda: LARGE.agenda, activity: LARGE.activity, as: 'busyStudent' };

export const SIZES: readonly Size[] = [SMALL, BUSY, LARGE];

/** A small store but for its one course, in which at least so many students are active; a few are not. */
export function sizeWith(active: number): Size {
  const students = Math.ceil(active * 1.04) + SMALL.students;
  return { ...SMALL, name: 'quiz', students, people: students + 2 };
}

export const ROOT = 1;
/** The administrator of the first start comes before all people. */
export const FIRST_PERSON = 2;

export interface Step {
  text: string;
  values?: readonly unknown[];
}

/**
 * What other tables refer to is known to be full before they are filled, and held: a vacuum in between, which does not see these
 * rows yet, would say that it is empty, and each reference would be looked for from end to end.
 */
export const analyze = (...tables: readonly string[]): Step => ({ text: `analyze ${tables.join(', ')}` });

/** Sections of a course that is one of many: two to four, by its number `c`. */
export const MOST_SECTIONS = 4;
export const firstSection = (courseId: number): number => (courseId - 1) * MOST_SECTIONS + 1;

/** Teachers have two courses each where there is more than one, TAs too. People are teachers, TAs, students, others, in this order. */
export const teachersOf = ({ courses }: Pick<Size, 'courses'>): number => Math.ceil(courses / 2);
