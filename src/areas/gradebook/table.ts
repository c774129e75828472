import { Refused } from '../../http/parameters/types.ts';
import { NoTable, readTable } from './cells.ts';
import { assignmentIn, ID, SIS_LOGIN_ID, SIS_USER_ID, STUDENT, TOTALS, WHO } from './columns.ts';

/** What a file may hold: many times a large course. */
export const MAX_FILE = 16 * 1024 * 1024;

/** The text of a file; refused where it is none in UTF-8 (gradebook#8). */
export function textIn(bytes: Uint8Array): string | Refused {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new Refused('invalid', 'must be UTF-8, and is UTF-16');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? new Refused('invalid', 'has characters that are no text') : text;
  } catch {
    return new Refused('invalid', 'must be UTF-8');
  }
}

/** A column, by its number from 1 and its name. */
export interface Column {
  number: number;
  name: string;
}

export interface AssignmentColumn extends Column {
  assignmentId: number;
}

/** Who a row is of, by the first of the three that it has. */
type Named = { by: 'id' | 'sis_user_id' | 'sis_login_id'; value: string; column: Column } | null;

export interface Line {
  /** The number of the line, as a spreadsheet counts rows. */
  row: number;
  name: string;
  named: Named;
  /** The cells of the assignment columns, in the order of these. */
  cells: readonly string[];
}

export interface Sheet {
  assignments: readonly AssignmentColumn[];
  /** Columns whose names are neither an assignment's nor those of anything else that stands in a gradebook. */
  others: readonly Column[];
  lines: readonly Line[];
}

interface Layout {
  who: ReadonlyMap<string, number>;
  assignments: AssignmentColumn[];
  others: Column[];
}

const isOneOf = (words: readonly string[], word: string): boolean => words.includes(word);

/** Columns stand in any order, and need not all be there (gradebook#7). */
function layoutOf(heads: readonly string[]): Layout | Refused {
  const who = new Map<string, number>();
  const assignments = new Map<number, AssignmentColumn>();
  const others: Column[] = [];
  for (const [i, head] of heads.entries()) {
    const column = { number: i + 1, name: head.trim() };
    const assignmentId = assignmentIn(head);
    if (isOneOf(TOTALS, column.name)) continue;
    const first = isOneOf(WHO, column.name) ? who.get(column.name) : assignments.get(assignmentId ?? -1)?.number;
    if (first !== undefined) return new Refused('taken', `has in row 1 the column ${first} again, as column ${i + 1}: ${column.name}`);
    if (isOneOf(WHO, column.name)) who.set(column.name, i + 1);
    else if (assignmentId !== undefined) assignments.set(assignmentId, { ...column, assignmentId });
    else others.push(column);
  }
  if (![ID, SIS_USER_ID, SIS_LOGIN_ID].some((one) => who.has(one)))
    return new Refused('blank', `needs in row 1 a column ${ID}, ${SIS_USER_ID} or ${SIS_LOGIN_ID}`);
  return { who, assignments: [...assignments.values()], others };
}

const BY = [
  { column: ID, by: 'id' },
  { column: SIS_USER_ID, by: 'sis_user_id' },
  { column: SIS_LOGIN_ID, by: 'sis_login_id' },
] as const;

function lineOf({ who, assignments }: Layout, row: number, cells: readonly string[]): Line {
  const cellIn = (name: string): string => cells[(who.get(name) ?? 0) - 1]?.trim() ?? '';
  const found = BY.find(({ column }) => cellIn(column) !== '');
  return {
    row,
    name: cellIn(STUDENT),
    named: found ? { by: found.by, value: cellIn(found.column), column: { number: who.get(found.column) ?? 0, name: found.column } } : null,
    cells: assignments.map(({ number }) => cells[number - 1]?.trim() ?? ''),
  };
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');
const saysPoints = ({ name, named }: Line): boolean => named === null && name.toLowerCase() === 'points possible';

/** The rows of a gradebook, of what a file holds; refused where it is no such table at all (gradebook#8). */
export function readSheet(text: string): Sheet | Refused {
  const rows = readTable(text);
  if (rows instanceof NoTable) return new Refused('invalid', `in row ${rows.row} ${rows.message}`);
  const [heads, ...below] = rows;
  if (!heads || isBlank(heads)) return new Refused('blank', 'must begin with a row of names');
  const layout = layoutOf(heads);
  if (layout instanceof Refused) return layout;
  const lines: Line[] = [];
  for (const [i, cells] of below.entries()) {
    if (isBlank(cells)) continue;
    // A row that lost a cell would give each student the grade of another assignment.
    if (cells.length < heads.length || !isBlank(cells.slice(heads.length)))
      return new Refused('invalid', `has in row ${i + 2} ${cells.length} cells, and in row 1 ${heads.length}`);
    const line = lineOf(layout, i + 2, cells);
    if (!saysPoints(line)) lines.push(line);
  }
  return { assignments: layout.assignments, others: layout.others.filter(({ name }) => name !== ''), lines };
}
