import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { PlainId } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable } from '../../store/sql/types.ts';
import { findStandardId } from '../grading-standards/grading-standards.ts';
import { insertGroup } from './group-rows.ts';
import type { AssignmentRecord } from './linked-content.ts';
import type { AssignmentChanges } from './parameters.ts';

const group = statement({
  name: 'assignment_group_of_course',
  takes: { courseId: int, id: nullable(int) },
  gives: { id: int },
  sql: (p) =>
    sql`select id from assignment_groups where course_id = ${p.courseId} and not deleted and (${p.id}::int is null or id = ${p.id}) order by position, id limit 1`,
});
// Held, so that the set is not deleted before the assignment refers to it.
const category = statement({
  name: 'group_category_of_assignment',
  takes: { courseId: int, id: int },
  gives: { id: int },
  sql: (p) => sql`select id from group_categories where course_id = ${p.courseId} and id = ${p.id} and not deleted for share`,
});

/** The group that was named: one of the course. */
export async function namedGroupId(tx: TxCtx, courseId: number, form: PlainId): Promise<number> {
  const [row] = await tx.db.rows(group, { courseId, id: form.id });
  if (!row) throw invalidField('assignment_group_id', 'invalid', 'is no assignment group of the course');
  return row.id;
}

/** Without a group the first of the course, made as `Assignments` where there is none (assignments#48). */
async function groupId(tx: TxCtx, courseId: number, form: PlainId | undefined): Promise<number> {
  if (form) return namedGroupId(tx, courseId, form);
  const [row] = await tx.db.rows(group, { courseId, id: null });
  if (row) return row.id;
  return insertGroup(tx, courseId, { name: 'Assignments', groupWeight: 0, rules: {}, position: 1 });
}

async function groupCategoryId(tx: TxCtx, courseId: number, form: PlainId | null): Promise<number | null> {
  if (form === null) return null;
  const [row] = await tx.db.rows(category, { courseId, id: form.id });
  if (!row) throw invalidField('group_category_id', 'invalid', 'is no group set of the course');
  return row.id;
}

type References = Pick<AssignmentRecord, 'assignmentGroupId' | 'groupCategoryId' | 'gradingStandardId'>;

const names = (form: PlainId | null | undefined, id: number | null): boolean => form?.id === id;

/** What the assignment refers to. What it referred to already is not asked for again. Whoever calls this holds the course. */
export async function findReferences(tx: TxCtx, at: CourseAccess, before: References | null, sent: AssignmentChanges): Promise<References> {
  const { assignment_group_id: group, group_category_id: set, grading_standard_id: standard } = sent;
  const courseId = at.course.id;
  const keepsGroup = before !== null && (group === undefined || names(group, before.assignmentGroupId));
  const keepsSet = set === undefined || (before !== null && names(set, before.groupCategoryId));
  const keepsStandard = standard === undefined || (before !== null && names(standard, before.gradingStandardId));
  const place = { courseId, chain: at.course.chain };
  return {
    groupCategoryId: keepsSet ? (before?.groupCategoryId ?? null) : await groupCategoryId(tx, courseId, set),
    gradingStandardId: keepsStandard ? (before?.gradingStandardId ?? null) : await findStandardId(tx.db, place, standard),
    assignmentGroupId: keepsGroup ? before.assignmentGroupId : await groupId(tx, courseId, group),
  };
}
