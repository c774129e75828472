import type { Ctx } from '../access/context.ts';
import type { CourseAccess } from '../access/context-access.ts';
import { type Contents, gatedFor, gatedValues, IN_COURSES, NO_CONTENTS, placesOf } from '../access/gates.ts';
import { viewerOf } from '../access/viewer.ts';
import { CONTENT_TAKES, contentStandingIn, isAmong, isOut } from '../areas/modules/relations.ts';
import { statement } from '../store/database.ts';
import { sql } from '../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, text, timestamptz } from '../store/sql/types.ts';

const PLACE_ROW = { moduleId: int, name: text, published: boolean, held: boolean, unlockAt: nullable(timestamptz) };
const places = statement({
  name: 'why_places_in_modules',
  takes: { ...IN_COURSES, ...CONTENT_TAKES },
  gives: PLACE_ROW,
  sql: (p) => sql`with ${contentStandingIn(p, placesOf(p))}
   select m.id as "moduleId", m.name, ${isOut('m')} as published, place.held, case when place.early then m.unlock_at end as "unlockAt"
   from (select standing.module_id, standing.item_id, bool_and(standing.held) as held, bool_and(standing.early) as early
       from every_place standing where ${isAmong(p)} group by standing.module_id, standing.item_id) place
     join course_modules m on m.id = place.module_id join courses c on c.id = m.course_id
   order by m.position, place.item_id`,
});

function stateOf({ published, held, unlockAt }: RowOf<typeof PLACE_ROW>): string {
  if (!held) return 'the user has reached it there';
  if (!published) return 'held back from the user, as the module is not published';
  if (unlockAt) return `held back from the user, as the module opens ${unlockAt.toISOString()}`;
  return 'held back from the user, as something before it is not done';
}

/** Where content stands in modules, which may hold it back from the user; of staff nothing is said (modules#35). */
export async function moduleNotes(ctx: Ctx, at: CourseAccess | null, contents: Contents): Promise<string[]> {
  const gated = at ? gatedFor(at, viewerOf(ctx.caller, at)) : [];
  if (gated.length === 0) return [];
  const rows = await ctx.db.rows(places, { ...gatedValues(ctx.now, gated), ...NO_CONTENTS, ...contents });
  return rows.map((row) => `it stands in module ${row.moduleId}, "${row.name}": ${stateOf(row)}`);
}
