import SwaggerParser from '@apidevtools/swagger-parser';
import supertest from 'supertest';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { takesBody } from '../../src/http/operation.ts';
import { deafServer, useServer } from '../helpers/server.ts';

const Parameter = z.looseObject({ in: z.string(), name: z.string(), required: z.boolean().optional() });
const Reference = z.object({ $ref: z.string() });
const Documented = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  tags: z.array(z.string()).min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  'x-permission': z.string(),
  parameters: z.array(z.union([Reference, Parameter])).optional(),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(
    z.string(),
    z.union([
      Reference,
      z.looseObject({ description: z.string(), content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })).optional() }),
    ]),
  ),
});
const Document = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  tags: z.array(z.object({ name: z.string(), description: z.string().optional() })),
  components: z.looseObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
    parameters: z.record(z.string(), Parameter),
    schemas: z.record(z.string(), z.unknown()),
  }),
});

const server = useServer();
const operations = areas.flatMap((area) => area.operations);
const openRoutes = areas.flatMap((area) => area.openRoutes ?? []).filter((route) => !route.hide);
/** A route's path as the document writes it. */
const written = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}');
let text: string;
let document: z.output<typeof Document>;

beforeAll(async () => {
  const response = await supertest(server.url).get('/openapi.json');
  expect(response.status).toBe(200);
  text = response.text;
  document = Document.parse(JSON.parse(text));
});

const documented = (method: string, path: string) => {
  return Documented.parse(document.paths[`/api/v1${written(path)}`]?.[method.toLowerCase()]);
};
type Found = z.output<typeof Documented>;
const parametersOf = ({ parameters = [] }: Pick<Found, 'parameters'>) =>
  parameters.map((one) =>
    Parameter.parse('$ref' in one && typeof one.$ref === 'string' ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one),
  );
const contentOf = ({ responses }: Pick<Found, 'responses'>, status: number) => {
  const found = responses[status];
  return found && 'content' in found ? z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })).parse(found.content) : undefined;
};

// conventions#71
describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toBeTruthy();
  });

  test('refers to nothing that it does not hold, and to no other host', () => {
    const whole: unknown = JSON.parse(text);
    const references = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? ''));
    expect(references.size).toBeGreaterThan(100);
    for (const reference of references) {
      expect(reference).toMatch(/^#\//);
      const found = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), whole);
      expect(found, reference).toBeDefined();
    }
  });

  test('holds no operation that is not one, and no name twice', () => {
    const found = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
    );
    const expected = operations.map((op) => `${op.method} /api/v1${written(op.path)}`);
    const open = openRoutes.map((route) => `${route.method} ${written(route.path)}`);
    expect(found.filter((one) => !one.startsWith('HEAD ')).sort()).toEqual([...expected, ...open].sort());
    const names = operations.map((op) => op.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('asks for the token everywhere but where an operation says otherwise', () => {
    expect(document.security).toEqual([{ bearer: [] }]);

    expect(Object.values(document.components.securitySchemes)).toContainEqual(expect.objectContaining({ type: 'http', scheme: 'bearer' }));
  });
});

