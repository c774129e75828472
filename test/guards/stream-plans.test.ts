import { beforeAll, expect, test } from 'vitest';
import type { Declared } from '../../scripts/declared-statements.ts';
import { course, person } from '../helpers/school.ts';
import { useServer } from '../helpers/server.ts';
import { declaredStatements } from './declared.ts';

const server = useServer();
const COURSES = 20;
const TOPICS = 500;
let pages: Declared[] = [];

/** A school with a year of topics in each of its courses, as the planner knows it. */
beforeAll(async () => {
  const author = await person(server);
  const { pool } = server.database;
  const ids: number[] = [];
  for (let i = 0; i < COURSES; i++) ids.push((await course(server)).id);
  await pool.query(
    `insert into discussion_topics (course_id, user_id, title, state, position, created_at, posted_at)
     select c.id, $2, 'Topic ' || n, 'active', n, now() - n * interval '17 hours', now() - n * interval '17 hours'
     from unnest($1::int[]) c(id), generate_series(1, $3::int) n`,
    [ids, author.id, TOPICS],
  );
  await pool.query(
    `insert into stream_items (type, course_id, topic_id, created_at, updated_at)
     select 'DiscussionTopic', course_id, id, created_at, created_at from discussion_topics`,
  );
  await pool.query('analyze');
  pages = (await declaredStatements()).filter((statement) => statement.name.startsWith('stream_of_'));
});

interface Plan {
  'Index Name'?: string;
  Plans?: Plan[];
}
const indexesOf = ({ 'Index Name': index, Plans: plans = [] }: Plan): string[] => [index ?? [], plans.flatMap(indexesOf)].flat();

// Its own year is read of each context. By the index of times that of all others would be, where a context of the reader's has nothing.
test('a page of a stream is read from the indexes of the reader’s contexts', async () => {
  expect(pages.length).toBeGreaterThan(10);
  const read = new Set<string>();
  for (const { name, text } of pages) {
    const { rows } = await server.database.pool.query(`explain (generic_plan, format json) ${text}`);
    const indexes = indexesOf(rows[0]['QUERY PLAN'][0].Plan);
    expect({ name, ofTimes: indexes.includes('stream_items_updated_at') }).toEqual({ name, ofTimes: false });
    for (const index of indexes) read.add(index);
  }
  expect(read).toContain('stream_items_all_in_course');
});
