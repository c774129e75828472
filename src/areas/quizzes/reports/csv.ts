import { decimalText } from '../../../http/parameters/json-numbers.ts';

export type Cell = string | number | null;

/** What a spreadsheet would take for a formula, or for the end of one cell and the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@|%]/u;

/**
 * A cell of a CSV file (quizzes#112): numbers as they are, so that they can be counted with, and texts between quotation marks; one
 * that might run as a formula begins with an apostrophe.
 */
function cellOf(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return decimalText(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}

export const lineOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
