import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';
import { updateAssignment } from '../assignments/changes.ts';
import { isAnnouncement, isTopic } from '../discussions/relations.ts';
import { updateTopic } from '../discussions/topic-changes/topic-changes.ts';
import { courseTopics } from '../discussions/topic-contexts.ts';
import { updateFile } from '../files/files.ts';
import { holdRoot } from '../files/folder-tree.ts';
import type { ModulesGoOn } from '../files/replacing.ts';
import { updatePage } from '../pages/changes.ts';
import { coursePages } from '../pages/page-contexts.ts';
import { isPageOfCourse } from '../pages/relations.ts';
import { findPageIfThere } from '../pages/rows.ts';
import { pageName } from '../pages/slugs.ts';
import { updateQuiz } from '../quizzes/quizzes/quizzes.ts';
import { type ContentColumn, KINDS, type Kind } from './kinds.ts';
import type { ItemRow } from './rows.ts';

/** What an item is of, in the areas that it is of; another kind has a line in each table here. */

const takes = { courseId: int, id: int };
const gives = { assignmentId: nullable(int) };

/** Whether there is such content in a course, and the assignment that it is one thing with. */
const FIND = {
  assignmentId: statement({
    name: 'assignment_for_module',
    takes,
    gives,
    sql: (p) =>
      sql`select a.id as "assignmentId" from assignments a where a.id = ${p.id} and a.course_id = ${p.courseId} and not a.deleted`,
  }),
  quizId: statement({
    name: 'quiz_for_module',
    takes,
    gives,
    sql: (p) =>
      sql`select q.assignment_id as "assignmentId" from quizzes q where q.id = ${p.id} and q.course_id = ${p.courseId} and not q.deleted`,
  }),
  topicId: statement({
    name: 'topic_for_module',
    takes,
    gives,
    sql: (p) => sql`select t.assignment_id as "assignmentId" from discussion_topics t
     where t.id = ${p.id} and t.course_id = ${p.courseId} and ${isTopic('t')} and not ${isAnnouncement('t')}`,
  }),
  fileId: statement({
    name: 'file_for_module',
    takes,
    gives,
    sql: (p) =>
      sql`select null::int as "assignmentId" from attachments f where f.id = ${p.id} and f.course_id = ${p.courseId} and not f.deleted`,
  }),
  pageId: statement({
    name: 'page_for_module',
    takes,
    gives,
    sql: (p) => sql`select null::int as "assignmentId" from wiki_pages w where w.id = ${p.id} and ${isPageOfCourse('w', p.courseId)}`,
  }),
} as const satisfies Record<ContentColumn, unknown>;

/**
 * Before a file is looked for, or an item of one: what takes its place holds the files of the course, and moves the items that there are
 * on to itself (files#31). What was found before would be gone by the time that it is changed, and a new item would stay with it.
 */
export const holdCourseFiles = (tx: TxCtx, { course }: CourseAccess): Promise<unknown> => holdRoot(tx, { kind: 'course', id: course.id });

/** The content that a request names, which has to be of the course (modules#22). */
export async function findContent(tx: TxCtx, at: CourseAccess, kind: Kind, id: number): Promise<{ assignmentId: number | null }> {
  const { column, noun } = KINDS[kind];
  const [found] = column === null ? [] : await tx.db.rows(FIND[column], { courseId: at.course.id, id });
  if (!found) throw invalidField('content_id', 'invalid', `names no ${noun} of this course`);
  return found;
}

/** A page is named by what its address has (modules#22). */
export async function findPageId(tx: TxCtx, at: CourseAccess, url: string): Promise<number> {
  const page = await findPageIfThere(tx, coursePages(at), pageName(url));
  if (!page) throw invalidField('page_url', 'invalid', 'names no page of this course');
  return page.id;
}

type Publish = (tx: TxCtx, at: CourseAccess, id: number, published: boolean) => Promise<unknown>;

/** A file that is not published is a locked one. */
const PUBLISH: Record<ContentColumn, Publish> = {
  assignmentId: (tx, at, id, published) => updateAssignment(tx, at, id, { published }),
  quizId: (tx, at, id, published) => updateQuiz(tx, at, id, { published }),
  topicId: (tx, at, id, published) => updateTopic(tx, courseTopics(at), { by: 'id', id }, { published }),
  fileId: async (tx, _, id, published) =>
    updateFile(tx, await accessElsewhere(tx, 'file', { by: 'id', id }), { locked: !published, hidden: false }),
  pageId: (tx, at, id, published) => updatePage(tx, coursePages(at), `page_id:${id}`, { published }),
};

/** An item is published with its content, which is published wherever it stands (modules#26). */
export async function publishContent(tx: TxCtx, at: CourseAccess, row: ItemRow, published: boolean): Promise<void> {
  const { column } = KINDS[row.kind];
  if (column !== null && row.contentId !== null && row.published !== published) await PUBLISH[column](tx, at, row.contentId, published);
}

/** With what students have viewed and marked as done (modules#21). */
export const modulesGoOn: ModulesGoOn = async (tx, { id, by }) => {
  await tx.db.prisma.moduleItem.updateMany({ where: { fileId: id }, data: { fileId: by, updatedAt: tx.now } });
};
