import { beforeAll, expect, test } from 'vitest';
import type { Declared } from '../../scripts/declared-statements.ts';
import { useServer } from '../helpers/server.ts';
import { declaredStatements } from './declared.ts';

const server = useServer();

/** A school so large that what reads a table of it from end to end shows in the plan; none of its rows is looked at. */
const SCHOOL = [
  `insert into users (root_account_id, name, sortable_name, short_name, sort_key, search_text)
   select 1, 'P', 'P', 'P', lpad(n::text, 6, '0'), 'p' from generate_series(1, 8000) n`,
  `insert into pseudonyms (user_id, account_id, root_account_id, unique_id, sis_user_id) select id, 1, 1, 'p' || id, 'S' || id from users`,
  `insert into courses (account_id, root_account_id, name, course_code, state) select 1, 1, 'C', 'C', 'available' from generate_series(1, 6000)`,
  `insert into course_sections (course_id, root_account_id, name) select id, 1, 'S' from courses`,
  `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
   select s.course_id, s.id, 1 + (s.id * 37 + n * 997) % 8000, 1, 'StudentEnrollment', 'active' from course_sections s, generate_series(1, 12) n on conflict do nothing`,
  `insert into assignment_groups (course_id, name, position) select id, 'G', 1 from courses`,
  `insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, points_possible, grading_type, due_at, published)
   select g.course_id, g.id, n, 'A', '{online_text_entry}', '{}', 10, 'points', now() + (g.id % 200 - 100) * interval '1 day', true
   from assignment_groups g, generate_series(1, 2) n`,
  `insert into late_policies (course_id, missing_submission_deduction_enabled) select id, id % 2 = 0 from courses where id % 10 = 0`,
  `insert into group_categories (course_id, name) select id, 'S' from courses`,
  `insert into groups (name, root_account_id, course_id, group_category_id) select 'G', 1, course_id, id from group_categories`,
  `insert into group_memberships (group_id, group_category_id, user_id, state) select id, group_category_id, 1 + id % 8000, 'accepted' from groups`,
  `insert into assignment_overrides (assignment_id, course_section_id, due_at_overridden, due_at)
   select a.id, s.id, true, a.due_at from assignments a join course_sections s on s.course_id = a.course_id where a.id % 2 = 0`,
  `insert into submissions (assignment_id, user_id, course_id, state, attempt, submitted_at)
   select a.id, e.user_id, a.course_id, 'submitted', 1, now() from assignments a join enrollments e on e.course_id = a.course_id where a.id % 3 = 0 on conflict do nothing`,
  `insert into notifications (key, category, subject, body, path) select 'k' || n, 'Announcement', '', '', '/' from generate_series(1, 20000) n`,
  `insert into folders (course_id, ancestors, name, sort_key) select id, '{}', 'course files', 'course files' from courses`,
  `insert into attachments (uuid, course_id, folder_id, uploader_id, display_name, sort_key, filename, content_type, size, storage_key, deleted)
   select gen_random_uuid(), f.course_id, f.id, 1, n::text, n::text, 'f', 'text/plain', 1, case when n > 1 then f.id || '-' || n end, n = 1
   from folders f, generate_series(1, 6) n`,
];

let statements: ReadonlyMap<string, Declared> = new Map();
const rows = new Map<string, number>();

