import type { TxCtx } from '../../access/context.ts';
import { reachOf, within } from '../../access/reach.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { invalidField } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';
import { given } from '../../store/prisma.ts';
import type { EventRow } from './event-rows.ts';
import type { SentChild } from './parameters.ts';
import { timesOf } from './times.ts';

const refused = (message: string) => invalidField('child_event_data', 'invalid', message);

// Held, so that none is deleted or moved away before the event refers to it.
const sections = statement<{ id: number }>(
  'calendar_sections',
  `select s.id from course_sections s where s.course_id = $1 and s.id = any($2::int[]) and not s.deleted
     and ${within('s.id', '$3')} order by s.id for share`,
);

/** Sections of the course that the caller may see, each once. */
async function requireSections(tx: TxCtx, at: CourseStanding, ids: readonly number[]): Promise<void> {
  if (new Set(ids).size < ids.length) throw refused('names a section twice');
  const found = await tx.db.rows(sections, [at.course.id, ids, reachOf(at, 'calendar.edit')]);
  if (found.length < ids.length) throw refused('names something that is no section of the course');
}

const ordered = ({ startAt, endAt }: SentChild): boolean => endAt === null || endAt >= startAt;

const TIMES = `json_to_recordset($2::json) as n("sectionId" int, "startAt" timestamptz, "endAt" timestamptz, "allDayDate" date)`;

/** What is said of their parent is said of them. */
const insert = statement<never>(
  'calendar_children_insert',
  `insert into calendar_events (course_id, parent_event_id, title, description, location_name, location_address, course_section_id,
     start_at, end_at, all_day_date, updated_at)
   select e.course_id, e.id, e.title, e.description, e.location_name, e.location_address, n."sectionId", n."startAt", n."endAt", n."allDayDate", $3::timestamptz
   from calendar_events e cross join ${TIMES} where e.id = $1`,
);
const retime = statement<never>(
  'calendar_retime_children',
  `update calendar_events e set start_at = n."startAt", end_at = n."endAt", all_day_date = n."allDayDate", updated_at = $3
   from ${TIMES} where e.parent_event_id = $1 and e.course_section_id = n."sectionId" and not e.deleted`,
);
const remove = statement<never>(
  'calendar_children_remove',
  `update calendar_events set deleted = true, updated_at = $3 where parent_event_id = $1 and course_section_id = any($2::int[])`,
);

const standing = statement<{ sectionId: number }>(
  'calendar_children_held',
  `select e.course_section_id as "sectionId" from calendar_events e where e.parent_event_id = $1 and not e.deleted
     and ${within('e.course_section_id', '$2')} order by e.id for update`,
);

/**
 * Makes the children of an event those of a list, section by section (D11.5): what is not in it goes, of the sections that the
 * caller sees. Whoever calls this holds the event.
 */
export async function matchChildren(
  tx: TxCtx,
  at: CourseStanding,
  parent: EventRow,
  sent: readonly SentChild[],
  zone: string,
): Promise<void> {
  if (!sent.every(ordered)) throw refused('end_at must not be before start_at');
  const allDay = parent.allDayDate !== null;
  const children = sent.map(({ sectionId, startAt, endAt }) => ({ sectionId, ...timesOf({ startAt, endAt, allDay }, zone) }));
  const sectionIds = children.map((one) => one.sectionId);
  const named = new Set(sectionIds);
  if (sectionIds.length > 0) await requireSections(tx, at, sectionIds);
  const before = new Set((await tx.db.rows(standing, [parent.id, reachOf(at, 'calendar.edit')])).map((row) => row.sectionId));
  const gone = [...before].filter((id) => !named.has(id));
  const kept = children.filter((one) => before.has(one.sectionId));
  const added = children.filter((one) => !before.has(one.sectionId));
  if (gone.length > 0) await tx.db.rows(remove, [parent.id, gone, tx.now]);
  if (kept.length > 0) await tx.db.rows(retime, [parent.id, JSON.stringify(kept), tx.now]);
  if (added.length > 0) await tx.db.rows(insert, [parent.id, JSON.stringify(added), tx.now]);
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
