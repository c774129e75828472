import { setImmediate } from 'node:timers/promises';
import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { decimalText } from '../../http/parameters/json-numbers.ts';
import { RawFile } from '../../http/raw-json.ts';
import { letterOfTotal } from '../submissions/course-grades.ts';
import { type CourseStudentTotals, readTotals } from '../submissions/course-totals.ts';
import { lineOf } from './cells.ts';
import { POINTS_POSSIBLE, READ_ONLY, TOTALS, titleOf, WHO } from './columns.ts';
import { cellText, type GradedColumn, readGradebook, type StudentRow } from './rows.ts';

const BOM = '\uFEFF';
/** So many rows are written at once; others have their turn in between. */
const BATCH = 50;

const numberText = (value: number | null): string => (value === null ? '' : decimalText(value));

function totalCells(totals: CourseStudentTotals | undefined): string[] {
  const { current = null, final = null, scheme = null } = totals ?? {};
  return [numberText(current), numberText(final), letterOfTotal(current, scheme) ?? '', letterOfTotal(final, scheme) ?? ''];
}

function studentCells(columns: readonly GradedColumn[], { id, name, loginId, sisUserId, sections, cells }: StudentRow): string[] {
  const byAssignment = new Map(cells.map(([assignmentId, score, grade]) => [assignmentId, { score, grade }]));
  const grades = columns.map((column) => {
    const cell = byAssignment.get(column.id);
    return cell ? cellText(column, cell.score, cell.grade) : '';
  });
  return [name, String(id), sisUserId ?? '', loginId ?? '', sections.join(' and '), ...grades];
}

const heads = (columns: readonly GradedColumn[]): string =>
  lineOf([...WHO, ...columns.map(titleOf), ...TOTALS]) +
  lineOf([
    POINTS_POSSIBLE,
    ...WHO.slice(1).map(() => ''),
    ...columns.map((column) => numberText(column.pointsPossible)),
    ...TOTALS.map(() => READ_ONLY),
  ]);

/** The gradebook of a course as a table (gradebook#1): three statements, and rows in batches. */
export async function exportGradebook(ctx: Ctx, at: CourseAccess, { bom = false }: { bom?: boolean | undefined }): Promise<RawFile> {
  const courseId = at.course.id;
  const { columns, students } = await readGradebook(ctx.db, at, 'submissions.list');
  const places = students.map(({ id }) => ({ courseId, userId: id }));
  const totals = new Map((await readTotals(ctx.db, places, () => true)).map((one) => [one.userId, one]));
  const parts = [`${bom ? BOM : ''}${heads(columns)}`];
  for (let from = 0; from < students.length; from += BATCH) {
    const rows = students.slice(from, from + BATCH);
    parts.push(rows.map((row) => lineOf([...studentCells(columns, row), ...totalCells(totals.get(row.id))])).join(''));
    await setImmediate();
  }
  return new RawFile(`gradebook-${courseId}.csv`, parts);
}
