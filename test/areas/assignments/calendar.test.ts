import ICAL from 'ical.js';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CALENDAR_BYTES } from '../../../src/http/plain-text.ts';
import { assignment, override } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Shown = z.looseObject({ calendar: z.object({ ics: z.string() }) });

/** One day for all that is compared, also where it ends meanwhile. */
const NOW = Date.now();
/** Noon UTC, some days from now. */
const ahead = (days: number): string => `${new Date(NOW + days * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`;

let at: School;
/** Another course of the student, who teaches a third one. */
let other: { id: number };
let taught: { id: number };
beforeAll(async () => {
  at = await school(server);
  other = await course(server);
  taught = await course(server);
  for (const one of [at.student, at.student2]) await enroll(server, other.id, one.id, 'StudentEnrollment');
  await enroll(server, taught.id, at.student.id, 'TeacherEnrollment');
  await assignment(server, at.course.id, { name: 'Both', due_at: ahead(3) });
  const own = await assignment(server, at.course.id, { name: 'Own', due_at: ahead(4) });
  await override(server, at.course.id, own.id, { student_ids: [at.student.id], title: 'T', due_at: ahead(6) });
  const section = await assignment(server, other.id, { name: 'Elsewhere', due_at: ahead(5) });
  const { body } = await server.admin.get(`/courses/${other.id}/sections`).expect(200);
  await override(server, other.id, section.id, { course_section_id: body[0].id, due_at: ahead(7) });
  await assignment(server, taught.id, { name: 'Taught', due_at: ahead(8), published: false });
  await assignment(server, at.course.id, { name: 'Draft', due_at: ahead(3), published: false });
  await assignment(server, at.course.id, { name: 'Undated' });
  await assignment(server, at.course.id, { name: 'Far', due_at: ahead(800) });
});

async function items(address: string): Promise<string[]> {
  const calendar = new ICAL.Component(ICAL.parse(await (await fetch(address)).text()));
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => `${String(event.getFirstPropertyValue('dtstart')).slice(0, 16)} ${String(event.getFirstPropertyValue('summary'))}`)
    .sort();
}
const at12 = (days: number, name: string) => `${ahead(days).slice(0, 16)} ${name}`;
const ofUser = async ({ client }: Person) => items((await made(client.get('/users/self/profile'), Shown)).calendar.ics);
const ofCourse = async ({ client }: Person, id: number) => items((await made(client.get(`/courses/${id}`), Shown)).calendar.ics);

// assignments#37, feeds#7
test("a user's calendar has the due dates of all courses, as they apply to the user in each", async () => {
  expect(await ofUser(at.student)).toEqual([at12(3, 'Both'), at12(6, 'Own'), at12(7, 'Elsewhere'), at12(8, 'Taught')]);
  expect(await ofUser(at.student2)).toEqual([at12(3, 'Both'), at12(4, 'Own'), at12(7, 'Elsewhere')]);
  expect(await ofUser(at.observer)).toEqual([at12(3, 'Both'), at12(6, 'Own')]);
  expect(await ofUser(at.teacher)).toEqual([at12(3, 'Both'), at12(3, 'Draft'), at12(6, 'Own')]);
  expect(await ofUser(at.stranger)).toEqual([]);
});

// assignments#37, access#8
test("a user's calendar has nothing of a course that is not offered yet, but to its staff, nor of one that is deleted", async () => {
  const [waiting, gone] = [await course(server, { offer: false }), await course(server)];
  const [student, teacher] = [await person(server), await person(server)];
  for (const { id } of [waiting, gone]) {
    await enroll(server, id, student.id, 'StudentEnrollment');
    await enroll(server, id, teacher.id, 'TeacherEnrollment');
    await assignment(server, id, { name: id === gone.id ? 'Gone' : 'Waiting', due_at: ahead(3) });
  }
  await server.admin.delete(`/courses/${gone.id}`, { event: 'delete' }).expect(200);
  expect(await ofUser(student)).toEqual([]);
  expect(await ofUser(teacher)).toEqual([at12(3, 'Waiting')]);
});

// assignments#37
test("a course's calendar has those of the course", async () => {
  expect(await ofCourse(at.student, at.course.id)).toEqual([at12(3, 'Both'), at12(6, 'Own')]);
  expect(await ofCourse(at.teacher, at.course.id)).toEqual([at12(3, 'Both'), at12(3, 'Draft'), at12(6, 'Own')]);
  expect(await ofCourse(at.student2, other.id)).toEqual([at12(7, 'Elsewhere')]);
});

// assignments#31, assignments#38
test('an assignment says what it is about, as plain text and as much as a calendar shows, to students once it is open', async () => {
  const { id } = await course(server);
  const student = await person(server);
  const teacher = await person(server);
  await enroll(server, id, student.id, 'StudentEnrollment');
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  const described = (name: string, fields: Fields) => assignment(server, id, { name, due_at: ahead(3), ...fields });
  await described('Open', { description: '<p>Read <b>two</b> pages &amp; write</p><p>one</p>' });
  await described('Later', { description: '<p>Secret</p>', unlock_at: ahead(2) });
  await described('Long', { description: `<p>${'long '.repeat(1_000)}</p>` });
  await described('Bare', {});
  const said = async ({ client }: Person, whose: 'user' | 'course') => {
    const path = whose === 'user' ? '/users/self/profile' : `/courses/${id}`;
    const { calendar } = await made(client.get(path), Shown);
    const events = new ICAL.Component(ICAL.parse(await (await fetch(calendar.ics)).text())).getAllSubcomponents('vevent');
    return new Map(events.map((one) => new ICAL.Event(one)).map((one) => [one.summary, one.description]));
  };
  for (const whose of ['user', 'course'] as const) {
    const shown = await said(student, whose);
    expect(shown.get('Open')).toBe('Read two pages & write\n\none');
    expect(Buffer.byteLength(shown.get('Long') ?? '')).toBeLessThanOrEqual(CALENDAR_BYTES);
    expect(shown.get('Long')).toMatch(/^long long /);
    for (const name of ['Later', 'Bare']) expect([name, shown.get(name) ?? null]).toEqual([name, null]);
    expect((await said(teacher, whose)).get('Later')).toBe('Secret');
  }
});
