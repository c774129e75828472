import { describe, expect, test } from 'vitest';
import { VISIBLE_IN_PLACES } from '../../src/areas/activity/visible.ts';
import { useServer } from '../helpers/server.ts';

const server = useServer();

/** Columns, by table. */
type Columns = Readonly<Record<string, readonly string[]>>;

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
  discussion_topics: ['id'],
  follows: ['followed_user_id', 'following_user_id'],
  notifications: ['assignment_id', 'entry_id', 'id'],
  // Whether a topic is an announcement is counted by the topic.
  stream_item_instances: [
    'category',
    'conversation_id',
    'course_id',
    'group_id',
    'stream_item_id',
    'topic_id',
    'type',
    'updated_at',
    'user_id',
  ],
  stream_items: ['assignment_id', 'collection_item_id', 'id', 'notification_id', 'student_id'],
  submissions: ['assignment_id', 'user_id'],
};

/** The columns that a select reads. */
async function readBy(text: string): Promise<Columns> {
  const client = await server.database.pool.connect();
  try {
    await client.query('begin');
    await client.query(`create view counted as ${text.replaceAll('$1', '1').replaceAll('$2', `'{1}'`)}`);
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text order by column_name) as columns
       from information_schema.view_column_usage where view_name = 'counted' group by 1`,
    );
    return Object.fromEntries(rows.map((row) => [row.table, row.columns]));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The columns whose changes triggers tell of; null: of all of the table. */
async function told(): Promise<Readonly<Record<string, readonly string[] | null>>> {
  const { rows } = await server.database.pool.query<{ table: string; columns: string[] }>(
    `select t.tgrelid::regclass::text as table, array(select a.attname::text from pg_attribute a
       where a.attrelid = t.tgrelid and a.attnum = any(t.tgattr::int2[])) as columns
     from pg_trigger t where t.tgname = 'stream_changed' and (t.tgtype & 16) > 0`,
  );
  return Object.fromEntries(rows.map((row) => [row.table, row.columns.length === 0 ? null : row.columns]));
}

async function untold(text: string): Promise<string[]> {
  const tells = await told();
  return Object.entries(await readBy(text)).flatMap(([table, columns]) => {
    const known = tells[table];
    const unknown = columns.filter((column) => known !== null && !known?.includes(column) && !FIXED[table]?.includes(column));
    return unknown.map((column) => `${table}.${column}`);
  });
}

describe('what counts of streams are made of', () => {
  test('is fixed, or tells of its changes', async () => {
    expect(await untold(VISIBLE_IN_PLACES)).toEqual([]);
  });

  test('is what is said to be fixed, and nothing besides', async () => {
    const read = await readBy(VISIBLE_IN_PLACES);
    const besides = Object.entries(FIXED).flatMap(([table, columns]) => columns.filter((column) => !read[table]?.includes(column)));
    expect(besides).toEqual([]);
    const tells = await told();
    const both = Object.entries(FIXED).flatMap(([table, columns]) => columns.filter((column) => tells[table]?.includes(column)));
    expect(both).toEqual([]);
  });

  test('is found where nobody is told of it', async () => {
    const more = VISIBLE_IN_PLACES.replaceAll(` t.state = 'active'`, ` t.state = 'active' and not t.podcast_enabled`);
    expect(await untold(more)).toEqual(['discussion_topics.podcast_enabled']);
  });
});
