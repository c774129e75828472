import type { TxCtx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { reachOf } from '../../access/reach.ts';
import { BEFORE_START } from '../../kernel/dates.ts';
import { invalidField, unauthorized } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { given } from '../../store/prisma.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, int, json, nullable, present, timestamptz } from '../../store/sql/types.ts';
import { within } from '../enrollments/relations.ts';
import { type EventRow, sectionIsHere } from './event-rows.ts';
import type { SentChild } from './parameters.ts';
import { isInOrder, timesOf } from './times.ts';

const refused = (message: string) => invalidField('child_event_data', 'invalid', message);

// Held, so that none is deleted or moved away before the event refers to it.
const sections = statement({
  name: 'calendar_sections',
  takes: { courseId: int, ids: array(int), reach: nullable(array(int)) },
  gives: { id: int },
  sql: (p) => sql`select s.id from course_sections s where s.course_id = ${p.courseId} and s.id = any(${p.ids}::int[]) and not s.deleted
     and ${within(sql`s.id`, p.reach)} order by s.id for share`,
});

/** Sections of the course that the caller may see, each once. */
async function requireSections(tx: TxCtx, at: CourseAccess, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw refused('names a section twice');
  const found = await tx.db.rows(sections, { courseId: at.course.id, ids, reach: reachOf(at, 'calendar.edit') });
  if (found.length < ids.length) throw refused('names something that is no section of the course');
}

const timesIn = (children: Piece): Sql =>
  sql`json_to_recordset(${children}::json) as n("sectionId" int, "startAt" timestamptz, "endAt" timestamptz, "allDayDate" date,
     "sentStartAt" timestamptz, "sentEndAt" timestamptz)`;

/** What is said of their parent is said of them. */
const insert = statement({
  name: 'calendar_children_insert',
  takes: { parentId: int, added: json(), now: timestamptz },
  sql: (
    p,
  ) => sql`insert into calendar_events (course_id, parent_event_id, title, description, location_name, location_address, course_section_id,
     start_at, end_at, all_day_date, updated_at)
   select e.course_id, e.id, e.title, e.description, e.location_name, e.location_address, n."sectionId", n."startAt", n."endAt", n."allDayDate", ${p.now}::timestamptz
   from calendar_events e cross join ${timesIn(p.added)} where e.id = ${p.parentId}`,
});
// Whole days that are sent as they are stay, though they begin otherwise where the course has moved to another zone since (calendar#9).
const retime = statement({
  name: 'calendar_retime_children',
  takes: { parentId: int, kept: json(), now: timestamptz },
  sql: (
    p,
  ) => sql`update calendar_events e set start_at = n."startAt", end_at = n."endAt", all_day_date = n."allDayDate", updated_at = ${p.now}
   from ${timesIn(p.kept)} where e.parent_event_id = ${p.parentId} and e.course_section_id = n."sectionId" and not e.deleted
     and (e.start_at, e.end_at, e.all_day_date) is distinct from (n."startAt", n."endAt", n."allDayDate")
     and (e.start_at, e.end_at, e.all_day_date is null) is distinct from (n."sentStartAt", n."sentEndAt", n."allDayDate" is null)`,
});
const remove = statement({
  name: 'calendar_children_remove',
  takes: { parentId: int, gone: array(int), now: timestamptz },
  sql: (p) =>
    sql`update calendar_events set deleted = true, updated_at = ${p.now} where parent_event_id = ${p.parentId} and course_section_id = any(${p.gone}::int[])`,
});

// Those of sections that are away wait for these to come back (calendar#16).
const access = statement({
  name: 'calendar_children_held',
  takes: { parentId: int, reach: nullable(array(int)) },
  gives: { sectionId: present(int) },
  sql: (p) => sql`select e.course_section_id as "sectionId" from calendar_events e where e.parent_event_id = ${p.parentId} and not e.deleted
     and ${within(sql`e.course_section_id`, p.reach)} and ${sectionIsHere(sql`e`)} order by e.id for update`,
});

/**
 * Makes the children of an event those of a list, section by section (calendar#13): what is not in it goes, of the sections that the
 * caller sees. Whoever calls this holds the event.
 */
export async function matchChildren(
  tx: TxCtx,
  at: CourseAccess,
  parent: EventRow,
  { sent, zone }: { sent: readonly SentChild[]; zone: string },
): Promise<void> {
  const allDay = parent.allDayDate !== null;
  const children = sent.map(({ sectionId, startAt, endAt }) => ({
    sectionId,
    sentStartAt: startAt,
    sentEndAt: endAt ?? startAt,
    ...timesOf({ startAt, endAt, allDay }, zone),
  }));
  if (!children.every(isInOrder)) throw refused(`end_at ${BEFORE_START}`);
  const sectionIds = children.map((one) => one.sectionId);
  const named = new Set(sectionIds);
  if (sectionIds.length > 0) await requireSections(tx, at, sectionIds);
  const before = new Set(
    (await tx.db.rows(access, { parentId: parent.id, reach: reachOf(at, 'calendar.edit') })).map((row) => row.sectionId),
  );
  const gone = [...before].filter((id) => !named.has(id));
  const kept = children.filter((one) => before.has(one.sectionId));
  const added = children.filter((one) => !before.has(one.sectionId));
  if (gone.length > 0) await tx.db.rows(remove, { parentId: parent.id, gone, now: tx.now });
  if (kept.length > 0) await tx.db.rows(retime, { parentId: parent.id, kept, now: tx.now });
  if (added.length > 0) await tx.db.rows(insert, { parentId: parent.id, added, now: tx.now });
}

const elsewhere = statement({
  name: 'calendar_children_elsewhere',
  takes: { parentId: int, reach: array(int) },
  gives: { id: int },
  sql: (p) => sql`select e.id from calendar_events e where e.parent_event_id = ${p.parentId} and not e.deleted
     and not ${within(sql`e.course_section_id`, p.reach)} and ${sectionIsHere(sql`e`)} limit 1`,
});

/** What would change all children of an event is for who reaches the sections of all of them (calendar#14). Whoever calls this holds it. */
export async function requireReachOfChildren(tx: TxCtx, at: CourseAccess | undefined, parentId: number): Promise<void> {
  const reach = at ? reachOf(at, 'calendar.edit') : null;
  if (reach !== null && (await tx.db.rows(elsewhere, { parentId, reach })).length > 0) throw unauthorized();
}

/** What is said of an event is said of its children too. */
export async function tellChildren(
  tx: TxCtx,
  parentId: number,
  texts: { [K in 'title' | 'description' | 'locationName' | 'locationAddress']?: EventRow[K] | undefined },
): Promise<void> {
  if (Object.values(texts).every((value) => value === undefined)) return;
  await tx.db.prisma.calendarEvent.updateMany({
    where: { parentEventId: parentId, deleted: false },
    data: { ...given(texts), updatedAt: tx.now },
  });
}
