import { keyOf, type SubmissionKey } from '../submissions/keys.ts';
import {
  type CellChange,
  type CellError,
  type Comparison,
  cellKey,
  columnsOf,
  errorsByCell,
  type Graded,
  MOST_ERRORS,
  NO_GRADE,
  submissionOf,
} from './changes.ts';
import type { StudentRow } from './rows.ts';
import type { Sheet } from './table.ts';

interface Groups {
  sheet: Sheet;
  students: readonly StudentRow[];
  /** Who gets the grade that a student gets for an assignment. */
  membersOf: (submission: SubmissionKey) => readonly number[];
}

const isSame = (a: Graded, b: Graded): boolean => a.score === b.score && a.grade === b.grade;

/**
 * Adds what a grade changes for the others of a group who are graded together (submissions#30): who stands in no row has a change of their
 * own, by the cell that gives it; a row that says otherwise is wrong, also where it leaves the grade as it is (gradebook#9).
 */
export function withGroups(found: Comparison, { sheet, students, membersOf }: Groups): Comparison {
  const byId = new Map(students.map((student) => [student.id, student]));
  const given = new Map(found.changes.map((one) => [keyOf(submissionOf(one)), one]));
  const columnOf = columnsOf(sheet);
  const wrong = errorsByCell(found);
  const changes: CellChange[] = [];
  for (const change of found.changes) {
    changes.push(change);
    const { assignment, row, column, to } = change;
    for (const id of assignment.together ? membersOf(submissionOf(change)) : []) {
      const student = byId.get(id);
      if (!student) continue;
      const [, score, grade] = student.cells.find(([assignmentId]) => assignmentId === assignment.id) ?? [];
      const from = score === undefined ? NO_GRADE : { score, grade: grade ?? null };
      const key = keyOf(submissionOf({ assignment, student }));
      if (isSame(given.get(key)?.to ?? from, to)) continue;
      const other = found.rows.get(id);
      if (other === undefined) {
        const added = { ...change, student, from };
        given.set(key, added);
        changes.push(added);
      } else {
        const [first, later] = [Math.min(row, other), Math.max(row, other)];
        const error: CellError = { row: later, column: columnOf(column), message: `differs from row ${first}, of whose group it is` };
        const cell = cellKey(later, column);
        if (!wrong.has(cell)) wrong.set(cell, error);
      }
    }
  }
  return { ...found, changes, errors: [...wrong.values()].slice(0, MOST_ERRORS) };
}
