import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, text } from '../../store/sql/types.ts';
import { administers } from '../accounts/relations.ts';
import { readsCourse } from '../enrollments/relations.ts';
import { isCourse } from './relations.ts';
import type { Course, CourseNickname } from './schemas.ts';

const ROW = { courseId: int, name: text, nickname: text };

// Those of courses that the caller reads: their names are nobody else's to see.
const ofUser = numberedList({
  name: 'course_nicknames_of_user',
  takes: { userId: int, rootAccountId: int },
  gives: ROW,
  select: (p) => sql`select n.course_id as "courseId", c.name, n.nickname from course_nicknames n join courses c on c.id = n.course_id
   where n.user_id = ${p.userId} and ${isCourse('c')} and ${readsCourse('c', { ...p, administered: administers(sql`c.account_id`, p.userId) })}
   order by n.course_id`,
});

const json = ({ courseId, name, nickname }: { courseId: number; name: string; nickname: string | null }): CourseNickname => ({
  course_id: courseId,
  name,
  nickname,
});

export async function listNicknames(ctx: Ctx, page: PageRequest): Promise<Page<CourseNickname>> {
  const found = await ofUser.read(ctx.db, { userId: ctx.caller.userId, rootAccountId: ctx.caller.rootAccountId }, page);
  return mapPage(found, found.rows.map(json));
}

const own = (ctx: Ctx, { course }: CourseAccess) => ({ userId: ctx.caller.userId, courseId: course.id });

/** The names of a course to the caller, for what shows no more of it (courses#34). */
export async function namesOf(ctx: Ctx, at: CourseAccess): Promise<Pick<Course, 'name' | 'original_name'>> {
  const { name } = at.course;
  const row = await ctx.db.prisma.courseNickname.findFirst({ where: own(ctx, at) });
  return row ? { name: row.nickname, original_name: name } : { name };
}

/** Null where the caller has given none (courses#33). */
export async function showNickname(ctx: Ctx, at: CourseAccess): Promise<CourseNickname> {
  const row = await ctx.db.prisma.courseNickname.findFirst({ where: own(ctx, at) });
  return json({ courseId: at.course.id, name: at.course.name, nickname: row?.nickname ?? null });
}

export async function setNickname(ctx: Ctx, at: CourseAccess, nickname: string): Promise<CourseNickname> {
  const where = own(ctx, at);
  await ctx.db.prisma.courseNickname.upsert({ where: { userId_courseId: where }, create: { ...where, nickname }, update: { nickname } });
  return json({ courseId: at.course.id, name: at.course.name, nickname });
}

const remove = statement({
  name: 'remove_course_nickname',
  takes: { userId: int, courseId: int },
  gives: { nickname: text },
  sql: (p) => sql`delete from course_nicknames n where n.user_id = ${p.userId} and n.course_id = ${p.courseId} returning n.nickname`,
});

/** Answers the nickname that is gone. */
export async function removeNickname(ctx: Ctx, at: CourseAccess): Promise<CourseNickname> {
  const { nickname } = foundIn(await ctx.db.rows(remove, own(ctx, at)));
  return json({ courseId: at.course.id, name: at.course.name, nickname });
}

export async function removeAllNicknames(ctx: Ctx): Promise<{ message: 'OK' }> {
  await ctx.db.prisma.courseNickname.deleteMany({ where: { userId: ctx.caller.userId } });
  return { message: 'OK' };
}
