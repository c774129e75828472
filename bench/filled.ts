import { z } from 'zod';

const Holder = z.object({ userId: z.int(), token: z.string() });
export type Holder = z.infer<typeof Holder>;

/** Something of each role that requests are made in. */
const ofRoles = <T extends z.ZodType>(something: T) =>
  z.object({
    admin: something,
    teacher: something,
    student: something,
    gradedStudent: something,
    overriddenStudent: something,
    busyStudent: something,
    quizStudent: something,
  });

/** What the operations are about: rows that every store has. */
export const Filled = z.object({
  accountId: z.int(),
  courseId: z.int(),
  adminId: z.int(),
  /** People are numbered without gaps, up to this one. */
  lastUserId: z.int(),
  /** A teacher of the course, and an active student of it. */
  teacherId: z.int(),
  studentId: z.int(),
  /** Where the student is told of things. */
  studentChannelId: z.int(),
  /** One of the student's, with many messages. */
  conversationId: z.int(),
  searchTerm: z.string(),
  /** A topic of the course, and how many entries it has. Its entries, and the topics before it, are numbered from 1 on. */
  topicId: z.int(),
  entries: z.int(),
  /** The course with submissions, which may be the same; the teacher is its own too. */
  gradedCourseId: z.int(),
  /** The first of its students, who are numbered without gaps; and how many they are. */
  gradedStudentId: z.int(),
  gradedStudents: z.int(),
  /** Its assignments are numbered from 1 up to this one. */
  assignments: z.int(),
  /** The course whose assignments have overrides, which has the same teacher; and one of its students with dates of their own. */
  overriddenCourseId: z.int(),
  overriddenStudentId: z.int(),
  /** Its first assignment, and the first of its assignment groups. */
  overriddenAssignmentId: z.int(),
  overriddenGroupId: z.int(),
  /** Overrides of several of its assignments. */
  overrides: z.array(z.object({ id: z.int(), assignment_id: z.int() })),
  /** Has eight courses with a year of activity. */
  busyStudentId: z.int(),
  /** The first of them; they are numbered without gaps. */
  busyCourseId: z.int(),
  /** The course with quizzes; the teacher is its own too. */
  quizCourseId: z.int(),
  /** A student of that course, who has begun its quizzes. */
  quizStudentId: z.int(),
  /** They are numbered from 1 up to this one. */
  quizzes: z.int(),
  tokens: ofRoles(z.string()),
  /** Others of the same roles, where requests take turns over several tokens (BENCH_TOKENS). */
  others: ofRoles(z.array(Holder)),
});
export type Filled = z.infer<typeof Filled>;
