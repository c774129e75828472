import type { VIEWER_TAKES, ViewerKind } from '../../access/viewer.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { identifier, join, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { isActiveStudentOf, isStudentOf, ofStudent, placesStudent, takesPart, within } from '../enrollments/relations.ts';
import { isMember } from '../groups/relations.ts';

/**
 * What overrides mean in SQL: which of them a viewer sees, which apply to a student, and what dates follow (overrides#4, overrides#13). An
 * assignment is always `a`, an override `o`, a student of one `t`.
 */

/** Staff of a course, in a statement. */
interface StaffInSql {
  kind: 'staff';
  course: Piece;
  /** The sections in which they oversee people, as an `int[]`; null: all. */
  oversees: Piece;
  /** A section is one of the course, and overseen. */
  overseesSection: (section: Piece) => Sql;
  sectionCount: Sql;
}

/** Whoever reads a course as its students do: all but the course are an `int[]`. */
interface StudentInSql {
  kind: 'student';
  course: Piece;
  /** Whose dates are the viewer's. */
  students: Piece;
  /** Where these are in the course. */
  sections: Piece;
  groups: Piece;
}
type ViewerInSql = StaffInSql | StudentInSql;

/** The sections of a course in which students are, as an `int[]`. */
export const sectionsOfStudents = (course: Piece, students: Piece): Sql =>
  sql`array(select e.course_section_id from enrollments e
      where e.course_id = ${course} and e.user_id = any(${students}::int[]) and ${placesStudent('e')})`;

/** Their groups there. Few are in any group, and only those are looked at. */
export const groupsOfStudents = (course: Piece, students: Piece): Sql =>
  sql`array(select m.group_id from group_memberships m where m.user_id = any(${students}::int[]) and ${isMember('m')}
      and exists (select 1 from groups g where g.id = m.group_id and g.course_id = ${course} and not g.deleted ${ONE_BY_ONE}))`;

type ViewerParameters = ParametersOf<typeof VIEWER_TAKES>;

/** A viewer of one course, of a statement's parameters. */
interface CourseViewer {
  /** Common table expressions, each with a comma behind. */
  with: Sql;
  viewer: ViewerInSql;
}

const sectionsOf = (course: Piece, oversees: Piece): Sql =>
  sql`from course_sections s where s.course_id = ${course} and not s.deleted and ${within(sql`s.id`, oversees)}`;

/** Staff who oversee people in a reach, which is an SQL expression. */
export const staffInCourse = (course: Piece, oversees: Piece): CourseViewer & { viewer: StaffInSql } => ({
  with: sql`sections as materialized (select s.id ${sectionsOf(course, oversees)}),`,
  viewer: {
    kind: 'staff',
    course,
    oversees,
    // Looked up in a hash that is made once: as a join, each assignment would go through all sections.
    overseesSection: (section) => sql`(${section} in (select id from sections)) is true`,
    sectionCount: sql`(select count(*) from sections)`,
  },
});

const studentInCourse = (course: Piece, p: ViewerParameters): CourseViewer => ({
  with: sql`places as materialized (select ${p.viewerSections}::int[] || ${sectionsOfStudents(course, p.viewerObserved)} as sections,
      ${groupsOfStudents(course, p.viewerStudents)} as groups),`,
  viewer: {
    kind: 'student',
    course,
    students: p.viewerStudents,
    sections: sql`(select places.sections from places)`,
    groups: sql`(select places.groups from places)`,
  },
});

export const viewerInCourse = (kind: ViewerKind, course: Piece, p: ViewerParameters): CourseViewer =>
  kind === 'staff' ? staffInCourse(course, p.viewerOversees) : studentInCourse(course, p);

/**
 * A viewer of the courses that are the rows `mine` of a statement, with the columns `course_id`, `oversees`, `students`, `sections` and
 * `groups`.
 */
