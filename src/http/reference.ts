import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { notFound } from '../kernel/errors.ts';

const PATH = '/docs';

/** A server of its own behind the one that listens, which clients reach below a path. */
async function load(below: string): Promise<FastifyInstance> {
  const { default: page } = await import('@scalar/fastify-api-reference');
  const pages = Fastify();
  await pages.register(page, {
    routePrefix: PATH,
    configuration: {
      url: `${below}/openapi.json`,
      pageTitle: 'Lectern: the API reference',
      // The token is asked for once, at the top, and kept by the browser.
      authentication: { preferredSecurityScheme: 'bearer' },
      persistAuth: true,
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      telemetry: false,
      hideClientButton: true,
      withDefaultFonts: false,
      favicon: 'data:,',
      // A school's reference sends nobody and nothing elsewhere.
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  return pages;
}

/**
 * The page at `/docs`, where `/` leads to (conventions#71). Loaded when it is first opened: it takes a fifth of the memory of a process,
 * and few ever show it. What leads on leads below the path of `baseUrl`, by which a proxy knows the server.
 */
export const reference = fp(async (app: FastifyInstance, { baseUrl }: { baseUrl: string }) => {
  const below = new URL(baseUrl, 'http://localhost').pathname.replace(/\/+$/, '');
  let pages: Promise<FastifyInstance> | undefined;
  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    pages ??= load(below).catch((error: unknown) => {
      pages = undefined;
      throw error;
    });
    const answer = await (await pages).inject({ method: 'GET', url: request.raw.url ?? PATH });
    if (answer.statusCode === 404) throw notFound();
    const { 'content-type': type, location } = answer.headers;
    if (type !== undefined) reply.header('content-type', type);
    if (location !== undefined) reply.header('location', below + location);
    return reply.code(answer.statusCode).send(answer.rawPayload.length === 0 ? undefined : answer.rawPayload);
  }
  for (const path of [PATH, `${PATH}/*`]) app.get(path, { config: { held: true } }, show);
  app.get('/', (_request, reply) => reply.redirect(below + PATH));
  app.addHook('onClose', async () => {
    const opened = await pages?.catch(() => undefined);
    await opened?.close();
  });
});
