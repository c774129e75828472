import type { Ctx } from '../../access/context.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, text } from '../../store/sql/types.ts';
import { isCourse } from './relations.ts';

const bySisIds = statement({
  name: 'courses_by_sis_ids',
  takes: { values: array(text), rootAccountId: int },
  gives: { id: int, value: text },
  sql: (p) => sql`select c.id, named.value from unnest(${p.values}::text[]) named(value)
     join courses c on c.root_account_id = ${p.rootAccountId} and c.sis_course_id = named.value and ${isCourse('c')}`,
});

/** The courses that forms of ids name (conventions#52), in their order; an unknown one is none (-1). */
export async function courseIdsOf(ctx: Ctx, forms: readonly IdForm[]): Promise<number[]> {
  const values = forms.flatMap((form) => ('value' in form ? form.value : []));
  const found = values.length === 0 ? [] : await ctx.db.rows(bySisIds, { values, rootAccountId: ctx.caller.rootAccountId });
  const ids = new Map(found.map((row) => [row.value, row.id]));
  return forms.map((form) => (form.by === 'id' ? form.id : (('value' in form ? ids.get(form.value) : undefined) ?? -1)));
}
