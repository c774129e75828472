import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../src/store/database.ts';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import { ROOT } from './sizes.ts';

/** What an announcement to a large course cost. */
export interface Announced {
  /** In whose streams it is. */
  people: number;
  /** From the answer to its author until the last one has it. */
  seconds: number;
}

const ASKED_EVERY_MS = 20;
const WITHIN_MS = 60_000;

/** So many people more, all students of the course of the bench. */
async function fillCourse(database: Database, store: Filled, count: number): Promise<void> {
  await database.pool.query(
    `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
     select $1, (select min(s.id) from course_sections s where s.course_id = $1), u.id, ${ROOT}, 'StudentEnrollment', 'active'
     from (select id from users where id > 1 and id <> $2 order by id desc limit $3) u on conflict do nothing`,
    [store.courseId, store.teacherId, count],
  );
  await database.pool.query('vacuum analyze enrollments');
}

const Topic = z.object({ id: z.int() });

/** Posts an announcement in a course of `count` people and more, and waits until it is in every stream. */
export async function announceToMany(lectern: Server, database: Database, store: Filled, count: number): Promise<Announced> {
  await fillCourse(database, store, count);
  const one = async (text: string, id: number): Promise<number> => {
    const { rows } = await database.pool.query<{ count: number }>(text, [id]);
    return rows[0]?.count ?? 0;
  };
  const people = await one(
    `select count(distinct user_id) as count from enrollments where course_id = $1 and state = 'active'`,
    store.courseId,
  );
  const response = await fetch(`${lectern.url}/api/v1/courses/${store.courseId}/discussion_topics`, {
    method: 'POST',
    headers: { authorization: `Bearer ${store.tokens.teacher}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Snow day', message: '<p>No school tomorrow.</p>', is_announcement: true }),
  });
  if (!response.ok) throw new Error(`the announcement was answered ${response.status}: ${await response.text()}`);
  const { id } = Topic.parse(await response.json());
  const begun = performance.now();
  // In every stream by its item; the notification is there at once with it.
  while ((await one('select count(*) as count from stream_items where topic_id = $1', id)) === 0) {
    if (performance.now() - begun > WITHIN_MS) throw new Error(`the announcement has not reached ${people} people`);
    await setTimeout(ASKED_EVERY_MS);
  }
  return { people, seconds: (performance.now() - begun) / 1000 };
}
