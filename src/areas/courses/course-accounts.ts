import type { Ctx } from '../../access/context.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, text } from '../../store/sql/types.ts';
import { ofStaff, takesPart } from '../enrollments/relations.ts';
import { isCourse } from './relations.ts';
import type { CourseAccount } from './schemas.ts';

const accounts = numberedList({
  name: 'accounts_of_courses_worked_in',
  takes: { userId: int },
  gives: { id: int, name: text, parentId: nullable(int), rootId: int },
  select: (p) => sql`select a.id, a.name, a.parent_account_id as "parentId", a.root_account_id as "rootId" from accounts a
   where a.id in (select c.account_id from enrollments e join courses c on c.id = e.course_id
       where e.user_id = ${p.userId} and ${ofStaff('e')} and ${takesPart('e')} and ${isCourse('c')})
   order by a.id`,
});

/** Where the caller works, whatever they may there besides (courses#36). */
export async function listCourseAccounts(ctx: Ctx, page: PageRequest): Promise<Page<CourseAccount>> {
  const found = await accounts.read(ctx.db, { userId: ctx.caller.userId }, page);
  const shown = found.rows.map(({ id, name, parentId, rootId }) => ({
    id,
    name,
    parent_account_id: parentId,
    root_account_id: parentId === null ? null : rootId,
    workflow_state: 'active' as const,
  }));
  return mapPage(found, shown);
}
