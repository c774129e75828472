import type { Ctx } from '../../access/context.ts';
import { isoOrNull } from '../../http/timestamps.ts';
import { statement } from '../../store/database.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, ifThere, int, nullable, type RowOf, text, timestamptz, whereThere } from '../../store/sql/types.ts';
import { givesRight, isActive, isLimited, isOpenTo, ofStudent, ofTeacher, takesPart } from '../enrollments/relations.ts';
import { TERM_COLUMNS, TERM_ROW, termOfCourseJson } from '../terms/json.ts';
import { termOf } from '../terms/relations.ts';
import { PICTURE_COLUMN, shownUser } from '../users/avatars.ts';
import { isConcluded } from './relations.ts';
import { rightsInCourses } from './rights.ts';
import type { Course, SectionOfCourse } from './schemas.ts';
import { syllabusesOf } from './syllabuses.ts';

const SEEING = { ids: array(int), callerId: int, adminOf: array(int) };

const SECTION_ROW = {
  id: int,
  name: text,
  startAt: nullable(timestamptz),
  endAt: nullable(timestamptz),
};
type SectionRow = RowOf<typeof SECTION_ROW>;
const isSection = whereThere(SECTION_ROW);

/** Of the courses in which the caller takes part, those that have none too: an invitation or a public course opens the course alone. */
const sections = statement({
  name: 'sections_of_courses',
  takes: SEEING,
  gives: { courseId: int, ...ifThere(SECTION_ROW) },
  sql: (p) => sql`select c.id as "courseId", s.id, s.name, s.start_at as "startAt", s.end_at as "endAt"
   from courses c join accounts a on a.id = c.account_id left join course_sections s on s.course_id = c.id and not s.deleted
   where c.id = any(${p.ids}::int[]) and (a.chain && ${p.adminOf}::int[] or exists (select 1 from enrollments mine
     where mine.course_id = c.id and mine.user_id = ${p.callerId} and ${takesPart('mine')} and ${isOpenTo('mine', 'c')}))
   order by s.id`,
});

const sectionJson = (row: SectionRow): SectionOfCourse => ({
  id: row.id,
  name: row.name,
  start_at: isoOrNull(row.startAt),
  end_at: isoOrNull(row.endAt),
});

/** The caller sees the person of an enrollment `e` among the people of its course. What the caller has is read once, and not for each `e`. */
function seesPersonOf(callerId: Piece, adminOf: Piece): Sql {
  const reaching = (columns: Sql, which: Sql) => sql`select ${columns} from enrollments mine join courses c on c.id = mine.course_id
       where mine.user_id = ${callerId} and ${takesPart('mine')} and ${isOpenTo('mine', 'c')} and ${givesRight('mine', 'course.people.read')} and ${which}`;
  return sql`(exists (select 1 from courses c join accounts a on a.id = c.account_id where c.id = e.course_id and a.chain && ${adminOf}::int[])
     or e.course_id in (${reaching(sql`mine.course_id`, sql`not ${isLimited('mine')}`)})
     or (e.course_id, e.course_section_id) in (${reaching(sql`mine.course_id, mine.course_section_id`, isLimited('mine'))}))`;
}

const teachers = statement({
  name: 'teachers_of_courses',
  takes: SEEING,
  gives: { courseId: int, userId: int, name: text, picture: nullable(text) },
  sql: (p) => sql`select t.course_id as "courseId", u.id as "userId", u.short_name as name, ${PICTURE_COLUMN}
   from (select distinct e.course_id, e.user_id from enrollments e where e.course_id = any(${p.ids}::int[]) and ${ofTeacher('e')}
     and ${isActive('e')} and ${seesPersonOf(p.callerId, p.adminOf)}) t
   join users u on u.id = t.user_id order by u.sort_key, u.id`,
});

const students = statement({
  name: 'students_of_courses_counted',
  takes: SEEING,
  gives: { courseId: int, count: int },
  sql: (p) => sql`select e.course_id as "courseId", count(distinct e.user_id)::int as count
   from enrollments e where e.course_id = any(${p.ids}::int[]) and ${ofStudent('e')} and ${isActive('e')} and ${seesPersonOf(p.callerId, p.adminOf)}
   group by e.course_id`,
});

