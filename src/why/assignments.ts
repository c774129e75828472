import type { Ctx } from '../access/context.ts';
import { isStaff, type Permission } from '../access/permissions.ts';
import { showAssignment } from '../areas/assignments/assignments.ts';
import { HAS_DRAFTS } from '../areas/assignments/relations.ts';
import type { Assignment } from '../areas/assignments/schemas.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, text } from '../store/sql/types.ts';
import { type Condition, condition, type Explain, oneOf, statusOf } from './conditions.ts';
import { type ExplainedCourse, explainCourse } from './courses.ts';
import { moduleNotes } from './modules.ts';

const assignment = statement({
  name: 'why_assignment',
  takes: { id: int },
  gives: { courseId: int, name: text, isThere: boolean, isPublished: boolean, hasDrafts: boolean },
  sql: (
    p,
  ) => sql`select a.course_id as "courseId", a.name, not a.deleted as "isThere", a.published as "isPublished", ${HAS_DRAFTS} as "hasDrafts"
   from assignments a join courses c on c.id = a.course_id where a.id = ${p.id}`,
});

interface Publishable {
  isPublished: boolean;
  /** Draft state is on in the course's accounts. */
  hasDrafts: boolean;
}

/** What is not published is staff's, while draft state is on. */
export const publishedTo = ({ at }: Pick<ExplainedCourse, 'at'>, { isPublished, hasDrafts }: Publishable): Condition =>
  oneOf('it is to be seen', [
    condition('it is published', isPublished),
    condition('draft state is off in the accounts of the course, so that all counts as published', !hasDrafts),
    condition('the user works in the course, or administers it', at !== null && isStaff(at)),
  ]);

interface Dated {
  due_at?: string | null;
  unlock_at?: string | null;
  lock_at?: string | null;
  locked_for_user?: boolean | undefined;
  lock_explanation?: string | undefined;
}

/** When it is due and open for the user, and why it is locked now. */
export const notesOf = (shown: Dated): string[] => [
  `for the user it is due ${shown.due_at ?? 'at no time'}, opens ${shown.unlock_at ?? 'at once'}, closes ${shown.lock_at ?? 'never'}`,
  ...(shown.locked_for_user ? [`it is locked for the user now: ${shown.lock_explanation ?? 'by hand'}`] : []),
];

/** An assignment's own conditions, for a right in its course. */
export async function explainedAssignment(ctx: Ctx, id: number, permission: Permission) {
  const [found] = await ctx.db.rows(assignment, { id });
  if (!found) return undefined;
  const course = await explainCourse(ctx, found.courseId, permission);
  const conditions = [condition('the assignment is not deleted', found.isThere), ...course.conditions, publishedTo(course, found)];
  return { ...found, at: course.at, conditions };
}

export const explainAssignment: Explain = async (ctx, id) => {
  const permission = 'assignments.read';
  const found = await explainedAssignment(ctx, id, permission);
  if (!found) return undefined;
  const { at, courseId, name, conditions } = found;
  const shown: Assignment[] = [];
  const status = await statusOf({ at, permission }, async () => at && shown.push(await showAssignment(ctx, at, id, {})));
  return {
    subject: `assignment ${id}, "${name}"`,
    conditions,
    notes: shown.length === 0 ? [] : [...shown.flatMap(notesOf), ...(await moduleNotes(ctx, at, { assignments: [id] }))],
    path: `/courses/${courseId}/assignments/${id}`,
    status,
  };
};
