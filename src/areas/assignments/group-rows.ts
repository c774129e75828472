import type { TxCtx } from '../../access/context.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, float, int, json, type RowOf, text } from '../../store/sql/types.ts';
import type { GroupRules } from '../../store/stored/assignments.ts';
import { arranged, groupIds, numberGroups } from './positions.ts';

const GROUP_ROW = {
  id: int,
  name: text,
  position: int,
  groupWeight: float,
  rules: json<GroupRules>(),
};
export type GroupRow = RowOf<typeof GROUP_ROW>;

const select = (
  course: Piece,
): Sql => sql`select ag.id, ag.name, ag.position, ag.group_weight as "groupWeight", ag.rules from assignment_groups ag
  where ag.course_id = ${course} and not ag.deleted`;

export const groupsOfCourse = numberedList({
  name: 'assignment_groups_of_course',
  takes: { courseId: int },
  gives: GROUP_ROW,
  select: (p) => sql`${select(p.courseId)} order by ag.position, ag.id`,
});
const byId = statement({
  name: 'assignment_group',
  takes: { courseId: int, id: int },
  gives: GROUP_ROW,
  sql: (p) => sql`${select(p.courseId)} and ag.id = ${p.id}`,
});

export async function readGroup(db: Db, courseId: number, id: number): Promise<GroupRow | undefined> {
  const [row] = await db.rows(byId, { courseId, id });
  return row;
}

interface NewGroup {
  name: string;
  groupWeight: number;
  rules: GroupRules;
  position: number | undefined;
}

/** Whoever calls this holds the course. */
export async function insertGroup(tx: TxCtx, courseId: number, { position, ...values }: NewGroup): Promise<number> {
  const before = await groupIds(tx, courseId);
  const row = await tx.db.prisma.assignmentGroup.create({
    data: { courseId, ...values, position: before.length + 1 },
    select: { id: true },
  });
  if (position !== undefined) await numberGroups(tx, arranged(before, row.id, position));
  return row.id;
}

const forget = statement({
  name: 'forget_never_dropped',
  takes: { groupId: int, assignmentIds: array(int) },
  sql: (p) => sql`update assignment_groups g set rules = case when jsonb_array_length(k.kept) = 0 then g.rules - 'never_drop'
       else jsonb_set(g.rules, '{never_drop}', k.kept) end
   from (select id, (select coalesce(jsonb_agg(v), '[]') from jsonb_array_elements(rules -> 'never_drop') v
       where not (v::text::int = any(${p.assignmentIds}::int[]))) as kept from assignment_groups where id = ${p.groupId} and rules ? 'never_drop') k
   where g.id = k.id and k.kept <> g.rules -> 'never_drop'`,
});

/** Assignments that leave a group leave its rules (assignments#50). */
export async function forgetNeverDropped(tx: TxCtx, groupId: number, assignmentIds: readonly number[]): Promise<void> {
  await tx.db.rows(forget, { groupId, assignmentIds });
}
