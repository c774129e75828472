import type { Ctx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import { unauthorized } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { statement } from '../../store/database.ts';
import { ALL } from './parameters.ts';
import { isVisibleStudent, observedBy, type Standing, sectionsOf } from './reach.ts';

/** Whose submissions a list holds: of these students (null: of all) who are in the sections (null: in the course). */
export interface Students {
  ids: number[] | null;
  sections: number[] | null;
}

interface NamedRow {
  /** Null: nobody of this root account. */
  id: number | null;
  student: boolean;
  /** Of the sections that the caller is limited to. */
  within: boolean;
}

/** Users by any form of an id (ids $1; else $2 names the form and $3 the value), of a root account ($4); students of a course ($5). */
const named = statement<NamedRow>(
  'students_named',
  `select f.id, ${isVisibleStudent('$5', 'f.id', 'null')} as student, ${isVisibleStudent('$5', 'f.id', '$6')} as within
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
  return ctx.db.rows(named, [...values, at.course.id, limits]);
}

const isOwn = (form: IdForm): form is Extract<IdForm, { by: 'id' | 'self' }> => form.by === 'id' || form.by === 'self';

/** Of themselves and of those whom they observe; anybody else is 401. */
async function permittedToOthers(ctx: Ctx, at: Standing, forms: readonly IdForm[]): Promise<number[]> {
  const own = new Set([ctx.caller.userId, ...observedBy(at)]);
  const plain = forms.filter(isOwn).map((form) => (form.by === 'id' ? form.id : ctx.caller.userId));
  const bySis = plain.length === forms.length ? [] : (await readNamed(ctx, at, forms)).map((row) => row.id ?? -1);
  const ids = [...new Set([...plain, ...bySis])];
  if (!ids.every((id) => own.has(id))) throw unauthorized();
  return ids;
}

/** Of their students; unknown ones are left out, and any of another section than their own is 401 for the whole. */
async function permittedToGraders(ctx: Ctx, at: Standing, forms: readonly IdForm[]): Promise<number[]> {
  const rows = await readNamed(ctx, at, forms);
  if (rows.some((row) => row.student && !row.within)) throw unauthorized();
  return [...new Set(rows.flatMap((row) => row.id ?? []))];
}

/** Whom the caller asks for, and may (D8.14); without `student_ids` oneself. */
export async function permittedStudents(ctx: Ctx, at: Standing, forms: readonly (IdForm | typeof ALL)[] | undefined): Promise<Students> {
  const sections = sectionsOf(at);
  const asked = (forms ?? []).filter((form) => form !== ALL);
  if (forms?.includes(ALL)) {
    if (!isGrader(at)) throw unauthorized();
    return { ids: null, sections };
  }
  if (asked.length === 0) return { ids: [ctx.caller.userId], sections };
  return { ids: isGrader(at) ? await permittedToGraders(ctx, at, asked) : await permittedToOthers(ctx, at, asked), sections };
}
