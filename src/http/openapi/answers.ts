import { z } from 'zod';
import { hasTag } from '../entity-tags.ts';
import { isSchema, type JsonSchema, jsonSchema } from '../json-schema.ts';
import { type Operation, takesBody } from '../operation.ts';

export type Definitions = Record<string, unknown>;

/** The schema of an answer: what has a name stands under it in `definitions`, and is referred to. */
export function answerSchema(answer: z.ZodType, definitions: Definitions): JsonSchema {
  // Of what a schema holds the converter refers to all that has a name; of the schema itself it would not.
  const { items, $defs } = jsonSchema(z.array(answer), 'output');
  for (const [name, { id: _, ...schema }] of Object.entries(isSchema($defs) ? $defs : {}).flatMap(([name, one]) =>
    isSchema(one) ? [[name, one] as const] : [],
  ))
    definitions[name] = schema;
  return isSchema(items) ? items : {};
}

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': { description: 'Names the request in logs; the one that was sent, where it was sane.', schema: { type: 'string' } },
  ETag: {
    description: 'Names what is answered: sent as `If-None-Match`, it is answered with 304 for as long as that is the same.',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The addresses of other pages of the list: `current`, `next`, `prev`, `first` and `last`, as far as there are any.',
    schema: { type: 'string' },
  },
  Location: { description: 'Where to go on.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description: 'How many requests a minute the token is good for; absent where nobody is limited.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left of this minute.', schema: { type: 'integer' } },
  'X-Rate-Limit-Remaining': { description: 'The same, by the name that clients of this API know.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the minute ends, in seconds since 1970.', schema: { type: 'integer' } },
  'X-Ignored-Parameters': {
    description: 'What was sent and is not known, as it was written: names of parameters, and words of `include[]`. Absent where all is.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer' } },
  Deprecation: { description: 'The operation stays, and another one does it better.', schema: { type: 'string' } },
};

const OF_EVERY_ANSWER = Object.fromEntries(
  ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-Rate-Limit-Remaining', 'X-RateLimit-Reset', 'X-Ignored-Parameters'].map(
    (name) => [name, header(name)],
  ),
);

const MESSAGE: JsonSchema = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' }, error_code: { type: 'string' } },
};
const FIELD_ERROR: JsonSchema = {
  type: 'object',
  required: ['attribute', 'type', 'message'],
  properties: {
    attribute: { type: 'string', description: 'The field, as it was named in the request, without the map around it' },
    type: { type: 'string', description: 'What kind of error it is, for programs' },
    message: { type: 'string', description: 'What is wanted, for people' },
  },
};

/** What refusals hold. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Message: MESSAGE,
  FieldError: FIELD_ERROR,
  Errors: {
    type: 'object',
    required: ['errors'],
    properties: {
      errors: {
        description:
          'Messages, or a map from each field that is wrong to what is wrong with it; of overrides of assignments texts, and of several at once a list for each',
        anyOf: [
          { type: 'array', items: { $ref: '#/components/schemas/Message' } },
          { type: 'array', items: { type: 'string' } },
          { type: 'array', items: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] } },
          { type: 'object', additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/FieldError' } } },
        ],
      },
      status: { type: 'string', enum: ['unauthenticated', 'unauthorized', 'throttled'] },
      error_report_id: { type: 'string', description: 'The `X-Request-Id` of what failed' },
    },
  },
};

interface Refusal {
  name: string;
  description: string;
  retry?: true;
}

/** The refusals of every operation; those of bodies, of those that take one. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  400: { name: 'BadRequest', description: 'Wrong input, each field at once, or a conflict of state' },
  401: { name: 'Unauthorized', description: 'No valid token, or not permitted' },
  403: { name: 'Forbidden', description: 'Not now, or not from here' },
  404: { name: 'NotFound', description: 'No such resource, or one that the caller may not see' },
  409: { name: 'Conflict', description: 'Not at the same time' },
  413: { name: 'TooLarge', description: 'The body is larger than is taken' },
  415: { name: 'UnsupportedMediaType', description: 'The body is neither JSON nor a form' },
  429: { name: 'TooManyRequests', description: 'More requests than RATE_LIMIT allows', retry: true },
  500: { name: 'InternalError', description: 'A fault of the server' },
  503: { name: 'Unavailable', description: 'Not just now: try again after a while', retry: true },
};
const ALWAYS = [400, 401, 404, 429, 500, 503];
const OF_BODIES = [413, 415];

const ERRORS_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } };

/** The refusals, each once. */
export const RESPONSES: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.values(REFUSALS).map(({ name, description, retry }) => [
    name,
    {
      description,
      headers: { ...OF_EVERY_ANSWER, ...(retry ? { 'Retry-After': header('Retry-After') } : {}) },
      content: name === 'Forbidden' ? { ...ERRORS_CONTENT, 'text/plain': { schema: { type: 'string' } } } : ERRORS_CONTENT,
    },
  ]),
);

/** Every status that a client may see of an operation. */
export const statusesOf = (op: Operation): number[] => [
  op.status,
  ...(op.otherStatus === null ? [] : [op.otherStatus]),
  ...(hasTag(op) ? [304] : []),
  ...ALWAYS,
  ...(takesBody(op) ? OF_BODIES : []),
  ...op.refusals,
];

/** The refusals of a route that needs no token, whose address may be signed for another time or another thing. */
export function openRefusals(route: { method: string }): Record<string, JsonSchema> {
  const statuses = [...ALWAYS, 403, ...(takesBody(route) ? OF_BODIES : [])];
  const refusals = statuses.flatMap((status) => (REFUSALS[status] ? [[String(status), REFUSALS[status]] as const] : []));
  return Object.fromEntries(refusals.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}

function success(op: Operation, definitions: Definitions): JsonSchema {
  const headers = {
    ...OF_EVERY_ANSWER,
    ...(hasTag(op) ? { ETag: header('ETag') } : {}),
    ...(op.paged ? { Link: header('Link') } : {}),
    ...(op.deprecated ? { Deprecation: header('Deprecation') } : {}),
  };
  if (op.answer instanceof z.ZodVoid)
    return op.status === 302
      ? { description: 'It is found there', headers: { ...headers, Location: header('Location') } }
      : { description: 'Done; there is nothing to say', headers };
  const answer = answerSchema(op.answer, definitions);
  const plain = op.paged ? { type: 'array', items: answer } : answer;
  // A list that is answered inside an object where the client asks for that.
  const schema = op.wrapped ? { anyOf: [plain, answerSchema(op.wrapped, definitions)] } : plain;
  return { description: op.paged ? 'A page of them' : 'As it now is', headers, content: { [op.media]: { schema } } };
}

const held = (op: Operation): JsonSchema => ({
  description: 'It is as the client holds it, by `If-None-Match`',
  headers: { ...OF_EVERY_ANSWER, ETag: header('ETag'), ...(op.paged ? { Link: header('Link') } : {}) },
});

/** All that an operation answers, by status. */
export function responses(op: Operation, definitions: Definitions): Record<string, JsonSchema> {
  const good = success(op, definitions);
  return Object.fromEntries(
    statusesOf(op).map((status) => {
      if (status === 304) return ['304', held(op)];
      const refusal = REFUSALS[status];
      return [String(status), refusal ? { $ref: `#/components/responses/${refusal.name}` } : good];
    }),
  );
}
