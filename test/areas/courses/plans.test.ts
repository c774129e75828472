import { beforeAll, expect, test } from 'vitest';
import { containing } from '../../../src/store/folding.ts';
import { declaredStatements } from '../../guards/declared.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// A school has many courses, and each of its people few.
beforeAll(async () => {
  await server.database.pool.query(`insert into courses (account_id, root_account_id, name, course_code, state)
    select 1, 1, 'Course', 'COURSE', 'available' from generate_series(1, 5000)`);
  await server.database.pool.query('analyze courses');
});

test.each(['courses_of_user_', 'favorite_courses_of_user_'])('%s reads the courses of one person, and not all there are', async (name) => {
  const pages = (await declaredStatements()).filter((statement) => statement.name.startsWith(name));
  expect(pages.length).toBeGreaterThan(0);
  for (const { text } of pages) {
    const { rows } = await server.database.pool.query(`explain (generic_plan) ${text}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on courses/);
  }
});

// courses#14
test('the courses of an account are found in their order, its sub-accounts being read once', async () => {
  const pages = (await declaredStatements()).filter((statement) => statement.name.startsWith('courses_of_account_'));
  expect(pages.length).toBeGreaterThan(0);
  for (const { text } of pages) {
    const { rows } = await server.database.pool.query(`explain (generic_plan) ${text}`);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/ANY \(account_id = \(hashed SubPlan/);
  }
});

// courses#14
test('the courses of a small account are read alone, and those of all accounts only as far as a page goes', async () => {
  await server.database.pool.query(
    `with below as (insert into accounts (id, name, parent_account_id, chain, root_account_id) overriding system value
       values (1001, 'Faculty', 1, '{1,1001}', 1) returning id)
     insert into courses (account_id, root_account_id, name, course_code, state) select id, 1, 'Course', 'COURSE', 'available' from below`,
  );
  await server.database.pool.query('analyze courses');
  const ofSmall = await rowsRead(server, 'courses_of_account_first_11', { accountId: '1001' });
  // It is counted, and then read.
  expect(ofSmall('courses')).toBe(2);
  const ofAll = await rowsRead(server, 'courses_of_account_first_11', { accountId: '1' });
  expect(ofAll('courses')).toBeLessThan(20);
});

// courses#35
test('public courses are found without a look at the others', async () => {
  const read = await rowsRead(server, 'public_courses_first_11', { rootAccountId: '1' });
  expect(read('courses')).toBeLessThan(20);
});

// courses#14, courses#35
test('courses are searched by an index, but for what most of them have', async () => {
  await server.database.pool.query(`update courses set is_public = true, name = 'Course ' || id where account_id = 1`);
  await server.database.pool.query('vacuum analyze courses');
  const searched = async (term: string) =>
    (await rowsRead(server, 'public_courses_0_first_11', { rootAccountId: '1', pattern: `'${containing(term)}'` }))('courses');
  const ids = await server.database.pool.query<{ id: number }>('select max(id) as id from courses where is_public');
  expect(await searched(`${ids.rows[0]?.id}`)).toBeLessThan(100);
  expect(await searched('none is called this')).toBeLessThan(100);
  expect(await searched('course')).toBeLessThan(20);
});

// courses#14
test('the many courses of a single account are counted as far as they are few, and then read as far as a page goes', async () => {
  await server.database.pool.query(
    `insert into accounts (id, name, parent_account_id, chain, root_account_id) overriding system value
     values (2000, 'School', null, '{2000}', 2000), (2001, 'College', 2000, '{2000,2001}', 2000)`,
  );
  await server.database.pool.query(`insert into courses (account_id, root_account_id, name, course_code, state)
    select 2001, 2000, 'Course', 'COURSE', 'available' from generate_series(1, 5000)`);
  await server.database.pool.query('vacuum analyze courses');
  const read = await rowsRead(server, 'courses_of_account_first_11', { accountId: '2001' });
  expect(read('courses')).toBeGreaterThan(200);
  expect(read('courses')).toBeLessThan(300);
});

// courses#27
test.each([
  ['students_of_courses_counted', 'StudentEnrollment'],
  ['teachers_of_courses', 'TeacherEnrollment'],
])('%s looks once for what the caller has there', async (name, type) => {
  const { rows } = await server.database.pool.query(
    `with place as (insert into courses (account_id, root_account_id, name, course_code, state) values (1, 1, 'Crowd', 'CROWD', 'available') returning id),
       section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'All' from place returning id, course_id),
       people as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
         select 1, 'One', 'One', 'One', 'one' from generate_series(1, 500) returning id)
     insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
     select section.course_id, section.id, people.id, 1, '${type}', 'active' from section, people returning course_id, user_id`,
  );
  await server.database.pool.query('analyze');
  const { course_id: id, user_id: callerId } = rows[0];
  const read = await rowsRead(server, name, { ids: `'{${id}}'`, callerId: `${callerId}`, adminOf: `'{}'` });
  expect(read('enrollments')).toBeLessThan(600);
});
