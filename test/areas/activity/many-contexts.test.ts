import { expect, test } from 'vitest';
import { z } from 'zod';
import { topicsAt } from '../../helpers/discussions.ts';
import { work } from '../../helpers/jobs.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { LIMIT_MS } from '../../helpers/started.ts';
import { OWN, topicsIn } from './streams.ts';

const server = useServer();

/** Somebody who studies in so many courses, of which the first and the last have a topic. */
async function studentIn(count: number): Promise<{ student: Person; courses: number[]; topics: number[] }> {
  const student = await person(server);
  const courses: number[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await course(server);
    await enroll(server, id, student.id, 'StudentEnrollment');
    courses.push(id);
  }
  const topics: number[] = [];
  for (const id of [courses[0], courses[count - 1]]) topics.push((await topicsAt(`/courses/${id}`).topic(server.admin)).id);
  return { student, courses, topics };
}

/** What gathers something of all of somebody's courses. */
const GATHERED = [
  OWN,
  `${OWN}/summary`,
  '/courses',
  '/users/self/todo',
  '/users/self/upcoming_events',
  '/planner/items',
  '/users/self/missing_submissions',
  '/conversations/unread_count',
];

// activity#1, activity#22, courses#13, todo#1
test('who is in 500 courses finds what is in all of them, by as many statements as who is in two', { timeout: LIMIT_MS }, async () => {
  const few = await studentIn(2);
  const many = await studentIn(500);
  await work(server);
  for (const path of GATHERED) {
    const statements = (one: Person) => server.statements(() => one.client.get(path).expect(200));
    expect({ path, statements: await statements(many.student) }).toEqual({ path, statements: await statements(few.student) });
  }
  expect((await topicsIn(many.student.client)).sort()).toEqual(many.topics.toSorted());
  const found: number[] = [];
  for (let page = 1; page <= 6; page++) {
    const rows = await made(many.student.client.get('/courses', { per_page: 100, page }), z.array(z.object({ id: z.int() })));
    found.push(...rows.map(({ id }) => id));
  }
  expect(found.toSorted((a, b) => a - b)).toEqual(many.courses);
});
