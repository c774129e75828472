import { type Piece, type Sql, sql } from '../store/sql/sql.ts';

/** Elements that end a paragraph, tags that end a line, and those that end a cell of a table, whose words stand apart. */
const PARAGRAPH = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl pre table blockquote section article figure hr'.split(' '));
const LINE = new Set('br /li /dt /dd /tr /div /caption'.split(' '));
const CELL = new Set(['/td', '/th']);

const CHARACTER: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

// Each is looked for where the text stands, and nowhere else.
const NAME = /<(\/?)([a-z][a-z\d]*)/iy;
const BLANKS = /[ \t\r\n]+/y;
const ENTITY = /&(amp|lt|gt|quot);/y;
const WORD = /[^ \t\r\n<&]+/y;

function at(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** How many lines a tag ends, and whether it ends a cell. */
function endedBy(html: string, index: number): { lines: number; cell: boolean } {
  const [, slash = '', name = ''] = at(NAME, html, index) ?? [];
  const tag = name.toLowerCase();
  return { lines: PARAGRAPH.has(tag) ? 2 : LINE.has(slash + tag) ? 1 : 0, cell: CELL.has(slash + tag) };
}

/** What an item holds of a text at most, in bytes of UTF-8 (activity#3). */
export const MOST_BYTES = 4_096;

/** What an item of a calendar holds of a text: programs show little of it, and a calendar has hundreds of items. */
export const CALENDAR_BYTES = 1_024;

/** So much of a text is read, in characters, where so many bytes are shown: many times as much, so that tags have their room. */
export const mostRead = (most: number): number => Math.max(16 * most, 8_192);

/** SQL for as much of a text in HTML as can be shown. */
export const readable = (html: Piece, most: number = MOST_BYTES): Sql => sql`left(${html}, ${mostRead(most)})`;

/**
 * The beginning of HTML as plain text, possibly several paragraphs (activity#3), so many bytes of UTF-8 at
 * most. It was cleaned on its way in: no tag holds a `>` within it, and four characters alone are written as entities. What
 * comes after the text that is shown is not looked at.
 */
export function plainText(sent: string, most: number = MOST_BYTES): string {
  // No half of a character is left at the end.
  const html = sent.length > mostRead(most) ? sent.slice(0, mostRead(most)).replace(/[\ud800-\udbff]$/, '') : sent;
  let text = '';
  let [index, lines, blank] = [0, 0, false];
  // No character takes less than a byte.
  while (index < html.length && text.length <= most) {
    if (html[index] === '<') {
      const end = html.indexOf('>', index);
      const ended = endedBy(html, index);
      lines = Math.min(lines + ended.lines, 2);
      blank ||= ended.cell;
      index = end === -1 ? html.length : end + 1;
      continue;
    }
    const blanks = at(BLANKS, html, index)?.[0].length ?? 0;
    if (blanks > 0) {
      blank = true;
      index += blanks;
      continue;
    }
    const [entity, name = ''] = at(ENTITY, html, index) ?? [];
    const word = entity ?? at(WORD, html, index)?.[0] ?? html.charAt(index);
    index += word.length;
    const shown = CHARACTER[name] ?? (text === '' ? word.trimStart() : word);
    if (shown === '') continue;
    text += (text === '' ? '' : lines > 0 ? '\n'.repeat(lines) : blank ? ' ' : '') + shown;
    [lines, blank] = [0, false];
  }
  return cut(index < html.length ? text : text.trimEnd(), most);
}

/** The beginning of a text that is so many bytes of UTF-8 at most, and ends where a character does. */
export function cut(text: string, most: number = MOST_BYTES): string {
  // No character of a string is more than three bytes.
  if (text.length * 3 <= most) return text;
  // Nor less than one: what is beyond so many units is not shown, and neither is the half of a character that is left there.
  const bytes = Buffer.from(text.slice(0, most + 1), 'utf8');
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && isContinued(bytes[end])) end--;
  return bytes.toString('utf8', 0, end);
}

/** A byte that goes on with a character that an earlier one has begun. */
const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
