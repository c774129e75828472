import fc from 'fast-check';
import { type Data, encodeForm } from '../../test/helpers/form.ts';
import { type Described, type Reference, Schema } from './document.ts';
import type { KnownIds } from './known-ids.ts';

/** Chosen without knowing what is there: `pick` stands for one of the ids that are known for a name. */
interface Picked {
  readonly pick: number;
}
type Draft = Data | Picked | readonly Draft[] | { readonly [name: string]: Draft | undefined };

export interface Drafted {
  op: Described;
  /** The number of the person whose token it is sent with. */
  who: number;
  path: Readonly<Record<string, Draft>>;
  query: Readonly<Record<string, Draft | undefined>>;
  body: Draft | undefined;
  asForm: boolean;
}

const WORDS = ['', ' ', '\0', '0', '-1', 'null', '%', '\\', '\u202e', '🦊', '2026-02-30', '9999-12-31T23:59:60Z', 'bookmark:eyJ9'];
const word = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS, 'x'.repeat(300), 'sis_user_id:x') },
);
const scalar: fc.Arbitrary<Draft> = fc.oneof(
  word,
  fc.integer(),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308),
  fc.boolean(),
  fc.constant(null),
);
const junk: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(word, scalar, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.dictionary(word, fc.array(scalar, { maxLength: 2 }), { maxKeys: 2 }), { maxLength: 3 }) },
);
const picked: fc.Arbitrary<Draft> = fc.nat().map((pick) => ({ pick }));

const isText = (value: unknown): value is string => typeof value === 'string';
const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.map((one) => Schema.parse(one)) : []);

/** What belongs to somebody, of those that are there from the beginning. */
const CODES = ['course_1', 'course_2', 'group_1', 'user_1', 'user_2', 'user_3'];

