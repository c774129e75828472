import { z } from 'zod';
import { operation } from '../../http/operation.ts';
import { renewFeedCodes } from './codes.ts';

const Renewed = z.object({ ok: z.literal(true) });

/** feeds#4. */
export const feedOperations = [
  operation({
    method: 'DELETE',
    path: '/users/self/feed_codes',
    operationId: 'renewFeedCodes',
    summary: "End the addresses of the caller's feeds; new ones are shown from then on",
    tag: 'Feeds',
    context: 'none',
    permission: 'anyone',
    answer: Renewed,
    run: (ctx) => renewFeedCodes(ctx),
  }),
];
