import type { Area } from '../area.ts';
import { assignPeerReviews } from './jobs.ts';
import { peerReviewOperations } from './routes.ts';

export const peerReviews: Area = { name: 'peer_reviews', operations: peerReviewOperations, jobs: [assignPeerReviews] };
