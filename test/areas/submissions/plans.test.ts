import { beforeAll, expect, test } from 'vitest';
import { declaredStatements } from '../../guards/declared.ts';
import { rowsRead } from '../../helpers/rows-read.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

// submissions#100
test.each(['grade_changes_of_grader_', 'grade_changes_of_student_', 'grade_changes_of_assignment_'])(
  '%s finds changes by whose they are, and not by the courses that the caller administers',
  async (name) => {
    const pages = (await declaredStatements()).filter((statement) => statement.name.startsWith(name));
    expect(pages.length).toBeGreaterThan(0);
    for (const { text } of pages) {
      const { rows } = await server.database.pool.query(`explain (generic_plan) ${text}`);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/ANY \((?:c\.|c_1\.)?account_id = \(hashed SubPlan/);
    }
  },
);

const COURSES = 600;

/** Courses with a policy and people, of whom nobody has moved for days. */
const OLD = [
  `with c as (insert into courses (account_id, root_account_id, name, course_code, state)
     select 1, 1, 'Course', 'COURSE', 'available' from generate_series(1, ${COURSES}) returning id),
   section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from c),
   category as (insert into group_categories (course_id, name) select id, 'Set' from c)
   insert into late_policies (course_id, missing_submission_deduction_enabled) select id, true from c`,
  `insert into groups (name, root_account_id, course_id, group_category_id) select 'Group', 1, course_id, id from group_categories`,
  `insert into users (root_account_id, name, sortable_name, short_name, sort_key)
   select 1, 'Person', 'Person', 'Person', lpad(n::text, 4, '0') from generate_series(1, 20) n`,
  `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, updated_at)
   select s.course_id, s.id, u.id, 1, 'StudentEnrollment', 'active', now() - interval '9 days'
   from course_sections s join late_policies lp on lp.course_id = s.course_id, users u where u.name = 'Person'`,
  `insert into group_memberships (group_id, group_category_id, user_id, state, updated_at)
   select g.id, g.group_category_id, u.id, 'accepted', now() - interval '9 days' from groups g, users u where u.name = 'Person'`,
  `with grouped as (insert into assignment_groups (course_id, name, position) select course_id, 'Group', 1 from late_policies returning id, course_id)
   insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published, updated_at)
   select course_id, id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true, now() - interval '9 days' from grouped, generate_series(1, 3) n`,
  `with c as (insert into courses (account_id, root_account_id, name, course_code, state)
     select 1, 1, 'Without a policy', 'COURSE', 'available' from generate_series(1, 4000) returning id),
   grouped as (insert into assignment_groups (course_id, name, position) select id, 'Group', 1 from c returning id, course_id)
   insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, grading_type, published, updated_at)
   select course_id, id, n, 'Assignment', '{online_text_entry}', '{}', 'points', true, now() - interval '9 days' from grouped, generate_series(1, 5) n`,
  `insert into submissions (assignment_id, user_id, course_id, state, score)
   select a.id, e.user_id, a.course_id, 'graded', 1 from assignments a join enrollments e on e.course_id = a.course_id where a.position = 1`,
  'analyze',
  `select brin_summarize_new_values(index) from unnest(array['enrollments_updated_at', 'group_memberships_updated_at', 'assignments_updated_at']) index`,
];

beforeAll(async () => {
  for (const text of OLD) await server.database.pool.query(text);
});

// submissions#99
test('who has moved is looked for where something has changed, and not in each course with a policy', async () => {
  const { pool } = server.database;
  const since = { since: `now() - interval '6 minutes'` };
  const none = await rowsRead(server, 'students_moved_since', since);
  expect([none('enrollments'), none('group_memberships')]).toEqual([1, 1]);

  await pool.query('update enrollments set updated_at = now() where id = (select min(id) from enrollments)');
  const one = await rowsRead(server, 'students_moved_since', since);
  expect(one('enrollments')).toBeGreaterThan(1);
  expect(one('enrollments')).toBeLessThan(COURSES * 10);
});

// submissions#97
test('late work is looked for in assignments that have changed, and not in each of all courses with a policy', async () => {
  const nobody = { since: `now() - interval '6 minutes'`, enrolled: `'{}'`, regrouped: `'{}'` };
  const read = await rowsRead(server, 'late_facts_of_changed', nobody);
  expect(read('assignments')).toBeLessThan(5);
});
