import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { accessInCourses, accessInGroups } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { ApiError, foundIn, notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import type { PlannableType } from '../../store/generated/enums.ts';
import type { PlannerNoteModel } from '../../store/generated/models.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';
import { presentAcrossCourses } from '../assignments/across-courses.ts';
import { findEvent } from '../calendar/events.ts';
import { courseTopics, groupTopics } from '../discussions/topic-contexts.ts';
import { presentTopic } from '../discussions/topics/topics.ts';
import { requireQuiz } from '../quizzes/quizzes/quizzes.ts';

/** Something that a planner may show, or a note may be about. */
interface Thing {
  type: PlannableType;
  id: number;
}

const places = {
  assignment: statement({
    name: 'planner_place_of_assignment',
    takes: { id: int },
    gives: { courseId: nullable(int), groupId: nullable(int) },
    sql: (p) => sql`select a.course_id as "courseId", null::int as "groupId" from assignments a where a.id = ${p.id}`,
  }),
  topic: statement({
    name: 'planner_place_of_topic',
    takes: { id: int },
    gives: { courseId: nullable(int), groupId: nullable(int) },
    sql: (p) => sql`select t.course_id as "courseId", t.group_id as "groupId" from discussion_topics t where t.id = ${p.id}`,
  }),
  quiz: statement({
    name: 'planner_place_of_quiz',
    takes: { id: int },
    gives: { courseId: nullable(int), groupId: nullable(int) },
    sql: (p) => sql`select q.course_id as "courseId", null::int as "groupId" from quizzes q where q.id = ${p.id}`,
  }),
};

const courseOf = async (ctx: Ctx, courseId: number): Promise<CourseAccess> =>
  foundIn(await accessInCourses(ctx.db, ctx.caller, [courseId]));

async function requireTopic(ctx: Ctx, id: number, announcement: boolean): Promise<number | null> {
  const { courseId, groupId } = foundIn(await ctx.db.rows(places.topic, { id }));
  const at =
    courseId !== null
      ? await courseOf(ctx, courseId)
      : foundIn(await accessInGroups(ctx.db, ctx.caller, groupId === null ? [] : [groupId]));
  if (!may(at, 'topics.read')) throw notFound();
  const topic = await presentTopic(ctx, 'course' in at ? courseTopics(at) : groupTopics(at), id);
  if (topic.is_announcement !== announcement) throw notFound();
  return courseId;
}

async function requireAssignment(ctx: Ctx, id: number): Promise<number | null> {
  const { courseId } = foundIn(await ctx.db.rows(places.assignment, { id }));
  if (courseId === null || !may(await courseOf(ctx, courseId), 'assignments.read')) throw notFound();
  if (!(await presentAcrossCourses(ctx, [courseId], [id])).has(id)) throw notFound();
  return courseId;
}

async function requireReadableQuiz(ctx: Ctx, id: number): Promise<number | null> {
  const { courseId } = foundIn(await ctx.db.rows(places.quiz, { id }));
  if (courseId === null) throw notFound();
  const at = await courseOf(ctx, courseId);
  if (!may(at, 'quizzes.read')) throw notFound();
  await requireQuiz(ctx, at, id);
  return courseId;
}

/** 404 as its own route answers it, for what the caller does not see. Gives back the course that it stands in. */
function requireThing(ctx: Ctx, { type, id }: Thing): Promise<number | null> {
  switch (type) {
    case 'announcement':
    case 'discussion_topic':
      return requireTopic(ctx, id, type === 'announcement');
    case 'assignment':
      return requireAssignment(ctx, id);
    case 'quiz':
      return requireReadableQuiz(ctx, id);
    case 'calendar_event':
      return findEvent(ctx, id).then(({ row }) => row.courseId);
    case 'planner_note':
      return findNote(ctx, id).then((note) => note.courseId);
  }
}

/** A note of the caller's own; another person's are not there (planner#3). */
export async function findNote(ctx: Ctx, id: number): Promise<PlannerNoteModel> {
  const note = await ctx.db.prisma.plannerNote.findFirst({ where: { id, userId: ctx.caller.userId, deleted: false } });
  if (!note) throw notFound();
  return note;
}

/** Where something stands that the caller sees; undefined where it is not there for them. */
export async function placeOf(ctx: Ctx, thing: Thing): Promise<{ courseId: number | null } | undefined> {
  try {
    return { courseId: await requireThing(ctx, thing) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

const PAGES = {
  announcement: 'discussion_topics',
  assignment: 'assignments',
  discussion_topic: 'discussion_topics',
  quiz: 'quizzes',
} as const;

/** Below the server's root, or its API's. */
export const pathOf = (courseId: number, type: keyof typeof PAGES, id: number): string => `courses/${courseId}/${PAGES[type]}/${id}`;
