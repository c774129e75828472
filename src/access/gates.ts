import {
  CONTENT_TAKES,
  CONTENT_TO_VIEW,
  CONTENT_VIEWED,
  contentStandingIn,
  IS_HELD_ASSIGNMENT,
  isAmong,
  isOut,
  wholeStandingIn,
} from '../areas/modules/relations.ts';
import { type Db, statement } from '../store/database.ts';
import type { ModuleItemKind } from '../store/generated/enums.ts';
import { moduleItemKind } from '../store/sql/enums.ts';
import { type Piece, type Sql, sql } from '../store/sql/sql.ts';
import type { ParametersOf } from '../store/sql/statement.ts';
import { array, boolean, int, json, nullable, present, text, timestamptz, type ValuesOf } from '../store/sql/types.ts';
import type { Ctx } from './context.ts';
import type { CourseAccess } from './context-access.ts';
import type { OwnCourse } from './found.ts';
import { may, readsAsEditor } from './permissions.ts';
import type { Viewer } from './viewer.ts';

/** What modules hold back from students (modules#35). It is asked of `gated` courses alone (modules#39). */

/** A course whose modules may hold content back from the caller, and the students whose progress decides. */
export interface GatedCourse {
  courseId: number;
  students: readonly number[];
}

/** Whoever is no student, and observes none, has done nothing: no student has this id. */
const NOBODY = [0];
const studentsIn = (students: readonly number[]): readonly number[] => (students.length === 0 ? NOBODY : students);

/** The course of a viewer, where it is gated. Nothing is held back from whoever may edit. */
export const gatedFor = (at: CourseAccess, { students }: Pick<Viewer, 'students'>): GatedCourse[] =>
  at.course.gated && !readsAsEditor(at) ? [{ courseId: at.course.id, students: studentsIn(students) }] : [];

/** The gated ones of several courses that somebody takes part in. */
export const gatedAmong = (courses: readonly Pick<OwnCourse, 'id' | 'gated' | 'staff' | 'students'>[]): GatedCourse[] =>
  courses.flatMap(({ id, gated, staff, students }) => (gated && !staff ? [{ courseId: id, students: studentsIn(students) }] : []));

/** The module that holds content back, with the reasons, of which http/gates.ts makes sentences. */
export interface Gate {
  moduleId: number;
  moduleName: string;
  published: boolean;
  /** The date that the module waits for; null where it waits for something else. */
  unlockAt: Date | null;
  prerequisites: readonly { id: number; name: string }[];
}

/** The parameters of statements about gated courses. */
export const IN_COURSES = { courseIds: array(int), students: array(text), now: timestamptz };
export const placesOf = (p: ParametersOf<typeof IN_COURSES>): { places: Sql; now: Piece } => ({
  places: sql`select given.course_id, given.students::int[] as students from unnest(${p.courseIds}::int[], ${p.students}::text[]) as given(course_id, students)`,
  now: sql`${p.now}::timestamptz`,
});
export const gatedValues = (now: Date, gated: readonly GatedCourse[]): ValuesOf<typeof IN_COURSES> => ({
  courseIds: gated.map(({ courseId }) => courseId),
  students: gated.map(({ students }) => `{${students.join()}}`),
  now,
});

const held = statement({
  name: 'content_held_by_modules',
  takes: { ...IN_COURSES, ...CONTENT_TAKES },
  gives: {
    kind: moduleItemKind,
    id: present(int),
    moduleId: present(int),
    moduleName: text,
    published: boolean,
    unlockAt: nullable(timestamptz),
    prerequisites: json<{ id: number; name: string }[]>(),
  },
  sql: (p) => sql`with ${contentStandingIn(p, placesOf(p))}
   select standing.of_kind as kind, standing.of_id as id, m.id as "moduleId", m.name as "moduleName", ${isOut('m')} as published,
     case when standing.early then m.unlock_at end as "unlockAt",
     coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name) order by r.position) from course_modules r
       where r.id = any(m.prerequisite_ids) and ${isOut('r')}), '[]') as prerequisites
   from standing join course_modules m on m.id = standing.module_id join courses c on c.id = m.course_id
   where standing.held and ${isAmong(p)}`,
});

