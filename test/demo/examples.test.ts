import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { areas } from '../../src/areas/index.ts';
import { demoSchool } from '../../src/demo/command-line.ts';
import type { Example } from '../../src/http/openapi/examples.ts';
import { type Operation, takesBody } from '../../src/http/operation.ts';
import { type Client, type TestServer, useServer } from '../helpers/server.ts';

type Body = Readonly<Record<string, unknown>>;
const Map_ = z.record(z.string(), z.unknown());
const Required = z.array(z.string());
const Input = z.looseObject({
  required: Required.optional(),
  anyOf: z.array(z.object({ required: Required })).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});
type Input = z.output<typeof Input>;

const asksForBody = (op: Operation): boolean => takesBody(op) && Object.keys(op.input.shape).length > 0;
const operations = areas.flatMap((area) =>
  area.operations.filter(asksForBody).map((op) => ({ op, example: area.examples?.[op.operationId] })),
);
const examples = operations
  .flatMap(({ op, example }) => (example ? [[op.operationId, op, example] as const] : []))
  // An attempt that is complete takes no more answers.
  .toSorted(([a], [b]) => Number(a === 'completeQuizSubmission') - Number(b === 'completeQuizSubmission'));

/** A demo school, and its people. */
class School {
  readonly server: TestServer;
  #client: (login: string) => Client = () => this.server.anonymous;
  /** What only a running attempt knows, and a token of a student. */
  #proof: Body = {};
  #pageView = '';

  constructor(server: TestServer) {
    this.server = server;
  }

  async open(): Promise<void> {
    const { database, services, url } = this.server;
    const lines = await demoSchool({ database, services, baseUrl: url, webUrl: url }, []);
    const tokens = new Map(lines.map((line) => line.trim().split(/\s+/)).map(([login = '', token = '']) => [login, token]));
    this.#client = (login) => (login === 'admin' ? this.server.admin : this.server.as(tokens.get(login) ?? ''));
    this.#proof = { access_token: tokens.get('student1') };
    await this.#client('student1').get('/courses').expect(200);
    await this.server.flushPageViews();
    const { rows } = await database.pool.query<{ id: string }>('select id from page_views where user_id = 4 limit 1');
    this.#pageView = rows[0]?.id ?? '';
  }

  /** The status, and what is said, of an operation's example with another body. */
  async send(op: Operation, example: Example, body: Body) {
    const { by = 'teacher', path = {} } = example;
    const ids = op.operationId === 'reportPageView' ? { id: this.#pageView } : path;
    const address = op.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(ids[name as keyof typeof ids])));
    const method = op.method === 'PUT' ? 'put' : op.method === 'PATCH' ? 'patch' : 'post';
    const sent = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, value === example.body[name] ? (this.#proof[name] ?? value) : value]),
    );
    const response = await this.#client(by)[method](address, z.record(z.string(), z.any()).parse(sent));
    const Begun = z.object({ quiz_submissions: z.tuple([z.object({ attempt: z.int(), validation_token: z.string() })]) });
    if (op.operationId === 'beginQuizSubmission') this.#proof = { ...this.#proof, ...Begun.parse(response.body).quiz_submissions[0] };
    return { status: response.status, body: response.text };
  }
}

let documented: (op: Operation) => Input;
const mapIn = (input: Input, name: string): Input | undefined => {
  const found = Input.safeParse(input.properties?.[name]);
  return found.success && found.data.properties ? found.data : undefined;
};

/** By itself, or as one of several: an example has one of them. */
const isRequired = (name: string, { required = [], anyOf = [] }: Input): boolean =>
  [...required, ...anyOf.flatMap((one) => one.required)].includes(name);

/** What is left of a body of what the document requires. */
const required = (body: Body, input: Input): Body =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      if (!isRequired(name, input)) return [];
      const map = mapIn(input, name);
      return [[name, map ? required(Map_.parse(value), map) : value]];
    }),
  );

