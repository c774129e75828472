import { Refused } from '../../http/parameters/types.ts';
import { keyOf, type SubmissionKey } from '../submissions/keys.ts';
import { gradedBy, readPostedGrade } from '../submissions/posted-grade.ts';
import { cellText, type Gradebook, type GradedColumn, type StudentRow } from './rows.ts';
import type { AssignmentColumn, Column, Line, Sheet } from './table.ts';

export interface Graded {
  score: number | null;
  grade: string | null;
}
export const NO_GRADE: Graded = { score: null, grade: null };

/** A cell that is not as the gradebook is. */
export interface CellChange {
  student: Pick<StudentRow, 'id' | 'name'>;
  assignment: GradedColumn;
  row: number;
  column: number;
  from: Graded;
  to: Graded;
  /** As a grader would post it. */
  posted: string;
}

/** The submission whose grade a cell is. */
export const submissionOf = ({ assignment, student }: Pick<CellChange, 'assignment' | 'student'>): SubmissionKey => ({
  assignmentId: assignment.id,
  userId: student.id,
});

/** What is wrong with a cell. */
export interface CellError {
  row: number;
  column: Column;
  message: string;
}

/** What a file would change (gradebook#9). */
export interface Comparison {
  /** In which row of the file a student stands, by the student's id. */
  rows: ReadonlyMap<number, number>;
  changes: CellChange[];
  unknownStudents: Line[];
  unknownColumns: Column[];
  errors: CellError[];
}

/** So many errors are said at most; further ones are likely to be of the same kind. */
export const MOST_ERRORS = 100;

const READS_AS_ID = /^\d{1,9}$/;

interface Known {
  columns: ReadonlyMap<number, GradedColumn>;
  students: ReadonlyMap<number, StudentRow>;
  /** The id of the student whom a line names by a SIS id or a login. */
  idBySis: (line: Line) => number | undefined;
}

/** What a cell says of one student and assignment: a change, an error, or nothing that is new. */
function compareCell(
  { student, score, grade }: Graded & { student: StudentRow },
  assignment: GradedColumn,
  { row, column }: { row: number; column: Column },
  text: string,
): CellChange | CellError | null {
  if (text === cellText(assignment, score, grade)) return null;
  const given = readPostedGrade(text, gradedBy(assignment));
  if (given instanceof Refused) return { row, column, message: given.message };
  const to = given ?? NO_GRADE;
  if (to.score === score && to.grade === grade) return null;
  return { student, assignment, row, column: column.number, from: { score, grade }, to, posted: text };
}

/** The student of a line; an error where it names none as it should, undefined where there is no such student. */
function studentOf(line: Line, { students, idBySis }: Known): StudentRow | CellError | undefined {
  const { row, named } = line;
  if (named?.by !== 'id') return students.get(idBySis(line) ?? -1);
  if (!READS_AS_ID.test(named.value)) return { row, column: named.column, message: 'must be the id of a student' };
  return students.get(Number(named.value));
}

const isError = (one: object): one is CellError => 'message' in one;

/** Compares a sheet with the gradebook, cell by cell. */
export function compare(sheet: Sheet, book: Gradebook, idBySis: Known['idBySis']): Comparison {
  const known: Known = {
    columns: new Map(book.columns.map((column) => [column.id, column])),
    students: new Map(book.students.map((student) => [student.id, student])),
    idBySis,
  };
  const isKnown = ({ assignmentId }: AssignmentColumn): boolean => known.columns.has(assignmentId);
  const unknownColumns = [...sheet.assignments.filter((one) => !isKnown(one)), ...sheet.others].map(({ number, name }) => ({
    number,
    name,
  }));
  const rowOf = new Map<number, number>();
  const found: Comparison = { rows: rowOf, changes: [], unknownStudents: [], unknownColumns, errors: [] };
  for (const line of sheet.lines) {
    if (found.errors.length >= MOST_ERRORS) break;
    const student = studentOf(line, known);
    if (student === undefined) found.unknownStudents.push(line);
    else if (isError(student)) found.errors.push(student);
    else if (rowOf.has(student.id) && line.named)
      found.errors.push({ row: line.row, column: line.named.column, message: `names the student of row ${rowOf.get(student.id)} again` });
    else {
      rowOf.set(student.id, line.row);
      compareLine(line, student, { sheet, known, found });
    }
  }
  found.unknownColumns.sort((a, b) => a.number - b.number);
  return found;
}

function compareLine(line: Line, student: StudentRow, { sheet, known, found }: { sheet: Sheet; known: Known; found: Comparison }): void {
  const cells = new Map(student.cells.map(([assignmentId, score, grade]) => [assignmentId, { score, grade }]));
  for (const [i, { number, name, assignmentId }] of sheet.assignments.entries()) {
    const assignment = known.columns.get(assignmentId);
    if (!assignment) continue;
    const now = cells.get(assignmentId) ?? NO_GRADE;
    const one = compareCell({ student, ...now }, assignment, { row: line.row, column: { number, name } }, line.cells[i] ?? '');
    if (one === null) continue;
    if (isError(one)) found.errors.push(one);
    else found.changes.push(one);
  }
}

/** The columns of a sheet, by their numbers. */
export function columnsOf({ assignments }: Sheet): (number: number) => Column {
  const names = new Map(assignments.map(({ number, name }) => [number, name]));
  return (number) => ({ number, name: names.get(number) ?? '' });
}

export const cellKey = (row: number, column: number): string => `${row} ${column}`;

/** The errors by their cells: of a cell that gives a grade to a whole group nothing is said twice. */
export const errorsByCell = ({ errors }: Comparison): Map<string, CellError> =>
  new Map(errors.map((error) => [cellKey(error.row, error.column.number), error]));

/** What the caller may not grade, because the period that it is due in is closed, is wrong (grading-periods#9). */
export function withoutClosed(found: Comparison, sheet: Sheet, closed: readonly SubmissionKey[]): Comparison {
  const keys = new Set(closed.map(keyOf));
  const isClosed = (change: CellChange): boolean => keys.has(keyOf(submissionOf(change)));
  const columnOf = columnsOf(sheet);
  const wrong = errorsByCell(found);
  for (const { row, column } of found.changes.filter(isClosed)) {
    const cell = cellKey(row, column);
    if (!wrong.has(cell)) wrong.set(cell, { row, column: columnOf(column), message: 'is due in a grading period that is closed' });
  }
  return { ...found, changes: found.changes.filter((one) => !isClosed(one)), errors: [...wrong.values()].slice(0, MOST_ERRORS) };
}
