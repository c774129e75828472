import type { AccessByContext } from '../../access/context-access.ts';
import type { Permission } from '../../access/permissions.ts';
import { listing, type Operation, operation, REDIRECTION } from '../../http/operation.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { oneOf, optional, required } from '../../http/parameters/types.ts';
import { listAllGroups, listAllLinks } from './context-lists.ts';
import { createGroup, listSubgroups, redirectToRoot, showGroup, updateGroup } from './groups.ts';
import { importGroup } from './importing.ts';
import { createLink, linkOutcome, listLinks } from './links.ts';
import { accountContext, courseContext, type OutcomeContext, siteContext } from './outcome-contexts.ts';
import { showOutcome, updateOutcome } from './outcomes.ts';
import { GroupChanges, linkParameters, NewGroup, OutcomeChanges } from './parameters.ts';
import { deleteGroup, unlinkOutcome } from './removal.ts';
import { ListedOutcomeLink, Outcome, OutcomeGroup, OutcomeLink, STYLES } from './schemas.ts';

const tag = 'Outcomes';
const ids = { id: 'plain' } as const;
const linkIds = { id: 'plain', outcome_id: 'plain' } as const;

type Kind = 'none' | 'account' | 'course';

/** Where operations on outcome groups are declared: all of them once, for every kind of context. */
interface Where<K extends Kind> {
  context: K;
  path: string;
  /** In an operation's id, and in its summary. */
  word: string;
  name: string;
  read: Permission;
  edit: Permission;
  contextOf: (at: AccessByContext[K]) => OutcomeContext;
}

const groupReads = <K extends Kind>({ context, path, word, name, read, contextOf }: Where<K>): Operation[] => [
  operation({
    method: 'GET',
    path: `${path}/root_outcome_group`,
    operationId: `showRootOutcomeGroupOf${word}`,
    summary: `Leads to the root outcome group of ${name}, which is made when it is first asked for`,
    tag,
    context,
    permission: read,
    ...REDIRECTION,
    run: (ctx, _input, at) => redirectToRoot(ctx, contextOf(at)),
  }),
  operation({
    method: 'GET',
    path: `${path}/outcome_groups/:id`,
    operationId: `showOutcomeGroupOf${word}`,
    summary: `An outcome group of ${name}`,
    tag,
    context,
    permission: read,
    ids,
    answer: OutcomeGroup,
    run: (ctx, { path: { id } }, at) => showGroup(ctx, contextOf(at), id),
  }),
  listing({
    method: 'GET',
    path: `${path}/outcome_groups/:id/subgroups`,
    operationId: `listOutcomeSubgroupsOf${word}`,
    summary: `The groups right below an outcome group of ${name}, by title`,
    tag,
    context,
    permission: read,
    ids,
    paged: 'by key',
    item: OutcomeGroup,
    run: (ctx, { path: { id }, page }, at) => listSubgroups(ctx, contextOf(at), id, page),
  }),
];

const groupEdits = <K extends Kind>({ context, path, word, name, edit, contextOf }: Where<K>): Operation[] => [
  operation({
    method: 'POST',
    path: `${path}/outcome_groups/:id/subgroups`,
    operationId: `createOutcomeGroupOf${word}`,
    summary: `Make an empty group in an outcome group of ${name}`,
    tag,
    context,
    permission: edit,
    ids,
    input: NewGroup.shape,
    answer: OutcomeGroup,
    run: (ctx, { path: { id }, ...sent }, at) => createGroup(ctx, contextOf(at), id, sent),
  }),
  operation({
    method: 'PUT',
    path: `${path}/outcome_groups/:id`,
    operationId: `updateOutcomeGroupOf${word}`,
    summary: `Change an outcome group of ${name}, or move it with all below it`,
    tag,
    context,
    permission: edit,
    ids,
    input: GroupChanges.shape,
    answer: OutcomeGroup,
    run: (ctx, { path: { id }, ...sent }, at) => updateGroup(ctx, contextOf(at), id, sent),
  }),
  operation({
    method: 'DELETE',
    path: `${path}/outcome_groups/:id`,
    operationId: `deleteOutcomeGroupOf${word}`,
    summary: `Delete an outcome group of ${name} with all below it; answers it as it was`,
    tag,
    context,
    permission: edit,
    ids,
    answer: OutcomeGroup,
    run: (ctx, { path: { id } }, at) => deleteGroup(ctx, contextOf(at), id),
  }),
  operation({
    method: 'POST',
    path: `${path}/outcome_groups/:id/import`,
    operationId: `importOutcomeGroupOf${word}`,
    summary: `Make a group in an outcome group of ${name} with the groups and links of another`,
    tag,
    context,
    permission: edit,
    ids,
    input: { source_outcome_group_id: required(idForm('plain')) },
    answer: OutcomeGroup,
    run: (ctx, { path: { id }, source_outcome_group_id: source }, at) => importGroup(ctx, contextOf(at), id, source.id),
  }),
];

