import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { insertCourse, insertEnrollment, insertPerson } from './made-rows.ts';
import { type EnrollmentType, made, ROOT_ACCOUNT, unique } from './school.ts';
import { useServer } from './server.ts';

const server = useServer();

const Made = z.object({ id: z.int() });
const MadeEnrollment = z.object({ id: z.int(), course_section_id: z.int() });
const Row = z.record(z.string(), z.unknown());

/** Every row of every table, as text, by table. */
async function allRows(): Promise<Map<string, string[]>> {
  const { pool } = server.database;
  const tables = await pool.query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public' order by 1");
  const rows = new Map<string, string[]>();
  for (const { name } of tables.rows) {
    const all = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t`);
    rows.set(
      name,
      all.rows.map(({ row }) => row),
    );
  }
  return rows;
}

// Whoever is shown a first course gets a code for its calendar: of the administrator, no more is to come.
beforeAll(async () => {
  await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/courses`), Made);
});

const TIME = /^\d{4}-\d\d-\d\dT/;

/** Ids that the work drew become the words it gave them, and times the word for one: what is left is to be the same. */
function plain(value: unknown, ids: ReadonlyMap<number, string>, column: string): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, ids, column));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, ids, key)]));
  if (column === 'happenedAt' && typeof value === 'number') return 'a time';
  if (column === 'hash' || column === 'hint') return `a ${column} of ${String(value).length}`;
  if (column === 'id' || column === 'transaction_id') return 'an id';
  if (typeof value === 'number') return ids.get(value) ?? value;
  return typeof value === 'string' && TIME.test(value) ? 'a time' : value;
}

/** What the work adds to the database, in which `ids` names what it made. */
async function added(work: () => Promise<Record<string, number>>): Promise<Record<string, unknown[]>> {
  // That the administrator's token was used is noted beside requests: let it be noted before.
  await server.statements(() => server.admin.get('/users/self').expect(200));
  const before = await allRows();
  const named = Object.entries(await work());
  const after = await allRows();
  const ids = new Map(named.map(([name, id]) => [id, name]));
  expect(ids.size).toBe(named.length);
  const fresh = (table: string, rows: readonly string[]) => {
    const known = new Set(before.get(table));
    const plainRows = rows.filter((row) => !known.has(row)).map((row) => plain(Row.parse(JSON.parse(row)), ids, table));
    // Rows stand in a table in no order.
    return plainRows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  };
  const all = [...after].map(([table, rows]) => [table, fresh(table, rows)] as const);
  return Object.fromEntries(all.filter(([, rows]) => rows.length > 0));
}

let spreads = 0;

/** Ids of every table far from each other's, and from any other number: none is taken for another, or twice. */
function spread() {
  spreads += 1;
  return server.database.pool.query(`do $$ declare s record; n int := 1; begin
    for s in select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' loop
      perform setval(s.name::regclass, 100000 * n + ${spreads * 1000}); n := n + 1;
    end loop; end $$`);
}

const faculty = async () =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, { account: { name: unique('Faculty') } }), Made)).id;

test.each(['Ada King Lovelace', 'Plato', 'Ångström Σίσυφος'])('a person named %s has the rows that the server makes', async (name) => {
  await spread();
  const account = await faculty();
  const login = `Login-${randomUUID()}`;
  const byServer = await added(async () => {
    const { id } = await made(server.admin.post(`/accounts/${account}/users`, { user: { name }, pseudonym: { unique_id: login } }), Made);
    await server.ownToken(id);
    return { person: id };
  });
  const other = `Login-${randomUUID()}`;
  const byStatement = await added(async () => ({ person: (await insertPerson(server, account, name, other)).id }));
  expect(JSON.parse(JSON.stringify(byStatement).replaceAll(other, login).replaceAll(other.toLowerCase(), login.toLowerCase()))).toEqual(
    byServer,
  );
  expect(Object.keys(byServer)).toEqual(['access_tokens', 'pseudonyms', 'user_accounts', 'users']);
});

test.each([true, false])('a course (offered: %s) has the rows that the server makes', async (offer) => {
  await spread();
  const account = await faculty();
  const name = unique('Course');
  const byServer = await added(async () => {
    const { id } = await made(server.admin.post(`/accounts/${account}/courses`, { course: { name }, offer }), Made);
    return { course: id };
  });
  const byStatement = await added(async () => ({ course: await insertCourse(server, account, name, offer) }));
  expect(byStatement).toEqual(byServer);
  expect(Object.keys(byServer)).toEqual(['course_sections', 'courses']);
});

test.each<[EnrollmentType, boolean]>([
  ['StudentEnrollment', true],
  ['TeacherEnrollment', false],
  ['ObserverEnrollment', true],
])('an enrollment (%s, in a section that is named: %s) has the rows that the server makes', async (type, inSection) => {
  await spread();
  const courseId = await insertCourse(server, await faculty(), unique('Course'), true);
  const section = { course_section: { name: unique('Section') } };
  const sectionId = inSection ? (await made(server.admin.post(`/courses/${courseId}/sections`, section), Made)).id : null;
  const name = unique('Person');
  const someone = async () => (await insertPerson(server, ROOT_ACCOUNT, name, `login-${randomUUID()}`)).id;
  const first = await someone();
  const second = await someone();
  const byServer = await added(async () => {
    const enrollment = {
      user_id: first,
      type,
      enrollment_state: 'active',
      ...(sectionId === null ? {} : { course_section_id: sectionId }),
    };
    const row = await made(server.admin.post(`/courses/${courseId}/enrollments`, { enrollment }), MadeEnrollment);
    return { person: first, section: row.course_section_id };
  });
  const byStatement = await added(async () => {
    const row = await insertEnrollment(server, { courseId, userId: second, type, sectionId });
    return { person: second, section: row?.sectionId ?? 0 };
  });
  expect(byStatement).toEqual(byServer);
  expect(Object.keys(byServer)).toEqual(['enrollments', 'stream_changes', 'user_accounts']);
});