/** A day of this decade, so that dates meet those of the school. */
const moment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19)}Z`);

/** One in five: of many fields at once one is likely to be what another forbids. */
const seldom = (value: fc.Arbitrary<Draft>) => fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
/** Of few fields there is hardly one that forbids another, and without any of them nothing is done. */
const FEW = 2;
const often = (value: fc.Arbitrary<Draft>) => fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, { weight: 4, arbitrary: value });

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);
/** What a map needs, one of these lists: its own fields, and those of one of the alternatives that name nothing but fields. */
function neededIn(schema: Schema): string[][] {
  const own = namesIn(schema.required);
  const more = schemasIn(schema.anyOf).flatMap((one) => (one.required === undefined ? [] : [[...own, ...namesIn(one.required)]]));
  return more.length > 0 ? more : [own];
}

/** Makes what a document's schemas describe, and now and then something else in its place. */
class Values {
  readonly #reference: Reference;
  /** How often something is put where it does not belong: once in so many. */
  readonly #wrong: number;

  constructor(reference: Reference, wrong: number) {
    this.#reference = reference;
    this.#wrong = wrong;
  }

  of(given: Schema, depth = 0): fc.Arbitrary<Draft> {
    return fc.oneof({ weight: this.#wrong, arbitrary: this.#right(this.#reference.schema(given), depth) }, { weight: 1, arbitrary: junk });
  }

  fields(given: Schema, depth = 0): fc.Arbitrary<Record<string, Draft | undefined>> {
    const schema = this.#reference.schema(given);
    const properties = Object.entries(Schema.safeParse(schema.properties).data ?? {});
    const values = properties.map(([name, one]) => [name, this.of(Schema.parse(one), depth + 1)] as const);
    const optional = properties.length > FEW ? seldom : often;
    const records = neededIn(schema).map((needed) => {
      const known = values.map(([name, value]) => [name, needed.includes(name) ? value : optional(value)] as const);
      return fc.record(Object.fromEntries(known), { noNullPrototype: true });
    });
    return fc.oneof(...records);
  }

  #right(schema: Schema, depth: number): fc.Arbitrary<Draft> {
    const options = schema.type === 'object' ? [] : [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf)];
    if (options.length > 0) return fc.oneof(...options.map((one) => this.of(one, depth + 1)));
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum.filter(isText));
    const types = [schema.type].flat();
    if (types.includes('object')) return depth > 4 ? junk : this.#map(schema, depth);
    if (types.includes('array')) return fc.array(this.of(Schema.safeParse(schema.items).data ?? {}, depth + 1), { maxLength: 3 });
    // What may be a number or a text is an id, by itself or by another system's.
    if (types.includes('integer')) return types.includes('string') ? picked : this.#integer(schema);
    if (types.includes('number')) return fc.double({ min: -10, max: 100, noNaN: true });
    if (types.includes('boolean')) return fc.boolean();
    return types.includes('string') ? this.#text(schema) : scalar;
  }

  #text({ format, pattern }: Schema): fc.Arbitrary<Draft> {
    if (format === 'date-time') return moment;
    if (format === 'uri') return fc.webUrl();
    if (!isText(pattern)) return word;
    return pattern.startsWith('^(course|') ? fc.constantFrom(...CODES) : fc.stringMatching(new RegExp(pattern));
  }

  #integer({ minimum, maximum }: Schema): fc.Arbitrary<Draft> {
    const min = numberOf(minimum, 0);
    return fc.oneof(picked, fc.integer({ min, max: Math.max(min, Math.min(numberOf(maximum, 100), 100)) }));
  }

  #map(schema: Schema, depth: number): fc.Arbitrary<Draft> {
    const others = Schema.safeParse(schema.additionalProperties).data;
    const more = others ? fc.dictionary(fc.nat(40).map(String), this.of(others, depth + 1), { maxKeys: 2 }) : fc.constant({});
    return fc.tuple(this.fields(schema, depth), more).map(([fields, rest]) => ({ ...rest, ...fields }));
  }
}

const named = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** A request of one operation: half of them with everything as the document has it, the others with something wrong in most. */
function drafted(reference: Reference, op: Described, wrong: number): fc.Arbitrary<Drafted> {
  const values = new Values(reference, wrong);
  const segment = fc.oneof({ weight: 12, arbitrary: picked }, { weight: 1, arbitrary: word });
  return fc.record({
    op: fc.constant(op),
    who: fc.nat(),
    path: fc.record(Object.fromEntries(named(op.path).map((name) => [name, segment])), { noNullPrototype: true }),
    query: fc.record(Object.fromEntries(op.query.map(({ name, schema }) => [name, seldom(values.of(schema))])), { noNullPrototype: true }),
    body: op.body ? values.fields(op.body) : fc.constant(undefined),
    asForm: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  });
}

const ALMOST_NEVER = 500;
const OFTEN = 4;

/** So many requests of operations in turn, the same ones for the same seed. */
export function draftRequests(reference: Reference, { seed, count }: { seed: number; count: number }): Drafted[] {
  const { operations } = reference;
  const each = Math.ceil(count / operations.length / 2);
  return operations.flatMap((op, i) =>
    [ALMOST_NEVER, OFTEN].flatMap((wrong, k) => fc.sample(drafted(reference, op, wrong), { seed: seed + 2 * i + k, numRuns: each })),
  );
}

export interface Request {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Nothing has such an id. */
const NOBODY = 2_000_000_000;

const isList = (value: object): value is readonly Draft[] => Array.isArray(value);
const isPick = (value: object): value is Picked => 'pick' in value && typeof value.pick === 'number';
const chosen = ({ pick }: Picked, ids: readonly (number | string)[]): number | string => ids[pick % Math.max(ids.length, 1)] ?? NOBODY;

/** A draft with ids that are there, for what the names of its fields say. */
function resolve(value: Draft, name: string, known: KnownIds): Data {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one) => resolve(one, name, known));
  if (isPick(value)) return chosen(value, known.named(name));
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, resolve(one, key, known)]])));
}

const ONE_OF = /^(\w*)\{(\w+)\}$/;

/** The path with ids of what is below it, as far as anything is known to be. */
function pathOf({ op, path }: Drafted, known: KnownIds): string {
  const segments = op.path.split('/');
  return segments.reduce((above, segment, i) => {
    const [, before = '', name] = ONE_OF.exec(segment) ?? [];
    if (name === undefined) return i === 0 ? segment : `${above}/${segment}`;
    const value: Draft = path[name] ?? NOBODY;
    const isPicked = typeof value === 'object' && value !== null && isPick(value);
    const ids = known.after(before === '' ? above : '', { name, takesAway: op.method === 'DELETE' && i === segments.length - 1 });
    const text = isPicked ? String(chosen(value, ids)) : typeof value === 'string' ? value : JSON.stringify(resolve(value, name, known));
    // Empty and dotted ones would be another path.
    return `${above}/${before}${encodeURIComponent(/^\.{0,2}$/.test(text) ? NOBODY : text)}`;
  }, '');
}

/** What is sent of a draft. */
export function requestOf(draft: Drafted, token: string | undefined, known: KnownIds): Request {
  const { op, query, body, asForm } = draft;
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.replace(/\[\]$/, ''), resolve(value, name, known)] as const],
  );
  const sent = body === undefined || op.method === 'GET' ? undefined : resolve(body, '', known);
  const isMap = typeof sent === 'object' && sent !== null && !Array.isArray(sent);
  const form = asForm && isMap ? encodeForm(Object.fromEntries(Object.entries(sent))) : undefined;
  return {
    method: op.method,
    path: pathOf(draft, known),
    query: encodeForm(Object.fromEntries(asked)),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined ? {} : { 'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded' }),
    },
    body: sent === undefined ? undefined : (form ?? JSON.stringify(sent)),
  };
}
