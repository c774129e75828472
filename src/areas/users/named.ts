import type { Ctx } from '../../access/context.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text, type ValuesOf } from '../../store/sql/types.ts';
import { userNamed } from './relations.ts';

/** What has to be looked up to know a user: neither an id nor the caller. */
type Lookup = Exclude<IdForm, { by: 'id' | 'self' }>;
export const isLookup = (form: IdForm): form is Lookup => form.by !== 'id' && form.by !== 'self';

/** Undefined where the user has to be looked up. */
export const knownId = ({ caller }: Ctx, form: IdForm): number | undefined =>
  form.by === 'id' ? form.id : form.by === 'self' ? caller.userId : undefined;

export const LOOKUP_TAKES = { forms: array(text), values: array(text), rootAccountId: int };
export const lookupValues = (lookups: readonly Lookup[], rootAccountId: number): ValuesOf<typeof LOOKUP_TAKES> => ({
  forms: lookups.map((form) => form.by),
  values: lookups.map((form) => form.value),
  rootAccountId,
});

/** Users by login or SIS id, of a root account, by the place at which they were asked for. */
const byForm = statement({
  name: 'users_by_form',
  takes: LOOKUP_TAKES,
  gives: { place: int, id: nullable(int) },
  sql: (p) => sql`select x.place::int as place, ${userNamed(sql`x.form`, sql`x.value`, p.rootAccountId)} as id
   from unnest(${p.forms}::text[], ${p.values}::text[]) with ordinality x(form, value, place)`,
});

/** Whom no user is. */
export const NOBODY = -1;

/** The users that forms of ids name (conventions#52), in their order; an unknown one is nobody. */
export async function userIdsOf(ctx: Ctx, forms: readonly IdForm[], rootAccountId: number): Promise<number[]> {
  const lookups = forms.filter(isLookup);
  const found = lookups.length === 0 ? [] : await ctx.db.rows(byForm, lookupValues(lookups, rootAccountId));
  const ids = new Map<IdForm | undefined, number | null>(found.map((row) => [lookups[row.place - 1], row.id]));
  return forms.map((form) => knownId(ctx, form) ?? ids.get(form) ?? NOBODY);
}
