/** Cells of tables that spreadsheets open (gradebook#4): pure, both ways. */

/** What spreadsheets take for a number, and no formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Where a formula would begin: at the start of a cell and, for whoever opens the file with another separator or takes lines
 * apart, behind each of these; quotes and blanks before it do not count.
 */
const WOULD_BEGIN = /(?<=^|[;\t\r\n])(?=[ '"]*[=+\-@\t\r\n])/g;
const MADE_HARMLESS = /(?<=^|[;\t\r\n])'(?=[ '"]*[=+\-@\t\r\n])/g;

/** The text with an apostrophe before whatever a spreadsheet would run. */
export const harmless = (text: string): string => (NUMBER.test(text) ? text : text.replaceAll(WOULD_BEGIN, "'"));

/** The text that `harmless` was given. */
export const restored = (cell: string): string => cell.replaceAll(MADE_HARMLESS, '');

const ASKS_FOR_QUOTES = /[",;\t\r\n]|^ | $/;

/** A line of a table, with its end. */
export const lineOf = (cells: readonly string[]): string =>
  `${cells
    .map((cell) => harmless(cell))
    .map((cell) => (ASKS_FOR_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`;

/** Why text is no table: in which row, as a spreadsheet counts them, and what is wrong. */
export class NoTable {
  readonly row: number;
  readonly message: string;

  constructor(row: number, message: string) {
    this.row = row;
    this.message = message;
  }
}

const SEPARATORS = [',', ';', '\t'] as const;
type Separator = (typeof SEPARATORS)[number];

/** The first line without what stands in quotes, which may have ends of lines and separators in it. */
function firstLine(text: string): string {
  const piece = /"[^"]*"|[^"\r\n]+/y;
  let line = '';
  for (let found = piece.exec(text); found; found = piece.exec(text)) if (!found[0].startsWith('"')) line += found[0];
  return line;
}

/** The separator that the first line has most of: programs of some countries write another than the comma. */
function separatorOf(text: string): Separator {
  const line = firstLine(text);
  const counts = SEPARATORS.map((one) => ({ one, count: line.split(one).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).one;
}

/** Beyond so many it is no gradebook. */
const MOST_CELLS = 2_000_000;

/** Reads cells one after the other. */
class TableReader {
  readonly #text: string;
  readonly #plain: RegExp;
  #at = 0;

  constructor(text: string, separator: Separator) {
    this.#text = text;
    this.#plain = new RegExp(`[^${separator}\r\n]*`, 'y');
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next cell and what it ends with; undefined where its quotes do not. */
  cell(): { value: string; last: boolean } | undefined {
    const value = this.#text[this.#at] === '"' ? this.#quoted() : this.#unquoted();
    if (value === undefined) return undefined;
    const next = this.#text[this.#at];
    this.#at += next === '\r' && this.#text[this.#at + 1] === '\n' ? 2 : 1;
    return { value, last: next === undefined || next === '\r' || next === '\n' };
  }

  #unquoted(): string {
    this.#plain.lastIndex = this.#at;
    const [value = ''] = this.#plain.exec(this.#text) ?? [];
    this.#at += value.length;
    return value;
  }

  #quoted(): string | undefined {
    const parts: string[] = [];
    for (;;) {
      const end = this.#text.indexOf('"', this.#at + 1);
      if (end === -1) return undefined;
      parts.push(this.#text.slice(this.#at + 1, end));
      this.#at = end + 1;
      if (this.#text[this.#at] !== '"') break;
      parts.push('"');
    }
    // What follows the quotes is a part of no cell.
    return this.#unquoted().trim() === '' ? parts.join('') : undefined;
  }
}

/** The rows of a table, each with its cells as they were before they were made harmless. */
export function readTable(text: string): string[][] | NoTable {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const reader = new TableReader(plain, separatorOf(plain));
  const rows: string[][] = [];
  let count = 0;
  while (!reader.ended) {
    const row: string[] = [];
    for (;;) {
      const cell = reader.cell();
      if (!cell) return new NoTable(rows.length + 1, 'has quotes that do not end');
      row.push(restored(cell.value));
      if (++count > MOST_CELLS) return new NoTable(rows.length + 1, `there are more than ${MOST_CELLS} cells`);
      if (cell.last) break;
    }
    rows.push(row);
  }
  return rows;
}
