import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TodoCounts } from '../../../src/areas/todo/schemas.ts';
import { override } from '../../helpers/assignments.ts';
import { ahead, todo } from '../../helpers/calendar.ts';
import { course, enroll, made, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, ownSection, room, task, turnIn } from '../../helpers/submissions.ts';

const server = useServer();
const due = (courseId: number, days: number, fields = {}) => task(server, courseId, { due_at: ahead(days), ...fields });
const counts = ({ client }: Person): Promise<TodoCounts> => made(client.get('/users/self/todo_item_count'), TodoCounts);
const of = (grading: number, submitting: number): TodoCounts => ({
  needs_grading_count: grading,
  assignments_needing_submitting: submitting,
});

/** What the list says, where it is no longer than it may be. */
async function listed(who: Person): Promise<TodoCounts> {
  const items = await todo(who);
  const waiting = items.map((item) => item.needs_grading_count ?? 0).reduce((sum, one) => sum + one, 0);
  return of(waiting, items.filter((item) => item.type === 'submitting').length);
}

let at: Awaited<ReturnType<typeof room>>;
let own: Awaited<ReturnType<typeof ownSection>>;
beforeAll(async () => {
  at = await room(server, 2);
  own = await ownSection(server, at.id);
});

// todo#11
test('are those of the list, for who learns, who teaches, who teaches a section, and who does both', async () => {
  const { id, one, two, teacher } = at;
  const other = await course(server);
  await enroll(server, other.id, teacher.id, 'StudentEnrollment');
  const [first, second, far] = [await due(id, 1), await due(id, 2), await due(id, 40)];
  await due(id, 3, { published: false });
  await due(id, 4, { unlock_at: ahead(1) });
  await due(other.id, 1);
  await override(server, id, far, { student_ids: [two.id], title: 'Own', due_at: ahead(5) });
  for (const who of [one, own.member]) await turnIn(id, first, who);
  await turnIn(id, second, own.member);
  expect(await counts(teacher)).toEqual(of(3, 1));
  expect(await counts(own.assistant)).toEqual(of(2, 0));
  expect([await counts(one), await counts(two), await counts(own.member)]).toEqual([of(0, 1), of(0, 3), of(0, 0)]);
  for (const who of [teacher, own.assistant, one, two, own.member]) expect(await counts(who)).toEqual(await listed(who));
  await grade(id, first, one.id, 5, teacher.client);
  expect(await counts(teacher)).toEqual(of(2, 1));
});

// todo#11, todo#5
test('are nothing to who has no course, and to administrators', async () => {
  expect(await counts(await person(server))).toEqual(of(0, 0));
  const { body } = await server.admin.get('/users/self/todo_item_count').expect(200);
  expect(body).toEqual(of(0, 0));
});

// todo#11
test('leave out what is ignored and what is over', async () => {
  const { id, one, teacher } = await room(server, 1);
  const [a, b] = [await due(id, 1), await due(id, 2)];
  await enroll(server, id, (await person(server)).id, 'StudentEnrollment');
  expect(await counts(one)).toEqual(of(0, 2));
  await one.client.delete(`/users/self/todo/assignment_${a}/submitting?permanent=1`).expect(200);
  expect(await counts(one)).toEqual(of(0, 1));
  await turnIn(id, b, one);
  expect(await counts(teacher)).toEqual(of(1, 0));
  await teacher.client.delete(`/users/self/todo/assignment_${b}/grading?permanent=0`).expect(200);
  expect(await counts(teacher)).toEqual(of(0, 0));
  await turnIn(id, b, one);
  expect(await counts(teacher)).toEqual(of(1, 0));
  await server.admin.delete(`/courses/${id}`, { event: 'conclude' }).expect(200);
  for (const who of [one, teacher]) expect(await counts(who)).toEqual(of(0, 0));
});

// todo#11, todo#2
test('go on where the list ends, in as many statements', async () => {
  const { id, one, teacher } = await room(server, 1);
  const asked = () =>
    server.statements(async () => {
      await counts(one);
      await counts(teacher);
    });
  await asked();
  const before = await asked();
  expect(before).toBe(4);
  const works: number[] = [];
  for (let n = 0; n < 17; n++) works.push(await due(id, 6 - n));
  expect(await counts(one)).toEqual(of(0, 17));
  expect(z.array(z.unknown()).parse(await todo(one))).toHaveLength(15);
  for (const work of works) await turnIn(id, work, one);
  expect([await counts(one), await counts(teacher)]).toEqual([of(0, 0), of(17, 0)]);
  expect(await asked()).toBe(before);
});
