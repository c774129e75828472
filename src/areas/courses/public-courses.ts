import type { Ctx } from '../../access/context.ts';
import { mapPage, noRows, type Page, type PageRequest } from '../../kernel/pages.ts';
import { containing } from '../../store/folding.ts';
import { keyedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import { byPattern } from './account-courses.ts';
import { COURSE_COLUMNS, COURSE_ROW, coursesJson } from './json.ts';
import { isOpen } from './relations.ts';
import type { FoundCourse } from './schemas.ts';

const courses = keyedList({
  name: 'public_courses',
  takes: { rootAccountId: int },
  mayTake: { pattern: text },
  narrowing: ['pattern'],
  gives: COURSE_ROW,
  select: (p) =>
    sql`select ${COURSE_COLUMNS} from courses c where c.root_account_id = ${p.rootAccountId} and c.is_public and ${isOpen('c')}`,
  filters: { pattern: (p) => byPattern(p.pattern) },
  key: [{ sql: sql`c.id`, type: 'int' }],
  keyOf: (row) => [row.id],
});

interface PublicCoursesQuery {
  search?: string | undefined;
  open_enrollment_only?: boolean | undefined;
}

/** What every user of the root account may read (courses#35). Nobody enrolls themself, so that no course is open in that sense. */
export async function listPublicCourses(ctx: Ctx, query: PublicCoursesQuery, page: PageRequest): Promise<Page<FoundCourse>> {
  if (query.open_enrollment_only) return noRows(page);
  const search = query.search?.trim() ?? '';
  const wanted = search === '' ? {} : { pattern: containing(search) };
  const found = await courses.read(ctx.db, { rootAccountId: ctx.caller.rootAccountId }, page, wanted);
  const shown = await coursesJson(ctx, found.rows);
  return mapPage(
    found,
    shown.map((course) => ({ course })),
  );
}