export const VIEWER_OF_MINE: Record<ViewerKind, ViewerInSql> = {
  staff: {
    kind: 'staff',
    course: sql`mine.course_id`,
    oversees: sql`mine.oversees`,
    overseesSection: (section) => sql`exists (select 1 ${sectionsOf(sql`mine.course_id`, sql`mine.oversees`)} and s.id = ${section})`,
    sectionCount: sql`(select count(*) ${sectionsOf(sql`mine.course_id`, sql`mine.oversees`)})`,
  },
  student: {
    kind: 'student',
    course: sql`mine.course_id`,
    students: sql`mine.students`,
    sections: sql`mine.sections`,
    groups: sql`mine.groups`,
  },
};

const isAdhoc = sql`o.course_section_id is null and o.group_id is null`;

type Overseeing = Pick<StaffInSql, 'course' | 'oversees'>;

const isOverseen = (user: Piece, { course, oversees }: Overseeing): Sql =>
  sql`exists (select 1 from enrollments e where e.course_id = ${course} and e.user_id = ${user} and e.course_section_id = any(${oversees}::int[])
      and ${ofStudent('e')} and ${takesPart('e')})`;

/** A student of an adhoc override is one whom the viewer may know of. */
export const seesStudent = (viewer: ViewerInSql): Sql =>
  viewer.kind === 'staff'
    ? sql`(${viewer.oversees}::int[] is null or ${isOverseen(sql`t.user_id`, viewer)})`
    : sql`t.user_id = any(${viewer.students}::int[])`;

/**
 * The viewer sees an override: staff those of sections and people whom they oversee, others those that apply to them (overrides#13). A
 * section that is cross-listed away, and a group that is gone, are out of reach (overrides#7).
 */
export function seesOverride(viewer: ViewerInSql): Sql {
  if (viewer.kind === 'student')
    return sql`(o.course_section_id = any(${viewer.sections}::int[]) or o.group_id = any(${viewer.groups}::int[])
        or (${isAdhoc} and exists (select 1 from assignment_override_students t
          where t.assignment_id = a.id and ${seesStudent(viewer)} and t.override_id = o.id)))`;
  return sql`(o.course_section_id is null or ${viewer.overseesSection(sql`o.course_section_id`)})
      and (o.group_id is null or (select not g.deleted from groups g where g.id = o.group_id))
      and (${viewer.oversees}::int[] is null or o.course_section_id is not null
        or (o.group_id is not null and exists (select 1 from group_memberships m
          where m.group_id = o.group_id and ${isMember('m')} and ${isOverseen(sql`m.user_id`, viewer)}))
        or (${isAdhoc} and exists (select 1 from assignment_override_students t where t.override_id = o.id and ${isOverseen(sql`t.user_id`, viewer)})))`;
}

/** A student in a group is out of the reach of staff, so that the group's dates are not theirs to set (overrides#14). */
export const isOfOthersToo = (viewer: Overseeing, group: Piece): Sql =>
  sql`(${viewer.oversees}::int[] is not null and exists (select 1 from group_memberships m
          where m.group_id = ${group} and ${isMember('m')} and ${isStudentOf(viewer.course, sql`m.user_id`)}
            and not ${isOverseen(sql`m.user_id`, viewer)}))`;

/** The group of a student in the set of `a`: nobody is in two groups of a set (groups#6), and overrides are for groups of that set alone. */
const groupOf = (student: Piece): Sql => sql`(select om.group_id from group_memberships om
      where om.group_category_id = a.group_category_id and om.user_id = ${student} and ${isMember('om')}
        and exists (select 1 from groups og where og.id = om.group_id and og.course_id = a.course_id and not og.deleted ${ONE_BY_ONE}))`;

/**
 * An override applies to a student, whose id is an SQL expression (overrides#3). The student's group is looked up where an override is for
 * one: most are for none.
 */
const appliesTo = (student: Piece): Sql => sql`(
    o.course_section_id in (select oe.course_section_id from enrollments oe
      where oe.course_id = a.course_id and oe.user_id = ${student} and ${placesStudent('oe')})
    or (o.group_id is not null and o.group_id = ${groupOf(student)})
    or (${isAdhoc} and exists (select 1 from assignment_override_students ot
      where ot.assignment_id = a.id and ot.user_id = ${student} and ot.override_id = o.id)))`;

/** A student of an override is an active one of the assignment's course: no one else is listed (overrides#10). */
export const IS_LISTED = sql`${isActiveStudentOf(sql`a.course_id`, sql`t.user_id`)}`;

