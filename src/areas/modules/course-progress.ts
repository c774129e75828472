import type { Ctx } from '../../access/context.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, timestamptz } from '../../store/sql/types.ts';
import type { ProgressInCourses } from '../courses/progress.ts';
import type { CourseProgress } from '../courses/schemas.ts';
import { isStudentOf } from '../enrollments/relations.ts';
import { progressIn } from './relations.ts';

// What follows is found for all courses at once: the paths of all of them would else be gone through for each.
const read = statement({
  name: 'progress_of_student_in_courses',
  takes: { courseIds: array(int), studentId: int, now: timestamptz },
  gives: { courseId: int, asked: int, met: int, metAt: nullable(timestamptz), nextItemId: nullable(int) },
  sql: (p) => sql`with ${progressIn({
    places: sql`select c.id as course_id, array[${p.studentId}::int] as students from courses c
      where c.id = any(${p.courseIds}::int[]) and ${isStudentOf(sql`c.id`, p.studentId)}`,
    now: sql`${p.now}::timestamptz`,
  })},
   following as materialized (select distinct on (own.course_id) own.course_id, w.item_id
     from paths w join course_modules own on own.id = w.module_id where w.asked and w.met_at is null and not w.held
     order by own.course_id, w.module_position, own.id, w.position, w.item_id)
   select m.course_id as "courseId", sum(g.asked)::int as asked, sum(g.met)::int as met, max(g.met_at) as "metAt",
     (select f.item_id from following f where f.course_id = m.course_id) as "nextItemId"
   from stages g join course_modules m on m.id = g.module_id group by m.course_id having sum(g.asked) > 0`,
});

/** Over all modules of a course that are published, as their own progress says it (courses#31, modules#30). */
export const progressInCourses: ProgressInCourses = async (ctx: Ctx, courseIds, studentId) => {
  const rows = await ctx.db.rows(read, { courseIds, studentId, now: ctx.now });
  return new Map(
    rows.map(({ courseId, asked, met, metAt, nextItemId }): [number, CourseProgress] => [
      courseId,
      {
        requirement_count: asked,
        requirement_completed_count: met,
        next_requirement_url: nextItemId === null ? null : `${ctx.webUrl}/courses/${courseId}/modules/items/${nextItemId}`,
        completed_at: met === asked ? isoOrNull(metAt) : null,
      },
    ]),
  );
};
