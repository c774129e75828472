import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import pg from 'pg';
import { COMPRESSION } from '../src/http/compression.ts';
import { jsonSchema } from '../src/http/json-schema.ts';
import { RawJson } from '../src/http/raw-json.ts';
import { serveBench } from './child.ts';
import type { Filled } from './filled.ts';
import type { Ask, Operation } from './floors.ts';
import { operations } from './operations.ts';
import { DATABASE_CONNECTIONS, readSettings } from './settings.ts';
import { talkFloors } from './talk-floors.ts';
import { writeFloors } from './write-floors.ts';

const TIMESTAMPTZ = 1184;

/** Points in time become what is answered where they are read: the session is in UTC, so that cutting is enough. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ ? (value: string) => `${value.slice(0, 10)}T${value.slice(11, 19)}Z` : pg.types.getTypeParser(oid, format),
};

const JSON_TYPE = 'application/json; charset=utf-8';
const ROUNDS = 5;
const TIMES = 300;

function quickest(work: () => unknown): number {
  const start = performance.now();
  for (let i = 0; i < TIMES; i++) work();
  return performance.now() - start;
}

/** Which of the two ways to write JSON is the faster one for this very answer, here and now. Both have to write the same. */
function compiledIsFaster(reply: FastifyReply, answer: unknown): boolean {
  const compiled = () => reply.serialize(answer);
  const plain = () => JSON.stringify(answer);
  if (compiled() !== plain()) throw new Error(`the fields of a floor stand in another order than its schema's: ${plain()}`);
  const best = { compiled: Number.POSITIVE_INFINITY, plain: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    best.compiled = Math.min(best.compiled, quickest(compiled));
    best.plain = Math.min(best.plain, quickest(plain));
  }
  return best.compiled < best.plain;
}

/** One route for one operation: a prepared statement, and its rows as JSON. */
function route(app: FastifyInstance, pool: pg.Pool, { answer: schema, floor }: Operation, index: number, store: Filled): void {
  const name = `floor_${index}`;
  const ask: Ask = async <Row extends pg.QueryResultRow>(values: readonly unknown[]) =>
    (await pool.query<Row>({ name, text: floor.text, values: [...values] })).rows;
  const response = { 200: { description: 'Success', ...jsonSchema(schema, 'output') } };
  // Found out at the first request, which nothing measures.
  let compiled: boolean | undefined;
  app.get<{ Params: { id: string } }>(`/${index}/:id`, { schema: { response } }, async (request, reply) => {
    const answer = await floor.answer(ask, Number(request.params.id), store);
    if (answer instanceof RawJson) return reply.type(JSON_TYPE).send(answer.bytes);
    compiled ??= compiledIsFaster(reply, answer);
    return reply.type(JSON_TYPE).send(compiled ? answer : JSON.stringify(answer));
  });
}

/** The least that a Node.js server can do for the same answers: no tokens, no rights, no parameters, one statement. */
await serveBench(async ({ databaseUrl, store }) => {
  if (!store) throw new Error('a floor needs a store');
  const pool = new pg.Pool({ connectionString: databaseUrl, max: DATABASE_CONNECTIONS, types, options: '-c timezone=UTC' });
  pool.on('error', () => undefined);
  const app = Fastify({ logger: false, forceCloseConnections: true });
  // Where nobody asks for it, the least does not look whether somebody does.
  if (readSettings(process.env).gzip) await app.register(compress, COMPRESSION);
  operations.forEach((operation, index) => route(app, pool, operation, index, store));
  writeFloors(app, pool, store);
  talkFloors(app, pool, store);
  return {
    url: await app.listen({ host: '127.0.0.1', port: 0 }),
    statementCount: () => 0,
    async stop() {
      await app.close();
      await pool.end();
    },
  };
});
