import type { Course } from './course.ts';

/** World History, which has just begun: a course to compare with one in the middle of its term. */
export async function teachHistory({ id, path, calendar, teacher, ta, students: [first, second] }: Course): Promise<void> {
  calendar.turnTo(-4);
  const topics = `${path}/discussion_topics`;
  await teacher.post(topics, { title: 'Welcome to World History', message: '<p>Bring an atlas.</p>', is_announcement: true });
  const thread = `${topics}/${await ta.post(topics, { title: 'Introduce yourself', message: '<p>Where are you from?</p>' })}`;
  calendar.turnTo(-3);
  await first?.post(`${thread}/entries`, { message: 'I am Ann, from Leeds.' });
  await second?.post(`${thread}/entries`, { message: 'Bob, from Brno.' });
  const map = `${path}/assignments/${await teacher.post(`${path}/assignments`, {
    assignment: {
      name: 'A map of the Silk Road',
      submission_types: ['online_upload', 'online_text_entry'],
      grading_type: 'letter_grade',
      points_possible: 25,
      due_at: calendar.date(10),
    },
  })}`;
  await first?.post(`${map}/submissions`, {
    submission: { submission_type: 'online_text_entry', body: '<p>From Xi’an to Antioch, with the passes.</p>' },
  });
  await teacher.post('/calendar_events', {
    calendar_event: { context_code: `course_${id}`, title: 'Museum', start_at: calendar.date(6), end_at: calendar.date(6.1) },
  });
  const folder = await teacher.post(`${path}/folders`, { name: 'Sources' });
  await teacher.upload(`/folders/${folder}/files`, 'reading.txt', 'Chapters 1 and 2 for next week.\n');
}
