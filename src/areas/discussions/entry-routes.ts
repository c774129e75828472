import { listing, NO_CONTENT, type Operation, operation } from '../../http/operation.ts';
import { deleteEntry, editEntry, listEntries, listEntriesByIds, listReplies, postEntry } from './entries/entries.ts';
import { markEntry } from './read-states/read-states.ts';
import { Entry, entryIds, entryParameters, forcedState } from './schemas.ts';
import { type TopicRoutes, tag } from './topic-routes.ts';

const ofTopic = { topic_id: 'topic' } as const;
/** The field of a form that may hold a file (part-a, Discussion topics). */
const ATTACHMENT = 'attachment';
const ofEntry = { topic_id: 'topic', entry_id: 'plain' } as const;

const readingOperations = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] => {
  const fixed = { method: 'GET', tag, context: place.context, permission: 'entries.read', paged: 'by key', item: Entry } as const;
  return [
    listing({
      ...fixed,
      path: `${place.path}/:topic_id/entries`,
      operationId: `listEntriesIn${place.word}`,
      summary: `The top-level entries of a topic of a ${place.name}, newest first, each with its newest replies`,
      ids: ofTopic,
      run: (ctx, { path, page }, at) => listEntries(ctx, place.contextOf(at), path.topic_id, page),
    }),
    listing({
      ...fixed,
      path: `${place.path}/:topic_id/entries/:entry_id/replies`,
      operationId: `listRepliesIn${place.word}`,
      summary: `All that stands below an entry in a ${place.name}, newest first`,
      ids: ofEntry,
      run: (ctx, { path, page }, at) => listReplies(ctx, place.contextOf(at), path.topic_id, path.entry_id, page),
    }),
    listing({
      ...fixed,
      path: `${place.path}/:topic_id/entry_list`,
      operationId: `listEntriesByIdIn${place.word}`,
      summary: `The entries of these ids in a topic of a ${place.name}, by id, deleted ones too`,
      ids: ofTopic,
      input: entryIds,
      run: (ctx, { path, page, ids }, at) => listEntriesByIds(ctx, place.contextOf(at), path.topic_id, ids ?? [], page),
    }),
  ];
};

const changingOperations = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] => {
  const fixed = { tag, context: place.context, permission: 'entries.post' } as const;
  return [
    operation({
      ...fixed,
      method: 'POST',
      path: `${place.path}/:topic_id/entries`,
      operationId: `createEntryIn${place.word}`,
      summary: `Post an entry in a topic of a ${place.name}`,
      ids: ofTopic,
      input: entryParameters,
      file: ATTACHMENT,
      status: 201,
      answer: Entry,
      run: (ctx, { path, message, file }, at) => postEntry(ctx, place.contextOf(at), path.topic_id, null, { message, file }),
    }),
    operation({
      ...fixed,
      method: 'POST',
      path: `${place.path}/:topic_id/entries/:entry_id/replies`,
      operationId: `createReplyIn${place.word}`,
      summary: `Reply to an entry in a ${place.name}`,
      ids: ofEntry,
      input: entryParameters,
      file: ATTACHMENT,
      status: 201,
      answer: Entry,
      run: (ctx, { path, message, file }, at) => postEntry(ctx, place.contextOf(at), path.topic_id, path.entry_id, { message, file }),
    }),
    operation({
      ...fixed,
      method: 'PUT',
      path: `${place.path}/:topic_id/entries/:entry_id`,
      operationId: `updateEntryIn${place.word}`,
      summary: `Change an entry in a ${place.name}`,
      ids: ofEntry,
      input: entryParameters,
      answer: Entry,
      run: (ctx, { path, message }, at) => editEntry(ctx, place.contextOf(at), path.topic_id, path.entry_id, { message }),
    }),
    operation({
      ...fixed,
      ...NO_CONTENT,
      method: 'DELETE',
      path: `${place.path}/:topic_id/entries/:entry_id`,
      operationId: `deleteEntryIn${place.word}`,
      summary: `Delete an entry in a ${place.name}; what stands below it stays`,
      ids: ofEntry,
      run: (ctx, { path }, at) => deleteEntry(ctx, place.contextOf(at), path.topic_id, path.entry_id),
    }),
  ];
};

const markOperation = <K extends TopicRoutes['context']>(place: TopicRoutes<K>, read: boolean): Operation =>
  operation({
    method: read ? 'PUT' : 'DELETE',
    path: `${place.path}/:topic_id/entries/:entry_id/read`,
    operationId: `markEntry${read ? 'Read' : 'Unread'}In${place.word}`,
    summary: `Mark an entry in a ${place.name} as ${read ? 'read' : 'unread'}`,
    tag,
    context: place.context,
    permission: 'topics.mark',
    ids: ofEntry,
    input: forcedState,
    ...NO_CONTENT,
    run: (ctx, { path, forced_read_state: forced }, at) => markEntry(ctx, place.contextOf(at), path.topic_id, path.entry_id, read, forced),
  });

/** part-a, Discussion topics: entries and replies. */
export const entryOperations = <K extends TopicRoutes['context']>(place: TopicRoutes<K>): Operation[] => [
  ...readingOperations(place),
  ...changingOperations(place),
  markOperation(place, true),
  markOperation(place, false),
];
