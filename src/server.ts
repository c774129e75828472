import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cors, { type FastifyCorsOptions } from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify';
import { AccessCache } from './access/access-cache.ts';
import type { Services } from './access/context.ts';
import type { LastUsedRecorder } from './access/last-used.ts';
import type { ReadTargets } from './access/read-targets.ts';
import { RequestCounts } from './access/request-counts.ts';
import { areas } from './areas/index.ts';
import type { PageViewRecorder } from './areas/page-views/recorder.ts';
import { recordPageViews } from './areas/page-views/recording.ts';
import { documentedAreas } from './documented.ts';
import { BodyBudget } from './http/body-budget.ts';
import { COMPRESSION } from './http/compression.ts';
import { entityTags, FOR_NOBODY_ELSE } from './http/entity-tags.ts';
import { answerError, answerUnreadable, errorHandler } from './http/error-handler.ts';
import { health } from './http/health.ts';
import { leaving } from './http/leaving.ts';
import { oddRequests, routedForm } from './http/odd-requests.ts';
import { registerOpenRoute } from './http/open-routes.ts';
import { openapi } from './http/openapi/openapi.ts';
import { bodies } from './http/parameters/body.ts';
import { type RateLimiter, rateLimiter, rateLimitHeaders, UNLIMITED } from './http/rate-limit.ts';
import { ReadBudget } from './http/read-budget.ts';
import { reference } from './http/reference.ts';
import { registerOperation } from './http/routes.ts';
import { serialisersOnDemand } from './http/serialisers.ts';
import { slowBodies } from './http/slow-bodies.ts';
import { stringIds } from './http/string-ids.ts';
import { UntakenAnswers, untakenAnswers } from './http/untaken-answers.ts';
import { notFound } from './kernel/errors.ts';
import { measureAccess } from './metrics/access.ts';
import { metricsEndpoint } from './metrics/endpoint.ts';
import type { Metrics } from './metrics/metrics.ts';
import { measureReads } from './metrics/reads.ts';
import { measuredRequests } from './metrics/requests.ts';
import { RELEASE } from './release.ts';
import type { Database } from './store/database.ts';

export interface ServerOptions {
  database: Database;
  /** Chooses whom requests read from; left out where there is nobody but the database itself. */
  readTargets?: ReadTargets | null;
  services: Services;
  /** Without a slash at its end. Given as a function where the port is known only after listening. */
  baseUrl: string | (() => string);
  webUrl: string | (() => string);
  host: string;
  rateLimit: number | 'off';
  trustProxy: boolean | string;
  metrics: Metrics;
  metricsToken: string | null;
  /** What records requests as spans, where they are traced. */
  tracing?: FastifyPluginAsync;
  /** Notes when tokens and enrollments were last used. */
  lastUsed: LastUsedRecorder;
  /** Whom requests are told to as page views; null: nobody. */
  pageViews: PageViewRecorder | null;
  logger: FastifyBaseLogger;
  clock?: () => Date;
}

const SANE_REQUEST_ID = /^[\w.:/+=-]{1,128}$/;
const EXPOSED =
  'ETag, Link, Location, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-Rate-Limit-Remaining, X-RateLimit-Reset, X-Ignored-Parameters, X-Conversation-Batch-Id';
const CORS: FastifyCorsOptions = {
  origin: '*',
  exposedHeaders: EXPOSED,
  allowedHeaders: ['Authorization', 'Content-Type', 'Accept', 'If-None-Match', 'X-Request-Id'],
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  // Who is no browser may ask, too (conventions#7).
  strictPreflight: false,
};
/** Those that say something of JSON and downloads; the rest of what browsers know is about pages. */
const SECURITY = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

