import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { foundIn, invalidField, notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { none, type Sql, sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import type { NewAssociation } from './parameters.ts';
import { associate, findRubric, holdAssignment, holdRubric, namesCourse, touchAssignments, withAssociation } from './rubrics.ts';
import type { AssociationWithRubric, MadeAssociation } from './schemas.ts';

/** The rubric, and the assignment that it is attached to. */
interface Ends {
  rubricId: number;
  assignmentId: number;
  useForGrading: boolean;
}

async function answer(
  tx: TxCtx,
  at: CourseAccess,
  { rubricId, assignmentId }: Omit<Ends, 'useForGrading'>,
): Promise<AssociationWithRubric> {
  const { rubric, rubric_association: association } = withAssociation(await findRubric(tx.db, at, rubricId, assignmentId));
  if (!association) throw new Error('a rubric that is attached has an association');
  return { ...association, rubric, rubric_association: association };
}

const isThere = statement({
  name: 'rubric_of_course_there',
  takes: { id: int, courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from rubrics where id = ${p.id} and course_id = ${p.courseId} and not deleted`,
});

/** Held, or 400: the id was sent as a field, and is no address. */
async function holdNamed(tx: TxCtx, at: CourseAccess, id: number): Promise<number> {
  if ((await tx.db.rows(isThere, { id, courseId: at.course.id })).length === 0)
    throw invalidField('rubric_id', 'invalid', 'is no rubric of the course');
  await holdRubric(tx, at, id);
  return id;
}

/** rubrics#15: attaches a rubric of the course to an assignment, in place of the one it has; to the course itself, nothing (rubrics#17). */
export async function createAssociation(ctx: Ctx, at: CourseAccess, sent: NewAssociation): Promise<MadeAssociation> {
  const { rubric_id: rubric, association_id: assignment } = sent;
  if (rubric === undefined) throw invalidField('rubric_id', 'blank', 'is required');
  if (assignment === undefined) throw invalidField('association_id', 'blank', 'is required');
  return ctx.tx(async (tx) => {
    const rubricId = await holdNamed(tx, at, rubric.id);
    const attached = await associate(tx, at, rubricId, sent);
    if (attached === null) return withAssociation(await findRubric(tx.db, at, rubricId, null));
    return answer(tx, at, { rubricId, assignmentId: assignment.id });
  });
}

const ends = (name: string, hold: Sql) =>
  statement({
    name,
    takes: { id: int, courseId: int },
    gives: { rubricId: int, assignmentId: int, useForGrading: boolean },
    sql: (
      p,
    ) => sql`select ra.rubric_id as "rubricId", ra.assignment_id as "assignmentId", ra.use_for_grading as "useForGrading" from rubric_associations ra
     join rubrics r on r.id = ra.rubric_id and not r.deleted
     join assignments a on a.id = ra.assignment_id and a.course_id = ${p.courseId} and not a.deleted
   where ra.id = ${p.id}${hold}`,
  });
const found = ends('association_ends', none);
// The row itself, because deleting its rubric takes it away without holding the assignment.
const held = ends('association_held', sql` for update of ra`);

const read = async (tx: TxCtx, at: CourseAccess, id: number, how: typeof held): Promise<Ends> =>
  foundIn(await tx.db.rows(how, { id, courseId: at.course.id }));

/** Holds an association, and its assignment before it: it is read once whoever changed or deleted it before is done. */
async function hold(tx: TxCtx, at: CourseAccess, { id, assignmentId }: { id: number; assignmentId: number }): Promise<Ends> {
  if ((await holdAssignment(tx, at, assignmentId)) === undefined) throw notFound();
  return read(tx, at, id, held);
}

/** rubrics#15: another rubric, or another use of it. The assignment is what it is the association of. */
export async function updateAssociation(ctx: Ctx, at: CourseAccess, id: number, sent: NewAssociation): Promise<AssociationWithRubric> {
  return ctx.tx(async (tx) => {
    const before = await read(tx, at, id, found);
    if (namesCourse(at, sent)) throw invalidField('association_type', 'invalid', 'cannot be another than before');
    if (sent.association_id !== undefined && sent.association_id.id !== before.assignmentId)
      throw invalidField('association_id', 'invalid', 'cannot be another than before');
    // The rubric before the assignment, as all hold them.
    const other = sent.rubric_id && (await holdNamed(tx, at, sent.rubric_id.id));
    const { assignmentId, useForGrading, ...asItIs } = await hold(tx, at, { id, assignmentId: before.assignmentId });
    const rubricId = other ?? asItIs.rubricId;
    const kept = { use_for_grading: sent.use_for_grading ?? useForGrading, association_id: { by: 'id', id: assignmentId } } as const;
    await associate(tx, at, rubricId, { ...sent, ...kept });
    return answer(tx, at, { rubricId, assignmentId });
  });
}

/** rubrics#16: answers it as it was; the assignment has no rubric any more. */
export async function deleteAssociation(ctx: Ctx, at: CourseAccess, id: number): Promise<AssociationWithRubric> {
  return ctx.tx(async (tx) => {
    const { assignmentId } = await read(tx, at, id, found);
    const before = await hold(tx, at, { id, assignmentId });
    const asItWas = await answer(tx, at, before);
    await tx.db.prisma.rubricAssociation.deleteMany({ where: { id } });
    await touchAssignments(tx, [before]);
    return asItWas;
  });
}
