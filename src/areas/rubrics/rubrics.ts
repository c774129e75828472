import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { given } from '../../store/prisma.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text } from '../../store/sql/types.ts';
import type { Rating } from '../../store/stored/rubrics.ts';
import { TOUCH_ASSIGNMENTS } from '../assignments/relations.ts';
import { sumOfPoints } from '../grading-standards/grade-text.ts';
import { shareAvailableOutcomes, shareOutcomesOfRubric } from '../outcomes/available.ts';
import type { AssociationParameters, RubricParameters, SentCriterion } from './parameters.ts';
import type { Association, Rubric, RubricWithAssociation } from './schemas.ts';

interface CriterionRow {
  id: number;
  description: string;
  points: number;
  learningOutcomeId: number | null;
  masteryPoints: number | null;
  ratings: Rating[];
}
interface AssociationRow {
  id: number;
  assignmentId: number;
  useForGrading: boolean;
  purpose: string;
}
export const RUBRIC_ROW = {
  id: int,
  title: text,
  courseId: int,
  criteria: json<CriterionRow[]>(),
  association: nullable(json<AssociationRow>()),
};
export type RubricRow = RowOf<typeof RUBRIC_ROW>;

/** `association` is chosen among those of the rubric `r` that are of an assignment that is there. */
export const selectRubrics = (where: Sql, association: Sql): Sql => sql`select r.id, r.title, r.course_id as "courseId",
  coalesce((select json_agg(json_build_object('id', rc.id, 'description', rc.description, 'points', rc.points,
      'learningOutcomeId', rc.learning_outcome_id, 'masteryPoints', rc.mastery_points, 'ratings', rc.ratings) order by rc.position, rc.id)
    from rubric_criteria rc where rc.rubric_id = r.id), '[]') as criteria,
  (select json_build_object('id', ra.id, 'assignmentId', ra.assignment_id, 'useForGrading', ra.use_for_grading, 'purpose', ra.purpose)
    from rubric_associations ra join assignments a on a.id = ra.assignment_id and not a.deleted
    where ra.rubric_id = r.id order by ${association} limit 1) as association
  from rubrics r where ${where} and not r.deleted`;

const ofCourse = numberedList({
  name: 'rubrics_of_course',
  takes: { courseId: int },
  gives: RUBRIC_ROW,
  select: (p) => sql`${selectRubrics(sql`r.course_id = ${p.courseId}`, sql`ra.id`)} order by r.id`,
});
const byId = statement({
  name: 'rubric',
  takes: { courseId: int, id: int, assignmentId: nullable(int) },
  gives: RUBRIC_ROW,
  sql: (p) =>
    sql`${selectRubrics(sql`r.course_id = ${p.courseId}`, sql`ra.assignment_id = ${p.assignmentId}::int desc, ra.id`)} and r.id = ${p.id}`,
});

const criterionJson = (one: CriterionRow): Rubric['criteria'][number] => ({
  id: String(one.id),
  description: one.description,
  points: one.points,
  ratings: one.ratings,
  ...(one.learningOutcomeId === null ? {} : { learning_outcome_id: one.learningOutcomeId }),
  ...(one.masteryPoints === null ? {} : { mastery_points: one.masteryPoints }),
});

export function rubricJson(row: RubricRow): Rubric {
  const criteria = row.criteria.map(criterionJson);
  return {
    id: row.id,
    title: row.title,
    context_type: 'Course',
    context_id: row.courseId,
    points_possible: sumOfPoints(row.criteria),
    criteria,
    data: criteria,
  };
}

export const associationJson = (rubricId: number, row: AssociationRow): Association => ({
  id: row.id,
  rubric_id: rubricId,
  association_type: 'Assignment',
  association_id: row.assignmentId,
  use_for_grading: row.useForGrading,
  purpose: row.purpose,
});

export const withAssociation = (row: RubricRow): RubricWithAssociation => ({
  rubric: rubricJson(row),
  ...(row.association && { rubric_association: associationJson(row.id, row.association) }),
});

export async function listRubrics(ctx: Ctx, at: CourseAccess, page: PageRequest): Promise<Page<Rubric>> {
  const found = await ofCourse.read(ctx.db, { courseId: at.course.id }, page);
  return mapPage(found, found.rows.map(rubricJson));
}

