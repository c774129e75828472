import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { boolean, list, optional, required, text, timestamp } from '../../http/parameters/types.ts';
import { ATTACHMENT, entryOperations } from './entry-routes.ts';
import { markAllEntries, markTopic, setSubscribed } from './read-states/read-states.ts';
import { Announcement, forcedState, pinnedOrder, Reordered, Topic, topicFilters, topicParameters, View } from './schemas.ts';
import { createTopic, deleteTopic, reorderPinned, updateTopic } from './topic-changes/topic-changes.ts';
import { courses, groups, items, type TopicRoutes, tag } from './topic-routes.ts';
import { listAnnouncements, listTopics, viewTopic } from './topics/topics.ts';
import { showView } from './views/views.ts';

const ids = { topic_id: 'topic' } as const;

const topicOperations = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] => [
  operation({
    method: 'POST',
    path: scope.path,
    operationId: `createTopicIn${scope.word}`,
    summary: `Make a topic of a ${scope.name}`,
    tag,
    context: scope.context,
    permission: 'topics.create',
    input: topicParameters,
    ...(scope.context === 'collection_item' ? {} : { file: ATTACHMENT }),
    answer: Topic,
    run: (ctx, { file, ...sent }, at) => createTopic(ctx, scope.contextOf(at), sent, file),
  }),
  operation({
    method: 'GET',
    path: `${scope.path}/:topic_id`,
    operationId: `showTopicIn${scope.word}`,
    summary: `A topic of a ${scope.name}`,
    tag,
    context: scope.context,
    permission: 'topics.read',
    ids,
    answer: Topic,
    run: (ctx, { path }, at) => viewTopic(ctx, scope.contextOf(at), path.topic_id),
  }),
  operation({
    method: 'PUT',
    path: `${scope.path}/:topic_id`,
    operationId: `updateTopicIn${scope.word}`,
    summary: `Change a topic of a ${scope.name}`,
    tag,
    context: scope.context,
    permission: 'topics.edit',
    ids,
    input: topicParameters,
    answer: Topic,
    run: (ctx, { path, ...sent }, at) => updateTopic(ctx, scope.contextOf(at), path.topic_id, sent),
  }),
  operation({
    method: 'DELETE',
    path: `${scope.path}/:topic_id`,
    operationId: `deleteTopicIn${scope.word}`,
    summary: `Delete a topic of a ${scope.name}; answers it as it was`,
    tag,
    context: scope.context,
    permission: 'topics.edit',
    ids,
    answer: Topic,
    run: (ctx, { path }, at) => deleteTopic(ctx, scope.contextOf(at), path.topic_id),
  }),
];

const viewOperation = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation =>
  operation({
    method: 'GET',
    path: `${scope.path}/:topic_id/view`,
    operationId: `showViewIn${scope.word}`,
    summary: `All entries of a topic of a ${scope.name} as a tree, as it was kept last`,
    refusals: [403],
    tag,
    context: scope.context,
    permission: 'entries.read',
    ids,
    input: { include_new_entries: optional(boolean()) },
    answer: View,
    run: (ctx, { path, include_new_entries: fresh }, at) => showView(ctx, scope.contextOf(at), path.topic_id, fresh ?? false),
  });

/** The ways to mark a topic; each is set by PUT and taken back by DELETE (discussions#65). */
const markOperations = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] =>
  ([true, false] as const).flatMap((set) => {
    const method = set ? 'PUT' : 'DELETE';
    const fixed = { method, tag, context: scope.context, permission: 'topics.mark', ids, ...NO_CONTENT } as const;
    const state = set ? 'Read' : 'Unread';
    return [
      operation({
        ...fixed,
        path: `${scope.path}/:topic_id/read`,
        operationId: `markTopic${state}In${scope.word}`,
        summary: `Mark the text of a topic of a ${scope.name} as ${state.toLowerCase()}`,
        run: (ctx, { path }, at) => markTopic(ctx, scope.contextOf(at), path.topic_id, set),
      }),
      operation({
        ...fixed,
        path: `${scope.path}/:topic_id/read_all`,
        operationId: `markAllEntries${state}In${scope.word}`,
        summary: `Mark a topic of a ${scope.name} and all its entries as ${state.toLowerCase()}`,
        input: forcedState,
        run: (ctx, { path, forced_read_state: forced }, at) =>
          markAllEntries(ctx, scope.contextOf(at), path.topic_id, { read: set, forced }),
      }),
      operation({
        ...fixed,
        path: `${scope.path}/:topic_id/subscribed`,
        operationId: `${set ? 'subscribeTo' : 'unsubscribeFrom'}TopicIn${scope.word}`,
        refusals: set ? [403] : [],
        summary: `${set ? 'Be told' : 'Be told no more'} of new entries in a topic of a ${scope.name}`,
        run: (ctx, { path }, at) => setSubscribed(ctx, scope.contextOf(at), path.topic_id, set),
      }),
    ];
  });

const listOperation = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation =>
  listing({
    method: 'GET',
    path: scope.path,
    operationId: `listTopicsIn${scope.word}`,
    summary: `The topics, or the announcements, of a ${scope.name}`,
    tag,
    context: scope.context,
    permission: 'topics.read',
    input: topicFilters,
    paged: 'by number',
    item: Topic,
    run: (ctx, { page, ...filters }, at) => listTopics(ctx, scope.contextOf(at), filters, page),
  });

const reorderOperation = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation =>
  operation({
    method: 'POST',
    path: `${scope.path}/reorder`,
    operationId: `reorderTopicsIn${scope.word}`,
    summary: `Put the pinned topics of a ${scope.name} into an order`,
    tag,
    context: scope.context,
    permission: 'topics.edit',
    input: pinnedOrder,
    answer: Reordered,
    run: (ctx, { order }, at) => reorderPinned(ctx, scope.contextOf(at), order),
  });

const announcements = listing({
  method: 'GET',
  path: '/announcements',
  operationId: 'listAnnouncements',
  summary: 'The announcements of several courses, newest first',
  tag,
  context: 'none',
  permission: 'anyone',
  input: {
    context_codes: required(list(text())),
    start_date: optional(timestamp()),
    end_date: optional(timestamp()),
    active_only: optional(boolean()),
    latest_only: optional(boolean()),
  },
  paged: 'by number',
  item: Announcement,
  run: (ctx, { page, ...filters }) => listAnnouncements(ctx, filters, page),
});

const ofPlace = <K extends TopicRoutes['context']>(scope: TopicRoutes<K>): Operation[] => [
  ...topicOperations(scope),
  viewOperation(scope),
  ...entryOperations(scope),
  ...markOperations(scope),
];

/** discussions#1: the same operations in every kind of context, but that a collection item has no list of topics. */
export const discussionOperations: readonly Operation[] = [
  listOperation(courses),
  reorderOperation(courses),
  ...ofPlace(courses),
  listOperation(groups),
  reorderOperation(groups),
  ...ofPlace(groups),
  ...ofPlace(items),
  announcements,
];
