import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { deleteEntry, editEntry, listEntries, listEntriesByIds, listReplies, postEntry, rateEntry } from './entries/entries.ts';
import { markEntry } from './read-states/read-states.ts';
import { Entry, entryIds, entryParameters, entryRating, forcedState } from './schemas.ts';
import { type TopicRoutes, tag } from './topic-routes.ts';

const ofTopic = { topic_id: 'topic' } as const;
/** The field of a form that may hold a file (discussions#51). */
export const ATTACHMENT = 'attachment';
const ofEntry = { topic_id: 'topic', entry_id: 'plain' } as const;

const readingOperations = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] => {
  const fixed = {
    method: 'GET',
    tag,
    context: scope.context,
    permission: 'entries.read',
    paged: 'by key',
    item: Entry,
    refusals: [403],
  } as const;
  return [
    listing({
      ...fixed,
      path: `${scope.path}/:topic_id/entries`,
      operationId: `listEntriesIn${scope.word}`,
      summary: `The top-level entries of a topic of a ${scope.name}, newest first, each with its newest replies`,
      ids: ofTopic,
      run: (ctx, { path, page }, at) => listEntries(ctx, scope.contextOf(at), path.topic_id, page),
    }),
    listing({
      ...fixed,
      path: `${scope.path}/:topic_id/entries/:entry_id/replies`,
      operationId: `listRepliesIn${scope.word}`,
      summary: `All that stands below an entry in a ${scope.name}, newest first`,
      ids: ofEntry,
      run: (ctx, { path, page }, at) => listReplies(ctx, scope.contextOf(at), { topicForm: path.topic_id, entryId: path.entry_id }, page),
    }),
    listing({
      ...fixed,
      path: `${scope.path}/:topic_id/entry_list`,
      operationId: `listEntriesByIdIn${scope.word}`,
      summary: `The entries of these ids in a topic of a ${scope.name}, by id, deleted ones too`,
      ids: ofTopic,
      input: entryIds,
      run: (ctx, { path, page, ids }, at) =>
        listEntriesByIds(ctx, scope.contextOf(at), { topicForm: path.topic_id, entryForms: ids ?? [] }, page),
    }),
  ];
};

const changingOperations = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] => {
  const fixed = { tag, context: scope.context, permission: 'entries.post' } as const;
  return [
    operation({
      ...fixed,
      method: 'POST',
      path: `${scope.path}/:topic_id/entries`,
      operationId: `createEntryIn${scope.word}`,
      requires: ['message'],
      summary: `Post an entry in a topic of a ${scope.name}`,
      refusals: [403],
      ids: ofTopic,
      input: entryParameters,
      file: ATTACHMENT,
      status: 201,
      answer: Entry,
      run: (ctx, { path, message, file }, at) =>
        postEntry(ctx, scope.contextOf(at), { topicForm: path.topic_id, parentId: null }, { message, file }),
    }),
    operation({
      ...fixed,
      method: 'POST',
      path: `${scope.path}/:topic_id/entries/:entry_id/replies`,
      operationId: `createReplyIn${scope.word}`,
      requires: ['message'],
      summary: `Reply to an entry in a ${scope.name}`,
      refusals: [403],
      ids: ofEntry,
      input: entryParameters,
      file: ATTACHMENT,
      status: 201,
      answer: Entry,
      run: (ctx, { path, message, file }, at) =>
        postEntry(ctx, scope.contextOf(at), { topicForm: path.topic_id, parentId: path.entry_id }, { message, file }),
    }),
    operation({
      ...fixed,
      method: 'PUT',
      path: `${scope.path}/:topic_id/entries/:entry_id`,
      operationId: `updateEntryIn${scope.word}`,
      requires: ['message'],
      summary: `Change an entry in a ${scope.name}`,
      ids: ofEntry,
      input: entryParameters,
      answer: Entry,
      run: (ctx, { path, message }, at) =>
        editEntry(ctx, scope.contextOf(at), { topicForm: path.topic_id, id: path.entry_id }, { message }),
    }),
    operation({
      ...fixed,
      ...NO_CONTENT,
      method: 'DELETE',
      path: `${scope.path}/:topic_id/entries/:entry_id`,
      operationId: `deleteEntryIn${scope.word}`,
      summary: `Delete an entry in a ${scope.name}; what stands below it stays`,
      ids: ofEntry,
      run: (ctx, { path }, at) => deleteEntry(ctx, scope.contextOf(at), path.topic_id, path.entry_id),
    }),
  ];
};

const markOperation = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>, read: boolean): Operation =>
  operation({
    method: read ? 'PUT' : 'DELETE',
    path: `${scope.path}/:topic_id/entries/:entry_id/read`,
    operationId: `markEntry${read ? 'Read' : 'Unread'}In${scope.word}`,
    summary: `Mark an entry in a ${scope.name} as ${read ? 'read' : 'unread'}`,
    tag,
    context: scope.context,
    permission: 'topics.mark',
    ids: ofEntry,
    input: forcedState,
    ...NO_CONTENT,
    run: (ctx, { path, forced_read_state: forced }, at) =>
      markEntry(ctx, scope.contextOf(at), { topicForm: path.topic_id, entryId: path.entry_id }, { read, forced }),
  });

const rateOperation = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation =>
  operation({
    method: 'POST',
    path: `${scope.path}/:topic_id/entries/:entry_id/rating`,
    operationId: `rateEntryIn${scope.word}`,
    summary: `Rate an entry in a ${scope.name}`,
    tag,
    context: scope.context,
    permission: 'entries.post',
    refusals: [403],
    ids: ofEntry,
    input: entryRating,
    ...NO_CONTENT,
    run: (ctx, { path, rating }, at) => rateEntry(ctx, scope.contextOf(at), { topicForm: path.topic_id, entryId: path.entry_id }, rating),
  });

/** discussions#1: entries and replies. */
export const entryOperations = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] => [
  ...readingOperations(scope),
  ...changingOperations(scope),
  markOperation(scope, true),
  markOperation(scope, false),
  rateOperation(scope),
];
