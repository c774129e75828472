/** Gives out the automatic peer reviews of an assignment (D7.18); done by the peer-reviews area. */
export const ASSIGN_PEER_REVIEWS = 'assign_peer_reviews';