beforeAll(async () => {
  const connection = await server.database.pool.connect();
  try {
    // Neither triggers nor references are what is looked at.
    await connection.query('begin; set local session_replication_role = replica');
    for (const text of SCHOOL) await connection.query(text);
    await connection.query('commit; analyze');
    const { rows: tables } = await connection.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class where relnamespace = 'public'::regnamespace`,
    );
    for (const table of tables) rows.set(table.name, table.rows);
  } finally {
    connection.release();
  }
  statements = new Map((await declaredStatements()).map((statement) => [statement.name, statement]));
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Join Filter'?: string;
  'Parent Relationship'?: string;
  Filter?: string;
  Plans?: Plan[];
}

const MANY = 5_000;

/** The tables that a plan goes through from end to end and finds many rows, by an index too. */
function throughout(plan: Plan): string[] {
  const { 'Node Type': node, 'Relation Name': table = '', 'Index Name': index, 'Index Cond': condition, Plans: plans = [] } = plan;
  const isWhole = node === 'Seq Scan' || (/^Index (Only )?Scan$/.test(node) && condition === undefined);
  return [...(isWhole && (rows.get(index ?? table) ?? 0) > MANY ? [table] : []), ...plans.flatMap(throughout)].sort();
}

async function planOf(name: string): Promise<Plan> {
  const { rows: found } = await server.database.pool.query(`explain (generic_plan, format json) ${statements.get(name)?.text}`);
  return found[0]['QUERY PLAN'][0].Plan;
}

test('the tables that grow are seen to be read from end to end where they are', async () => {
  for (const table of ['notifications', 'enrollments', 'assignments', 'assignment_overrides', 'pseudonyms', 'submissions', 'attachments'])
    expect(rows.get(table)).toBeGreaterThan(MANY);
  const { rows: found } = await server.database.pool.query('explain (format json) select * from enrollments order by id');
  expect(throughout(found[0]['QUERY PLAN'][0].Plan)).toEqual(['enrollments']);
});

test.each([
  // Of each event that makes messages.
  'notifications_insert',
  'notifications_deliver',
  'messages_into_streams',
  // Every minute.
  'students_moved_since',
  'missing_since',
  'missing_of_moved',
  'late_facts_of_changed',
  'attempts_to_close',
  'next_attempt_to_close',
  'resume_progresses',
  'resume_conversation_batches',
  // Where a grade is taken away, and for whatever has come to be due.
  'grade_missing_work',
  'settle_missing_grades',
  'late_facts',
  // Whom an id of a school's own names, for as many as are named at once.
  'users_by_form',
  'students_named',
  'recipients_by_sis_id',
  // After each file that is deleted.
  'files_to_purge',
  // Whenever a folder is moved, deleted or copied.
  'folder_depth_below',
  'folder_moved',
  'folder_emptied',
  'files_to_copy',
  'folder_to_copy',
  'copy_folder',
])('%s reads no table of a large school from end to end', async (name) => {
  expect(throughout(await planOf(name))).toEqual([]);
});

test('students are reminded of what few assignments ask of them, without a look at all enrollments and submissions', async () => {
  expect(throughout(await planOf('assignments_due_soon'))).toEqual(['assignments', 'courses']);
});

const on = (table: string, plan: Plan): Plan[] => [
  ...(plan['Relation Name'] === table ? [plan] : []),
  ...(plan.Plans ?? []).flatMap((one) => on(table, one)),
];

// Once for each assignment, all enrollments of a course would be gone through as often as it has assignments.
test('late work is looked for by students who have moved, and not by all of their courses', async () => {
  const looks = on('enrollments', await planOf('late_facts_of_changed'));
  expect(looks.length).toBeGreaterThan(0);
  for (const { 'Index Cond': condition } of looks) expect(condition).toContain('user_id = ');
});

test('what makes messages of notifications looks each of them up once', async () => {
  const looks = on('notifications', await planOf('messages_into_streams'));
  expect(looks.map(({ 'Index Cond': condition }) => condition)).toEqual(['(id = told.notification_id)']);
});

const ROWS_OF_STATEMENT = /^(CTE|Function) Scan$/;

/** Where each row of a list is compared with each of another one: in a join without a key, or in a sub-select that goes through the list. */
function comparisons(plan: Plan, looped = false): string[] {
  const { 'Node Type': node, 'Join Filter': joined, 'Parent Relationship': parent, Filter: filter, Plans: plans = [] } = plan;
  const within = looped || parent === 'SubPlan';
  const inner = plans.find((one) => one['Parent Relationship'] === 'Inner');
  const found = node === 'Nested Loop' && joined && inner && ROWS_OF_STATEMENT.test(inner['Node Type']) ? [joined] : [];
  return [
    ...found,
    ...(within && filter && ROWS_OF_STATEMENT.test(node) ? [filter] : []),
    ...plans.flatMap((one) => comparisons(one, within)),
  ];
}

test('lists of rows are seen to be compared with each other where they are', async () => {
  const { rows: found } =
    await server.database.pool.query(`explain (format json) with a as materialized (select 1 as n), b as materialized (select 1 as n)
    select (select count(*) from b where b.n = a.n) from a join b on b.n < a.n`);
  expect(comparisons(found[0]['QUERY PLAN'][0].Plan)).toHaveLength(2);
});

test.each(['submissions_into_streams', 'conversations_into_streams', 'deliver_comments'])(
  '%s takes twice as long for twice as many, and not four times',
  async (name) => expect(comparisons(await planOf(name))).toEqual([]),
);

test('grades of missing work that may go are looked up by their keys where it is known whose they are', async () => {
  const looks = on('submissions', await planOf('settle_missing_grades'));
  expect(looks.map(({ 'Index Cond': condition }) => condition)).toContain('((assignment_id = t.assignment_id) AND (user_id = t.user_id))');
});
