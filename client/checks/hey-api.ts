import { createClient } from './generated/client/index.ts';
import { createAssignment, listCourses, showUser, turnIn, updateSubmission } from './generated/index.ts';

/** The calls of the README, by the client that @hey-api/openapi-ts makes of the document. */

const as = (auth: string | undefined) => createClient({ baseUrl: process.env['LECTERN'] ?? '', auth: auth ?? '', throwOnError: true });
const teacher = as(process.env['TEACHER']);
const student = as(process.env['STUDENT']);

const { data: me } = await showUser({ client: teacher, path: { user_id: 'self' } });
const { data: courses } = await listCourses({ client: teacher });
const course_id = courses[0]?.id ?? 0;
const { data: assignment } = await createAssignment({
  client: teacher,
  path: { course_id },
  body: { assignment: { name: 'Essay', points_possible: 10, submission_types: ['online_text_entry'] } },
});
const path = { course_id, assignment_id: assignment.id };
const { data: submission } = await turnIn({
  client: student,
  path,
  body: { submission: { submission_type: 'online_text_entry', body: 'My essay' } },
});
const { data: graded } = await updateSubmission({
  client: teacher,
  path: { ...path, user_id: submission.user_id },
  body: { submission: { posted_grade: '8' } },
});
console.log(JSON.stringify([me.name, courses[0]?.name, assignment.name, submission.workflow_state, graded.score]));
