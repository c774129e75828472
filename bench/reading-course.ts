import { z } from 'zod';
import type { Server } from './child.ts';
import type { Filled } from './filled.ts';
import { FLAT, GROUPED } from './submissions.ts';

/** What it costs to read a whole course, page by page. Seconds and bytes. */
export interface CourseRead {
  /** With the enrollments, and with everything that was turned in. */
  totals: { students: number; seconds: number; withSubmissions: number };
  submissions: { count: number; seconds: number };
  memory: { before: number; after: number; most: number };
}

/** All pages of a list, one after the other; how many rows they have. */
async function readAll(url: string, first: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  let count = 0;
  for (let page: string | undefined = first; page; ) {
    const response: Response = await fetch(url + page, { headers });
    if (!response.ok) throw new Error(`GET ${page}: ${response.status} ${await response.text()}`);
    count += z.array(z.unknown()).parse(await response.json()).length;
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    page = next && new URL(next).pathname + new URL(next).search;
  }
  return count;
}

async function timed(work: () => Promise<number>): Promise<{ count: number; seconds: number }> {
  const begun = performance.now();
  const count = await work();
  return { count, seconds: (performance.now() - begun) / 1000 };
}

/** The totals of everybody, by both lists that have them, then every submission, a hundred a page. */
export async function readCourse({ url, memory }: Pick<Server, 'url' | 'memory'>, store: Filled): Promise<CourseRead> {
  const course = `/api/v1/courses/${store.gradedCourseId}`;
  const read = (list: string) => timed(() => readAll(url, `${course}/${list}`, store.tokens.teacher));
  const totals = await read('enrollments?type[]=StudentEnrollment&per_page=100');
  const grouped = await read(`${GROUPED}&per_page=100`);
  const { now: before } = await memory();
  const submissions = await read(FLAT);
  const { now: after, most } = await memory();
  const expected = store.gradedStudents * store.assignments;
  const students = [totals.count, grouped.count];
  if (students.some((count) => count !== store.gradedStudents) || submissions.count !== expected)
    throw new Error(
      `of ${store.gradedStudents} students and ${expected} submissions ${students.join(', ')} and ${submissions.count} were read`,
    );
  const seconds = { seconds: totals.seconds, withSubmissions: grouped.seconds };
  return { totals: { students: totals.count, ...seconds }, submissions, memory: { before, after, most } };
}
