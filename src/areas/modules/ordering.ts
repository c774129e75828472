import type { TxCtx } from '../../access/context.ts';
import { invalidField } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, text, timestamptz } from '../../store/sql/types.ts';
import { arranged, holdCourse } from '../assignments/positions.ts';
import { COURSE_GATED } from '../courses/relations.ts';
import { type Ordered, waitingForLater, waitsFor } from './order.ts';
import { canGate, hasContent } from './relations.ts';

const inOrder = statement({
  name: 'modules_in_order',
  takes: { courseId: int },
  gives: { id: int, prerequisiteIds: array(int) },
  sql: (p) =>
    sql`select id, prerequisite_ids as "prerequisiteIds" from course_modules where course_id = ${p.courseId} and not deleted order by position, id`,
});

/** Holds the course, as whoever changes assignments does: of changes to its list of modules one is made at a time (modules#7). */
export async function holdModules(tx: TxCtx, courseId: number): Promise<Ordered[]> {
  await holdCourse(tx, courseId);
  return tx.db.rows(inOrder, { courseId });
}

const renumber = statement({
  name: 'renumber_modules',
  takes: { ids: array(int), prerequisites: array(text), waits: array(text), now: timestamptz },
  sql: (
    p,
  ) => sql`update course_modules m set position = n.position, prerequisite_ids = n.prerequisites::int[], waits_for = n.waits::int[], updated_at = ${p.now}
   from unnest(${p.ids}::int[], ${p.prerequisites}::text[], ${p.waits}::text[]) with ordinality as n(id, prerequisites, waits, position)
   where m.id = n.id and (m.position, m.prerequisite_ids, m.waits_for) is distinct from (n.position, n.prerequisites::int[], n.waits::int[])`,
});

const asArray = (ids: readonly number[]): string => `{${ids.join(',')}}`;

/** Writes the order and all that follows from it. `changed` is told where its prerequisites are wrong; else the move is. */
export async function arrangeModules(tx: TxCtx, modules: readonly Ordered[], changed?: number): Promise<void> {
  const wrong = waitingForLater(modules);
  if (changed !== undefined && wrong.includes(changed))
    throw invalidField('prerequisite_module_ids', 'invalid', 'may name modules of the course that stand before this one, and no others');
  if (wrong.length > 0) throw invalidField('position', 'invalid', 'would put a module before one that it waits for');
  const waits = waitsFor(modules);
  await tx.db.rows(renumber, {
    ids: modules.map(({ id }) => id),
    prerequisites: modules.map(({ prerequisiteIds }) => asArray(prerequisiteIds)),
    waits: modules.map(({ id }) => asArray(waits.get(id) ?? [])),
    now: tx.now,
  });
}

const itemsInOrder = statement({
  name: 'module_items_in_order',
  takes: { moduleId: int },
  gives: { id: int },
  sql: (p) => sql`select i.id from course_modules m join courses c on c.id = m.course_id join module_items i on i.module_id = m.id
   where m.id = ${p.moduleId} and not i.deleted and ${hasContent('staff')} order by i.position, i.id`,
});
const renumberItems = statement({
  name: 'renumber_module_items',
  takes: { ids: array(int), moduleId: int },
  sql: (p) => sql`update module_items i set position = n.position, module_id = ${p.moduleId}
   from unnest(${p.ids}::int[]) with ordinality as n(id, position) where i.id = n.id`,
});

/** Puts an item of the held course at a place of a module, from wherever it was (modules#23). */
export async function placeItem(tx: TxCtx, moduleId: number, id: number, position: number): Promise<void> {
  const ids = (await tx.db.rows(itemsInOrder, { moduleId })).map((row) => row.id);
  await tx.db.rows(renumberItems, { ids: arranged(ids, id, position), moduleId });
}

const gates = statement({
  name: 'course_can_gate',
  takes: { courseId: int },
  gives: { gated: boolean },
  sql: (p) => sql`select ${canGate(p.courseId)} as gated`,
});

/** Once modules or items of the held course have changed: whether they may hold anything back (modules#39). */
export async function settleGate(tx: TxCtx, courseId: number): Promise<void> {
  const [row] = await tx.db.rows(gates, { courseId });
  await tx.db.rows(COURSE_GATED, { id: courseId, gated: row?.gated ?? false });
}
