import { listing, type Operation, operation } from '../../http/operation.ts';
import { anyOf, list, oneOf, optional, text } from '../../http/parameters/types.ts';
import { Term, TermParameters, Terms } from './schemas.ts';
import { createTerm, deleteTerm, listTerms, showTerm, updateTerm } from './terms.ts';

const tag = 'Enrollment terms';
const PATH = '/accounts/:account_id/terms';
const reading = { tag, context: 'account', permission: 'account.read' } as const;
const managing = { tag, context: 'account', permission: 'account.manage' } as const;
const ids = { id: 'rest' } as const;
const input = { enrollment_term: TermParameters };

/** terms#2. */
export const termOperations: Operation[] = [
  listing({
    ...reading,
    method: 'GET',
    path: PATH,
    operationId: 'listTerms',
    summary: 'The terms of a root account, by id',
    input: {
      workflow_state: optional(list(oneOf('active', 'deleted', 'all'))),
      term_name: optional(text()),
      include: optional(anyOf('overrides', 'course_count')),
    },
    paged: 'by number',
    item: Term,
    wrapped: Terms,
    run: (ctx, { page, ...query }, at) => listTerms(ctx, at, query, page),
  }),
  operation({
    ...managing,
    method: 'POST',
    path: PATH,
    operationId: 'createTerm',
    requires: ['enrollment_term.name'],
    summary: 'Make a term',
    input,
    answer: Term,
    run: (ctx, sent, at) => createTerm(ctx, at, sent.enrollment_term),
  }),
  operation({
    ...reading,
    method: 'GET',
    path: `${PATH}/:id`,
    operationId: 'showTerm',
    summary: 'A term',
    ids,
    answer: Term,
    run: (ctx, { path }, at) => showTerm(ctx, at, path.id),
  }),
  operation({
    ...managing,
    method: 'PUT',
    path: `${PATH}/:id`,
    operationId: 'updateTerm',
    summary: 'Change a term',
    ids,
    input,
    answer: Term,
    run: (ctx, { path, ...sent }, at) => updateTerm(ctx, at, path.id, sent.enrollment_term),
  }),
  operation({
    ...managing,
    method: 'DELETE',
    path: `${PATH}/:id`,
    operationId: 'deleteTerm',
    summary: 'Delete a term without courses; answers it',
    ids,
    answer: Term,
    run: (ctx, { path }, at) => deleteTerm(ctx, at, path.id),
  }),
];
