import type { paths } from 'lectern-client';
import createClient from 'openapi-fetch';

/** The calls of the README, by openapi-fetch on the types that openapi-typescript makes of the document. */

const as = (token: string | undefined) =>
  createClient<paths>({ baseUrl: process.env['LECTERN'] ?? '', headers: { authorization: `Bearer ${token}` } });
const teacher = as(process.env['TEACHER']);
const student = as(process.env['STUDENT']);

function good<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const me = good(await teacher.GET('/api/v1/users/{user_id}', { params: { path: { user_id: 'self' } } }));
const courses = good(await teacher.GET('/api/v1/courses'));
const course_id = courses[0]?.id ?? 0;
const assignment = good(
  await teacher.POST('/api/v1/courses/{course_id}/assignments', {
    params: { path: { course_id } },
    body: { assignment: { name: 'Essay', points_possible: 10, submission_types: ['online_text_entry'] } },
  }),
);
const path = { course_id, assignment_id: assignment.id };
const submission = good(
  await student.POST('/api/v1/courses/{course_id}/assignments/{assignment_id}/submissions', {
    params: { path },
    body: { submission: { submission_type: 'online_text_entry', body: 'My essay' } },
  }),
);
const graded = good(
  await teacher.PUT('/api/v1/courses/{course_id}/assignments/{assignment_id}/submissions/{user_id}', {
    params: { path: { ...path, user_id: submission.user_id } },
    body: { submission: { posted_grade: '8' } },
  }),
);
console.log(JSON.stringify([me.name, courses[0]?.name, assignment.name, submission.workflow_state, graded.score]));
