import { z } from 'zod';
import { Entry, Topic } from '../../src/areas/discussions/schemas.ts';
import type { Fields } from './form.ts';
import { made, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';

const MadeTopic = Topic.extend({ id: z.int() });
const MadeEntry = Entry.extend({ user_id: z.int(), message: z.string() });
const Made = z.object({ id: z.int() });
type MadeTopic = z.infer<typeof MadeTopic>;
type MadeEntry = z.infer<typeof MadeEntry>;

/** The topics of a course, a group or a collection item, below this path. */
export interface TopicsAt {
  path: string;
  topic(by: Client, fields?: Fields): Promise<MadeTopic>;
  see(by: Client, id: number): Promise<MadeTopic>;
  list(by: Client, query?: Fields): Promise<number[]>;
  say(by: Client, id: number, message?: string): Promise<MadeEntry>;
  answer(by: Client, id: number, entryId: number, message?: string): Promise<MadeEntry>;
  entries(by: Client, id: number, query?: Fields): Promise<z.infer<typeof Entry>[]>;
  replies(by: Client, id: number, entryId: number, query?: Fields): Promise<z.infer<typeof Entry>[]>;
  /** The one entry as entry_list shows it. */
  entry(by: Client, id: number, entryId: number): Promise<z.infer<typeof Entry> | undefined>;
}

export function topicsAt(context: string): TopicsAt {
  const path = `${context}/discussion_topics`;
  const list = async (by: Client, below: string, query: Fields) =>
    made(by.get(`${path}/${below}`, { per_page: 100, ...query }), z.array(Entry));
  return {
    path,
    topic: (by, fields) => made(by.post(path, { title: unique('Topic'), message: '<p>Talk</p>', ...fields }), MadeTopic),
    see: (by, id) => made(by.get(`${path}/${id}`), MadeTopic),
    list: async (by, query) => (await made(by.get(path, { per_page: 100, ...query }), z.array(MadeTopic))).map((topic) => topic.id),
    say: (by, id, message = '<p>says</p>') => made(by.post(`${path}/${id}/entries`, { message }), MadeEntry),
    answer: (by, id, entryId, message = '<p>answers</p>') =>
      made(by.post(`${path}/${id}/entries/${entryId}/replies`, { message }), MadeEntry),
    entries: (by, id, query = {}) => list(by, `${id}/entries`, query),
    replies: (by, id, entryId, query = {}) => list(by, `${id}/entries/${entryId}/replies`, query),
    entry: async (by, id, entryId) => (await list(by, `${id}/entry_list`, { ids: [entryId] }))[0],
  };
}

/** So many entries of somebody at the top of a new topic, as if they had been posted one after the other; nobody is told of them. */
export async function insertEntries(
  { database }: Pick<TestServer, 'database'>,
  topicId: number,
  userId: number,
  count: number,
): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into discussion_entries (topic_id, user_id, message, version)
     select $1, $2, '<p>Entry ' || n || '</p>', n from generate_series(1, $3::int) n`,
    [topicId, userId, count],
  );
  await pool.query(
    `update discussion_topics set entry_count = $2, version = $2, last_reply_at = now(),
       last_entry_id = (select max(id) from discussion_entries where topic_id = $1) where id = $1`,
    [topicId, count],
  );
}

/** A set of a course with a group for each of these people; gives back the set's id. */
export async function groupOfEach(by: Client, courseId: number, people: readonly { id: number }[]): Promise<number> {
  const { id: set } = await made(by.post(`/courses/${courseId}/group_categories`, { name: 'Set' }), Made);
  for (const { id: memberId } of people) {
    const { id } = await made(by.post(`/group_categories/${set}/groups`, { name: `Of ${memberId}` }), Made);
    await made(by.post(`/groups/${id}/memberships`, { user_id: memberId }), Made);
  }
  return set;
}

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id);
