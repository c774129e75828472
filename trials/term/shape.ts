/** How large a school is, and who is where in it: all of it follows from the number of students. */
export interface Shape {
  students: number;
  teachers: number;
  courses: number;
}

const STUDENTS_OF_A_TEACHER = 20;
const STUDENTS_OF_A_COURSE = 10;
const COURSES_OF_A_STUDENT = 4;
const MOVES_EVERY = 10;

export const shapeOf = (students: number): Shape => ({
  students,
  teachers: Math.max(2, Math.round(students / STUDENTS_OF_A_TEACHER)),
  courses: Math.max(2, Math.round(students / STUDENTS_OF_A_COURSE)),
});

export type Role = 'student' | 'teacher' | 'registrar';

/** Somebody who acts: students come first, then teachers, then the one registrar. */
export interface Actor {
  index: number;
  role: Role;
  /** Numbers of courses. */
  courses: readonly number[];
  /** A student who leaves this one of them and comes back, again and again. */
  moves?: number;
}

/** No two courses of a student are the same. */
function coursesOf(student: number, { courses }: Shape): number[] {
  const count = Math.min(COURSES_OF_A_STUDENT, courses);
  const step = Math.max(1, Math.floor(courses / count));
  return Array.from({ length: count }, (_, i) => (student + i * step) % courses);
}

/** Every second course has two teachers, who grade at once. */
export const teachersOf = (course: number, { teachers }: Shape): number[] =>
  [...new Set([course % teachers, ...(course % 2 === 0 ? [(course + 1) % teachers] : [])])].toSorted((a, b) => a - b);

export function actorsOf(shape: Shape): Actor[] {
  const students = Array.from({ length: shape.students }, (_, index): Actor => {
    const courses = coursesOf(index, shape);
    const last = courses.at(-1);
    return { index, role: 'student', courses, ...(index % MOVES_EVERY === MOVES_EVERY - 1 && last !== undefined ? { moves: last } : {}) };
  });
  const all = Array.from({ length: shape.courses }, (_, course) => course);
  const teachers = Array.from(
    { length: shape.teachers },
    (_, teacher): Actor => ({
      index: shape.students + teacher,
      role: 'teacher',
      courses: all.filter((course) => teachersOf(course, shape).includes(teacher)),
    }),
  );
  return [...students, ...teachers, { index: shape.students + shape.teachers, role: 'registrar', courses: all }];
}
