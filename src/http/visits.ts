import type { Caller } from '../access/caller.ts';
import type { AccessByContext } from '../access/context-access.ts';
import type { ContextKind } from '../access/permissions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as the request has shown a valid token, and filled as more becomes known. */
    visit?: Visit;
  }
}

/** Who made a request, when, and in which context: what it leaves for those who record requests. */
export interface Visit {
  caller: Caller;
  /** Null where the context is not there for the caller. */
  access: AccessByContext[ContextKind] | null;
  at: Date;
}
