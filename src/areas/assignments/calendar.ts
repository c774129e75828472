import type { Ctx } from '../../access/context.ts';
import { reachAmong } from '../../access/reach.ts';
import { CALENDAR_BYTES, plainText, readable } from '../../http/plain-text.ts';
import { statement } from '../../store/database.ts';
import { STAFF_TYPES } from '../../store/stored/courses.ts';
import { settingsIn } from '../accounts/accounts.ts';
import type { CalendarItem, CalendarSource } from '../area.ts';
import { callerDates, callerDatesInMany } from '../overrides/caller-dates.ts';
import { placesOf, type Sight, sightOf, whoOf } from '../overrides/sight.ts';
import { HAS_DRAFTS } from './drafts.ts';

interface Row {
  id: number;
  courseId: number;
  name: string;
  description: string | null;
  dueAt: Date;
  unlockAt: Date | null;
  updatedAt: Date;
}

const COLUMNS = `a.id, a.course_id as "courseId", a.name, ${readable('a.description', CALENDAR_BYTES)} as description,
  dates.due_at as "dueAt", dates.unlock_at as "unlockAt", a.updated_at as "updatedAt"`;
const bySight = <T>(make: (sight: Sight) => T): Record<Sight, T> => ({ staff: make('staff'), student: make('student') });

const ofCourse = bySight((sight) => {
  const dates = callerDates(sight, { course: '$1', who: '$2' });
  return statement<Row>(
    `due_in_course_for_${sight}`,
    `with ${dates.with} a as (select * from assignments a where a.course_id = $1 and not a.deleted and (a.published or $3::boolean))
     select ${COLUMNS} from a ${dates.join} where dates.due_at between $4 and $5 order by dates.due_at, a.id`,
  );
});

const STAFF = `e.type in ${STAFF_TYPES}`;
const WHO: Record<Sight, string> = {
  staff: reachAmong('e', 'course.people.oversee'),
  student: `array_agg(case when e.type = 'ObserverEnrollment' then e.associated_user_id else e.user_id end)`,
};

/** The courses in which the caller is staff, or is not, as standings have them; administrators see those that they are enrolled in. */
const coursesOf = (sight: Sight): string => `select c.id as course_id, ${WHO[sight]} as who,
    ${sight === 'staff' ? 'true' : `not ${HAS_DRAFTS}`} as "seesAll"
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = $1 and e.state in ('active', 'completed') and c.state <> 'deleted' and (c.state <> 'unpublished' or ${STAFF})
  group by c.id having ${sight === 'staff' ? '' : 'not '}bool_or(${STAFF})`;
const mine: Record<Sight, string> = {
  staff: `mine as materialized (${coursesOf('staff')})`,
  student: `mine as materialized (select own.*, ${placesOf({ course: 'own.course_id', who: 'own.who' })} from (${coursesOf('student')}) own)`,
};

const ofCaller = bySight((sight) => {
  return statement<Row>(
    `due_in_courses_for_${sight}`,
    `with ${mine[sight]}, a as (select a.* from mine join assignments a
         on a.course_id = mine.course_id and not a.deleted and (a.published or mine."seesAll"))
     select ${COLUMNS} from a join mine on mine.course_id = a.course_id ${callerDatesInMany(sight)}
     where dates.due_at between $2 and $3 order by dates.due_at, a.id`,
  );
});

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
    const values = [course.course.id, whoOf(ctx, course), all, from, to];
    return (await ctx.db.rows(ofCourse[sight], values)).map((row) => item(ctx, sight, row));
  }
  const values = [ctx.caller.userId, from, to];
  const worked = await ctx.db.rows(ofCaller.staff, values);
  const attended = await ctx.db.rows(ofCaller.student, values);
  return [...worked.map((row) => item(ctx, 'staff', row)), ...attended.map((row) => item(ctx, 'student', row))];
};