const linkOperations = <K extends Kind>({ context, path, word, name, read, edit, contextOf }: Where<K>): Operation[] => [
  listing({
    method: 'GET',
    path: `${path}/outcome_groups/:id/outcomes`,
    operationId: `listOutcomeLinksOf${word}`,
    summary: `The outcomes right in an outcome group of ${name}, by title`,
    tag,
    context,
    permission: read,
    ids,
    paged: 'by key',
    item: OutcomeLink,
    run: (ctx, { path: { id }, page }, at) => listLinks(ctx, contextOf(at), id, page),
  }),
  operation({
    method: 'POST',
    path: `${path}/outcome_groups/:id/outcomes`,
    operationId: `createOutcomeLinkOf${word}`,
    requires: [['outcome_id', 'title']],
    summary: `Make an outcome in an outcome group of ${name}, or link the one that is named`,
    tag,
    context,
    permission: edit,
    ids,
    input: linkParameters,
    answer: OutcomeLink,
    run: (ctx, { path: { id }, ...sent }, at) => createLink(ctx, contextOf(at), id, sent),
  }),
  operation({
    method: 'PUT',
    path: `${path}/outcome_groups/:id/outcomes/:outcome_id`,
    operationId: `linkOutcomeOf${word}`,
    summary: `Link an outcome that is there into an outcome group of ${name}`,
    tag,
    context,
    permission: edit,
    ids: linkIds,
    answer: OutcomeLink,
    run: (ctx, { path: { id, outcome_id: outcome } }, at) => linkOutcome(ctx, contextOf(at), id, outcome),
  }),
  operation({
    method: 'DELETE',
    path: `${path}/outcome_groups/:id/outcomes/:outcome_id`,
    operationId: `unlinkOutcomeOf${word}`,
    summary: `Take an outcome out of an outcome group of ${name}; answers the former link`,
    tag,
    context,
    permission: edit,
    ids: linkIds,
    answer: OutcomeLink,
    run: (ctx, { path: { id, outcome_id: outcome } }, at) => unlinkOutcome(ctx, contextOf(at), id, outcome),
  }),
];

/** The lists of all groups and links of an account or a course, however deep they lie. */
const contextLists = <K extends 'account' | 'course'>({ context, path, word, name, read, contextOf }: Where<K>): Operation[] => [
  listing({
    method: 'GET',
    path: `${path}/outcome_groups`,
    operationId: `listAllOutcomeGroupsOf${word}`,
    summary: `All outcome groups of ${name}, by id`,
    tag,
    context,
    permission: read,
    paged: 'by key',
    item: OutcomeGroup,
    run: (ctx, { page }, at) => listAllGroups(ctx, contextOf(at), page),
  }),
  listing({
    method: 'GET',
    path: `${path}/outcome_group_links`,
    operationId: `listAllOutcomeLinksOf${word}`,
    summary: `The outcomes in all outcome groups of ${name}, by group and outcome`,
    tag,
    context,
    permission: read,
    input: { outcome_style: optional(oneOf(...STYLES)), outcome_group_style: optional(oneOf(...STYLES)) },
    paged: 'by key',
    item: ListedOutcomeLink,
    run: (ctx, { page, outcome_style: outcome = 'abbrev', outcome_group_style: group = 'abbrev' }, at) =>
      listAllLinks(ctx, contextOf(at), { outcome, group }, page),
  }),
];

const allOf = <K extends Kind>(where: Where<K>): Operation[] => [...groupReads(where), ...groupEdits(where), ...linkOperations(where)];

const COURSE_OR_ACCOUNT = { read: 'outcome_groups.read', edit: 'outcome_groups.edit' } as const;

const OF_ACCOUNT: Where<'account'> = {
  context: 'account',
  path: '/accounts/:account_id',
  word: 'Account',
  name: 'an account',
  ...COURSE_OR_ACCOUNT,
  contextOf: accountContext,
};
const OF_COURSE: Where<'course'> = {
  context: 'course',
  path: '/courses/:course_id',
  word: 'Course',
  name: 'a course',
  ...COURSE_OR_ACCOUNT,
  contextOf: courseContext,
};

/** outcomes#1; every success answers 200 but the redirect (outcomes#2). */
export const outcomeOperations: readonly Operation[] = [
  ...allOf({
    context: 'none',
    path: '/global',
    word: 'Site',
    name: 'the site',
    read: 'anyone',
    edit: 'global_outcome_groups.edit',
    contextOf: siteContext,
  }),
  ...allOf(OF_ACCOUNT),
  ...contextLists(OF_ACCOUNT),
  ...allOf(OF_COURSE),
  ...contextLists(OF_COURSE),
  operation({
    method: 'GET',
    path: '/outcomes/:outcome_id',
    operationId: 'showOutcome',
    summary: 'An outcome',
    tag,
    context: 'outcome',
    permission: 'outcome.read',
    answer: Outcome,
    run: (ctx, _input, at) => showOutcome(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/outcomes/:outcome_id',
    operationId: 'updateOutcome',
    summary: 'Change an outcome, where it was made',
    tag,
    context: 'outcome',
    permission: 'outcome.edit',
    input: OutcomeChanges.shape,
    answer: Outcome,
    run: (ctx, sent, at) => updateOutcome(ctx, at, sent),
  }),
];
