import type { Caller } from '../access/caller.ts';
import type { AccessByContext } from '../access/context-access.ts';
import type { ContextKind } from '../access/permissions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as soon as the request has shown a valid token, and filled as more becomes known. */
    visit?: Visit;
  }
}

/** Who asked, when, and of what: what a request leaves behind for those who keep records of it. */
export interface Visit {
  caller: Caller;
  /** Null where there is no such context. */
  access: AccessByContext[ContextKind] | null;
  at: Date;
}
