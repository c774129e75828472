import type { Ctx } from '../../access/context.ts';
import { accessInCourses } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { foundIn, notFound } from '../../kernel/errors.ts';
import { mapPage, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { isActive, within } from '../enrollments/relations.ts';

const one = statement({
  name: 'collaboration',
  takes: { id: int },
  gives: { courseId: int, ofEverybody: boolean },
  sql: (p) => sql`select c.course_id as "courseId",
     not exists (select 1 from collaboration_users cu where cu.collaboration_id = c.id) as "ofEverybody"
   from collaborations c where c.id = ${p.id} and c.kind = 'collaboration'`,
});

const members = keyedList({
  name: 'members_of_collaboration',
  takes: { courseId: int, reach: nullable(array(int)) },
  mayTake: { namedBy: int },
  gives: { id: int, name: text, sortKey: text },
  select: (p) => sql`select u.id, u.name, u.sort_key as "sortKey" from users u
   where u.id in (select e.user_id from enrollments e where e.course_id = ${p.courseId} and ${isActive('e')}
       and ${within(sql`e.course_section_id`, p.reach)})`,
  filters: { namedBy: (p) => sql`u.id in (select cu.user_id from collaboration_users cu where cu.collaboration_id = ${p.namedBy})` },
  key: [
    { sql: sql`u.sort_key`, type: 'folded' },
    { sql: sql`u.id`, type: 'int' },
  ],
  keyOf: (row) => [row.sortKey, row.id],
});

/** Whom a collaboration is with (collaborations#7). It is not there for who does not read those of its course. */
export async function listMembers(ctx: Ctx, id: number, page: PageRequest) {
  const { courseId, ofEverybody } = foundIn(await ctx.db.rows(one, { id }));
  const [at] = await accessInCourses(ctx.db, ctx.caller, [courseId]);
  if (!at || !may(at, 'collaborations.read')) throw notFound();
  const named = { namedBy: ofEverybody ? undefined : id };
  const found = await members.read(ctx.db, { courseId, reach: reachOf(at, 'course.people.read') }, page, named);
  const collaborators = found.rows.map((row) => ({ id: row.id, type: 'user' as const, name: row.name, collaborator_id: row.id }));
  return { ...mapPage(found, collaborators), body: { collaborators } };
}