/** The body without one required field, for each. */
const withoutOne = (body: Body, input: Input): { without: string; body: Body }[] =>
  Object.entries(body).flatMap(([name, value]) => {
    if (!isRequired(name, input)) return [];
    const { [name]: _, ...rest } = body;
    const map = mapIn(input, name);
    const deeper = map ? withoutOne(Map_.parse(value), map).map((one) => ({ ...one, body: { ...body, [name]: one.body } })) : [];
    return [{ without: name, body: rest }, ...deeper];
  });

/** What nobody can take for such a value: a word in place of a number, a truth, a date or a map, and a map in place of a word. */
const wrongOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [wrongOf(value[0])];
  return typeof value === 'string' && !/^\d{4}-\d\d-\d\d/.test(value) ? { wrong: 'wrong' } : 'wrong';
};

/** The body with one field wrong, for each. */
const wrongInOne = (body: Body, at = ''): { wrong: string; body: Body }[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const field = at === '' ? name : `${at}[${name}]`;
    const deeper = wrongInOne(Map_.safeParse(value).data ?? {}, field).map((one) => ({ ...one, body: { ...body, [name]: one.body } }));
    return [{ wrong: field, body: { ...body, [name]: wrongOf(value) } }, ...deeper];
  });

const Refused = z.object({
  errors: z.union([
    z.array(z.union([z.string(), z.object({ message: z.string() })])),
    z.record(z.string(), z.array(z.object({ attribute: z.string(), message: z.string() }))),
  ]),
});
/** What is said to people, in words of ours: those of the library that reads parameters begin with capitals. */
const messagesOf = (body: string): string[] => {
  const { errors } = Refused.parse(JSON.parse(body));
  const said = Array.isArray(errors) ? errors : Object.values(errors).flat();
  return said.map((one) => (typeof one === 'string' ? one : one.message));
};
const IN_OUR_WORDS = /^(?!.*\b(?:Invalid|Too|Expected|Unrecognized)\b).+$/;

const shown = new School(useServer({ pageViews: true }));
const bare = new School(useServer({ pageViews: true }));

beforeAll(async () => {
  await shown.open();
  await bare.open();
  const response = await shown.server.raw().get('/openapi.json');
  const { components } = z.object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) }).parse(response.body);
  documented = (op) => Input.parse(components.schemas[`${op.operationId.charAt(0).toUpperCase()}${op.operationId.slice(1)}Input`]);
});

// conventions#71
describe('the reference has an example', () => {
  test('of every operation that takes a body, and of nothing else', () => {
    expect(operations.flatMap(({ op, example }) => (example ? [] : op.operationId))).toEqual([]);
    const known = new Set(operations.map(({ op }) => op.operationId));
    expect(areas.flatMap((area) => Object.keys(area.examples ?? {})).filter((name) => !known.has(name))).toEqual([]);
  });

  test.each(examples)('of %s, which the demo school accepts as it stands, and with nothing missing or wrong', async (_, op, example) => {
    for (const { without, body } of withoutOne(example.body, documented(op))) {
      const refused = await shown.send(op, example, body);
      expect(refused.status, `without ${without}: ${refused.body}`).toBe(400);
    }
    for (const { wrong, body } of wrongInOne(example.body)) {
      const refused = await shown.send(op, example, body);
      expect(refused.status, `with a wrong ${wrong}: ${refused.body}`).toBe(400);
      expect(messagesOf(refused.body), `with a wrong ${wrong}`).toEqual([expect.stringMatching(IN_OUR_WORDS)]);
    }
    const { status, body } = await shown.send(op, example, example.body);
    expect([op.status, op.otherStatus], body).toContain(status);
  });
});

// conventions#71
describe('the reference says what is required', () => {
  test.each(examples)('of %s: what it requires is enough', async (_, op, example) => {
    const { status, body } = await bare.send(op, example, required(example.body, documented(op)));
    expect(status, body).toBeLessThan(300);
  });
});