/** Content, by kinds and ids. What is one thing with an assignment goes by the assignment. */
export type Contents = Partial<ValuesOf<typeof CONTENT_TAKES>>;
export const NO_CONTENTS = { assignments: [], quizzes: [], topics: [], files: [], pages: [] } as const;
const KIND_OF = {
  assignments: 'Assignment',
  quizzes: 'Quiz',
  topics: 'Discussion',
  files: 'File',
  pages: 'Page',
} as const satisfies Record<keyof typeof CONTENT_TAKES, ModuleItemKind>;
export type GateOf = (of: keyof typeof KIND_OF, id: number) => Gate | null;

/** A topic as modules hold it back: the root, where it is one of a group's, and the assignment that it is one thing with (modules#35). */
export interface GatedTopic {
  topicId: number;
  assignmentId: number | null;
}
export const contentsOfTopics = (topics: readonly GatedTopic[]): Contents => ({
  topics: topics.flatMap(({ topicId, assignmentId }) => (assignmentId === null ? topicId : [])),
  assignments: topics.flatMap(({ assignmentId }) => assignmentId ?? []),
});
export const gateOfTopic = (gateOf: GateOf, { topicId, assignmentId }: GatedTopic): Gate | null =>
  assignmentId === null ? gateOf('topics', topicId) : gateOf('assignments', assignmentId);

const NO_GATES: GateOf = () => null;

/** The gates of these contents for the caller. It sends one statement, and none where no course is gated. */
export async function gatesOf({ db, now }: { db: Db; now: Date }, gated: readonly GatedCourse[], contents: Contents): Promise<GateOf> {
  if (gated.length === 0 || Object.values(contents).every((ids) => ids.length === 0)) return NO_GATES;
  const rows = await db.rows(held, { ...gatedValues(now, gated), ...NO_CONTENTS, ...contents });
  const found = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return (of, id) => found.get(`${KIND_OF[of]} ${id}`) ?? null;
}

const peopleHeld = statement({
  name: 'people_held_back_by_modules',
  takes: { ...IN_COURSES, ...CONTENT_TAKES },
  gives: { id: present(int) },
  sql: (p) => sql`with ${contentStandingIn(p, placesOf(p))}
   select standing.student as id from every_place standing where ${isAmong(p)} group by standing.student having bool_and(standing.held)`,
});

/** The students among these from whom content is held back, for deciding whom to notify of it. */
export async function studentsHeldBack(
  { db, now }: { db: Db; now: Date },
  { courseId, students }: GatedCourse,
  contents: Contents,
): Promise<ReadonlySet<number>> {
  if (students.length === 0) return new Set();
  const rows = await db.rows(peopleHeld, { ...gatedValues(now, [{ courseId, students }]), ...NO_CONTENTS, ...contents });
  return new Set(rows.map(({ id }) => id));
}

const heldAssignments = statement({
  name: 'assignments_held_by_modules',
  takes: IN_COURSES,
  gives: { id: present(int) },
  sql: (p) => sql`with ${wholeStandingIn(placesOf(p))} select standing.of_id as id from standing where ${IS_HELD_ASSIGNMENT}`,
});

/** The ids of all assignments of these courses that are held back from the caller, for lists that leave them out. */
export async function assignmentsHeld({ db, now }: { db: Db; now: Date }, gated: readonly GatedCourse[]): Promise<number[]> {
  if (gated.length === 0) return [];
  return (await db.rows(heldAssignments, gatedValues(now, gated))).map(({ id }) => id);
}

/** Notes that the caller has viewed content, where they are a student and a module asks for that (modules#40). */
export async function noteViewed(ctx: Ctx, at: CourseAccess, contents: Contents): Promise<void> {
  if (!at.course.gated || !may(at, 'modules.progress')) return;
  const values = { courseId: at.course.id, studentId: ctx.caller.userId, ...NO_CONTENTS, ...contents };
  const [row] = await ctx.db.rows(CONTENT_TO_VIEW, values);
  // In a transaction, because those of HEAD are rolled back.
  if (row?.asks) await ctx.tx((tx) => tx.db.rows(CONTENT_VIEWED, { ...values, now: tx.now }));
}
