import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { boolean, list, optional, required, text, timestamp } from '../../http/parameters/types.ts';
import { entryOperations } from './entry-routes.ts';
import { markAllEntries, markTopic, setSubscribed } from './read-states/read-states.ts';
import { Announcement, forcedState, Topic, topicFilters, topicParameters, View } from './schemas.ts';
import { createTopic, deleteTopic, updateTopic } from './topic-changes/topic-changes.ts';
import { courses, groups, items, type TopicRoutes, tag } from './topic-routes.ts';
import { listAnnouncements, listTopics, showTopic } from './topics/topics.ts';
import { showView } from './views/views.ts';

const ids = { topic_id: 'topic' } as const;

const topicOperations = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] => [
  operation({
    method: 'POST',
    path: place.path,
    operationId: `createTopicIn${place.word}`,
    summary: `Make a topic of a ${place.name}`,
    tag,
    context: place.context,
    permission: 'topics.create',
    input: topicParameters,
    answer: Topic,
    run: (ctx, sent, at) => createTopic(ctx, place.contextOf(at), sent),
  }),
  operation({
    method: 'GET',
    path: `${place.path}/:topic_id`,
    operationId: `showTopicIn${place.word}`,
    summary: `A topic of a ${place.name}`,
    tag,
    context: place.context,
    permission: 'topics.read',
    ids,
    answer: Topic,
    run: (ctx, { path }, at) => showTopic(ctx, place.contextOf(at), path.topic_id),
  }),
  operation({
    method: 'PUT',
    path: `${place.path}/:topic_id`,
    operationId: `updateTopicIn${place.word}`,
    summary: `Change a topic of a ${place.name}`,
    tag,
    context: place.context,
    permission: 'topics.edit',
    ids,
    input: topicParameters,
    answer: Topic,
    run: (ctx, { path, ...sent }, at) => updateTopic(ctx, place.contextOf(at), path.topic_id, sent),
  }),
  operation({
    method: 'DELETE',
    path: `${place.path}/:topic_id`,
    operationId: `deleteTopicIn${place.word}`,
    summary: `Delete a topic of a ${place.name}; answers it as it was`,
    tag,
    context: place.context,
    permission: 'topics.edit',
    ids,
    answer: Topic,
    run: (ctx, { path }, at) => deleteTopic(ctx, place.contextOf(at), path.topic_id),
  }),
];

const viewOperation = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation =>
  operation({
    method: 'GET',
    path: `${place.path}/:topic_id/view`,
    operationId: `showViewIn${place.word}`,
    summary: `All entries of a topic of a ${place.name} as a tree, as it was kept last`,
    tag,
    context: place.context,
    permission: 'entries.read',
    ids,
    input: { include_new_entries: optional(boolean()) },
    answer: View,
    run: (ctx, { path, include_new_entries: fresh }, at) => showView(ctx, place.contextOf(at), path.topic_id, fresh ?? false),
  });

/** The ways to mark a topic; each is set by PUT and taken back by DELETE (part-a, states). */
const markOperations = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] =>
  ([true, false] as const).flatMap((set) => {
    const method = set ? 'PUT' : 'DELETE';
    const fixed = { method, tag, context: place.context, permission: 'topics.mark', ids, ...NO_CONTENT } as const;
    const state = set ? 'Read' : 'Unread';
    return [
      operation({
        ...fixed,
        path: `${place.path}/:topic_id/read`,
        operationId: `markTopic${state}In${place.word}`,
        summary: `Mark the text of a topic of a ${place.name} as ${state.toLowerCase()}`,
        run: (ctx, { path }, at) => markTopic(ctx, place.contextOf(at), path.topic_id, set),
      }),
      operation({
        ...fixed,
        path: `${place.path}/:topic_id/read_all`,
        operationId: `markAllEntries${state}In${place.word}`,
        summary: `Mark a topic of a ${place.name} and all its entries as ${state.toLowerCase()}`,
        input: forcedState,
        run: (ctx, { path, forced_read_state: forced }, at) => markAllEntries(ctx, place.contextOf(at), path.topic_id, set, forced),
      }),
      operation({
        ...fixed,
        path: `${place.path}/:topic_id/subscribed`,
        operationId: `${set ? 'subscribeTo' : 'unsubscribeFrom'}TopicIn${place.word}`,
        summary: `${set ? 'Be told' : 'Be told no more'} of new entries in a topic of a ${place.name}`,
        run: (ctx, { path }, at) => setSubscribed(ctx, place.contextOf(at), path.topic_id, set),
      }),
    ];
  });

const listOperation = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation =>
  listing({
    method: 'GET',
    path: place.path,
    operationId: `listTopicsIn${place.word}`,
    summary: `The topics, or the announcements, of a ${place.name}`,
    tag,
    context: place.context,
    permission: 'topics.read',
    input: topicFilters,
    paged: 'by number',
    item: Topic,
    run: (ctx, { page, ...filters }, at) => listTopics(ctx, place.contextOf(at), filters, page),
  });

const announcements = listing({
  method: 'GET',
  path: '/announcements',
  operationId: 'listAnnouncements',
  summary: 'The announcements of several courses, newest first',
  tag,
  context: 'none',
  permission: 'anyone',
  input: { context_codes: required(list(text())), start_date: optional(timestamp()), end_date: optional(timestamp()) },
  paged: 'by number',
  item: Announcement,
  run: (ctx, { page, ...filters }) => listAnnouncements(ctx, filters, page),
});

const ofPlace = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] => [
  ...topicOperations(place),
  viewOperation(place),
  ...entryOperations(place),
  ...markOperations(place),
];

/** part-a, Discussion topics: the same operations in every kind of place, but that a collection item has no list of topics. */
export const discussionOperations: readonly Operation[] = [
  listOperation(courses),
  ...ofPlace(courses),
  listOperation(groups),
  ...ofPlace(groups),
  ...ofPlace(items),
  announcements,
];
