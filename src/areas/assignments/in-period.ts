import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { readerOf } from '../../access/viewer.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, json } from '../../store/sql/types.ts';
import { fallsInto, periodsIn } from '../grading-periods/relations.ts';
import { setsDueAt } from '../overrides/relations.ts';
import type { AssignmentRow } from './rows.ts';

interface Due {
  id: number;
  dueAt: Date | null;
}

const inPeriod = statement({
  name: 'assignments_in_period',
  takes: { courseId: int, period: int, rows: json<readonly Due[]>(), overridden: boolean },
  gives: { id: int },
  sql: (p) => sql`with gp as materialized (select * from (${periodsIn(p.courseId)}) gp where gp.id = ${p.period})
   select r.id from json_to_recordset(${p.rows}::json) as r(id int, "dueAt" timestamptz) cross join gp
   where ${fallsInto(sql`r."dueAt"`)} or (${p.overridden}::boolean
     and exists (select 1 from assignment_overrides o where o.assignment_id = r.id and ${setsDueAt('o')} and ${fallsInto(sql`o.due_at`)}))`,
});

/** Those that fall into a period of the course for the caller; for staff, those that do for anybody (grading-periods#10). */
export async function leaveInPeriod(ctx: Ctx, at: CourseAccess, rows: readonly AssignmentRow[], period: number): Promise<AssignmentRow[]> {
  const overridden = readerOf(ctx.caller, at).kind === 'staff';
  const dues = rows.map(({ id, dueAt, baseDueAt }) => ({ id, dueAt: overridden ? baseDueAt : dueAt }));
  const found = await ctx.db.rows(inPeriod, { courseId: at.course.id, period, rows: dues, overridden });
  const ids = new Set(found.map((row) => row.id));
  return rows.filter((row) => ids.has(row.id));
}