describe.each(operations.map((op) => [`${op.method} ${op.path}`, op] as const))('%s', (_name, op) => {
  // conventions#71
  test('is documented', () => {
    const found = documented(op.method, op.path);
    expect(found.operationId).toBe(op.operationId);
    expect(found['x-permission']).toBe(op.permission);
    expect(found.security).toBeUndefined();
    expect(document.tags.map((tag) => tag.name)).toEqual(expect.arrayContaining(found.tags));
    const bodies = takesBody(op) ? ['413', '415'] : [];
    for (const status of [String(op.status), '400', '401', '404', '429', '500', '503', ...bodies])
      expect(Object.keys(found.responses)).toContain(status);
    const answer = contentOf(found, op.status)?.[op.media]?.schema;
    if (op.status === 204 || op.status === 302) return expect(answer).toBeUndefined();
    expect(answer).toBeDefined();
    // A list that may come in another form says both.
    if (op.wrapped) expect(answer?.['anyOf']).toMatchObject([{ type: 'array' }, {}]);
    else if (op.paged) expect(answer?.['type']).toBe('array');
  });

  test('names its parameters', () => {
    const found = documented(op.method, op.path);
    const { requestBody } = found;
    const parameters = parametersOf(found);
    const inPath = [...written(op.path).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(
      parameters
        .filter((one) => one.in === 'path')
        .map((one) => one.name)
        .sort(),
    ).toEqual(inPath.sort());
    for (const one of parameters.filter((each) => each.in === 'path')) expect(one.required).toBe(true);
    const inQuery = parameters.filter((one) => one.in === 'query').map((one) => one.name.replace(/\[\]$/, ''));
    if (op.paged) expect(inQuery).toEqual(expect.arrayContaining(['page', 'per_page']));
    const names = Object.keys(op.input.shape);
    if (op.method === 'GET' || op.method === 'DELETE') expect(inQuery).toEqual(expect.arrayContaining(names));
    else if (names.length > 0) {
      // JSON first: tools that try an operation out take the first, and forms need to be told how names nest.
      expect(Object.keys(requestBody?.content ?? {})).toEqual([
        'application/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]);
    }
  });
});

describe.each(openRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  test('is documented as one that needs no token', () => {
    const found = Documented.omit({ 'x-permission': true }).parse(document.paths[written(route.path)]?.[route.method.toLowerCase()]);
    expect(found.operationId).toBe(route.operationId);
    expect(found.security).toEqual([]);
    expect(Object.keys(found.responses)).toContain(String(route.status));
    const names = Object.keys(route.input?.shape ?? {});
    const inQuery = parametersOf(found)
      .filter((one) => one.in === 'query')
      .map((one) => one.name);
    if (route.method === 'GET') expect(inQuery).toEqual(names);
    else if (names.length > 0) expect(Object.keys(found.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  });
});

// conventions#71
describe('the reference', () => {
  test('is a page that needs no token', async () => {
    const response = await supertest(server.url).get('/docs').redirects(3);
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.text).toContain('/openapi.json');
  });

  test('is where the root leads to', async () => {
    const { status, headers } = await supertest(server.url).get('/');
    expect([status, headers['location']]).toEqual([302, '/docs']);
  });

  test('says nothing where it only leads on', async () => {
    const { status, headers } = await supertest(server.url).get('/docs');
    expect({ status, location: headers['location'], type: headers['content-type'] }).toEqual({
      status: 301,
      location: '/docs/',
      type: undefined,
    });
  });

  // conventions#79
  test('leads on and finds the document below the path of BASE_URL', async () => {
    const app = await deafServer(server, { baseUrl: 'https://school.example/lms' });
    const [root, docs, page] = await Promise.all(['/', '/docs', '/docs/'].map((url) => app.inject({ method: 'GET', url })));
    expect([root?.headers.location, docs?.headers.location]).toEqual(['/lms/docs', '/lms/docs/']);
    expect(page?.body).toContain('"/lms/openapi.json"');
    await app.close();
  });

  test('is that alone: what it does not have is not there', async () => {
    const { status, body } = await supertest(server.url).get('/docs/nothing/here');
    const elsewhere = await supertest(server.url).get('/nothing/here');
    expect({ status, body }).toEqual({ status: 404, body: elsewhere.body });
  });

  test('loads nothing from another host', async () => {
    const response = await supertest(server.url).get('/docs').redirects(3);
    const page = new URL(response.redirects.at(-1) ?? `${server.url}/docs`);
    const sources = [...response.text.matchAll(/<(?:script|link|img|iframe)\b[^>]*?\s(?:src|href)=["']([^"']+)["']/gi)].map(
      ([, source]) => new URL(source ?? '', page),
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source.origin).toBe(server.url);
      expect((await supertest(server.url).get(`${source.pathname}${source.search}`)).status, source.href).toBe(200);
    }
    expect(response.text).not.toMatch(/@import|url\(["']?https?:/i);
  });
});
