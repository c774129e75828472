import type { FastifyInstance, FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { clientAddress } from '../../http/client-address.ts';
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

/** Every API request that came with a valid token makes a page view, whatever became of it (page-views#1). */
export const recordPageViews = fp(async (app: FastifyInstance, { recorder, baseUrl, controllers }: Options) => {
  const ids = new IdSequence();
  app.addHook('onResponse', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (request.visit && operation) {
      const id = ids.next(request.visit.at);
      const url = cut(baseUrl() + withoutSecrets(request.raw.url ?? ''));
      recorder.record(pageView(request.visit, { id, url, controller: controllers.get(operation.operationId) ?? '' }, operation, reply));
    }
    done();
  });
});

/** As long as any sensible address or user agent; a request can bring much longer ones. */
const LONGEST = 4_096;
const cut = (text: string): string => text.slice(0, LONGEST);

function pageView(
  { caller, access }: Visit,
  { id, url, controller }: Pick<PageView, 'id' | 'url' | 'controller'>,
  operation: Operation,
  reply: FastifyReply,
): PageView {
  const { request } = reply;
  const context = contextOf(access);
  const agent = request.headers['user-agent'];
  const inClass = context?.type === 'Course' || context?.type === 'Group';
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
    remoteIp: clientAddress(request),
  };
}

/** Sections and group sets are parts of their course, sets of an account parts of it. */
function contextOf(access: Visit['access']): { type: NonNullable<PageView['contextType']>; id: number; accountId: number | null } | null {
  if (access === null) return null;
  if ('course' in access && access.course) return { type: 'Course', id: access.course.id, accountId: access.course.accountId };
  if ('group' in access && access.group) {
    const { id, accountId, course } = access.group;
    return { type: 'Group', id, accountId: accountId ?? course?.accountId ?? null };
  }
  if ('account' in access && access.account) return { type: 'Account', id: access.account.id, accountId: access.account.id };
  return 'user' in access && access.user ? { type: 'User', id: access.user.id, accountId: null } : null;
}
