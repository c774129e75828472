import { z } from 'zod';
import { anyOf, optional } from '../../http/parameters/types.ts';
import { ShownUser } from '../users/schemas.ts';

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

/** peer-reviews#13: with its people, where they are asked for. */
export const ListedPeerReview = PeerReview.extend({ user: ShownUser.optional(), assessor: ShownUser.optional() }).meta({
  id: 'ListedPeerReview',
});
export type ListedPeerReview = z.infer<typeof ListedPeerReview>;
/** peer-reviews#13 */
export const listed = { include: optional(anyOf('user')) };
export interface AskedOfReviews {
  include?: ReadonlySet<'user'> | undefined;
}
