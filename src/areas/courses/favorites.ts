import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int } from '../../store/sql/types.ts';
import { isActive, showsCourse } from '../enrollments/relations.ts';
import { COURSE_COLUMNS, COURSE_ROW, coursesJson } from './json.ts';
import { isOver } from './relations.ts';
import type { Course, Favorite } from './schemas.ts';

// Who has chosen none that is still theirs has those in which they are active (courses#29). What is the user's is asked without a word of
// `c`, as in `courses_of_user`.
const chosen = numberedList({
  name: 'favorite_courses_of_user',
  takes: { userId: int },
  gives: COURSE_ROW,
  select: (p) => sql`with chosen as materialized (select c.id as course_id from course_favorites f join courses c on c.id = f.course_id
     where f.user_id = ${p.userId} and exists (select 1 from enrollments e
       where e.course_id = c.id and e.user_id = ${p.userId} and ${showsCourse('e', 'c')}))
   select ${COURSE_COLUMNS} from courses c
   where c.id in (select e.course_id from enrollments e join courses own on own.id = e.course_id
     where e.user_id = ${p.userId} and ${showsCourse('e', 'own')}
       and case when exists (select 1 from chosen) then e.course_id in (select course_id from chosen) else ${isActive('e')} and not ${isOver('own')} end)
   order by c.id`,
});

export async function listFavoriteCourses(ctx: Ctx, include: ReadonlySet<string>, page: PageRequest): Promise<Page<Course>> {
  const found = await chosen.read(ctx.db, { userId: ctx.caller.userId }, page);
  return mapPage(found, await coursesJson(ctx, found.rows, { include }));
}

const json = (courseId: number): Favorite => ({ context_id: courseId, context_type: 'Course' });

/** Again, it is as it was (courses#30). */
export async function addFavoriteCourse(ctx: Ctx, at: CourseAccess): Promise<Favorite> {
  const data = [{ userId: ctx.caller.userId, courseId: at.course.id }];
  await ctx.db.prisma.courseFavorite.createMany({ data, skipDuplicates: true });
  return json(at.course.id);
}

export async function removeFavoriteCourse(ctx: Ctx, at: CourseAccess): Promise<Favorite> {
  await ctx.db.prisma.courseFavorite.deleteMany({ where: { userId: ctx.caller.userId, courseId: at.course.id } });
  return json(at.course.id);
}

export async function removeAllFavoriteCourses(ctx: Ctx): Promise<{ message: 'OK' }> {
  await ctx.db.prisma.courseFavorite.deleteMany({ where: { userId: ctx.caller.userId } });
  return { message: 'OK' };
}
