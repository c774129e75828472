import type { Ctx, TxCtx } from '../../access/context.ts';
import type { CourseAccess, SectionAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { reachOf } from '../../access/reach.ts';
import { cutTo, MOST_CHARACTERS } from '../../http/parameters/types.ts';
import { foundIn, notFound, refusal, unauthorized } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { containing, folded } from '../../store/folding.ts';
import { numberedList } from '../../store/lists.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, text } from '../../store/sql/types.ts';
import { keepingCourse } from '../courses/relations.ts';
import { isActive, ofStudent, stands, within } from '../enrollments/relations.ts';
import { studentsOfSections } from '../users/people.ts';
import { SECTION_ROW, type SectionRow, sectionsJson } from './json.ts';
import type { Section, SectionParameters } from './schemas.ts';

const SECTION_COLUMNS = sql`s.id, s.name, s.course_id as "courseId", s.nonxlist_course_id as "nonxlistCourseId",
  s.sis_section_id as "sisSectionId", s.start_at as "startAt", s.end_at as "endAt"`;

const ofCourse = numberedList({
  name: 'sections_of_course',
  takes: { courseId: int },
  mayTake: { pattern: text },
  gives: SECTION_ROW,
  filters: { pattern: (p) => sql`${folded(sql`s.name`)} like ${folded(sql`${p.pattern}::text`)}` },
  select: (p, filters) =>
    sql`select ${SECTION_COLUMNS} from course_sections s where s.course_id = ${p.courseId} and not s.deleted ${filters} order by s.id`,
});
const studentCounts = statement({
  name: 'students_of_sections_counted',
  takes: { ids: array(int), reads: nullable(array(int)) },
  gives: { id: int, count: int },
  sql: (
    p,
  ) => sql`select e.course_section_id as id, count(distinct e.user_id)::int as count from enrollments e join users u on u.id = e.user_id
   where e.course_section_id = any(${p.ids}::int[]) and ${ofStudent('e')} and ${isActive('e')} and ${within(sql`e.course_section_id`, p.reads)}
     and not u.deleted group by e.course_section_id`,
});
const inCourse = {
  id: statement({
    name: 'section_in_course',
    takes: { id: int, courseId: int },
    gives: SECTION_ROW,
    sql: (p) =>
      sql`select ${SECTION_COLUMNS} from course_sections s where s.id = ${p.id}::int and s.course_id = ${p.courseId} and not s.deleted`,
  }),
  // A SIS id is looked up in the caller's root account (sections#4).
  sis_section_id: statement({
    name: 'section_in_course_by_sis',
    takes: { id: text, courseId: int, rootAccountId: int },
    gives: SECTION_ROW,
    sql: (p) =>
      sql`select ${SECTION_COLUMNS} from course_sections s where s.sis_section_id = ${p.id} and s.course_id = ${p.courseId} and s.root_account_id = ${p.rootAccountId} and not s.deleted`,
  }),
};

const mayManageSis = (at: CourseAccess): boolean => at.roles.has('admin');

interface SectionsQuery {
  search_term?: string | undefined;
  include?: ReadonlySet<string> | undefined;
}

/** How many active students each has of those whom the caller sees in the course (sections#24). */
async function countsOf(ctx: Ctx, at: CourseAccess, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await ctx.db.rows(studentCounts, { ids, reads: reachOf(at, 'course.people.read') });
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Sections with what was asked for beside them (sections#5, sections#24). */
async function withIncluded(
  ctx: Ctx,
  at: CourseAccess,
  rows: readonly SectionRow[],
  include: ReadonlySet<string> = new Set(),
): Promise<Section[]> {
  const ids = rows.map((row) => row.id);
  const counts = include.has('total_students') ? await countsOf(ctx, at, ids) : undefined;
  // Students are shown to staff alone (sections#5).
  const withStudents = include.has('students') && isStaff(at);
  const students = withStudents ? await studentsOfSections(ctx, at, ids, { avatar: include.has('avatar_url') }) : undefined;
  return sectionsJson(rows, { sis: mayManageSis(at), students, counts });
}

export async function listSections(ctx: Ctx, at: CourseAccess, query: SectionsQuery, page: PageRequest): Promise<Page<Section>> {
  const term = query.search_term?.trim() ?? '';
  const wanted = term === '' ? {} : { pattern: containing(term) };
  const found = await ofCourse.read(ctx.db, { courseId: at.course.id }, page, wanted);
  return mapPage(found, await withIncluded(ctx, at, found.rows, query.include));
}

/** A section of this course, by any form of its id; 404 where it is of another. */
async function findSection(ctx: Ctx, courseId: number, form: IdForm): Promise<SectionRow> {
  const [row] =
    form.by === 'id'
      ? await ctx.db.rows(inCourse.id, { id: form.id, courseId })
      : form.by === 'sis_section_id'
        ? await ctx.db.rows(inCourse.sis_section_id, { id: form.value, courseId, rootAccountId: ctx.caller.rootAccountId })
        : [];
  if (!row) throw notFound();
  return row;
}

const present = (at: CourseAccess, row: SectionRow): Section => {
  return foundIn(sectionsJson([row], { sis: mayManageSis(at) }));
};

export async function showSection(ctx: Ctx, at: CourseAccess, form: IdForm, include: SectionsQuery['include']): Promise<Section> {
  return foundIn(await withIncluded(ctx, at, [await findSection(ctx, at.course.id, form)], include));
}

/** `<course name> <YYYY-MM-DD>`, with as much of the former as fits into a name (sections#8). */
function defaultName(courseName: string, now: Date): string {
  const day = ` ${now.toISOString().slice(0, 10)}`;
  return cutTo(courseName, MOST_CHARACTERS - day.length) + day;
}

/** `sis_section_id` of those who may not manage SIS is ignored (sections#11). */
const permitted = (at: CourseAccess, sent: SectionParameters): SectionParameters => {
  const { sis_section_id: sisSectionId, ...rest } = sent;
  return mayManageSis(at) && sisSectionId !== undefined ? { ...rest, sis_section_id: sisSectionId } : rest;
};

const RETURNED = {
  id: true,
  name: true,
  courseId: true,
  nonxlistCourseId: true,
  sisSectionId: true,
  startAt: true,
  endAt: true,
} as const satisfies Record<keyof SectionRow, true>;

/** Who manages sections in the whole course; a teacher of one manages none, but names their own (sections#7). */
function requireAll(at: CourseAccess): void {
  if (reachOf(at, 'sections.manage') !== null) throw unauthorized();
}

function requireNaming(at: SectionAccess, sent: SectionParameters): void {
  const reach = reachOf(at, 'sections.manage');
  if (reach === null) return;
  const changed = Object.entries(sent).filter(([key, value]) => key !== 'name' && value !== undefined);
  if (changed.length > 0 || !reach.includes(at.sectionId)) throw unauthorized();
}

const kept = statement({ name: 'course_of_section_kept', takes: { id: int }, gives: { id: int }, sql: (p) => keepingCourse(p.id) });

/** Keeps the course that a section is to stand in from being deleted, so that the section goes with it (courses#22); 404 where it is deleted already. */
export async function keepCourse(tx: TxCtx, id: number): Promise<void> {
  foundIn(await tx.db.rows(kept, { id }));
}

export async function createSection(ctx: Ctx, at: CourseAccess, parameters: SectionParameters): Promise<Section> {
  requireAll(at);
  const sent = permitted(at, parameters);
  return ctx.tx(async (tx) => {
    await keepCourse(tx, at.course.id);
    const row = await tx.db.prisma.courseSection.create({
      data: {
        courseId: at.course.id,
        rootAccountId: at.course.rootAccountId,
        name: sent.name ?? defaultName(at.course.name, ctx.now),
        sisSectionId: sent.sis_section_id ?? null,
        startAt: sent.start_at ?? null,
        endAt: sent.end_at ?? null,
      },
      select: RETURNED,
    });
    return present(at, row);
  });
}

// Whoever enrolls in a section shares its row and waits. An observer who follows a student into it only refers to it, and holds the
// student, whom whoever moves the section may be waiting for.
const held = statement({
  name: 'section_held_to_change',
  takes: { id: int },
  gives: { ...SECTION_ROW, deleted: boolean },
  sql: (p) => sql`select ${SECTION_COLUMNS}, s.deleted from course_sections s where s.id = ${p.id} for no key update`,
});

/**
 * Holds the section until the transaction ends, so that what is decided about it stays true; 404 where it is in none of these courses any
 * more.
 */
export async function holdSection(tx: TxCtx, id: number, courseIds: readonly number[]): Promise<SectionRow> {
  const [row] = await tx.db.rows(held, { id: id });
  if (!row || row.deleted || !courseIds.includes(row.courseId)) throw notFound();
  return row;
}

export async function updateSection(ctx: Ctx, at: SectionAccess, parameters: SectionParameters): Promise<Section> {
  const sent = permitted(at, parameters);
  requireNaming(at, sent);
  const id = at.sectionId;
  return ctx.tx(async (tx) => {
    const before = await holdSection(tx, id, [at.course.id]);
    const after = {
      name: sent.name ?? before.name,
      sisSectionId: sent.sis_section_id === undefined ? before.sisSectionId : sent.sis_section_id,
      startAt: sent.start_at === undefined ? before.startAt : sent.start_at,
      endAt: sent.end_at === undefined ? before.endAt : sent.end_at,
    };
    await tx.db.prisma.courseSection.updateMany({ where: { id }, data: { ...after, updatedAt: ctx.now } });
    return present(at, { ...before, ...after });
  });
}

const peopled = statement({
  name: 'section_has_enrollments',
  takes: { id: int },
  gives: { peopled: boolean },
  sql: (p) => sql`select exists (select 1 from enrollments e where e.course_section_id = ${p.id} and ${stands('e')}) as peopled`,
});

/** sections#14. What is over (refused or deleted enrollments) does not hold a section. */
export async function deleteSection(ctx: Ctx, at: SectionAccess): Promise<Section> {
  requireAll(at);
  const id = at.sectionId;
  return ctx.tx(async (tx) => {
    const before = await holdSection(tx, id, [at.course.id]);
    const [found] = await tx.db.rows(peopled, { id });
    if (found?.peopled) throw refusal("You can't delete a section that has enrollments");
    // Its SIS id is free for another section from now on.
    await tx.db.prisma.courseSection.updateMany({ where: { id }, data: { deleted: true, sisSectionId: null, updatedAt: ctx.now } });
    return present(at, before);
  });
}
