import { test } from 'vitest';
import { z } from 'zod';
import { groupSet, override } from '../../helpers/assignments.ts';
import { ahead, event } from '../../helpers/calendar.ts';
import { expectPages, type Walk } from '../../helpers/paged.ts';
import { course, enroll, made, type Person, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();

const Made = z.looseObject({ id: z.int() });
const Items = z.array(z.looseObject({ plannable_type: z.string(), plannable_id: z.int() }));
const Missing = z.array(Made);

interface Thing {
  name: string;
  at: string;
}

const KINDS = ['assignment', 'calendar_event', 'planner_note'];
const rank = (name: string): [number, number] => {
  const [kind = '', id] = name.split(' ');
  return [KINDS.indexOf(kind), Number(id)];
};
/** By date, kind and id (planner#10). */
const inOrder = (things: readonly Thing[]): string[] =>
  things
    .toSorted((a, b) => {
      const [kindA, idA] = rank(a.name);
      const [kindB, idB] = rank(b.name);
      return Date.parse(a.at) - Date.parse(b.at) || kindA - kindB || idA - idB;
    })
    .map(({ name }) => name);

const itemsOf = (who: Person, query = ''): Walk => ({
  who,
  path: `/planner/items?${query}`,
  namesIn: (body) => Items.parse(body).map((one) => `${one.plannable_type} ${one.plannable_id}`),
});
const missingOf = (who: Person): Walk => ({
  who,
  path: `/users/${who.id}/missing_submissions?`,
  namesIn: (body) => Missing.parse(body).map(({ id }) => `assignment ${id}`),
});

async function due(courseId: number, at: string): Promise<Thing> {
  return { name: `assignment ${await task(server, courseId, { due_at: at })}`, at };
}
async function happening(by: Client, code: string, at: string): Promise<Thing> {
  return { name: `calendar_event ${(await event(by, { context_code: code, start_at: at })).id}`, at };
}
async function noted(by: Person, at: string): Promise<Thing> {
  return { name: `planner_note ${(await made(by.client.post('/planner_notes', { title: 'Note', todo_date: at }), Made)).id}`, at };
}

/** In two courses, a group and of the person's own, two of each at either of two times. */
async function filled(who: Person, courseIds: readonly number[]): Promise<Thing[]> {
  const { groups } = await groupSet(server, courseIds[0] ?? 0, [[who.id]]);
  const codes = [`group_${groups[0]?.id}`, `user_${who.id}`];
  const things: Thing[] = [];
  for (const at of [ahead(2), ahead(1)]) {
    for (const id of courseIds) things.push(await due(id, at), await happening(server.admin, `course_${id}`, at), await due(id, at));
    for (const code of codes) things.push(await happening(who.client, code, at));
    things.push(await noted(who, at), await noted(who, at));
  }
  return things;
}

// planner#10, planner#14, conventions#59
test('a planner is one list of all that it is put together of, there and back, by number too', async () => {
  const { course: here, student } = await school(server);
  const other = await course(server);
  await enroll(server, other.id, student.id, 'StudentEnrollment');
  const things = await filled(student, [here.id, other.id]);
  const moved = await task(server, here.id, { due_at: ahead(1) });
  const at = ahead(2, 1);
  await override(server, here.id, moved, { student_ids: [student.id], title: 'Own', due_at: at });
  things.push({ name: `assignment ${moved}`, at });
  await expectPages(itemsOf(student), inOrder(things));
  const notes = things.filter(({ name }) => name.startsWith('planner_note'));
  await expectPages(itemsOf(student, 'filter=ungraded_todo_items&'), inOrder(notes));
  await turnIn(here.id, moved, student);
  await expectPages(itemsOf(student, 'filter=incomplete_items&'), inOrder(things.slice(0, -1)));
});

// planner#10, conventions#59
test('so is that of somebody who teaches in one course and learns in another', async () => {
  const { course: here, teacher } = await school(server);
  const other = await course(server);
  await enroll(server, other.id, teacher.id, 'StudentEnrollment');
  const both = await filled(teacher, [other.id, here.id]);
  await expectPages(itemsOf(teacher), inOrder(both));
});

// planner#16, conventions#59
test('missing work is found page by page, there and back, by number too', async () => {
  const { course: here, student } = await school(server);
  const other = await course(server);
  await enroll(server, other.id, student.id, 'StudentEnrollment');
  const things: Thing[] = [];
  for (const at of [ahead(-1), ahead(-2)]) for (const { id } of [here, other]) things.push(await due(id, at), await due(id, at));
  const moved = await task(server, here.id, { due_at: ahead(-3) });
  const at = ahead(-1, -1);
  await override(server, here.id, moved, { student_ids: [student.id], title: 'Own', due_at: at });
  const done = await due(here.id, ahead(-2));
  await turnIn(here.id, rank(done.name)[1], student);
  await expectPages(missingOf(student), inOrder([...things, { name: `assignment ${moved}`, at }]));
});
