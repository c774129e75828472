import { type Examples, student } from '../../helpers/examples.ts';
import { posting } from '../../helpers/filled-world.ts';

export const examples: Examples = {
  requests: {
    createPeerReview: async (w, server) => ({ ids: { user_id: w.author.id }, sent: { user_id: (await student(w, server)).one.id } }),
    deletePeerReview: async (w, server) => {
      const reviewer = { user_id: (await student(w, server)).one.id };
      await posting(server)(`/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`, reviewer);
      return { ids: { user_id: w.author.id }, sent: reviewer };
    },
  },
  lists: [
    { operationId: 'listPeerReviews', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/peer_reviews` },
    {
      operationId: 'listPeerReviewsOfSubmission',
      path: (w) => `/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`,
    },
  ],
};
