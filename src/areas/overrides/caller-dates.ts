import { within } from '../../access/reach.ts';
import { identifier, join, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { appliesTo, IN_MANY, type Names, type Seen, type Sight, seenInMany, seenInOne } from './sight.ts';

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

export interface CallerDates {
  /** Common table expressions, each with a comma behind. */
  with: Sql;
  /** Joined to assignments `a`: the row `dates`, with the dates of the caller (D7.8). */
  join: Sql;
}

const sectionCount = ({ course, who }: Names): Sql =>
  sql`(select count(*) from course_sections s where s.course_id = ${course} and not s.deleted and ${within(sql`s.id`, who)})`;

function dates(sight: Sight, seen: Pick<Seen, 'joins' | 'where'>, sections: Piece): Sql {
  const fields = join(
    FIELDS.map((field) => (sight === 'staff' ? across(field, sections) : under(field))),
    ', ',
  );
  return sql`cross join lateral (select ${fields} from assignment_overrides o ${seen.joins} where o.assignment_id = a.id and ${seen.where}) dates`;
}

/** The dates of the caller, for however many assignments `a` of one course, in the statement that reads them. */
export function callerDates(sight: Sight, names: Names): CallerDates {
  const seen = seenInOne(sight, names);
  return { with: seen.with, join: dates(sight, seen, sql`(select count(*) from sections)`) };
}

/** The same for assignments `a` of several courses, joined to the rows `mine` of sight.ts: what is joined. */
export const callerDatesInMany = (sight: Sight): Sql => dates(sight, seenInMany(sight), sectionCount(IN_MANY));

/** Whether an assignment `a` is due at other times to some. */
export const VARIES = sql`exists (select 1 from assignment_overrides v where v.assignment_id = a.id and v.due_at_overridden)`;

/** The due date of a student, for rows of many students of assignments `a`. Few assignments vary, and the others cost one look. */
export const dueAtOf = (student: Piece, varies = VARIES): Sql => sql`case
    when ${varies}
    then (select ${under(DUE)} from assignment_overrides o where o.assignment_id = a.id and ${appliesTo(student)})
    else a.due_at end`;
