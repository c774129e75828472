import { z } from 'zod';

/** peer-reviews#2: `asset_id` and `user_id` are the author's user id, `assessor_id` the reviewer's. */
export const PeerReview = z
  .object({
    id: z.int(),
    asset_id: z.int(),
    user_id: z.int(),
    assessor_id: z.int(),
    workflow_state: z.enum(['assigned', 'completed']),
  })
  .meta({ id: 'PeerReview' });
export type PeerReview = z.infer<typeof PeerReview>;
