import { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../json-schema.ts';
import type { Operation } from '../operation.ts';
import { documentation } from '../parameters/types.ts';
import type { Describe } from './descriptions.ts';
import type { Example } from './examples.ts';

/** What is told of an operation besides its declaration. */
interface Told {
  describe: Describe;
  example: Example | undefined;
}

interface Field {
  schema: JsonSchema;
  required: boolean;
}

/** What a reader says of itself; it is inside of what may be left out. */
const documented = (type: z.ZodType): JsonSchema | undefined =>
  documentation.get(type)?.schema ??
  (type instanceof z.ZodOptional && type.unwrap() instanceof z.ZodType ? documented(inside(type)) : undefined);

function inside(type: z.ZodOptional): z.ZodType {
  const found = type.unwrap();
  return found instanceof z.ZodType ? found : z.unknown();
}

function fieldOf(type: z.ZodType, name: string, describe: Describe): Field {
  if (type instanceof z.ZodObject) {
    const schema = mapOf(type, describe);
    // A map that may be empty may be left out.
    return { schema, required: 'required' in schema };
  }
  const schema = documented(type) ?? jsonSchema(type, 'input');
  const description = describe(name);
  return { schema: { ...schema, ...(description === undefined ? {} : { description }) }, required: !(type instanceof z.ZodOptional) };
}

/** A map of parameters, which lists as required what is refused without it. */
export function mapOf(map: z.ZodObject, describe: Describe): JsonSchema {
  const fields = Object.entries(map.shape).map(([name, type]): [string, Field] => {
    if (!(type instanceof z.ZodType)) throw new Error(`the parameter ${name} has no type`);
    return [name, fieldOf(type, name, describe)];
  });
  const required = fields.flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
  };
}

const isRecord = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A map of parameters with something in it required: a way of names, the last of which is one of several. */
function requiring(map: JsonSchema, [name = '', ...further]: readonly string[], last: readonly string[]): JsonSchema {
  const { required, properties } = map;
  const known: readonly unknown[] = Array.isArray(required) ? required : [];
  if (further.length === 0 && last.length > 1) return { ...map, anyOf: last.map((one) => ({ required: [one] })) };
  const field = isRecord(properties) ? properties[name] : undefined;
  const deeper =
    further.length > 0 && isRecord(field)
      ? { properties: { ...(isRecord(properties) ? properties : {}), [name]: requiring(field, further, last) } }
      : {};
  return { ...map, ...deeper, required: [...new Set([...known, name])] };
}

/** What an operation requires one of, where a file is another way. */
const insteadOfFile = ({ requires, file }: Operation) =>
  requires.filter((one) => typeof one !== 'string' && one.some((way) => way === file));

/** The body of an operation without a file, with what its service requires. */
const bodyOf = (op: Operation, describe: Describe): JsonSchema =>
  op.requires.reduce<JsonSchema>(
    (map, one) => {
      const without = (typeof one === 'string' ? [one] : one).filter((way) => way !== op.file);
      const ways = without.map((way) => way.split('.'));
      const last = ways.map((way) => way.at(-1) ?? '');
      return requiring(map, ways[0] ?? [], last);
    },
    mapOf(op.input, describe),
  );

const hasType = (schema: unknown, type: string): boolean =>
  typeof schema === 'object' && schema !== null && 'type' in schema && schema.type === type;

/** Forms write nested names with brackets: `course[name]`; lists as one name after the other. */
export function encoding(properties: Readonly<Record<string, unknown>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]): [string, JsonSchema][] =>
      hasType(schema, 'object')
        ? [[name, { style: 'deepObject', explode: true }]]
        : hasType(schema, 'array')
          ? [[name, { style: 'form', explode: true }]]
          : [],
    ),
  );
}

const PAGING = [{ $ref: '#/components/parameters/page' }, { $ref: '#/components/parameters/per_page' }];

export const PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  page: {
    name: 'page',
    in: 'query',
    description: 'The number of a page, or a bookmark out of the `Link` header',
    schema: { type: 'string' },
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'How many to a page',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  },
};

