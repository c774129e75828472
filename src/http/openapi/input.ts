import { z } from 'zod';
import { knowsSelf } from '../../kernel/ids.ts';
import { isSchema, type JsonSchema, jsonSchema } from '../json-schema.ts';
import { type Operation, takesBody } from '../operation.ts';
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
function mapOf(map: z.ZodObject, describe: Describe): JsonSchema {
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

/** A map of parameters with something in it required: a way of names, the last of which is one of several. */
function requiring(map: JsonSchema, [name = '', ...further]: readonly string[], last: readonly string[]): JsonSchema {
  const { required, properties } = map;
  const known: readonly unknown[] = Array.isArray(required) ? required : [];
  if (further.length === 0 && last.length > 1) return { ...map, anyOf: last.map((one) => ({ required: [one] })) };
  const field = isSchema(properties) ? properties[name] : undefined;
  const deeper =
    further.length > 0 && isSchema(field)
      ? { properties: { ...(isSchema(properties) ? properties : {}), [name]: requiring(field, further, last) } }
      : {};
  return { ...map, ...deeper, required: [...new Set([...known, name])] };
}

const waysOf = (one: Operation['requires'][number]): readonly string[] => (typeof one === 'string' ? [one] : one);

/** A body, with what the service of its operation requires. */
const required = (op: Operation, map: JsonSchema, isThere: (way: string) => boolean): JsonSchema =>
  op.requires.reduce<JsonSchema>((known, one) => {
    const ways = waysOf(one)
      .filter(isThere)
      .map((way) => way.split('.'));
    const last = ways.map((way) => way.at(-1) ?? '');
    return requiring(known, ways[0] ?? [], last);
  }, map);

/** The body of an operation; no file comes in it. */
const bodyOf = (op: Operation, describe: Describe): JsonSchema => required(op, mapOf(op.input, describe), (way) => way !== op.file);

/** The form of an operation that takes a file in this field, where that may stand for another. */
function formWithFile(op: Operation, file: string, describe: Describe): JsonSchema {
  const map = mapOf(op.input, describe);
  const fields = isSchema(map['properties']) ? map['properties'] : {};
  return required(op, { ...map, properties: { ...fields, [file]: FILE } }, () => true);
}

const FILE = { type: 'string', format: 'binary' };

const hasType = (schema: unknown, type: string): boolean => isSchema(schema) && schema['type'] === type;

/** Forms write nested names with brackets: `course[name]`; lists as one name after the other. */
function encoding(properties: Readonly<Record<string, unknown>>): Record<string, JsonSchema> {
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
/** Contexts that are known by a SIS id, too; a user and an account by `self`. */
const FORMS: Readonly<Record<string, string>> = {
  account_id: 'An id, `self`, or `sis_account_id:…`',
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
          : forms || (kind !== undefined && knowsSelf(kind))
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
  const field = op.file ?? '';
  const withFile = op.requires.some((one) => waysOf(one).includes(field))
    ? formWithFile(op, field, describe)
    : { allOf: [schema, { type: 'object', properties: { [field]: FILE } }] };
  return {
    required: 'required' in plain,
    content: {
      'application/json': { schema, ...(example ? { example: example.body } : {}) },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': op.file === null ? form : { ...form, schema: withFile },
    },
  };
}
