import type { Ctx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import { unauthorized } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { ALL } from './parameters.ts';
import { isVisibleStudent, observedBy, type Standing, sectionsOf } from './reach.ts';

/** Whose submissions a list holds: of these, or of all students of the sections (null: of the course). */
export type Students = { ids: number[] } | { everywhere: number[] | null };

interface NamedRow {
  /** Null: nobody of this root account. */
  id: number | null;
  student: boolean;
  /** Of the sections that the path names. */
  here: boolean;
  /** Of the sections that the caller is limited to. */
  within: boolean;
}

/** Users by any form of an id (ids $1; else $2 names the form and $3 the value), of a root account ($4); students of a course ($5). */
const named = statement<NamedRow>(
  'students_named',
  `select f.id, ${isVisibleStudent('$5', 'f.id', 'null')} as student, ${isVisibleStudent('$5', 'f.id', '$6')} as here,
     ${isVisibleStudent('$5', 'f.id', '$7')} as within
   from (select unnest($1::int[]) as id
     union all select (select p.user_id from pseudonyms p where p.root_account_id = $4 and p.state = 'active'
         and case x.form when 'sis_user_id' then p.sis_user_id = x.value else lower(p.unique_id) = lower(x.value) end limit 1)
       from unnest($2::text[], $3::text[]) x(form, value)) f`,
);

function readNamed(ctx: Ctx, at: Standing, forms: readonly IdForm[]): Promise<NamedRow[]> {
  const ids = forms.flatMap((form) => (form.by === 'id' ? form.id : form.by === 'self' ? ctx.caller.userId : []));
  const others = forms.flatMap((form) => (form.by === 'id' || form.by === 'self' ? [] : [form]));
  const limits = isGrader(at) ? at.limitedTo : null;
  const values = [ids, others.map((form) => form.by), others.map((form) => form.value), at.course.rootAccountId];
  return ctx.db.rows(named, [...values, at.course.id, sectionsOf(at), limits]);
}

/**
 * Whom the caller asks for, and may: graders their students, unknown ids left out; others themselves and those whom they observe.
 * Any id that is not permitted is 401 for the whole (D8.14).
 */
export async function permittedStudents(ctx: Ctx, at: Standing, forms: readonly (IdForm | typeof ALL)[] | undefined): Promise<Students> {
  const grader = isGrader(at);
  if (forms?.includes(ALL)) {
    if (!grader) throw unauthorized();
    return { everywhere: sectionsOf(at) };
  }
  const asked = (forms ?? []).filter((form) => form !== ALL);
  const rows = await readNamed(ctx, at, asked.length > 0 ? asked : [{ by: 'self' }]);
  const own = new Set([ctx.caller.userId, ...observedBy(at)]);
  const permitted = (row: NamedRow): boolean => (grader ? !row.student || row.within : row.id !== null && own.has(row.id));
  if (!rows.every(permitted)) throw unauthorized();
  return { ids: [...new Set(rows.flatMap((row) => (row.here && row.id !== null ? row.id : [])))] };
}