const DUE = { column: 'due_at', most: 'max', lenient: 'greatest' } as const;
const FIELDS = [
  DUE,
  { column: 'unlock_at', most: 'min', lenient: 'least' },
  { column: 'lock_at', most: 'max', lenient: 'greatest' },
] as const;

type Field = (typeof FIELDS)[number];

/** `datesUnder` (dates.ts), said of all rows of the overrides that apply. */
const under = ({ column, most }: Field): Sql => sql`case
    when bool_or(o.${identifier(column)}_overridden) is not true then a.${identifier(column)}
    when bool_or(o.${identifier(column)}_overridden and o.${identifier(column)} is null) then null
    else ${identifier(most)}(o.${identifier(column)}) filter (where o.${identifier(column)}_overridden) end as ${identifier(column)}`;

/** `datesAcross`: a section has at most one override, so that counting them says whether every section has one. */
const across = ({ column, most, lenient }: Field, sections: Piece): Sql => sql`case
    when bool_or(o.${identifier(column)}_overridden) is not true then a.${identifier(column)}
    when bool_or(o.${identifier(column)}_overridden and o.${identifier(column)} is null) then null
    when count(o.course_section_id) filter (where o.${identifier(column)}_overridden) = nullif(${sections}, 0)
      then ${identifier(most)}(o.${identifier(column)}) filter (where o.${identifier(column)}_overridden)
    when a.${identifier(column)} is null then null
    else ${identifier(lenient)}(a.${identifier(column)}, ${identifier(most)}(o.${identifier(column)}) filter (where o.${identifier(column)}_overridden)) end as ${identifier(column)}`;

/** Joined to an assignment: the row `dates` with `due_at`, `unlock_at` and `lock_at` as the viewer has them (overrides#3). */
export function datesFor(viewer: ViewerInSql): Sql {
  const fields = FIELDS.map((field) => (viewer.kind === 'staff' ? across(field, viewer.sectionCount) : under(field)));
  return sql`cross join lateral (select ${join(fields, ', ')} from assignment_overrides o where o.assignment_id = a.id and ${seesOverride(viewer)}) dates`;
}

/** An assignment is due at other times to some. Looked up by itself: PostgreSQL would read all overrides of the school for a page of work. */
export const VARIES = sql`exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden ${ONE_BY_ONE})`;

/** The due date of a student, for rows of many students. Few assignments vary, and the others cost one look. */
export const dueAtOf = (student: Piece, varies = VARIES): Sql => sql`case
    when ${varies}
    then (select ${under(DUE)} from assignment_overrides o where o.assignment_id = a.id and ${appliesTo(student)})
    else a.due_at end`;

/** An override sets when work is due, if only to no date. */
export const setsDueAt = (o: string): Sql => sql`${identifier(o)}.due_at_overridden`;

/** Those to whom an override applies (overrides#3), found by the override; whoever takes part in two ways may be among them twice. */
const APPLIES_TO_ALL = sql`select oe.user_id from enrollments oe where oe.course_section_id = o.course_section_id and oe.course_id = a.course_id
      and ${placesStudent('oe')}
    union all select om.user_id from group_memberships om join groups og on og.id = om.group_id
      where om.group_id = o.group_id and om.group_category_id = a.group_category_id and ${isMember('om')} and og.course_id = a.course_id and not og.deleted
    union all select ot.user_id from assignment_override_students ot where ot.override_id = o.id and ot.assignment_id = a.id and ${isAdhoc}`;

/**
 * The due dates of many students of an assignment: rows with `user_id` and `due_at` of those whom `students` selects. Its overrides are read
 * once for all of them: asked by each, a course with many groups would be looked through as often as it has students.
 */
export const dueAtOfAll = (students: Sql): Sql => sql`select o.user_id, ${under(DUE)} from (
      select t.user_id, true as asked, false as due_at_overridden, null::timestamptz as due_at from (${students}) t
      union all
      select t.user_id, false, true, o.due_at from assignment_overrides o cross join lateral (${APPLIES_TO_ALL}) t
      where o.assignment_id = a.id and ${setsDueAt('o')}) o
    group by o.user_id having bool_or(o.asked)`;
