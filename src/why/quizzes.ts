import type { Contents } from '../access/gates.ts';
import { HAS_DRAFTS } from '../areas/assignments/relations.ts';
import { showQuiz } from '../areas/quizzes/quizzes/quizzes.ts';
import type { Quiz } from '../areas/quizzes/schemas.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, nullable, text } from '../store/sql/types.ts';
import { notesOf, publishedTo } from './assignments.ts';
import { condition, type Explain, statusOf } from './conditions.ts';
import { explainCourse } from './courses.ts';
import { moduleNotes } from './modules.ts';

const quiz = statement({
  name: 'why_quiz',
  takes: { id: int },
  gives: {
    courseId: int,
    title: text,
    isThere: boolean,
    isPublished: boolean,
    hasDrafts: boolean,
    ipFilter: nullable(text),
    assignmentId: nullable(int),
  },
  sql: (
    p,
  ) => sql`select q.course_id as "courseId", q.title, not q.deleted as "isThere", q.published as "isPublished", ${HAS_DRAFTS} as "hasDrafts",
     q.ip_filter as "ipFilter", q.assignment_id as "assignmentId"
   from quizzes q join courses c on c.id = q.course_id where q.id = ${p.id}`,
});

/** What modules know it by. */
const contentOf = (id: number, assignmentId: number | null): Contents =>
  assignmentId === null ? { quizzes: [id] } : { assignments: [assignmentId] };

export const explainQuiz: Explain = async (ctx, id) => {
  const [found] = await ctx.db.rows(quiz, { id });
  if (!found) return undefined;
  const permission = 'quizzes.read';
  const course = await explainCourse(ctx, found.courseId, permission);
  const { at } = course;
  const shown: Quiz[] = [];
  const status = await statusOf({ at, permission }, async () => at && shown.push(await showQuiz(ctx, at, id)));
  const { assignmentId } = found;
  const filter = found.ipFilter === null ? [] : [`it is taken from these addresses only: ${found.ipFilter}`];
  return {
    subject: `quiz ${id}, "${found.title}"`,
    conditions: [condition('the quiz is not deleted', found.isThere), ...course.conditions, publishedTo(course, found)],
    notes: shown.length === 0 ? [] : [...shown.flatMap(notesOf), ...filter, ...(await moduleNotes(ctx, at, contentOf(id, assignmentId)))],
    path: `/courses/${found.courseId}/quizzes/${id}`,
    status,
  };
};
