// Lengths are bounded, so that no text can cover the page that shows it (conventions#46). A length in `em` grows with each element
// around it: what is shown inside of others is bounded by the client that shows it.
const UP_TO_99 = String.raw`\d{1,2}(?:\.\d{1,4})?`;
const UP_TO_399 = String.raw`[1-3]?\d{1,2}(?:\.\d{1,4})?`;
const UP_TO_1999 = String.raw`1?\d{1,3}(?:\.\d{1,4})?`;
const UP_TO_100_PERCENT = String.raw`(?:\d{1,2}(?:\.\d{1,4})?|100(?:\.0{1,4})?)%`;
const POINTS = '(?:px|pt)?';
const LETTERS = '(?:em|rem|ex|ch)';
const COLOR = String.raw`(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))`;

/** What a box keeps free around itself and its text. */
const SPACE = `(?:${UP_TO_399}${POINTS}|${UP_TO_99}${LETTERS}|${UP_TO_100_PERCENT})`;
/** How large a box is. One without extent shows what is in it over what follows. */
const EXTENT = `(?!0*(?:\\.0*)?(?:[a-z%]|$))(?:${UP_TO_1999}${POINTS}|${UP_TO_99}${LETTERS}|${UP_TO_100_PERCENT})`;
const LINE = `${UP_TO_99}${POINTS}`;

const whole = (...alternatives: string[]): RegExp => new RegExp(`^(?:${alternatives.join('|')})$`, 'i');
const several = (most: number, ...alternatives: string[]): RegExp =>
  new RegExp(`^(?:${alternatives.join('|')})(?: (?:${alternatives.join('|')})){0,${most - 1}}$`, 'i');

const WORD = whole('[a-z-]{1,30}');
const SIZE = [whole(EXTENT), WORD];

/** Formatting only: nothing that takes a thing out of its place, or makes it larger than a page has room for. */
const ANYWHERE: Record<string, RegExp[]> = {
  color: [whole(COLOR)],
  'background-color': [whole(COLOR)],
  'text-align': [WORD],
  'text-decoration': [whole('[a-z -]{1,60}')],
  'text-indent': [whole(SPACE)],
  'vertical-align': [WORD, whole(`-?(?:${UP_TO_99}(?:${POINTS}|${LETTERS})|${UP_TO_100_PERCENT})`)],
  'white-space': [WORD],
  direction: [WORD],
  'font-family': [whole(String.raw`[\w\s,'"-]{1,200}`)],
  // Up to 100 pixels, or less than five times what is around it.
  'font-size': [WORD, whole(`${UP_TO_99}${POINTS}`, '100px', String.raw`[0-4](?:\.\d{1,4})?${LETTERS}`, `${UP_TO_399}%`)],
  'font-style': [WORD],
  'font-weight': [WORD, /^\d{3}$/],
  // Lines that are lower than their letters lie on one another.
  'line-height': [
    WORD,
    whole(String.raw`[1-9](?:\.\d{1,4})?(?:em|rem)?`, String.raw`[1-4]\d\d(?:\.\d{1,4})?%`, String.raw`[1-9]\d(?:\.\d{1,4})?(?:px|pt)`),
  ],
  'list-style-type': [WORD],
  float: [WORD],
  clear: [WORD],
  width: SIZE,
  'max-width': SIZE,
  margin: [several(4, SPACE, 'auto')],
  padding: [several(4, SPACE)],
  border: [several(3, LINE, COLOR)],
  'border-collapse': [WORD],
  'border-spacing': [several(2, `${UP_TO_99}${POINTS}`)],
};

/** What is as high as is said, or grows with what is in it. From any other box, what has no room in it would cover what follows. */
const WITH_HEIGHT = ['img', 'video', 'audio', 'hr', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'];
const HEIGHTS: Record<string, RegExp[]> = { height: SIZE };
/** A cell grows whatever its greatest height; pictures alone are kept below one. */
const PICTURES = ['img', 'video'];

/** The styles that stay (conventions#46), by element. */
export const STYLES: Record<string, Record<string, RegExp[]>> = {
  '*': ANYWHERE,
  ...Object.fromEntries(WITH_HEIGHT.map((tag) => [tag, PICTURES.includes(tag) ? { ...HEIGHTS, 'max-height': SIZE } : HEIGHTS])),
};
