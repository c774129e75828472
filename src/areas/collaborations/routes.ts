import { listing, type Operation, operation } from '../../http/operation.ts';
import type { CollaborationKind } from '../../store/generated/enums.ts';
import { createCollaboration, listCollaborations } from './collaborations.ts';
import { listMembers } from './members.ts';
import { Collaboration, Collaborator, Collaborators, collaborationParameters, WRAPPED } from './schemas.ts';

const tag = 'Collaborations';

const operationsOf = (kind: CollaborationKind, word: string): Operation[] => [
  listing({
    method: 'GET',
    path: `/courses/:course_id/${kind}s`,
    operationId: `list${word}s`,
    summary: `The ${kind}s of a course, by id`,
    tag,
    context: 'course',
    permission: 'collaborations.read',
    paged: 'by number',
    item: Collaboration,
    wrapped: WRAPPED[kind],
    run: (ctx, { page }, at) => listCollaborations(ctx, at, kind, page),
  }),
  operation({
    method: 'POST',
    path: `/courses/:course_id/${kind}s`,
    operationId: `create${word}`,
    summary: `Make a ${kind}, with everybody in the course or with those who are named`,
    tag,
    context: 'course',
    permission: 'collaborations.create',
    input: collaborationParameters,
    answer: Collaboration,
    run: (ctx, sent, at) => createCollaboration(ctx, at, kind, sent),
  }),
];

/** collaborations#1: sources of stream items. */
export const collaborationOperations = [
  ...operationsOf('conference', 'Conference'),
  ...operationsOf('collaboration', 'Collaboration'),
  listing({
    method: 'GET',
    path: '/collaborations/:id/members',
    operationId: 'listCollaborators',
    summary: 'The people whom a collaboration is with, by sortable name',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { id: 'plain' },
    paged: 'by key',
    item: Collaborator,
    wrapped: Collaborators,
    run: (ctx, { path, page }) => listMembers(ctx, path.id, page),
  }),
];
