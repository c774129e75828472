import { beforeAll, expect, test } from 'vitest';
import { rowsRead } from '../../helpers/rows-read.ts';
import { course } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const OF_ACCOUNT = 3_000;
const OF_COURSE = 20;
const STUDENTS = 30;

let id: number;
beforeAll(async () => {
  const { pool } = server.database;
  ({ id } = await course(server));
  const { rows } = await pool.query<{ id: number }>(
    `insert into outcomes (root_account_id, account_id, title, sort_key) select 1, 1, 'Outcome', 'outcome' from generate_series(1, $1::int)
     returning id`,
    [OF_ACCOUNT],
  );
  const outcomes = rows.slice(0, OF_COURSE).map((row) => row.id);
  await pool.query(
    `with root as (insert into outcome_groups (root_account_id, course_id, sort_key) values (1, $1, '') returning id),
       linked as (insert into outcome_links (group_id, outcome_id, sort_key) select root.id, o.id, 'outcome' from root, unnest($2::int[]) o(id)),
       grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 1) returning id),
       assigned as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published)
         select $1, grouped.id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true from grouped, generate_series(1, cardinality($2::int[])) n
         returning id, position),
       rubric as (insert into rubrics (course_id, title) select $1, n::text from generate_series(1, cardinality($2::int[])) n returning id, title),
       measured as (insert into rubric_criteria (rubric_id, position, description, points, ratings, learning_outcome_id)
         select id, 1, 'Row', 5, '[]', ($2::int[])[title::int] from rubric)
     insert into rubric_associations (rubric_id, assignment_id, use_for_grading, purpose)
     select r.id, a.id, false, 'grading' from rubric r join assigned a on a.position = r.title::int`,
    [id, outcomes],
  );
  // What others measure.
  const elsewhere = await course(server);
  await pool.query(
    `with rubric as (insert into rubrics (course_id, title) select $1, o.id::text from unnest($2::int[]) o(id) returning id, title)
     insert into rubric_criteria (rubric_id, position, description, points, ratings, learning_outcome_id) select id, 1, 'Row', 5, '[]', title::int from rubric`,
    [elsewhere.id, rows.map((row) => row.id)],
  );
  await pool.query('analyze');
});

// outcome-results#5
test('the outcomes of a course are found by its links and rubrics, and its assignments are read once for all of them', async () => {
  const read = await rowsRead(server, 'outcomes_of_course', { courseId: `${id}`, seesAll: 'true' });
  expect(read('outcomes')).toBeLessThanOrEqual(2 * OF_COURSE);
  expect(read('assignments')).toBeLessThanOrEqual(2 * OF_COURSE);
});

// outcome-results#7
test('what the assignments of a course measure is found by their rubrics', async () => {
  const read = await rowsRead(server, 'outcome_alignments_of_course_first_11', { courseId: `${id}` });
  expect(read('rubric_criteria')).toBeLessThanOrEqual(OF_COURSE);
});

// outcome-results#5
test('work is looked up once, however many criteria of it measure outcomes', async () => {
  const { pool } = server.database;
  const elsewhere = await course(server);
  await pool.query(
    `with grouped as (insert into assignment_groups (course_id, name, position) values ($1, 'Group', 1) returning id),
       assigned as (insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published)
         select $1, grouped.id, 1, 'Assignment', '{online_text_entry}', '{}', 'points', true from grouped returning id),
       rubric as (insert into rubrics (course_id, title) values ($1, 'Rubric') returning id),
       associated as (insert into rubric_associations (rubric_id, assignment_id, use_for_grading, purpose)
         select rubric.id, assigned.id, false, 'grading' from rubric, assigned),
       measured as (insert into rubric_criteria (rubric_id, position, description, points, ratings, learning_outcome_id)
         select rubric.id, row_number() over (order by o.id), 'Row', 5, '[]', o.id from rubric, (select id from outcomes order by id limit $2) o returning id),
       person as (insert into users (root_account_id, name, sortable_name, short_name, sort_key)
         select 1, 'Assessed', 'Assessed', 'Assessed', n::text from generate_series(1, $3::int) n returning id),
       work as (insert into submissions (assignment_id, user_id, course_id, assessment)
         select assigned.id, person.id, $1, (select jsonb_object_agg(measured.id, '{"points": 3}'::jsonb) from measured) from assigned, person
         returning assignment_id, user_id)
     insert into rubric_assessments (assignment_id, user_id, type) select assignment_id, user_id, 'grading' from work`,
    [elsewhere.id, OF_COURSE, STUDENTS],
  );
  await pool.query('analyze');
  const { rows } = await pool.query<{ people: number[]; outcomes: number[] }>(
    `select array(select id from users where name = 'Assessed') as people, array(select id from outcomes order by id limit $1) as outcomes`,
    [OF_COURSE],
  );
  const [ids] = rows;
  const read = await rowsRead(server, 'outcome_scores_of_students', {
    courseId: `${elsewhere.id}`,
    userIds: `'{${ids?.people.join()}}'`,
    asThey: `'{}'`,
    outcomeIds: `'{${ids?.outcomes.join()}}'`,
  });
  expect(read('submissions')).toBe(STUDENTS);
});