/** A rubric of a course, with the association of an assignment where one is named; 404 where it is not there. */
export const findRubric = async (db: Db, at: CourseAccess, id: number, assignmentId: number | null): Promise<RubricRow> =>
  foundIn(await db.rows(byId, { courseId: at.course.id, id, assignmentId }));

const columns = (one: SentCriterion, i: number) => ({
  position: i + 1,
  description: one.description,
  points: one.points,
  learningOutcomeId: one.learningOutcomeId,
  masteryPoints: one.masteryPoints,
  ratings: one.ratings,
});

const change = statement({
  name: 'change_rubric_criteria',
  takes: { kept: json() },
  sql: (p) => sql`update rubric_criteria rc set position = n.position, description = n.description, points = n.points,
     learning_outcome_id = n."learningOutcomeId", mastery_points = n."masteryPoints", ratings = n.ratings
   from json_to_recordset(${p.kept}::json) as n(id int, position int, description text, points float8, "learningOutcomeId" int, "masteryPoints" float8,
     ratings jsonb)
   where rc.id = n.id`,
});
const removeCriteria = statement({
  name: 'remove_rubric_criteria',
  takes: { gone: array(int) },
  sql: (p) => sql`delete from rubric_criteria where id = any(${p.gone}::int[])`,
});

/** The criteria become those that are sent; one that is named by its id stays the same one. */
async function writeCriteria(tx: TxCtx, at: CourseAccess, rubricId: number, sent: readonly SentCriterion[]): Promise<void> {
  const outcomeIds = sent.flatMap((one) => one.learningOutcomeId ?? []);
  if (!(await shareAvailableOutcomes(tx, at, outcomeIds)))
    throw invalidField('criteria', 'invalid', 'names a learning outcome that is not available to the course');
  const before = await tx.db.prisma.rubricCriterion.findMany({ where: { rubricId }, select: { id: true } });
  const there = new Set(before.map((row) => row.id));
  if (sent.some((one) => one.id !== undefined && !there.has(one.id)))
    throw invalidField('criteria', 'invalid', 'names a criterion that the rubric does not have');
  const rows = sent.map((one, i) => ({ id: one.id, ...columns(one, i) }));
  const kept = rows.filter((row) => row.id !== undefined);
  const gone = before.map((row) => row.id).filter((id) => !kept.some((row) => row.id === id));
  if (gone.length > 0) await tx.db.rows(removeCriteria, { gone });
  if (kept.length > 0) await tx.db.rows(change, { kept });
  const added = sent.flatMap((one, i) => (one.id === undefined ? [{ rubricId, ...columns(one, i) }] : []));
  if (added.length > 0) await tx.db.prisma.rubricCriterion.createMany({ data: added });
}

