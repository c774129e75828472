import type { Ctx } from '../../access/context.ts';
import { reachAmong } from '../../access/reach.ts';
import { CALENDAR_BYTES, plainText, readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import { settingsIn } from '../accounts/accounts.ts';
import type { CalendarItem, CalendarSource } from '../area.ts';
import { callerDates, callerDatesInMany } from '../overrides/caller-dates.ts';
import { placesOf, type Sight, sightOf, whoOf } from '../overrides/sight.ts';
import { HAS_DRAFTS } from './drafts.ts';

const ROW = {
  id: int,
  courseId: int,
  name: text,
  description: nullable(text),
  dueAt: timestamptz,
  unlockAt: nullable(timestamptz),
  updatedAt: timestamptz,
};
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`a.id, a.course_id as "courseId", a.name, ${readable(sql`a.description`, CALENDAR_BYTES)} as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt"`;
const bySight = <T>(make: (sight: Sight) => T): Record<Sight, T> => ({ staff: make('staff'), student: make('student') });

const ofCourse = bySight((sight) =>
  statement({
    name: `due_in_course_for_${sight}`,
    takes: { courseId: int, who: nullable(array(int)), seesUnpublished: boolean, from: timestamptz, to: timestamptz },
    gives: ROW,
    sql: (p) => {
      const dates = callerDates(sight, { course: p.courseId, who: p.who });
      return sql`with ${dates.with} a as (select * from assignments a
         where a.course_id = ${p.courseId} and not a.deleted and (a.published or ${p.seesUnpublished}::boolean))
       select ${COLUMNS} from a ${dates.join} where dates.due_at between ${p.from} and ${p.to} order by dates.due_at, a.id`;
    },
  }),
);

const STAFF = sql`e.type in ${STAFF_TYPES}`;
const WHO: Record<Sight, Sql> = {
  staff: reachAmong(sql`e`, 'course.people.oversee'),
  student: sql`array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end)`,
};

/** The courses in which the caller is staff, or is not, as access has them; administrators see those that they are enrolled in. */
const coursesOf = (sight: Sight, caller: Piece): Sql => sql`select c.id as course_id, ${WHO[sight]} as who,
    ${sight === 'staff' ? sql`true` : sql`not ${HAS_DRAFTS}`} as "seesAll"
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = ${caller} and e.state in ('active', 'completed') and c.state <> 'deleted' and (c.state <> 'unpublished' or ${STAFF})
  group by c.id having ${sight === 'staff' ? none : sql`not `}bool_or(${STAFF})`;
const mine: Record<Sight, (caller: Piece) => Sql> = {
  staff: (caller) => sql`mine as materialized (${coursesOf('staff', caller)})`,
  student: (caller) =>
    sql`mine as materialized (select own.*, ${placesOf({ course: sql`own.course_id`, who: sql`own.who` })} from (${coursesOf('student', caller)}) own)`,
};

const ofCaller = bySight((sight) =>
  statement({
    name: `due_in_courses_for_${sight}`,
    takes: { callerId: int, from: timestamptz, to: timestamptz },
    gives: ROW,
    sql: (p) => sql`with ${mine[sight](p.callerId)}, a as (select a.* from mine join assignments a
         on a.course_id = mine.course_id and not a.deleted and (a.published or mine."seesAll"))
     select ${COLUMNS} from a join mine on mine.course_id = a.course_id ${callerDatesInMany(sight)}
     where dates.due_at between ${p.from} and ${p.to} order by dates.due_at, a.id`,
  }),
);

/** Nobody reads ahead of the date that opens it, but for staff (D7.9). */
const isOpen = (ctx: Ctx, sight: Sight, { unlockAt }: Row): boolean => sight === 'staff' || unlockAt === null || unlockAt <= ctx.now;

const item = (ctx: Ctx, sight: Sight, row: Row): CalendarItem => ({
  uid: `assignment_${row.id}`,
  title: row.name,
  description: row.description !== null && isOpen(ctx, sight, row) ? plainText(row.description, CALENDAR_BYTES) : null,
  location: null,
  startAt: row.dueAt,
  endAt: null,
  allDay: false,
  url: `${ctx.webUrl}/courses/${row.courseId}/assignments/${row.id}`,
  updatedAt: row.updatedAt,
});

/** Assignments on the days when they are due to the caller (D3.13, D7.8). */
export const dueDates: CalendarSource = async (ctx, course, { from, to }) => {
  if (course !== null) {
    const sight = sightOf(course);
    const all = sight === 'staff' || !(await settingsIn(ctx.db, course.course)).enable_draft;
    const values = { courseId: course.course.id, who: whoOf(ctx, course), seesUnpublished: all, from, to };
    return (await ctx.db.rows(ofCourse[sight], values)).map((row) => item(ctx, sight, row));
  }
  const values = { callerId: ctx.caller.userId, from, to };
  const worked = await ctx.db.rows(ofCaller.staff, values);
  const attended = await ctx.db.rows(ofCaller.student, values);
  return [...worked.map((row) => item(ctx, 'staff', row)), ...attended.map((row) => item(ctx, 'student', row))];
};
