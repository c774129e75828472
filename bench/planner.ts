import { COURSES, spread, TEXT } from './agenda.ts';
import { analyze, type Size, type Step } from './sizes.ts';

/** A year of notes, every second one of a course, every fourth one of an assignment there. */
const notes = (count: number, studentId: number): Step[] => [
  {
    text: `insert into planner_notes (user_id, course_id, title, details, todo_date, linked_type, linked_id)
      select $2, case when n % 2 = 0 then b.course_id end, 'Note ' || n, ${TEXT}, ${spread('$1::int')} + interval '10 minutes',
        case when n % 4 = 0 then 'assignment' end::plannable_type,
        case when n % 4 = 0 then (select a.id from assignments a where a.course_id = b.course_id and a.position = n) end
      from generate_series(1, $1::int) n join busy b on b.c = 1 + n % ${COURSES} order by n`,
    values: [count, studentId],
  },
];

/** What the busy student has said of every fourth assignment, and of some events and notes. */
const marks = (studentId: number): Step[] => [
  {
    text: `insert into planner_overrides (user_id, plannable_type, plannable_id, marked_complete, dismissed)
      select $1, type::plannable_type, id, id % 3 = 0, id % 5 = 0 from (
        select 'assignment' as type, a.id from assignments a join busy b on b.course_id = a.course_id where a.position % 4 = 1
        union all select 'calendar_event', e.id from calendar_events e where e.user_id = $1 and e.id % 5 = 0
        union all select 'planner_note', n.id from planner_notes n where n.user_id = $1 and n.id % 3 = 0) marked
      order by type, id`,
    values: [studentId],
  },
];

/** The planner of the busy student (agenda.ts), whose table `busy` is there still. */
export const plannerSteps = ({ agenda }: Size, studentId: number): Step[] => [
  ...notes(agenda.events, studentId),
  ...marks(studentId),
  analyze('planner_notes', 'planner_overrides'),
];
