import { within } from '../../access/reach.ts';
import { appliesTo, IN_MANY, type Names, type Seen, type Sight, seenInMany, seenInOne } from './sight.ts';

const DUE = { column: 'due_at', most: 'max', lenient: 'greatest' } as const;
const FIELDS = [
  DUE,
  { column: 'unlock_at', most: 'min', lenient: 'least' },
  { column: 'lock_at', most: 'max', lenient: 'greatest' },
] as const;

type Field = (typeof FIELDS)[number];

/** `datesUnder` (dates.ts), said of all rows of the overrides that apply. */
const under = ({ column, most }: Field): string => `case
    when bool_or(o.${column}_overridden) is not true then a.${column}
    when bool_or(o.${column}_overridden and o.${column} is null) then null
    else ${most}(o.${column}) filter (where o.${column}_overridden) end as ${column}`;

/** `datesAcross`: a section has at most one override, so that counting them says whether every section has one. */
const across = ({ column, most, lenient }: Field, sections: string): string => `case
    when bool_or(o.${column}_overridden) is not true then a.${column}
    when bool_or(o.${column}_overridden and o.${column} is null) then null
    when count(o.course_section_id) filter (where o.${column}_overridden) = nullif(${sections}, 0)
      then ${most}(o.${column}) filter (where o.${column}_overridden)
    when a.${column} is null then null
    else ${lenient}(a.${column}, ${most}(o.${column}) filter (where o.${column}_overridden)) end as ${column}`;

export interface CallerDates {
  /** Common table expressions, each with a comma behind. */
  with: string;
  /** Joined to assignments `a`: the row `dates`, with the dates of the caller (D7.8). */
  join: string;
}

const sectionCount = ({ course, who }: Names): string =>
  `(select count(*) from course_sections s where s.course_id = ${course} and not s.deleted and ${within('s.id', who)})`;

function dates(sight: Sight, seen: Pick<Seen, 'joins' | 'where'>, sections: string): string {
  const fields = FIELDS.map((field) => (sight === 'staff' ? across(field, sections) : under(field))).join(', ');
  return `cross join lateral (select ${fields} from assignment_overrides o ${seen.joins} where o.assignment_id = a.id and ${seen.where}) dates`;
}

/** The dates of the caller, for however many assignments `a` of one course, in the statement that reads them. */
export function callerDates(sight: Sight, names: Names): CallerDates {
  const seen = seenInOne(sight, names);
  return { with: seen.with, join: dates(sight, seen, '(select count(*) from sections)') };
}

/** The same for assignments `a` of several courses, joined to the rows `mine` of sight.ts: what is joined. */
export const callerDatesInMany = (sight: Sight): string => dates(sight, seenInMany(sight), sectionCount(IN_MANY));

/** Whether an assignment `a` is due at other times to some. */
export const VARIES = `exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden)`;

/** The due date of a student, for rows of many students of assignments `a`. Few assignments vary, and the others cost one look. */
export const dueAtOf = (student: string, varies = VARIES): string => `case
    when ${varies}
    then (select ${under(DUE)} from assignment_overrides o where o.assignment_id = a.id and ${appliesTo(student)})
    else a.due_at end`;
