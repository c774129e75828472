/** Gives out the automatic peer reviews of an assignment (peer-reviews#10); done by the peer-reviews area. */
export const ASSIGN_PEER_REVIEWS = 'assign_peer_reviews';
