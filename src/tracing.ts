import { subscribe } from 'node:diagnostics_channel';
import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type SentStatement, SQL_CHANNEL } from './store/tracing.ts';
import type { Watched } from './worker.ts';

/** Records spans of requests, jobs and statements. This file alone loads OpenTelemetry, and only where traces go somewhere (conventions#86). */
export interface Tracing {
  requests: FastifyPluginAsync;
  jobs: Watched;
  /** Sends what is recorded. */
  stop(): Promise<void>;
}

/** The endpoint may stand in `.env`, which the standard SDK does not read; its other variables (`OTEL_..`) it reads itself. */
export function startTracing(endpoint: string): Tracing {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = endpoint;
  process.env['OTEL_METRICS_EXPORTER'] ??= 'none';
  process.env['OTEL_LOGS_EXPORTER'] ??= 'none';
  const sdk = new NodeSDK({ ...(process.env['OTEL_SERVICE_NAME'] === undefined ? { serviceName: 'lectern' } : {}), instrumentations: [] });
  sdk.start();
  traceStatements();
  return { requests, jobs, stop: () => sdk.shutdown() };
}

const tracer = () => trace.getTracer('lectern');

/** Why it failed is in the log, without what people wrote. */
function end(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** Addresses stay out of spans: their queries may hold tokens. */
function attributesOf(request: FastifyRequest): Attributes {
  const { operation, openRoute } = request.routeOptions.config;
  return {
    'http.request.method': request.method,
    'http.route': request.routeOptions.url ?? '',
    'lectern.operation': (operation ?? openRoute)?.operationId ?? 'other',
    'lectern.request_id': request.id,
  };
}

const requests: FastifyPluginAsync = fp(async (app: FastifyInstance) => {
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const from = propagation.extract(context.active(), request.headers);
    const name = `${request.method} ${request.routeOptions.url ?? ''}`.trimEnd();
    const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes: attributesOf(request) }, from);
    spans.set(request, span);
    context.with(trace.setSpan(from, span), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (span) end(span, reply.statusCode >= 500);
    done();
  });
});

const jobs: Watched = ({ name, attempts }, work) =>
  tracer().startActiveSpan(name, { kind: SpanKind.CONSUMER, attributes: { 'lectern.job.attempts': attempts } }, async (span) => {
    try {
      const outcome = await work();
      span.setAttribute('lectern.job.outcome', outcome ?? 'done');
      end(span, false);
      return outcome;
    } catch (error) {
      end(span, true);
      throw error;
    }
  });

function traceStatements(): void {
  const spans = new WeakMap<object, Span>();
  const isStatement = (message: unknown): message is SentStatement & { error?: unknown } =>
    typeof message === 'object' && message !== null && 'name' in message && 'text' in message;
  subscribe(`tracing:${SQL_CHANNEL}:start`, (message) => {
    if (!isStatement(message)) return;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': message.name, 'db.query.text': message.text };
    spans.set(message, tracer().startSpan(message.name, { kind: SpanKind.CLIENT, attributes }));
  });
  subscribe(`tracing:${SQL_CHANNEL}:asyncStart`, (message) => {
    if (!isStatement(message)) return;
    const span = spans.get(message);
    if (span) end(span, message.error !== undefined);
  });
}
