import { type JsonSchema, jsonSchema } from '../json-schema.ts';
import type { OpenRoute } from '../open-routes.ts';
import type { Operation } from '../operation.ts';
import { answerSchema, type Definitions, ERROR_SCHEMAS, HEADERS, openRefusals, RESPONSES, responses } from './answers.ts';
import { described } from './descriptions.ts';
import type { Examples } from './examples.ts';
import { PARAMETERS, parameters, requestBody } from './input.ts';
import { INTRODUCTION } from './introduction.ts';

export interface DocumentedArea {
  /** The name of its rules, docs/rules/<name>.md. */
  rules: string;
  operations: readonly Operation[];
  examples: Examples;
  openRoutes: readonly OpenRoute[];
}

export interface About {
  baseUrl: string;
  version: string;
}

/** A route's path as the document writes it. */
const written = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');

function operationObject(op: Operation, area: DocumentedArea, definitions: Definitions): JsonSchema {
  const { of: describe } = described(area.rules);
  const example = area.examples[op.operationId];
  const body = requestBody(op, { describe, example }, definitions);
  const takes = parameters(op, { describe, example });
  const from = example ? ` In the demo school the example is one for \`${example.by ?? 'teacher'}\`.` : '';
  return {
    operationId: op.operationId,
    summary: op.summary,
    description: `Required permission: \`${op.permission}\`.${from}`,
    tags: [op.tag],
    ...(op.deprecated ? { deprecated: true } : {}),
    'x-permission': op.permission,
    ...(takes.length === 0 ? {} : { parameters: takes }),
    ...(body ? { requestBody: body } : {}),
    responses: responses(op, definitions),
  };
}

/** Routes that need no token: their parameters are signed, and their refusals few. */
function openObject(route: OpenRoute, definitions: Definitions): JsonSchema {
  const input = route.input ? jsonSchema(route.input, 'input') : undefined;
  const properties = Object.entries((input?.['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = new Set(Array.isArray(input?.['required']) ? input['required'] : []);
  const inPath = [...route.path.matchAll(/:(\w+)|\*/g)].map(([, name = 'path']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = properties.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema }));
  const takes = route.method === 'GET' ? [...inPath, ...inQuery] : inPath;
  const content = route.answer
    ? { 'application/json': { schema: answerSchema(route.answer, definitions) } }
    : { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: 'Needs no token: the address is signed.',
    tags: [route.tag],
    security: [],
    ...(takes.length === 0 ? {} : { parameters: takes }),
    ...(route.method === 'POST' && input ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: input } } } } : {}),
    responses: {
      [route.status]: { description: 'As it is', headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } }, content },
      ...Object.fromEntries(Object.entries(route.others ?? {}).map(([status, description]) => [status, { description }])),
      ...openRefusals(route),
    },
  };
}

function tagsOf(areas: readonly DocumentedArea[]): JsonSchema[] {
  const tags = new Map<string, string | undefined>();
  for (const area of areas) {
    for (const { tag } of [...area.operations, ...area.openRoutes]) if (!tags.has(tag)) tags.set(tag, described(area.rules).introduction);
  }
  return [...tags].map(([name, description]) => ({ name, ...(description === undefined ? {} : { description }) }));
}

/** References of a schema alone, made such of the whole document. */
const inDocument = (document: object): JsonSchema => {
  const text = JSON.stringify(document, (key, value: unknown) => (key === '$defs' ? undefined : value));
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
};

/** The OpenAPI document (conventions#71), of the declarations that requests are read and answered by. */
export function openApiDocument(areas: readonly DocumentedArea[], { baseUrl, version }: About): JsonSchema {
  const schemas: Definitions = { ...ERROR_SCHEMAS };
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const put = (path: string, method: string, object: JsonSchema) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: object };
  };
  for (const area of areas) {
    for (const op of area.operations) put(`/api/v1${written(op.path)}`, op.method, operationObject(op, area, schemas));
    for (const route of area.openRoutes) if (!route.hide) put(written(route.path), route.method, openObject(route, schemas));
  }
  return inDocument({
    openapi: '3.1.0',
    info: { title: 'Lectern', version, summary: 'The API of a learning management system', description: INTRODUCTION },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }],
    tags: tagsOf(areas),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token, as `npm run token` or `POST /api/v1/users/self/tokens` make it.' },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
      schemas,
    },
  });
}
