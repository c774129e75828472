import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { DELIVER } from '../../src/areas/mail/mails.ts';
import { addJob } from '../helpers/jobs.ts';
import { portOf } from '../helpers/port-of.ts';
import { adminToken, SECRET_KEY, useServer } from '../helpers/server.ts';
import { directory, endsAll, freePort, LIMIT_MS, lectern, POLLING, statusOf } from '../helpers/started.ts';
import { valueOf } from '../metrics/shown.ts';

const school = useServer();
endsAll();

const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.infer<typeof Spans>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** What takes traces, as a collector does. */
const spans: Span[] = [];
let received = '';
let collector: Server;
let endpoint = '';
async function take(request: IncomingMessage): Promise<void> {
  const body = await text(request);
  received += body;
  for (const { scopeSpans } of Spans.parse(JSON.parse(body)).resourceSpans) spans.push(...scopeSpans.flatMap((scope) => scope.spans));
}
beforeAll(async () => {
  collector = createServer((request, response) => void take(request).then(() => response.end('{}')));
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${portOf(collector)}`;
});
afterAll(() => collector.close());

const attribute = (span: Span | undefined, key: string) => Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];
const settings = async () => ({
  DATABASE_URL: school.database.url,
  SECRET_KEY,
  DATA_DIR: await directory(),
  LOG_LEVEL: 'error',
  STOP_DELAY: '0',
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

// conventions#86
test('a request is a span of the trace that its client began, and its statements are within it', { timeout: LIMIT_MS }, async () => {
  const port = await freePort();
  const server = lectern(['serve'], { ...(await settings()), PORT: String(port) });
  await server.serves(`http://127.0.0.1:${port}`);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const address = `http://127.0.0.1:${port}/api/v1/users/self?access_token=${adminToken()}`;
  expect(await statusOf(address, { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } })).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exit, server.output).toBe(0);

  const own = spans.filter((span) => span.traceId === traceId);
  const request = own.find((span) => span.name === 'GET /api/v1/users/:user_id');
  expect(request?.parentSpanId).toBe('b7ad6b7169203331');
  expect(attribute(request, 'lectern.operation')).toBe('showUser');
  expect(Number(attribute(request, 'http.response.status_code'))).toBe(200);
  const statements = own.filter((span) => attribute(span, 'db.system.name') === 'postgresql');
  expect(statements.map(({ name }) => name)).toContain('access_token_user_self');
  expect(statements.every(({ parentSpanId }) => parentSpanId === request?.spanId)).toBe(true);
  expect(received).not.toContain(adminToken());
});

// conventions#85, conventions#86
test('what does jobs answers on WORK_PORT, and each job is a span', { timeout: LIMIT_MS }, async () => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const worker = lectern(['work'], { ...(await settings()), WORK_PORT: String(port), METRICS_TOKEN: 'what only Prometheus knows' });
  await worker.serves(base);
  await addJob(school.database, DELIVER, { mail: 999_999 });
  const headers = { authorization: 'Bearer what only Prometheus knows' };
  const done = async () => {
    const shown = await (await fetch(`${base}/metrics`, { headers })).text();
    return valueOf(shown, 'lectern_job_seconds_count', { task: DELIVER, outcome: 'gone' }) === 1;
  };
  await vi.waitUntil(done, POLLING);
  expect(await statusOf(`${base}/health/live`)).toBe(200);
  expect(await statusOf(`${base}/metrics`)).toBe(401);
  expect(await statusOf(`${base}/api/v1/users/self`, { headers: { authorization: `Bearer ${adminToken()}` } })).toBe(404);
  worker.child.kill('SIGTERM');
  expect(await worker.exit, worker.output).toBe(0);

  const job = spans.find(({ name }) => name === DELIVER);
  expect(attribute(job, 'lectern.job.outcome')).toBe('gone');
  const within = spans.filter(({ parentSpanId }) => parentSpanId !== undefined && parentSpanId === job?.spanId);
  expect(within.map(({ name }) => name)).toEqual(['mail_waits']);
});

// conventions#86
test('traces that nobody takes keep nothing from working or from ending', { timeout: LIMIT_MS }, async () => {
  const port = await freePort();
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const server = lectern(['serve'], { ...(await settings()), PORT: String(port), OTEL_EXPORTER_OTLP_ENDPOINT: nobody });
  await server.serves(`http://127.0.0.1:${port}`);
  server.child.kill('SIGTERM');
  expect(await server.exit, server.output).toBe(0);
});
