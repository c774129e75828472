import type { AccessByContext } from '../../access/context-access.ts';
import { courseTopics, groupTopics, itemTopics, type TopicContext } from './topic-contexts.ts';

export const tag = 'Discussions';

type Kind = 'course' | 'group' | 'collection_item';

/** Where operations on topics are declared: all of them once, for every kind of context. */
export interface TopicRoutes<K extends Kind = Kind> {
  context: K;
  path: string;
  /** In an operation's id, and in its summary. */
  word: string;
  name: string;
  contextOf(at: AccessByContext[K]): TopicContext;
}

export const courses: TopicRoutes<'course'> = {
  context: 'course',
  path: '/courses/:course_id/discussion_topics',
  word: 'Course',
  name: 'course',
  contextOf: courseTopics,
};
export const groups: TopicRoutes<'group'> = {
  context: 'group',
  path: '/groups/:group_id/discussion_topics',
  word: 'Group',
  name: 'group',
  contextOf: groupTopics,
};
export const items: TopicRoutes<'collection_item'> = {
  context: 'collection_item',
  path: '/collection_items/:collection_item_id/discussion_topics',
  word: 'CollectionItem',
  name: 'collection item',
  contextOf: itemTopics,
};