const among = statement({
  name: 'favorites_among_courses',
  takes: { userId: int, ids: array(int) },
  gives: { id: int },
  sql: (p) => sql`select f.course_id as id from course_favorites f where f.user_id = ${p.userId} and f.course_id = any(${p.ids}::int[])`,
});

/** Which of these courses are among the caller's favorites. */
async function favoritesAmong(ctx: Ctx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await ctx.db.rows(among, { userId: ctx.caller.userId, ids });
  return new Set(rows.map((row) => row.id));
}

const terms = statement({
  name: 'terms_of_courses',
  takes: { ids: array(int) },
  gives: { courseId: int, ...TERM_ROW },
  sql: (p) =>
    sql`select c.id as "courseId", ${TERM_COLUMNS} from courses c join enrollment_terms t on t.id = ${termOf('c')} where c.id = any(${p.ids}::int[])`,
});

type OfAll = Pick<Course, 'term' | 'sections' | 'teachers' | 'total_students' | 'needs_grading_count' | 'concluded' | 'syllabus_body'>;
type OfCaller = Pick<Course, 'is_favorite' | 'permissions' | 'course_progress'>;

const NO_PROGRESS = { error: { message: 'no progress: the course has no requirements, or you are not a student of it' } };

/** What `include[]` adds of the caller (courses#31). */
async function ofCaller(ctx: Ctx, ids: readonly number[], include: ReadonlySet<string>): Promise<(id: number) => OfCaller> {
  const favorites = include.has('favorites') ? await favoritesAmong(ctx, ids) : null;
  const rights = include.has('permissions') ? await rightsInCourses(ctx, ids) : null;
  const progress = include.has('course_progress') ? await ctx.services.progressInCourses(ctx, ids, ctx.caller.userId) : null;
  return (id) => ({
    is_favorite: favorites?.has(id),
    permissions: rights?.get(id),
    course_progress: progress ? (progress.get(id) ?? NO_PROGRESS) : undefined,
  });
}

/** What `include[]` adds to courses (courses#7, courses#27), in one statement for each of its words, however many courses. */
export async function includedIn(
  ctx: Ctx,
  rows: readonly { id: number; state: Course['workflow_state'] }[],
  include: ReadonlySet<string>,
): Promise<(row: { id: number; state: Course['workflow_state'] }) => OfAll & OfCaller> {
  const ids = rows.map((row) => row.id);
  const seeing = { ids, callerId: ctx.caller.userId, adminOf: ctx.caller.adminOf };
  const needsGrading = include.has('needs_grading_count') ? await ctx.services.courseGrades.needsGrading(ctx, ids) : null;
  const bySection = include.has('sections') ? Map.groupBy(await ctx.db.rows(sections, seeing), (row) => row.courseId) : null;
  const byTeacher = include.has('teachers') ? Map.groupBy(await ctx.db.rows(teachers, seeing), (row) => row.courseId) : null;
  const counts = include.has('total_students') ? await ctx.db.rows(students, seeing) : null;
  const byCount = counts && new Map(counts.map((row) => [row.courseId, row.count]));
  const own = await ofCaller(ctx, ids, include);
  const byTerm = include.has('term')
    ? new Map((await ctx.db.rows(terms, { ids })).map((row) => [row.courseId, termOfCourseJson(row)]))
    : null;
  const bySyllabus = include.has('syllabus_body') ? await syllabusesOf(ctx, ids) : null;
  return ({ id, ...course }) => ({
    ...own(id),
    term: byTerm?.get(id),
    needs_grading_count: needsGrading?.get(id),
    sections: bySection?.get(id)?.filter(isSection).map(sectionJson),
    teachers: byTeacher
      ? (byTeacher.get(id) ?? []).map(({ userId, name, picture }) =>
          shownUser(ctx, { id: userId, picture }, name, `${ctx.webUrl}/courses/${id}/users/${userId}`),
        )
      : undefined,
    total_students: byCount ? (byCount.get(id) ?? 0) : undefined,
    syllabus_body: bySyllabus?.get(id),
    concluded: include.has('concluded') ? isConcluded(course) : undefined,
  });
}
