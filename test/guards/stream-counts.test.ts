import { describe, expect, test } from 'vitest';
import { visibleInPlaces } from '../../src/areas/activity/visible.ts';
import { sql } from '../../src/store/sql/sql.ts';
import { useServer } from '../helpers/server.ts';
import { type Columns, columnsFixedInVain, columnsUntold } from './columns-read.ts';

const server = useServer();

/** What does not change while a row is there: keys, what things belong to, and of an item's instance what is not counted. */
const FIXED: Columns = {
  account_admins: ['account_id', 'user_id'],
  accounts: ['id'],
  assignments: ['course_id', 'id'],
  collection_items: ['collection_id', 'id'],
  collections: ['id', 'user_id'],
  conversation_participants: ['conversation_id', 'user_id'],
  courses: ['id'],
  discussion_entries: ['id', 'topic_id'],
  discussion_participants: ['topic_id', 'user_id'],
  discussion_topics: ['collection_item_id', 'id'],
  follows: ['followed_user_id', 'following_user_id'],
  notifications: ['assignment_id', 'category', 'entry_id', 'id', 'quiz_id'],
  quizzes: ['course_id', 'id'],
  // Whether a topic is an announcement is counted by the topic.
  stream_item_instances: ['category', 'conversation_id', 'course_id', 'group_id', 'stream_item_id', 'type', 'user_id'],
  stream_items: [
    'assignment_id',
    'audience',
    'collection_item_id',
    'course_id',
    'group_id',
    'id',
    'notification_id',
    'student_id',
    'topic_id',
    'type',
  ],
  submissions: ['assignment_id', 'user_id'],
};

const TRIGGER = 'stream_changed';
const COUNTED = visibleInPlaces(sql`1`, sql`'{1}'`).text;
const untold = (text: string) => columnsUntold(server.database.pool, text, TRIGGER, FIXED);

describe('what counts of streams are made of', () => {
  test('is fixed, or tells of its changes', async () => {
    expect(await untold(COUNTED)).toEqual([]);
  });

  test('is what is said to be fixed, and nothing besides', async () => {
    expect(await columnsFixedInVain(server.database.pool, COUNTED, TRIGGER, FIXED)).toEqual([]);
  });

  test('is found where nobody is told of it', async () => {
    const more = COUNTED.replaceAll(` t.state = 'active'`, ` t.state = 'active' and not t.podcast_enabled`);
    expect(await untold(more)).toEqual(['discussion_topics.podcast_enabled']);
  });
});
