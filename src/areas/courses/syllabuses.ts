import type { Ctx } from '../../access/context.ts';
import { type Db, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { readsCourse } from '../enrollments/relations.ts';

/** Keeps what was sent; null, or what nothing is left of once it is clean, takes away what there is (courses#39). */
export async function keepSyllabus(db: Db, courseId: number, body: string | null | undefined): Promise<void> {
  if (body === undefined) return;
  if (body) await db.prisma.courseSyllabus.upsert({ where: { courseId }, create: { courseId, body }, update: { body } });
  else await db.prisma.courseSyllabus.deleteMany({ where: { courseId } });
}

// Somebody's courses are listed to their administrators too, and not all of those are theirs to read: one may be of another account.
const ofCourses = statement({
  name: 'syllabuses_of_courses',
  takes: { ids: array(int), userId: int, adminOf: array(int), rootAccountId: int },
  gives: { courseId: int, body: nullable(text) },
  sql: (p) => sql`select c.id as "courseId", s.body
   from courses c join accounts a on a.id = c.account_id left join course_syllabuses s on s.course_id = c.id
   where c.id = any(${p.ids}::int[]) and ${readsCourse('c', { ...p, administered: sql`a.chain && ${p.adminOf}::int[]` })}`,
});

/** The syllabuses of those courses that the caller reads, null of one that has none. */
export async function syllabusesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
  const { userId, adminOf, rootAccountId } = ctx.caller;
  const rows = await ctx.db.rows(ofCourses, { ids, userId, adminOf, rootAccountId });
  return new Map(rows.map((row) => [row.courseId, row.body]));
}