/** What every request meets first, whatever it asks for. */
function bareServer(options: ServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    requestIdHeader: false,
    // Few requests have anything logged: what is names the request itself, instead of each having a logger made for it.
    childLoggerFactory: (logger) => logger,
    genReqId: (request) => {
      const sent = request.headers['x-request-id'];
      return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) ? sent : randomUUID();
    },
    // Queries are read with the body, by one parser (http/parameters).
    routerOptions: { querystringParser: () => ({}), maxParamLength: 2_000, ignoreTrailingSlash: true },
    connectionTimeout: 120_000,
    // Of the whole request, files included: bodies without any have a time of their own (http/slow-bodies.ts).
    requestTimeout: 0,
    keepAliveTimeout: 10_000,
    forceCloseConnections: 'idle',
    // What comes in while it closes is answered as ever; see http/leaving.ts.
    return503OnClosing: false,
    schemaController: { compilersFactory: { buildSerializer: serialisersOnDemand() } },
    clientErrorHandler: answerUnreadable,
    rewriteUrl: routedForm,
    // Asked for by http/odd-requests.ts, which answers in JSON.
    http: { requireHostHeader: false },
    // For a path that cannot be decoded, which meets no hook.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...SECURITY, ...FOR_NOBODY_ELSE, 'x-request-id': request.id });
      reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED });
      void answerError(reply, notFound());
    },
  });
  // Requests are parsed by the operation's own zod schema; see http/routes.ts.
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY).header('x-request-id', request.id);
    done();
  });
  return app;
}

/** Counts as long as the server stands. */
function limiterOf(app: FastifyInstance, { rateLimit, database, logger }: ServerOptions, clock: () => Date): RateLimiter {
  if (rateLimit === 'off') return UNLIMITED;
  const counts = new RequestCounts(database, logger);
  app.addHook('onClose', () => counts.stop());
  return rateLimiter(rateLimit, counts, clock);
}

/** Composes the server; it neither listens nor reads the environment. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = bareServer(options);
  // First, so that all that a request does is done within its span.
  if (options.tracing) await app.register(options.tracing);
  await app.register(leaving);
  await app.register(errorHandler, { constraints: Object.assign({}, ...areas.map((area) => area.constraints ?? {})) });
  await app.register(oddRequests);
  await app.register(cors, CORS);
  await app.register(rateLimitHeaders);
  // Before compression, which takes what is sent as it then is.
  await app.register(stringIds);
  await app.register(untakenAnswers, { untaken: new UntakenAnswers() });
  await app.register(entityTags);
  await app.register(compress, COMPRESSION);
  await app.register(bodies);
  await app.register(slowBodies, { withinMs: 60_000 });
  const { metrics, host, metricsToken: token } = options;
  await app.register(measuredRequests, { metrics });
  await app.register(metricsEndpoint, { metrics, host, token });
  const { baseUrl, webUrl } = options;
  const known = { baseUrl: typeof baseUrl === 'string' ? baseUrl : '/' };
  await app.register(openapi, { areas: documentedAreas(), ...known, version: RELEASE });
  await app.register(reference, known);
  await app.register(health, { database: options.database });
  if (options.pageViews) {
    const controllers = new Map(areas.flatMap((area) => area.operations.map((operation) => [operation.operationId, area.name] as const)));
    await app.register(recordPageViews, { recorder: options.pageViews, controllers, baseUrl: () => dependencies.baseUrl });
  }
  const accessCache = new AccessCache(options.database);
  const clock = options.clock ?? (() => new Date());
  measureAccess(metrics, accessCache);
  if (options.readTargets) measureReads(metrics, options.readTargets);
  const dependencies = {
    database: options.database,
    readTargets: options.readTargets ?? null,
    services: options.services,
    bodies: new BodyBudget(),
    reads: new ReadBudget(),
    accessCache,
    lastUsed: options.lastUsed,
    limiter: limiterOf(app, options, clock),
    clock,
    get baseUrl() {
      return typeof baseUrl === 'string' ? baseUrl : baseUrl();
    },
    get webUrl() {
      return typeof webUrl === 'string' ? webUrl : webUrl();
    },
  };
  await app.register(
    async (api) => {
      for (const area of areas) for (const operation of area.operations) registerOperation(api, operation, dependencies);
    },
    { prefix: '/api/v1' },
  );
  for (const area of areas) for (const route of area.openRoutes ?? []) registerOpenRoute(app, route, dependencies);
  return app;
}
