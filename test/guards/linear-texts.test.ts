import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { partOf } from '../../src/areas/quizzes/scoring/scoring.ts';
import { cleanHtml, isBlankHtml, LONG_TEXT } from '../../src/http/parameters/html.ts';
import { readJson } from '../../src/http/parameters/json.ts';
import { emptyMap, readPairs } from '../../src/http/parameters/nesting.ts';
import { type Documented, documentation, Refused } from '../../src/http/parameters/types.ts';
import { plainText } from '../../src/http/plain-text.ts';

/** What has been slow somewhere, or looks as if it could be: each is sent over and over, between a beginning and an end. */
const PLAIN = [
  'a',
  ' ',
  '\n',
  ',',
  '.',
  '/',
  '=',
  '-',
  '%',
  '0',
  '1.',
  'a ',
  'a,',
  ' \n',
  '\u0301',
  '\u0316\u0301',
  '\u{1F600}',
  '\ud83d',
  '../',
  'a@',
  '://',
  '"',
  '[',
  ']',
  '[]',
  '[a]',
  'a&',
  'a[]=1&',
  '"a",',
];
const NESTED = ['<b>', '<p><div></p>', '<math><mi>', '<table><td>', '<ul><li>', '<li><p>', '<svg>', '<x-y>', '<form>', '<b><p>'];
const FLAT = [
  '<p>',
  '<li>',
  '<br>',
  '<wbr> ',
  '<u> </u>',
  '</p>',
  '</x>',
  '<p>a</p>',
  '<td>',
  '<noscript>',
  '<b><noscript></b>',
  '<script>',
  '<title>',
];
const BROKEN = [
  '<',
  '&',
  '<!--',
  '-->',
  '<!',
  '<?',
  '</',
  '<![CDATA[',
  '<a',
  '<a ',
  '<p x',
  '<p x="',
  '&am',
  '&#1',
  '&amp;',
  '>',
  "'",
  '<p x="<',
  ']]>',
];
const ATTRIBUTED = [
  '<p class="a">',
  '<a href="x">',
  '<p style="color:red">',
  '<img srcset="a 1x, b 2x">',
  '<p data-a data-b>',
  '<img src=a>',
];
const WITHIN: [string, string, string][] = [
  ...['a:', 'a:b;', '{', '}', '(', '/*', '\\', ';', ': ', '@a ', 'a{', ' !important', 'url(', '"', 'a:b /**/'].map(
    (unit): [string, string, string] => ["<p style='", unit, "'>"],
  ),
  ...['a ', 'a a,', ',', 'a,', '(', ' ', 'a 1x,', '\t'].map((unit): [string, string, string] => ['<img srcset="x', unit, ',x,">']),
  ...['<!---->', ':', '/', 'a:', ' ', '&#9;', '.'].map((unit): [string, string, string] => ['<a href="', unit, '">']),
  ...['a=b ', 'a ', '/', '=', '"', ' '].map((unit): [string, string, string] => ['<p ', unit, '>']),
  ['<b>'.repeat(99), '<i></i>', ''],
  ['<b>'.repeat(99), '</i>', ''],
  ['<math>'.repeat(99), '<mi/>', ''],
];
type Text = (length: number) => string;
const between =
  (before: string, unit: string, after: string): Text =>
  (length) =>
    `${before}${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length - after.length) + after;
const numbered: Text = (length) => `<p ${Array.from({ length: Math.floor(length / 8) }, (_, i) => `a${i}`).join(' ')}>`;

const plain = PLAIN.map((unit): [string, Text] => [JSON.stringify(unit), between('', unit, '')]);
const markup = [
  ...[...NESTED, ...FLAT, ...BROKEN, ...ATTRIBUTED].map((unit): [string, Text] => [JSON.stringify(unit), between('', unit, '')]),
  ...WITHIN.map(([before, unit, after]): [string, Text] => [
    JSON.stringify([before.slice(0, 12), unit, after]),
    between(before, unit, after),
  ]),
  ['numbered attributes', numbered],
] satisfies [string, Text][];

/** CPU of this thread alone, in milliseconds: what other processes do with the cores does not count. */
function cpu(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const TIMES = 4;
/** A quadratic cost grows by 16. */
const MOST_GROWTH = 9;
/** What is cheaper is measured too badly to say how it grows. */
const CHEAP_MS = 25;
const ATTEMPTS = 4;

/**
 * What is wrong with the cost of a text of such a length: that it is more than a bound, or grows faster than the text. The least
 * of some runs counts, because collecting garbage and compiling come in between; what is well at once is not measured again.
 */
function tooDear(take: (text: string) => unknown, text: Text, length: number, mostMs: number): string | null {
  const [short, long] = [text(length / TIMES), text(length)];
  let cost = cpu(() => take(long));
  if (cost < CHEAP_MS) return null;
  let part = Infinity;
  for (let attempt = 1; ; attempt++) {
    part = Math.min(
      part,
      cpu(() => take(short)),
      cpu(() => take(short)),
    );
    const growth = cost / Math.max(part, CHEAP_MS / TIMES);
    if (cost <= mostMs && growth <= MOST_GROWTH) return null;
    if (attempt === ATTEMPTS) return `${Math.round(cost)} ms, ${growth.toFixed(1)} times those of a quarter`;
    cost = Math.min(
      cost,
      cpu(() => take(long)),
    );
  }
}

/** All that is done to HTML from its arrival until it is shown. */
function throughHtml(text: string): unknown {
  const clean = cleanHtml(text);
  return clean instanceof Refused ? clean : [isBlankHtml(clean), plainText(clean)];
}

const words: Parameters<typeof partOf>[0] = { type: 'short_answer_question', answers: [{ id: 1, answer_weight: 100, answer_text: 'a' }] };
const unread = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch (error) {
    return error;
  }
};

/** What takes a text that somebody sent, whole. */
const TAKERS: [string, (text: string) => unknown][] = [
  ['HTML', throughHtml],
  ['plain text of HTML', plainText],
  ['the scoring of words', (text) => partOf(words, text)],
  ['the reader of forms', unread((text) => readPairs(text, emptyMap()))],
  ['the reader of names in forms', unread((text) => readPairs(`${encodeURIComponent(text)}=a`, emptyMap()))],
  ['the reader of JSON', unread((text) => readJson(Buffer.from(text), emptyMap()))],
];
const MOST_MS = 2_500;

describe('texts as long as they may be cost what they are long', () => {
  test.each([...plain, ...markup])('of %s', (_unit, text) => {
    expect(TAKERS.flatMap(([name, take]) => tooDear(take, text, LONG_TEXT, MOST_MS)?.concat(` for ${name}`) ?? [])).toEqual([]);
  });
});

const isDocumented = (value: unknown): value is Documented => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a field takes, as it is documented, with the text for every value in it. */
function filled(schema: unknown, text: string): unknown {
  if (!isDocumented(schema)) return text;
  const { anyOf, type, items, properties, additionalProperties } = schema;
  if (Array.isArray(anyOf))
    return filled(
      anyOf.find((one) => isDocumented(one) && one['type'] !== 'null'),
      text,
    );
  if (type === 'array') return [filled(items, text)];
  if (type !== 'object') return text;
  if (isDocumented(additionalProperties)) return { 1: filled(additionalProperties, text) };
  return Object.fromEntries(Object.entries(isDocumented(properties) ? properties : {}).map(([name, one]) => [name, filled(one, text)]));
}

interface Field {
  name: string;
  read: (text: string) => unknown;
}

/** The fields of an operation's parameters, those of maps apart. */
function fields(schema: unknown, name: string): Field[] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => fields(field, `${name} ${key}`));
  if (!(schema instanceof z.ZodType)) return [];
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (inner instanceof z.ZodObject) return fields(inner, name);
  const documented = inner instanceof z.ZodType ? documentation.get(inner)?.schema : undefined;
  return [
    { name, read: (text) => schema.safeParse(text) },
    { name: `${name} as documented`, read: (text) => schema.safeParse(filled(documented, text)) },
  ];
}

describe('every parameter of every operation', () => {
  const all = areas.flatMap((area) => area.operations.flatMap((operation) => fields(operation.input, operation.operationId)));
  const texts = [...plain, ...markup.filter(([name]) => /^"<(?:b|p|wbr|li|!--)>? ?"$|srcset|style|!---->/.test(name))];
  const LENGTH = 16_000;

  test('is found', () => expect(all.length).toBeGreaterThan(500));

  test.each(texts)('is read in time that grows as it does, of %s', (_unit, text) => {
    const dear = all.flatMap(({ name, read }) => tooDear(read, text, LENGTH, MOST_MS / 5)?.concat(` for ${name}`) ?? []);
    expect(dear).toEqual([]);
  });
});

describe('the guard', () => {
  // Each so long that a fast machine, too, takes longer than what counts as cheap.
  test.each<[string, string, number, (text: string) => unknown]>([
    ['a search that begins again at each blank', ' ', 16_000, (text) => text.replace(/ *\n */g, '\n')],
    ['an end that is looked for at each tag', '<', 16_000, (text) => text.replace(/<[^>]*>/g, '')],
    ['marks that are put in order', '\u0316\u0301', 32_000, (text) => text.normalize('NFC')],
  ])('fires for %s', (_what, unit, length, take) => {
    // Once in a while what is measured beside other work looks cheaper than it is.
    const fires = () => tooDear(take, between('', unit, ''), length, MOST_MS) !== null;
    expect(fires() || fires() || fires()).toBe(true);
  });

  test.each<[string, (text: string) => unknown]>([
    ['a search', (text) => text.replaceAll(/[ <]/g, '')],
    [
      'characters, one by one',
      (text) =>
        Array.from(text)
          .map((one) => one.codePointAt(0))
          .toSorted(),
    ],
  ])('does not for %s', (_what, take) => {
    for (const unit of [' ', '<', 'ab']) expect(tooDear(take, between('', unit, ''), LONG_TEXT, MOST_MS)).toBeNull();
  });
});
