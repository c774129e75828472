import { refusal } from '../../kernel/errors.ts';
import { parseJson } from './json-numbers.ts';
import {
  asText,
  emptyMap,
  isMap,
  MAX_CONTAINERS,
  MAX_NESTING,
  MAX_PARAMETERS,
  type Raw,
  type RawMap,
  tooDeep,
  tooMany,
} from './nesting.ts';

const code = (character: string): number => character.charCodeAt(0);
const SPACE = code(' ');
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [code('{'), code('}'), code('['), code(']')];

/** What is said of a JSON text whose limits are to be known before it is parsed. */
interface Measured {
  scalars: number;
  /** Lists and maps, without the whole. */
  containers: number;
}

/**
 * Nesting and numbers of values, in one pass over the bytes: 4 MB take some milliseconds, where parsing them may take more than a
 * second. Of a text that is no JSON it says something or other; that is refused by whoever parses it.
 */
function measure(body: Buffer): Measured {
  let [depth, commas, opened, empty] = [0, 0, 0, 0];
  let last = 0;
  let nameAt = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] ?? 0;
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      // Before what opens here stands its name.
      if (depth === 1) nameAt = at;
      while (++at < body.length && body[at] !== QUOTE) if (body[at] === BACKSLASH) at++;
    } else if (byte === COMMA) commas++;
    else if (byte === OPEN_MAP || byte === OPEN_LIST) {
      opened++;
      if (++depth > MAX_NESTING + 1) throw tooDeep(nameIn(body, nameAt));
    } else if (byte === CLOSE_MAP || byte === CLOSE_LIST) {
      const isEmpty = last === OPEN_MAP || last === OPEN_LIST;
      if (isEmpty) empty++;
      // A list or map that holds nothing needs no level below its own.
      else if (depth > MAX_NESTING) throw tooDeep(nameIn(body, nameAt));
      depth--;
    }
    last = byte;
  }
  // Whatever holds something holds one value more than commas.
  return { scalars: commas + 1 - empty, containers: opened - 1 };
}

/** The text that begins with the quote at this place; where it is none, what follows is refused for more than its depth. */
function nameIn(body: Buffer, at: number): string {
  let end = at;
  while (++end < body.length && body[end] !== QUOTE) if (body[end] === BACKSLASH) end++;
  const name = parse(body.toString('utf8', at, end + 1));
  return typeof name === 'string' ? name : 'parameters';
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refusal('the body is not valid JSON');
  }
}

/** Into maps without prototypes. */
function copied(value: unknown): Raw {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value === 'object' && value !== null) {
    const map = emptyMap();
    for (const [key, member] of Object.entries(value)) map[key] = copied(member);
    return map;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Some programs write it in front of every UTF-8 text. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const withoutMark = (sent: Buffer): Buffer =>
  sent.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? sent.subarray(BYTE_ORDER_MARK.length) : sent;

function firstOf(body: Buffer): number | undefined {
  let at = 0;
  while ((body[at] ?? QUOTE) <= SPACE) at++;
  return body[at];
}

/** Reads a JSON body into `root`, within the limits that hold for every other form (conventions#37); gives back its number of scalars. */
export function readJson(sent: Buffer, root: RawMap): number {
  const body = withoutMark(sent);
  const first = firstOf(body);
  if (first === undefined) return 0;
  if (first !== OPEN_MAP) throw refusal('a JSON body must be an object');
  const { scalars, containers } = measure(body);
  // Lists and maps cost memory too, whether or not they hold anything.
  if (scalars > MAX_PARAMETERS || containers > MAX_CONTAINERS) throw tooMany();
  const parsed = parse(asText(body));
  if (typeof parsed !== 'object' || parsed === null) throw refusal('a JSON body must be an object');
  for (const [key, member] of Object.entries(parsed)) lay(root, key, copied(member));
  return scalars;
}

/** What the query says inside of a map that the body has, too, stays where the body says nothing of it, as in a form (conventions#24). */
function lay(over: RawMap, key: string, member: Raw): void {
  const before = over[key];
  if (isMap(before) && isMap(member)) for (const [name, value] of Object.entries(member)) lay(before, name, value);
  else over[key] = member;
}
