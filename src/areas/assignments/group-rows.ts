import type { TxCtx } from '../../access/context.ts';
import { type Db, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import type { GroupRules } from '../../store/stored/assignments.ts';
import { arranged, groupIds, numberGroups } from './positions.ts';

export interface GroupRow {
  id: number;
  name: string;
  position: number;
  groupWeight: number;
  rules: GroupRules;
}

const SELECT = `select ag.id, ag.name, ag.position, ag.group_weight as "groupWeight", ag.rules from assignment_groups ag
  where ag.course_id = $1 and not ag.deleted`;

export const groupsOfCourse = numberedList<GroupRow>({
  name: 'assignment_groups_of_course',
  select: `${SELECT} order by ag.position, ag.id`,
  parameters: 1,
});
const byId = statement<GroupRow>('assignment_group', `${SELECT} and ag.id = $2`);

export async function readGroup(db: Db, courseId: number, id: number): Promise<GroupRow | undefined> {
  const [row] = await db.rows(byId, [courseId, id]);
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

const forget = statement<never>(
  'forget_never_dropped',
  `update assignment_groups g set rules = case when jsonb_array_length(k.kept) = 0 then g.rules - 'never_drop'
       else jsonb_set(g.rules, '{never_drop}', k.kept) end
   from (select id, (select coalesce(jsonb_agg(v), '[]') from jsonb_array_elements(rules -> 'never_drop') v
       where not (v::text::int = any($2::int[]))) as kept from assignment_groups where id = $1 and rules ? 'never_drop') k
   where g.id = k.id and k.kept <> g.rules -> 'never_drop'`,
);

/** Assignments that leave a group leave its rules (D7.16). */
export async function forgetNeverDropped(tx: TxCtx, groupId: number, assignmentIds: readonly number[]): Promise<void> {
  await tx.db.rows(forget, [groupId, assignmentIds]);
}
