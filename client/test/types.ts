import { connect, type LecternError, type Schemas } from 'lectern-client';

/** What TypeScript knows of the API; it is compiled, and never run. */

const lectern = connect({ url: 'https://lectern.example', token: 'a token' });

export async function known(): Promise<void> {
  const course: Schemas['Course'] = await lectern.get('/api/v1/courses/{course_id}', {
    params: { path: { course_id: 'sis_course_id:BIO' } },
  });
  const name: string = course.name;

  const assignment = await lectern.post('/api/v1/courses/{course_id}/assignments', {
    params: { path: { course_id: 1 } },
    body: { assignment: { name, submission_types: ['online_text_entry'] } },
  });
  const points: number | null = assignment.points_possible;

  for await (const one of lectern.each('/api/v1/courses', { params: { query: { per_page: 100 } } })) void (one.id satisfies number);
  for await (const page of lectern.pages('/api/v1/courses')) void (page satisfies Schemas['Course'][]);

  const path = { params: { path: { course_id: 1 } }, body: { name: 'essay.pdf' } };
  const file: Schemas['File'] = await lectern.upload('/api/v1/courses/{course_id}/files', path, new Blob([]));
  void [points, file];
}

export async function refused(): Promise<void> {
  // @ts-expect-error there is no such path
  await lectern.get('/api/v1/lessons');
  // @ts-expect-error the path has no such method
  await lectern.delete('/api/v1/courses');
  // @ts-expect-error the path names a course
  await lectern.get('/api/v1/courses/{course_id}');
  // @ts-expect-error whom to enroll is wanted
  await lectern.post('/api/v1/courses/{course_id}/enrollments', { params: { path: { course_id: 1 } }, body: { enrollment: {} } });
  const params = { path: { course_id: 1 } };
  // @ts-expect-error points are a number
  await lectern.post('/api/v1/courses/{course_id}/assignments', { params, body: { assignment: { name: 'Essay', points_possible: true } } });
  // @ts-expect-error a course is no list
  lectern.each('/api/v1/courses/{course_id}', { params: { path: { course_id: 1 } } });
  // @ts-expect-error nothing is uploaded there
  await lectern.upload('/api/v1/courses/{course_id}/assignments', { params: { path: { course_id: 1 } } }, new Blob([]));
  const course = await lectern.get('/api/v1/courses/{course_id}', { params: { path: { course_id: 1 } } });
  // @ts-expect-error a course has no such field
  void course.lessons;
  const error = new Error('any') as LecternError;
  // @ts-expect-error a status is a number
  void (error.status satisfies string);
}