/** The reference fills in the first word of an enumeration, which would narrow every list that a visitor tries: it leaves off a disabled example. */
const leftOff = ({ enum: words }: JsonSchema): JsonSchema =>
  Array.isArray(words) ? { examples: { default: { value: words[0], 'x-disabled': true } } } : {};

/** List parameters are written with brackets in a query: `include[]` (conventions#25). */
function inQuery(op: Operation, describe: Describe): JsonSchema[] {
  return Object.entries(op.input.shape).flatMap(([name, type]): JsonSchema[] => {
    if (!(type instanceof z.ZodType)) return [];
    const {
      schema: { description, ...schema },
      required,
    } = fieldOf(type, name, describe);
    const said = description === undefined ? {} : { description };
    if (hasType(schema, 'object')) return [{ name, in: 'query', ...said, required, style: 'deepObject', explode: true, schema }];
    return [
      { name: hasType(schema, 'array') ? `${name}[]` : name, in: 'query', ...said, required, schema, ...(required ? {} : leftOff(schema)) },
    ];
  });
}

const OWN_ID = { type: 'integer', minimum: 1 };
/** Contexts that are known by a SIS id, too; a user by `self`. */
const FORMS: Readonly<Record<string, string>> = {
  account_id: 'An id, or `sis_account_id:…`',
  course_id: 'An id, or `sis_course_id:…`',
  new_course_id: 'An id, or `sis_course_id:…`',
  section_id: 'An id, or `sis_section_id:…`',
  user_id: 'An id, `self`, `sis_user_id:…` or `sis_login_id:…`',
  admin_user_id: 'An id, `self`, `sis_user_id:…` or `sis_login_id:…`',
};

function inPath(op: Operation, example: Example | undefined): JsonSchema[] {
  return [...op.path.matchAll(/:(\w+)|\*/g)].map(([, name = 'path']) => {
    const kind = op.ids[name === 'path' ? '*' : name];
    const forms = FORMS[name] ?? (kind === 'section' ? FORMS['section_id'] : undefined);
    const shown = example?.path?.[name];
    const schema =
      kind === 'rest'
        ? { type: 'string' }
        : kind === 'uuid'
          ? { type: 'string', format: 'uuid' }
          : forms || kind === 'topic'
            ? { type: ['integer', 'string'] }
            : OWN_ID;
    return {
      name,
      in: 'path',
      required: true,
      ...(forms ? { description: forms } : {}),
      schema,
      ...(shown === undefined ? {} : { example: shown }),
    };
  });
}

const takesBody = (op: Operation): boolean => op.method === 'POST' || op.method === 'PUT';

export const parameters = (op: Operation, { describe, example }: Told): JsonSchema[] => [
  ...inPath(op, example),
  ...(takesBody(op) ? [] : inQuery(op, describe)),
  ...(op.paged ? PAGING : []),
];

/** The body of an operation that takes one: JSON first, which says all that a form can and needs no encoding. */
export function requestBody(op: Operation, { describe, example }: Told, definitions: Record<string, unknown>): JsonSchema | undefined {
  if (!takesBody(op) || (Object.keys(op.input.shape).length === 0 && op.file === null)) return undefined;
  const plain = bodyOf(op, describe);
  const name = `${op.operationId.charAt(0).toUpperCase()}${op.operationId.slice(1)}Input`;
  definitions[name] = plain;
  const schema = { $ref: `#/components/schemas/${name}` };
  const properties = { ...(plain['properties'] as Record<string, unknown>) };
  const nested = encoding(properties);
  const form = Object.keys(nested).length === 0 ? { schema } : { schema, encoding: nested };
  const beside = insteadOfFile(op).length === 0 ? schema : mapOf(op.input, describe);
  const withFile = { allOf: [beside, { type: 'object', properties: { [op.file ?? '']: { type: 'string', format: 'binary' } } }] };
  return {
    required: 'required' in plain,
    content: {
      'application/json': { schema, ...(example ? { example: example.body } : {}) },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': op.file === null ? form : { ...form, schema: withFile },
    },
  };
}
