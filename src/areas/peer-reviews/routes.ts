import { listing, operation } from '../../http/operation.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { required } from '../../http/parameters/types.ts';
import { createPeerReview, deletePeerReview, listPeerReviews, listPeerReviewsOfStudent } from './peer-reviews.ts';
import { ListedPeerReview, listed, PeerReview } from './schemas.ts';

const tag = 'Peer reviews';
const path = '/courses/:course_id/assignments/:assignment_id/submissions/:user_id/peer_reviews';
const ids = { assignment_id: 'plain', user_id: 'user' } as const;
/** The reviewer; the path names the author. */
const input = { user_id: required(idForm('user')) };

/** peer-reviews#1: peer reviews by hand. */
export const peerReviewOperations = [
  listing({
    method: 'GET',
    path: '/courses/:course_id/assignments/:assignment_id/peer_reviews',
    operationId: 'listPeerReviews',
    summary: 'The peer reviews of an assignment; to students those that they are to write',
    tag,
    context: 'course',
    permission: 'peer_reviews.read',
    ids: { assignment_id: 'plain' },
    input: listed,
    paged: 'by key',
    item: ListedPeerReview,
    run: (ctx, { path: { assignment_id: id }, include, page }, at) => listPeerReviews(ctx, at, { assignmentId: id, include }, page),
  }),
  listing({
    method: 'GET',
    path,
    operationId: 'listPeerReviewsOfSubmission',
    summary: "The peer reviews of a student's work",
    tag,
    context: 'course',
    permission: 'peer_reviews.read',
    ids,
    input: listed,
    paged: 'by key',
    item: ListedPeerReview,
    run: (ctx, { path: { assignment_id: id, user_id: author }, include, page }, at) =>
      listPeerReviewsOfStudent(ctx, at, { assignmentId: id, student: author, include }, page),
  }),
  operation({
    method: 'POST',
    path,
    operationId: 'createPeerReview',
    summary: "Have a student review another's work",
    tag,
    context: 'course',
    permission: 'peer_reviews.edit',
    ids,
    input,
    answer: PeerReview,
    run: (ctx, { path: { assignment_id: id, user_id: author }, user_id: reviewer }, at) =>
      createPeerReview(ctx, at, { assignmentId: id, student: author, reviewerForm: reviewer }),
  }),
  operation({
    method: 'DELETE',
    path,
    operationId: 'deletePeerReview',
    summary: 'End a peer review; answers the former one',
    tag,
    context: 'course',
    permission: 'peer_reviews.edit',
    ids,
    input,
    answer: PeerReview,
    run: (ctx, { path: { assignment_id: id, user_id: author }, user_id: reviewer }, at) =>
      deletePeerReview(ctx, at, { assignmentId: id, student: author, reviewerForm: reviewer }),
  }),
];
