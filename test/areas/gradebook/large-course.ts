import type { TestServer } from '../../helpers/server.ts';

/** So many students and assignments of 10 points, everything graded. */
export async function fillCourse(
  { database }: Pick<TestServer, 'database'>,
  courseId: number,
  students: number,
  assignments: number,
): Promise<void> {
  await database.pool.query(
    `with groups as (insert into assignment_groups (course_id, name, position) values ($1, 'All', 1) returning id),
       tasks as (insert into assignments
           (course_id, assignment_group_id, name, position, points_possible, published, submission_types, allowed_extensions, grading_type)
         select $1, groups.id, 'Task ' || k, k, 10, true, '{none}', '{}', 'points' from groups, generate_series(1, $3::int) k returning id),
       people as (insert into users (root_account_id, name, short_name, sortable_name, sort_key, search_text)
         select 1, n, n, n, n, n from (select 'student ' || k as n from generate_series(1, $2::int) k) named returning id),
       joined as (insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
         select $1, (select id from course_sections where course_id = $1), people.id, 1, 'StudentEnrollment', 'active' from people)
     insert into submissions (assignment_id, user_id, course_id, state, score, grade)
       select tasks.id, people.id, $1, 'graded', (tasks.id * people.id) % 11, ((tasks.id * people.id) % 11)::text from tasks, people`,
    [courseId, students, assignments],
  );
}
