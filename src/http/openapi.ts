import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { JsonSchema } from './json-schema.ts';

const ERRORS = {
  400: 'Invalid input, or a conflict of state',
  401: 'No valid token, or not permitted',
  404: 'No such resource, or one that the caller may not see',
  429: 'Too many requests',
} as const;

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['errors'],
  properties: { errors: { description: 'A list of messages, or a map from field to its errors' }, status: { type: 'string' } },
};

/** List parameters are written with brackets in a query: `include[]` (conventions#25). */
function queryNames(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return schema;
  const properties = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const isList = typeof value === 'object' && value !== null && 'type' in value && value.type === 'array';
    return [isList ? `${name}[]` : name, value] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

type Definitions = Record<string, unknown>;

/** Schemas of routes bring the definitions they refer to along, because the serialiser is compiled from each alone. */
function collectDefinitions(schema: unknown, into: Definitions): void {
  if (typeof schema === 'object' && schema !== null && '$defs' in schema) Object.assign(into, schema.$defs);
}

/** The document with the definitions of all its routes in one place, under `components`. */
function withComponents(document: object, definitions: Definitions): JsonSchema {
  const text = JSON.stringify({ ...document, definitions }, (key, value: unknown) => (key === '$defs' ? undefined : value));
  const { definitions: schemas, ...rest } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
  return { ...rest, components: { ...(typeof rest['components'] === 'object' ? rest['components'] : {}), schemas } };
}

/** A list that is answered inside an object where the client asks for that. */
function withWrapped(response: Record<string, unknown>, wrapped: unknown): Record<string, unknown> {
  return { ...response, 200: { description: 'Success', anyOf: [response['200'], wrapped] } };
}

/** `/openapi.json`, from the schemas that the routes parse and serialise with. */
export const openapi = fp(async (app: FastifyInstance, { baseUrl, version }: { baseUrl: string; version: string }) => {
  const definitions: Definitions = {};
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version,
        description:
          'A learning management system over JSON and HTTP. Parameters may come in the query, as a form (URL-encoded or multipart) or as JSON; nested names are written `user[name]`.',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: baseUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url: route }) => {
      // What a path goes on with has a name here, as every other parameter.
      const url = route.replace(/\*$/, ':path');
      const { querystring, response: answers, ...rest } = schema;
      if (!answers) return { schema, url };
      const wrapped: unknown = Reflect.get(rest, 'x-wrapped');
      Reflect.deleteProperty(rest, 'x-wrapped');
      collectDefinitions(wrapped, definitions);
      const plain = Object.fromEntries(Object.entries(answers));
      const response = wrapped === undefined ? plain : withWrapped(plain, wrapped);
      for (const answer of Object.values(response)) collectDefinitions(answer, definitions);
      const errors = Object.fromEntries(Object.entries(ERRORS).map(([status, description]) => [status, { description, ...ERROR_SCHEMA }]));
      return {
        schema: {
          ...rest,
          ...(querystring ? { querystring: queryNames(querystring) } : {}),
          response: { ...response, ...errors },
        },
        url,
      };
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => withComponents(app.swagger(), definitions));
});
