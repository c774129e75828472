/** Elements that end a paragraph, and those that end a line. */
const PARAGRAPH = /<\/?(?:p|h[1-6]|ul|ol|dl|pre|table|blockquote|section|article|figure|hr)\b[^>]*>/gi;
const LINE = /<(?:br|\/li|\/dt|\/dd|\/tr|\/div|\/caption)\b[^>]*>/gi;
const TAG = /<[^>]*>/g;
const ENTITY = /&(amp|lt|gt|quot);/g;
const CHARACTER: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/**
 * HTML as plain text, possibly several paragraphs (part-a, Activity stream item). It was cleaned on its way in: no tag holds
 * a `>` within it, and these four characters alone are written as entities.
 */
export function plainText(html: string): string {
  return html
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(PARAGRAPH, '\n\n')
    .replace(LINE, '\n')
    .replace(TAG, '')
    .replace(ENTITY, (_whole, name: string) => CHARACTER[name] ?? '')
    .replace(/ *\n */g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** What an item holds of a text at most, in bytes of UTF-8 (part-a, Limits; D11.1). */
export const MOST_BYTES = 4_096;

/** The beginning of a text that is so many bytes of UTF-8 at most, and ends where a character does. */
export function cut(text: string, most: number = MOST_BYTES): string {
  // No character of a string is more than three bytes.
  if (text.length * 3 <= most) return text;
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= most) return text;
  let end = most;
  while (end > 0 && isContinued(bytes[end])) end--;
  return bytes.toString('utf8', 0, end);
}

/** A byte that goes on with a character that an earlier one has begun. */
const isContinued = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
