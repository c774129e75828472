import { connect } from 'lectern-client';

const url = process.env['LECTERN'] ?? 'http://127.0.0.1:3000';
const teacher = connect({ url, token: process.env['TEACHER'] ?? '' });
const student = connect({ url, token: process.env['STUDENT'] ?? '' });

for await (const course of teacher.each('/api/v1/courses')) console.log(course.id, course.name);

const { id } = await teacher.post('/api/v1/courses/{course_id}/assignments', {
  params: { path: { course_id: 1 } },
  body: { assignment: { name: 'Essay', points_possible: 10, submission_types: ['online_upload'] } },
});

// Announces the file, sends it, and takes what it has become.
const path = { course_id: 1, assignment_id: id, user_id: 'self' };
const file = await student.upload(
  '/api/v1/courses/{course_id}/assignments/{assignment_id}/submissions/{user_id}/files',
  { params: { path }, body: { name: 'essay.txt' } },
  new Blob(['My essay'], { type: 'text/plain' }),
);
const submission = await student.post('/api/v1/courses/{course_id}/assignments/{assignment_id}/submissions', {
  params: { path },
  body: { submission: { submission_type: 'online_upload', file_ids: [file.id] } },
});

const graded = await teacher.put('/api/v1/courses/{course_id}/assignments/{assignment_id}/submissions/{user_id}', {
  params: { path: { ...path, user_id: submission.user_id } },
  body: { submission: { posted_grade: '8' } },
});
console.log(`${file.display_name} is worth ${graded.score}`);
