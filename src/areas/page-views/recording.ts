import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Operation } from '../../http/operation.ts';
import { withoutSecrets } from '../../http/secrets.ts';
import type { Visit } from '../../http/visits.ts';
import { IdSequence } from './ids.ts';
import type { PageView, PageViewRecorder } from './recorder.ts';

interface Options {
  recorder: PageViewRecorder;
  baseUrl: () => string;
  /** The controller of every operation, by its id. */
  controllers: ReadonlyMap<string, string>;
}

/** Every API request that came with a valid token makes a page view, whatever became of it (D3.12). */
export const recordPageViews = fp(async (app: FastifyInstance, { recorder, baseUrl, controllers }: Options) => {
  const ids = new IdSequence();
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (request.visit && operation) {
      const id = ids.next(request.visit.at);
      const url = cut(baseUrl() + withoutSecrets(request.raw.url ?? ''));
      recorder.record(
        pageView(request.visit, { id, url, controller: controllers.get(operation.operationId) ?? '' }, operation, request, reply),
      );
    }
    done();
  });
});

/** As long as any sensible address or user agent; a request can bring much longer ones. */
const LONGEST = 4_096;
const cut = (text: string): string => text.slice(0, LONGEST);

function pageView(
  { caller, standing }: Visit,
  { id, url, controller }: Pick<PageView, 'id' | 'url' | 'controller'>,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): PageView {
  const context = contextOf(standing);
  const agent = request.headers['user-agent'];
  const inClass = standing !== null && ('course' in standing || 'group' in standing);
  return {
    userId: caller.userId,
    id,
    url,
    httpMethod: request.method,
    controller,
    action: operation.operationId,
    contextType: context?.type ?? null,
    contextId: context?.id ?? null,
    realUserId: caller.realUserId,
    accountId: context?.accountId ?? caller.rootAccountId,
    userAgent: agent === undefined ? null : cut(agent),
    // Who changes something in a course or a group takes part in it.
    participated: inClass && operation.method !== 'GET' && reply.statusCode < 400,
    renderTime: Math.round(reply.elapsedTime * 1_000) / 1_000_000,
    remoteIp: request.ip,
  };
}

/** Sections and group sets are parts of their course. */
function contextOf(
  standing: Visit['standing'],
): { type: NonNullable<PageView['contextType']>; id: number; accountId: number | null } | null {
  if (standing === null) return null;
  if ('course' in standing && standing.course) return { type: 'Course', id: standing.course.id, accountId: standing.course.accountId };
  if ('group' in standing && standing.group) {
    const { id, accountId, course } = standing.group;
    return { type: 'Group', id, accountId: accountId ?? course?.accountId ?? null };
  }
  if ('account' in standing) return { type: 'Account', id: standing.account.id, accountId: standing.account.id };
  return 'user' in standing && standing.user ? { type: 'User', id: standing.user.id, accountId: null } : null;
}
