import { expect, test } from 'vitest';
import { assignment, override, sectioned } from '../../helpers/assignments.ts';
import { ahead, event, listEvents } from '../../helpers/calendar.ts';
import { enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const get = (one: Person, id: number | string) => one.client.get(`/calendar_events/${id}`);
const listed = (one: Person, courseId: number) => listEvents(one.client, { type: 'assignment', context_codes: [`course_${courseId}`] });

// calendar#26
test('an assignment is shown by its id in calendars, as lists show it', async () => {
  const { id, teacher, students, sections } = await sectioned(server, 2);
  const [one = teacher, two = teacher] = students;
  const observer = await person(server);
  await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: two.id });
  const paper = await assignment(server, id, { name: 'Paper', due_at: ahead(2), description: '<p>d</p>' });
  await override(server, id, paper.id, { course_section_id: sections[1], due_at: ahead(20) });
  const starts = [];
  for (const who of [one, two, observer, teacher]) {
    const [first] = await listed(who, id);
    expect((await get(who, `assignment_${paper.id}`).expect(200)).body).toEqual(JSON.parse(JSON.stringify(first)));
    starts.push(first?.start_at);
  }
  expect(starts.slice(0, 3)).toEqual([paper.due_at, starts[1], starts[1]]);
  expect(starts[1]).not.toBe(paper.due_at);
});

// calendar#26
test('one that no list has is not there', async () => {
  const { id, teacher, students } = await sectioned(server, 2);
  const [one = teacher] = students;
  const stranger = await person(server);
  const draft = await assignment(server, id, { due_at: ahead(2), published: false });
  const undated = await assignment(server, id);
  const gone = await assignment(server, id, { due_at: ahead(2) });
  await server.admin.delete(`/courses/${id}/assignments/${gone.id}`).expect(200);
  const paper = await assignment(server, id, { due_at: ahead(2) });
  expect((await get(teacher, `assignment_${draft.id}`)).status).toBe(200);
  for (const [who, which] of [
    [one, draft.id],
    [one, undated.id],
    [teacher, undated.id],
    [teacher, gone.id],
    [stranger, paper.id],
    [one, 999999999],
    [one, '0'],
    [one, 'x'],
    [one, ''],
  ] as const)
    expect({ which, status: (await get(who, `assignment_${which}`)).status }).toEqual({ which, status: 404 });
  const talk = await event(teacher.client, { context_code: `course_${id}`, start_at: ahead(1) });
  expect((await get(one, talk.id).expect(200)).body).toEqual(talk);
  await teacher.client.put(`/calendar_events/assignment_${paper.id}`, { calendar_event: { title: 'No' } }).expect(404);
  await teacher.client.delete(`/calendar_events/assignment_${paper.id}`).expect(404);
});
