import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import type { SentFile } from '../../http/parameters/spooled-file.ts';
import { Refused } from '../../http/parameters/types.ts';
import { invalidField, invalidFields } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import type { Progress } from '../progress/schemas.ts';
import { closedAmong, gradesClosed } from '../submissions/closed-periods.ts';
import { beginGrades } from '../submissions/many-grades.ts';
import { membersOfMany } from '../submissions/many-targets.ts';
import { userIdsOf } from '../users/named.ts';
import { type CellError, type Comparison, compare, submissionOf, withoutClosed } from './changes.ts';
import { withGroups } from './group-changes.ts';
import { readGradebook } from './rows.ts';
import type { GradebookPreview } from './schemas.ts';
import { type Line, MAX_FILE, readSheet, type Sheet, textIn } from './table.ts';

/** A file, or the text of one. */
interface SentTable {
  file: SentFile | null;
  csv?: string | undefined;
}

const MOST_CHANGES = 100_000;
const NAMED = 20;

async function readText({ file, csv }: SentTable): Promise<string | Refused> {
  if (file === null) return csv ?? new Refused('blank', 'is required');
  if (file.size > MAX_FILE) return new Refused('too_large', 'is larger than 16 MB');
  return textIn(await buffer(file.open()));
}

/** The field that the table came in; where none came, the one for a file. */
const fieldOf = ({ file, csv }: SentTable): 'csv' | 'file' => (file === null && csv !== undefined ? 'csv' : 'file');

/** What is wrong with the table as a whole. */
const wrong = (sent: SentTable, { type, message }: Refused) => invalidField(fieldOf(sent), type, message);

async function readSent(sent: SentTable): Promise<Sheet> {
  const text = await readText(sent);
  if (text instanceof Refused) throw wrong(sent, text);
  const sheet = readSheet(text);
  if (sheet instanceof Refused) throw wrong(sent, sheet);
  return sheet;
}

/** Whom lines name by SIS ids and logins, in one statement. */
async function namedBySis(ctx: Ctx, at: CourseAccess, lines: readonly Line[]): Promise<(line: Line) => number | undefined> {
  const forms = new Map<Line, IdForm>();
  for (const line of lines) {
    const { named } = line;
    if (named && named.by !== 'id') forms.set(line, { by: named.by, value: named.value });
  }
  const ids = await userIdsOf(ctx, [...forms.values()], at.course.rootAccountId);
  const found = new Map([...forms.keys()].map((line, i) => [line, ids[i]]));
  return (line) => found.get(line);
}

async function compareSent(ctx: Ctx, at: CourseAccess, sent: SentTable): Promise<Comparison> {
  const sheet = await readSent(sent);
  const book = await readGradebook(ctx.db, at, 'submissions.grade');
  const cells = compare(sheet, book, await namedBySis(ctx, at, sheet.lines));
  const membersOf = await membersOfMany(ctx.db, cells.changes.filter((one) => one.assignment.together).map(submissionOf));
  const comparison = withGroups(cells, { sheet, students: book.students, membersOf });
  if (comparison.changes.length > MOST_CHANGES)
    throw wrong(sent, new Refused('too_large', `changes more than ${MOST_CHANGES} grades; send fewer columns or rows`));
  return gradesClosed(at)
    ? comparison
    : withoutClosed(comparison, sheet, await closedAmong(ctx.db, at.course.id, comparison.changes.map(submissionOf), ctx.now));
}

/** What would change, in few characters: the same as long as nothing that the file is about has changed. */
function versionOf({ changes, unknownStudents, unknownColumns }: Comparison): string {
  const what = [
    changes.map(({ student, assignment, from, to }) => [student.id, assignment.id, from.score, from.grade, to.score, to.grade]),
    unknownStudents.map(({ row }) => row),
    unknownColumns.map(({ number }) => number),
  ];
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32);
}

/** gradebook#9: nothing is written. */
export async function previewImport(ctx: Ctx, at: CourseAccess, sent: SentTable): Promise<GradebookPreview> {
  const comparison = await compareSent(ctx, at, sent);
  return {
    version: versionOf(comparison),
    changes: comparison.changes.map(({ student, assignment, row, column, from, to }) => ({
      user_id: student.id,
      user_name: student.name,
      assignment_id: assignment.id,
      assignment_name: assignment.title,
      row,
      column,
      from,
      to,
    })),
    unknown_students: comparison.unknownStudents.map(({ row, name, named }) => ({ row, name, id: named?.value ?? null })),
    unknown_columns: comparison.unknownColumns.map(({ number, name }) => ({ column: number, name })),
    errors: comparison.errors.map(({ row, column, message }) => ({ row, column: column.number, name: column.name, message })),
  };
}

const place = ({ row, column }: CellError): string => `in row ${row}, column ${column.number} (${column.name})`;

interface Applying {
  ignore_unknown?: boolean | undefined;
  version?: string | undefined;
}

/** Whoever did not say so leaves out nobody and nothing unawares. */
function requireKnown(sent: SentTable, { unknownStudents, unknownColumns }: Comparison): void {
  const rows = unknownStudents.slice(0, NAMED).map(({ row }) => `row ${row}`);
  const columns = unknownColumns.slice(0, NAMED).map(({ number, name }) => `column ${number} (${name})`);
  const unknown = [...rows, ...columns].join(', ');
  if (unknown !== '')
    throw wrong(
      sent,
      new Refused('not_found', `names what is no student or assignment that you grade here: ${unknown}; ignore_unknown leaves them out`),
    );
}

/** gradebook#10: what the preview shows, all of it or nothing, by the one way in which many grades are given. */
export async function applyImport(ctx: Ctx, at: CourseAccess, sent: SentTable, { ignore_unknown, version }: Applying): Promise<Progress> {
  const comparison = await compareSent(ctx, at, sent);
  const { changes, errors } = comparison;
  if (errors.length > 0) {
    const attribute = fieldOf(sent);
    throw invalidFields(
      errors.slice(0, NAMED).map((error) => ({ attribute, type: 'invalid', message: `has ${place(error)} what ${error.message}` })),
    );
  }
  if (!ignore_unknown) requireKnown(sent, comparison);
  if (version !== undefined && version !== versionOf(comparison))
    throw invalidField('version', 'stale', 'is of a preview that showed other changes; ask for a new one');
  const rows = Map.groupBy(changes, ({ assignment }) => assignment.id);
  return beginGrades(
    ctx,
    at,
    [...rows].map(([assignmentId, some]) => ({
      assignmentId,
      rows: some.map(({ student, posted }) => ({ student: { by: 'id', id: student.id }, posted, assessment: undefined, comment: {} })),
    })),
  );
}
