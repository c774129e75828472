import type { Ctx } from '../../access/context.ts';
import { isGrader } from '../../access/permissions.ts';
import { type Reach, reachOf } from '../../access/reach.ts';
import { viewerOf } from '../../access/viewer.ts';
import { unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf } from '../../store/sql/types.ts';
import { isStudentWithin } from '../enrollments/relations.ts';
import { isLookup, knownId, LOOKUP_TAKES, lookupValues, userIdsOf } from '../users/named.ts';
import { userNamed } from '../users/relations.ts';
import { ALL } from './parameters.ts';
import { addressedSections, gradedIn, type ScopedAccess } from './reach.ts';

/** Whose submissions a list holds: of these students (null: of all) who are in the sections (null: in the course). */
export interface Students {
  ids: number[] | null;
  sections: Reach;
  /** The caller reads what these did as who grades it. */
  grades: (userId: number) => boolean;
}

const NAMED_ROW = {
  /** Null: nobody of this root account. */
  id: nullable(int),
  student: boolean,
  /** In reach of the caller, as who grades. */
  within: boolean,
};
type NamedRow = RowOf<typeof NAMED_ROW>;

/** Users by any form of an id, of a root account; students of a course. */
const named = statement({
  name: 'students_named',
  takes: { ids: array(int), ...LOOKUP_TAKES, courseId: int, reach: nullable(array(int)) },
  gives: NAMED_ROW,
  sql: (
    p,
  ) => sql`select f.id, ${isStudentWithin(p.courseId, sql`f.id`, sql`null`)} as student, ${isStudentWithin(p.courseId, sql`f.id`, p.reach)} as within
   from (select unnest(${p.ids}::int[]) as id
     union all select ${userNamed(sql`x.form`, sql`x.value`, p.rootAccountId)}
       from unnest(${p.forms}::text[], ${p.values}::text[]) x(form, value)) f`,
});

function readNamed(ctx: Ctx, at: ScopedAccess, forms: readonly IdForm[]): Promise<NamedRow[]> {
  return ctx.db.rows(named, {
    ids: forms.flatMap((form) => knownId(ctx, form) ?? []),
    ...lookupValues(forms.filter(isLookup), at.course.rootAccountId),
    courseId: at.course.id,
    reach: reachOf(at, 'submissions.list'),
  });
}

/** The students that whoever grades nobody may ask for: themselves and those whom they observe. 401 for anybody else. */
async function permittedToOthers(ctx: Ctx, at: ScopedAccess, forms: readonly IdForm[]): Promise<number[]> {
  const own = new Set([ctx.caller.userId, ...viewerOf(ctx.caller, at).observed]);
  const ids = [...new Set(await userIdsOf(ctx, forms, at.course.rootAccountId))];
  if (!ids.every((id) => own.has(id))) throw unauthorized();
  return ids;
}

/**
 * The students that whoever grades may ask for: those whom they grade and, as everybody may, themselves and those whom they observe.
 * Unknown ones are left out; where one is of another section than where they grade, the whole is 401.
 */
async function permittedToGraders(ctx: Ctx, at: ScopedAccess, forms: readonly IdForm[]): Promise<Students> {
  const sections = addressedSections(at);
  const own = new Set(viewerOf(ctx.caller, at).students);
  const rows = (await readNamed(ctx, at, forms)).flatMap(({ id, ...row }) => (id === null ? [] : { id, ...row }));
  if (rows.some((row) => row.student && !row.within && !own.has(row.id))) throw unauthorized();
  // Who grades in the course may grade nobody of the section that the path names.
  const anybody = gradedIn(at)?.length !== 0;
  const graded = new Set(rows.flatMap((row) => (anybody && row.within ? row.id : [])));
  return {
    ids: [...new Set([...graded, ...rows.flatMap((row) => (own.has(row.id) ? row.id : []))])],
    sections,
    grades: (id) => graded.has(id),
  };
}

/** Whom the caller asks for, and may (submissions#62); without `student_ids` oneself. */
export async function permittedStudents(
  ctx: Ctx,
  at: ScopedAccess,
  forms: readonly (IdForm | typeof ALL)[] | undefined,
): Promise<Students> {
  const asked = (forms ?? []).filter((form) => form !== ALL);
  if (forms?.includes(ALL)) {
    if (!isGrader(at)) throw unauthorized();
    return { ids: null, sections: gradedIn(at), grades: () => true };
  }
  const self = ctx.caller.userId;
  if (isGrader(at)) {
    if (asked.length > 0) return permittedToGraders(ctx, at, asked);
    // Most graders study nothing in their course, and have nothing of their own.
    return at.roles.has('student')
      ? permittedToGraders(ctx, at, [{ by: 'self' }])
      : { ids: [self], sections: addressedSections(at), grades: () => true };
  }
  const ids = asked.length > 0 ? await permittedToOthers(ctx, at, asked) : [self];
  return { ids, sections: addressedSections(at), grades: () => false };
}
