import type { TxCtx } from '../../access/context.ts';
import { reachOf, within } from '../../access/reach.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { invalidField } from '../../http/errors.ts';
import { statement } from '../../store/database.ts';
import { and, eq, inArray } from '../../store/drizzle.ts';
import { calendarEvents } from '../../store/schema/calendar.ts';
import type { EventRow } from './event-rows.ts';
import type { SentChild } from './parameters.ts';
import { type Times, timesOf } from './times.ts';

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

const insert = async (tx: TxCtx, parent: EventRow, times: ReadonlyMap<number, Times>): Promise<void> => {
  const { id, courseId, title, description, locationName, locationAddress } = parent;
  const shared = { courseId, parentEventId: id, title, description, locationName, locationAddress, updatedAt: tx.now };
  await tx.db.orm.insert(calendarEvents).values([...times].map(([courseSectionId, own]) => ({ ...shared, courseSectionId, ...own })));
};

const retime = statement<never>(
  'calendar_retime_children',
  `update calendar_events e set start_at = n."startAt", end_at = n."endAt", all_day_date = n."allDayDate", updated_at = $3
   from json_to_recordset($2::json) as n("sectionId" int, "startAt" timestamptz, "endAt" timestamptz, "allDayDate" date)
   where e.parent_event_id = $1 and e.course_section_id = n."sectionId" and not e.deleted`,
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
  const times = new Map(sent.map(({ sectionId, startAt, endAt }) => [sectionId, timesOf({ startAt, endAt, allDay }, zone)]));
  if (sent.length > 0) {
    await requireSections(
      tx,
      at,
      sent.map((one) => one.sectionId),
    );
  }
  const before = new Set((await tx.db.rows(standing, [parent.id, reachOf(at, 'calendar.edit')])).map((row) => row.sectionId));
  const gone = [...before].filter((id) => !times.has(id));
  const kept = [...times].filter(([id]) => before.has(id)).map(([sectionId, own]) => ({ sectionId, ...own }));
  const added = new Map([...times].filter(([id]) => !before.has(id)));
  if (gone.length > 0) {
    await tx.db.orm
      .update(calendarEvents)
      .set({ deleted: true, updatedAt: tx.now })
      .where(and(eq(calendarEvents.parentEventId, parent.id), inArray(calendarEvents.courseSectionId, gone)));
  }
  if (kept.length > 0) await tx.db.rows(retime, [parent.id, JSON.stringify(kept), tx.now]);
  if (added.size > 0) await insert(tx, parent, added);
}

/** What is said of an event is said of its children too. */
export async function tellChildren(
  tx: TxCtx,
  parentId: number,
  texts: { [K in 'title' | 'description' | 'locationName' | 'locationAddress']?: EventRow[K] | undefined },
): Promise<void> {
  if (Object.values(texts).every((value) => value === undefined)) return;
  await tx.db.orm
    .update(calendarEvents)
    .set({ ...texts, updatedAt: tx.now })
    .where(and(eq(calendarEvents.parentEventId, parentId), eq(calendarEvents.deleted, false)));
}
