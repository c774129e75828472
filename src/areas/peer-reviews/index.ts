import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { assignPeerReviews } from './jobs.ts';
import { peerReviewOperations } from './routes.ts';

export const peerReviews: Area = { name: 'peer_reviews', operations: peerReviewOperations, examples, jobs: [assignPeerReviews] };