const heldAssignment = statement({
  name: 'assignment_of_rubric_held',
  takes: { assignmentId: int, courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from assignments where id = ${p.assignmentId} and course_id = ${p.courseId} and not deleted for update`,
});

/** Held by whoever attaches a rubric to it or takes its rubric away, after the rubric; undefined: it is none of the course. */
export async function holdAssignment(tx: TxCtx, at: CourseAccess, assignmentId: number): Promise<number | undefined> {
  const [row] = await tx.db.rows(heldAssignment, { assignmentId, courseId: at.course.id });
  return row?.id;
}

// What a rubric is used for was not said of the one that takes its place. What stands as it was sent is no change.
const attach = statement({
  name: 'attach_rubric',
  takes: { rubricId: int, assignmentId: int, useForGrading: nullable(boolean), purpose: text },
  gives: { assignmentId: int },
  sql: (p) => sql`insert into rubric_associations as ra (rubric_id, assignment_id, use_for_grading, purpose)
   values (${p.rubricId}, ${p.assignmentId}, coalesce(${p.useForGrading}::boolean, false), ${p.purpose})
   on conflict (assignment_id) do update set rubric_id = excluded.rubric_id,
     use_for_grading = coalesce(${p.useForGrading}::boolean, ra.use_for_grading and ra.rubric_id = excluded.rubric_id)
   where ra.rubric_id <> excluded.rubric_id or ra.use_for_grading <> ${p.useForGrading}::boolean
   returning assignment_id as "assignmentId"`,
});

/** Assignments, which are held, come to have another rubric, or none (todo#8). */
export async function touchAssignments(tx: TxCtx, held: readonly { assignmentId: number }[]): Promise<void> {
  if (held.length > 0) await tx.db.rows(TOUCH_ASSIGNMENTS, { ids: held.map(({ assignmentId }) => assignmentId), now: tx.now });
}

/** rubrics#17: a rubric stands among those of its course without any association. */
export function namesCourse(at: CourseAccess, sent: AssociationParameters): boolean {
  const { association_type: type, association_id: form, purpose } = sent;
  if (type === 'Course' && form !== undefined && form.id !== at.course.id)
    throw invalidField('association_id', 'invalid', 'is another course');
  if (type !== 'Course' && purpose === 'bookmark') throw invalidField('purpose', 'invalid', 'is for a course: assignments have grading');
  return type === 'Course';
}

/** An assignment has at most one rubric: another takes its place. Without `association_id` nothing is associated. */
export async function associate(tx: TxCtx, at: CourseAccess, rubricId: number, sent: AssociationParameters): Promise<number | null> {
  const { association_id: form } = sent;
  if (namesCourse(at, sent) || form === undefined) return null;
  await shareOutcomesOfRubric(tx, rubricId);
  const assignmentId = await holdAssignment(tx, at, form.id);
  if (assignmentId === undefined) throw invalidField('association_id', 'invalid', 'is no assignment of the course');
  const { use_for_grading: useForGrading = null, purpose = 'grading' } = sent;
  const attached = await tx.db.rows(attach, { rubricId, assignmentId, useForGrading, purpose });
  await touchAssignments(tx, attached);
  return assignmentId;
}

export async function createRubric(
  ctx: Ctx,
  at: CourseAccess,
  sent: RubricParameters,
  association: AssociationParameters,
): Promise<RubricWithAssociation> {
  return ctx.tx(async (tx) => {
    const { id } = await tx.db.prisma.rubric.create({
      data: { courseId: at.course.id, title: sent.title ?? 'Rubric' },
      select: { id: true },
    });
    await writeCriteria(tx, at, id, sent.criteria ?? []);
    return withAssociation(await findRubric(tx.db, at, id, await associate(tx, at, id, association)));
  });
}

const held = statement({
  name: 'rubric_held',
  takes: { id: int, courseId: int },
  gives: { id: int },
  sql: (p) => sql`select id from rubrics where id = ${p.id} and course_id = ${p.courseId} and not deleted for update`,
});

/** Holds the rubric until the transaction ends, so that of two changes at once the later sees the earlier. */
export async function holdRubric(tx: TxCtx, at: CourseAccess, id: number): Promise<void> {
  foundIn(await tx.db.rows(held, { id, courseId: at.course.id }));
}

export async function updateRubric(
  ctx: Ctx,
  at: CourseAccess,
  id: number,
  { sent, association }: { sent: RubricParameters; association: AssociationParameters },
): Promise<RubricWithAssociation> {
  return ctx.tx(async (tx) => {
    await holdRubric(tx, at, id);
    await tx.db.prisma.rubric.updateMany({ where: { id }, data: { ...given({ title: sent.title }), updatedAt: tx.now } });
    if (sent.criteria) await writeCriteria(tx, at, id, sent.criteria);
    return withAssociation(await findRubric(tx.db, at, id, await associate(tx, at, id, association)));
  });
}

// In one order, as of whoever holds several.
const heldAssignments = statement({
  name: 'assignments_of_rubric_all_held',
  takes: { rubricId: int },
  gives: { assignmentId: int },
  sql: (
    p,
  ) => sql`select a.id as "assignmentId" from assignments a where a.id in (select ra.assignment_id from rubric_associations ra where ra.rubric_id = ${p.rubricId})
   order by a.id for no key update of a`,
});

/** Answers the rubric as it was; the assignments that used it have none any more. */
export async function deleteRubric(ctx: Ctx, at: CourseAccess, id: number): Promise<Rubric> {
  return ctx.tx(async (tx) => {
    await holdRubric(tx, at, id);
    const asItWas = rubricJson(await findRubric(tx.db, at, id, null));
    await tx.db.prisma.rubric.updateMany({ where: { id }, data: { deleted: true, updatedAt: tx.now } });
    const used = await tx.db.rows(heldAssignments, { rubricId: id });
    await tx.db.prisma.rubricAssociation.deleteMany({ where: { rubricId: id } });
    await touchAssignments(tx, used);
    return asItWas;
  });
}
