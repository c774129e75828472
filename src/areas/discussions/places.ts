import type { Standings } from '../../access/standing.ts';
import { courseRoom, groupRoom, itemRoom, type Room } from './rooms.ts';

export const tag = 'Discussions';

type Kind = 'course' | 'group' | 'collection_item';

/** Where operations on topics are declared: all of them once, for every kind of place. */
export interface Place<K extends Kind = Kind> {
  context: K;
  path: string;
  /** In an operation's id, and in its summary. */
  word: string;
  name: string;
  room(at: Standings[K]): Room;
}

export const courses: Place<'course'> = {
  context: 'course',
  path: '/courses/:course_id/discussion_topics',
  word: 'Course',
  name: 'course',
  room: courseRoom,
};
export const groups: Place<'group'> = {
  context: 'group',
  path: '/groups/:group_id/discussion_topics',
  word: 'Group',
  name: 'group',
  room: groupRoom,
};
export const items: Place<'collection_item'> = {
  context: 'collection_item',
  path: '/collection_items/:collection_item_id/discussion_topics',
  word: 'CollectionItem',
  name: 'collection item',
  room: itemRoom,
};
