import { type Names, type Sight, seenBy } from './sight.ts';

const FIELDS = [
  { column: 'due_at', most: 'max', lenient: 'greatest' },
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
const across = ({ column, most, lenient }: Field): string => `case
    when bool_or(o.${column}_overridden) is not true then a.${column}
    when bool_or(o.${column}_overridden and o.${column} is null) then null
    when count(o.course_section_id) filter (where o.${column}_overridden) = nullif((select count from sections), 0)
      then ${most}(o.${column}) filter (where o.${column}_overridden)
    when a.${column} is null then null
    else ${lenient}(a.${column}, ${most}(o.${column}) filter (where o.${column}_overridden)) end as ${column}`;

export interface CallerDates {
  /** Common table expressions, each with a comma behind. */
  with: string;
  /** Joined to assignments `a`: the row `dates`, with the dates of the caller (D7.8). */
  join: string;
}

/** The dates of the caller, for however many assignments `a` of one course, in the statement that reads them. */
export function callerDates(sight: Sight, names: Names): CallerDates {
  const seen = seenBy(sight, names);
  const dates = FIELDS.map(sight === 'staff' ? across : under).join(', ');
  const sections = `sections as materialized (select count(*) as count from course_sections s
    where s.course_id = ${names.course} and not s.deleted and (${names.who}::int[] is null or s.id = any(${names.who}::int[]))),`;
  return {
    with: `${seen.with}${sight === 'staff' ? sections : ''}`,
    join: `cross join lateral (select ${dates} from assignment_overrides o ${seen.joins} where o.assignment_id = a.id and ${seen.where}) dates`,
  };
}
