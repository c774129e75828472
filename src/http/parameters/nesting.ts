import { isUtf8 } from 'node:buffer';
import { invalidField, refusal } from '../../kernel/errors.ts';

/** What a client sent, before any type is read out of it: text, JSON scalars, lists, maps and repeated plain names. */
export type Raw = string | number | boolean | null | Repeated | Raw[] | RawMap;
export interface RawMap {
  [name: string]: Raw;
}

/** A plain name that came more than once: a list where a list is wanted, else its last value counts (conventions#26). */
export class Repeated {
  readonly values: Raw[];
  constructor(values: Raw[]) {
    this.values = values;
  }
}

/** The value of a parameter that is a scalar: of a repeated one the last counts (conventions#27). */
export const lastOf = <T>(raw: T | Repeated): T | Raw | undefined => (raw instanceof Repeated ? raw.values.at(-1) : raw);

export const MAX_PARAMETERS = 10_000;
/** Lists and maps: a grade of each of ten thousand students stands in a map of its own, and these in further ones. */
export const MAX_CONTAINERS = 2 * MAX_PARAMETERS;
export const MAX_NESTING = 10;

/** Without a prototype, so that `__proto__` and `constructor` are names like any other. */
export const emptyMap = (): RawMap => Object.create(null);

export const isMap = (value: Raw | undefined): value is RawMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Repeated);

export const tooDeep = (name: string) => invalidField(name, 'too_deep', `is nested more than ${MAX_NESTING} levels deep`);
const malformed = (name: string) => invalidField(name, 'malformed', 'has brackets that do not match');
const conflicting = (name: string) => invalidField(name, 'malformed', 'is sent as a value, as a list and as a map at once');

/** How often a character stands in a name from a place on; no further than to `most`. */
function countOf(character: string, name: string, from: number, most: number): number {
  let count = 0;
  for (let at = from; at !== -1 && count < most; at = name.indexOf(character, at + 1)) count++;
  return count;
}

/** `a[b][]` -> ['a', 'b', '']; the empty segment stands for "the next element of a list". */
function segments(name: string): string[] {
  const open = name.indexOf('[');
  const head = open === -1 ? name : name.slice(0, open);
  if (open === -1 && !name.includes(']')) return [name];
  if (countOf('[', name, open, MAX_NESTING) === MAX_NESTING) throw tooDeep(head);
  if (head === '' || head.includes(']') || !/^(?:\[[^[\]]*\])+$/.test(name.slice(open))) throw malformed(head || name);
  return [head, ...name.slice(open + 1, -1).split('][')];
}

/**
 * Puts one pair where its name says, by Rack's rules (conventions#25): `a[b]` is a map's member, `a[]` a list's
 * next element, and `a[][b]` starts a new element whenever the last one has `b` already.
 */
export function put(root: RawMap, name: string, value: Raw): void {
  const path = segments(name);
  const head = path[0] ?? '';
  let map = root;
  for (let i = 0; ; ) {
    const key = path[i] ?? '';
    if (i === path.length - 1) return putScalar(map, key, value, head);
    if (path[i + 1] !== '') {
      map = memberMap(map, key, head);
      i += 1;
      continue;
    }
    const list = memberList(map, key, head);
    if (i + 2 === path.length) {
      list.push(value);
      return;
    }
    map = elementFor(list, path.slice(i + 2), head);
    i += 2;
  }
}

function putScalar(map: RawMap, key: string, value: Raw, head: string): void {
  const before = map[key];
  if (before === undefined) map[key] = value;
  else if (before instanceof Repeated) before.values.push(value);
  else if (Array.isArray(before) || isMap(before)) throw conflicting(head);
  else map[key] = new Repeated([before, value]);
}

function memberMap(map: RawMap, key: string, head: string): RawMap {
  const before = map[key] ?? (map[key] = emptyMap());
  if (!isMap(before)) throw conflicting(head);
  return before;
}

function memberList(map: RawMap, key: string, head: string): Raw[] {
  const before = map[key] ?? (map[key] = []);
  if (!Array.isArray(before)) throw conflicting(head);
  return before;
}

/** The element of a list of maps that a pair with this remaining path belongs to. */
function elementFor(list: Raw[], rest: readonly string[], head: string): RawMap {
  const key = rest[0] ?? '';
  if (key === '') throw malformed(head);
  const last = list.at(-1);
  if (last !== undefined && !isMap(last)) throw conflicting(head);
  const before = last?.[key];
  const goesOn = last !== undefined && (before === undefined || (rest.length > 1 && !hasPath(before, rest.slice(1))));
  if (goesOn && last !== undefined) return last;
  const element = emptyMap();
  list.push(element);
  return element;
}

/** Whether the value already holds what the path names; lists grow, so an open list never does. */
function hasPath(value: Raw | undefined, path: readonly string[]): boolean {
  if (value === undefined) return false;
  const [key, ...rest] = path;
  if (key === undefined) return true;
  if (key === '') return !Array.isArray(value);
  if (!isMap(value)) return true;
  return hasPath(value[key], rest);
}

/** What errors call the parameter: `name` for `user[name]`, `ratings` for `ratings[][points]` (conventions#15). */
function fieldOf(name: string): string {
  const path = segments(name);
  const inList = path.findIndex((segment) => /^\d*$/.test(segment));
  return path.slice(0, inList === -1 ? path.length : inList).at(-1) ?? name;
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidField(fieldOf(name), 'invalid_encoding', 'is not percent-encoded UTF-8');
  }
}

const AMPERSAND = '&'.charCodeAt(0);

function readPair(pair: string, root: RawMap): void {
  const cut = pair.indexOf('=');
  const name = decode(cut === -1 ? pair : pair.slice(0, cut), 'parameters');
  if (name === '') return;
  put(root, name, cut === -1 ? null : decode(pair.slice(cut + 1), name));
}

/** What is still read once something cannot be: it is judged before that (conventions#13). Thousands of errors would be dear. */
export const ACCESS_TOKEN = 'access_token';

/**
 * Reads `a=1&b[c]=2` (a query or a URL-encoded body) into `root`; gives back how many parameters it held, those without a name too. Fails by
 * the first that cannot be read, when the token has been looked for behind it.
 */
export function readPairs(text: string, root: RawMap): number {
  let count = 0;
  let wrong: unknown;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) === AMPERSAND) continue;
    const end = text.indexOf('&', at);
    const pair = end === -1 ? text.slice(at) : text.slice(at, end);
    at += pair.length;
    if (++count > MAX_PARAMETERS) throw tooMany();
    if (wrong !== undefined && !pair.startsWith(`${ACCESS_TOKEN}=`)) continue;
    try {
      readPair(pair, root);
    } catch (error) {
      wrong ??= error;
    }
  }
  if (wrong !== undefined) throw wrong;
  return count;
}

export const tooMany = (most = MAX_PARAMETERS) => refusal(`at most ${most} parameters are taken`);

export const notUtf8 = () => refusal('the body is not valid UTF-8');

export function asText(body: Buffer): string {
  if (!isUtf8(body)) throw notUtf8();
  return body.toString('utf8');
}
