import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sectioned } from '../../helpers/assignments.ts';
import { made } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { room, task } from '../../helpers/submissions.ts';

const server = useServer();

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const CLOSED = at(-250);
const OTHER_CLOSED = at(-260);
const OPEN = at(-100);
const OTHER_OPEN = at(100);
const Id = z.looseObject({ id: z.int() });
const REFUSED = { errors: { due_at: [{ attribute: 'due_at', type: 'closed', message: expect.any(String) }] } };

let here: Awaited<ReturnType<typeof room>>;
beforeAll(async () => {
  here = await room(server, 2);
  const grading_periods = [
    { title: 'Closed', start_date: at(-300), end_date: at(-200) },
    { title: 'Open', start_date: at(-200), end_date: at(200) },
  ];
  await server.admin.patch(`/courses/${here.id}/grading_periods/batch_update`, { grading_periods }).expect(200);
});

const path = (id: number) => `/courses/${here.id}/assignments/${id}`;
const dueAt = async (id: number): Promise<unknown> => (await server.admin.get(path(id)).expect(200)).body.due_at;
const overridesOf = async (id: number): Promise<unknown[]> => (await server.admin.get(`${path(id)}/overrides`).expect(200)).body;
const override = (due_at: string) => ({ student_ids: [here.one.id], title: 'Other', due_at });
const overriding = (id: number, due_at: string, by: Client = server.admin) =>
  by.post(`${path(id)}/overrides`, { assignment_override: override(due_at) });

// grading-periods#15
describe('who is no administrator', () => {
  test.each([
    ['out of a closed period', CLOSED, OPEN],
    ['into one', OPEN, CLOSED],
    ['out of one, to no date', CLOSED, ''],
  ])('moves no due date %s', async (_, before, due_at) => {
    const id = await task(server, here.id, { due_at: before });
    const was = await dueAt(id);
    const sent = { assignment: { due_at, name: 'Moved' } };
    const refused = await here.teacher.client.put(path(id), sent);
    expect([refused.status, refused.body]).toEqual([400, REFUSED]);
    expect(await dueAt(id)).toBe(was);
    await server.admin.put(path(id), sent).expect(200);
    expect(await dueAt(id)).not.toBe(was);
  });

  test.each([
    ['within a closed period', CLOSED, OTHER_CLOSED],
    ['within an open one', OPEN, OTHER_OPEN],
  ])('moves one %s', async (_, before, due_at) => {
    const id = await task(server, here.id, { due_at: before });
    await here.teacher.client.put(path(id), { assignment: { due_at } }).expect(200);
  });

  test('makes and deletes no assignment in one', async () => {
    const { client } = here.teacher;
    const refused = await client.post(`/courses/${here.id}/assignments`, { assignment: { name: 'Late', due_at: CLOSED } });
    expect([refused.status, refused.body]).toEqual([400, REFUSED]);
    await client.post(`/courses/${here.id}/assignments`, { assignment: { name: 'Open', due_at: OPEN } }).expect(201);
    const id = await task(server, here.id, { due_at: CLOSED });
    expect((await client.delete(path(id))).body).toEqual(REFUSED);
    await client.get(path(id)).expect(200);
    await server.admin.delete(path(id)).expect(200);
  });

  test('makes and deletes no quiz and no topic in one that is such an assignment', async () => {
    const { client } = here.teacher;
    const quiz = await client.post(`/courses/${here.id}/quizzes`, { quiz: { title: 'Late', published: true, due_at: CLOSED } });
    expect([quiz.status, quiz.body]).toEqual([400, REFUSED]);
    const topic = await client.post(`/courses/${here.id}/discussion_topics`, { title: 'Late', assignment: { due_at: CLOSED } });
    expect([topic.status, JSON.stringify(topic.body)]).toEqual([400, expect.stringContaining('closed grading period')]);
  });

  test('changes no override so', async () => {
    const { client } = here.teacher;
    const id = await task(server, here.id, { due_at: OPEN });
    expect((await overriding(id, CLOSED, client)).body).toEqual(REFUSED);
    expect(await overridesOf(id)).toEqual([]);
    const { id: open } = await made(overriding(id, OTHER_OPEN, client), Id);
    const changed = await client.put(`${path(id)}/overrides/${open}`, { assignment_override: override(CLOSED) });
    expect(changed.body).toEqual(REFUSED);
    const all = await client.put(path(id), { assignment: { assignment_overrides: [{ id: open, ...override(CLOSED) }] } });
    expect(all.body).toEqual(REFUSED);
    const many = await client.put(`/courses/${here.id}/assignments/overrides`, {
      assignment_overrides: [{ id: open, assignment_id: id, ...override(CLOSED) }],
    });
    expect(many.body).toEqual(REFUSED);
    expect(await overridesOf(id)).toMatchObject([{ id: open, due_at: `${OTHER_OPEN.slice(0, 19)}Z` }]);
  });

  test('deletes no override that brought work into a closed period', async () => {
    const id = await task(server, here.id, { due_at: OPEN });
    const { id: closed } = await made(overriding(id, CLOSED), Id);
    expect((await here.teacher.client.delete(`${path(id)}/overrides/${closed}`)).body).toEqual(REFUSED);
    await here.teacher.client.put(`${path(id)}/overrides/${closed}`, { assignment_override: override(OTHER_CLOSED) }).expect(200);
    await server.admin.delete(`${path(id)}/overrides/${closed}`).expect(200);
  });

  // overrides#3
  test('moves the work of one section alone, whatever the dates of another are', async () => {
    const { id: courseId, teacher, sections } = await sectioned(server, 2);
    const grading_periods = [
      { title: 'Closed', start_date: at(-300), end_date: at(-200) },
      { title: 'Open', start_date: at(-200), end_date: at(200) },
    ];
    await server.admin.patch(`/courses/${courseId}/grading_periods/batch_update`, { grading_periods }).expect(200);
    const id = await task(server, courseId, { due_at: OPEN });
    const overrides = `/courses/${courseId}/assignments/${id}/overrides`;
    const ofSection = (i: number, due_at: string) => ({ assignment_override: { course_section_id: sections[i], due_at } });
    const closed = await made(server.admin.post(overrides, ofSection(0, CLOSED)), Id);
    // The other section's date is in an open period before as after.
    const open = await made(teacher.client.post(overrides, ofSection(1, OTHER_OPEN)), Id);
    expect((await teacher.client.delete(`${overrides}/${closed.id}`)).body).toEqual(REFUSED);
    expect((await teacher.client.put(`${overrides}/${closed.id}`, ofSection(0, OPEN))).body).toEqual(REFUSED);
    expect((await teacher.client.delete(`/courses/${courseId}/assignments/${id}`)).body).toEqual(REFUSED);
    await teacher.client.delete(`${overrides}/${open.id}`).expect(200);
    await server.admin.delete(`${overrides}/${closed.id}`).expect(200);
  });

  test('deletes no assignment group with work in a closed period', async () => {
    const group = async (due_at: string) => {
      const { id } = await made(server.admin.post(`/courses/${here.id}/assignment_groups`, { name: 'Essays' }), Id);
      return {
        id,
        path: `/courses/${here.id}/assignment_groups/${id}`,
        task: await task(server, here.id, { due_at, assignment_group_id: id }),
      };
    };
    const { client } = here.teacher;
    const [closed, open] = [await group(CLOSED), await group(OPEN)];
    const refused = await client.delete(closed.path);
    expect([refused.status, refused.body]).toEqual([400, REFUSED]);
    await client.get(path(closed.task)).expect(200);
    // Moved elsewhere it is due as before.
    await client.delete(`${closed.path}?move_assignments_to=${open.id}`).expect(200);
    expect((await client.delete(open.path)).body).toEqual(REFUSED);
    await server.admin.delete(open.path).expect(200);
    await client.delete((await group(OPEN)).path).expect(200);
  });

  test('deletes no group set whose groups have work in a closed period, nor takes it from the work', async () => {
    const sets = `/courses/${here.id}/group_categories`;
    const { id: set } = await made(server.admin.post(sets, { name: 'Pairs' }), Id);
    const { id: group } = await made(server.admin.post(`/group_categories/${set}/groups`, { name: 'First' }), Id);
    await server.admin.post(`/groups/${group}/memberships`, { user_id: here.two.id }).expect(200);
    const id = await task(server, here.id, { due_at: OPEN, group_category_id: set });
    await made(server.admin.post(`${path(id)}/overrides`, { assignment_override: { group_id: group, due_at: CLOSED } }), Id);
    for (const refused of [
      await here.teacher.client.delete(`/group_categories/${set}`),
      await here.teacher.client.put(path(id), { assignment: { group_category_id: '' } }),
    ])
      expect([refused.status, refused.body]).toEqual([400, REFUSED]);
    expect((await server.admin.get(path(id)).expect(200)).body.group_category_id).toBe(set);
    await server.admin.delete(`/group_categories/${set}`).expect(200);
    expect(await overridesOf(id)).toEqual([]);
  });

  describe('moves nobody between groups with other dates:', () => {
    /** An open assignment of a set whose first group, with the one, has it in a closed period; the second one with the other has not. */
    const divided = async () => {
      const sets = `/courses/${here.id}/group_categories`;
      const { id: set } = await made(server.admin.post(sets, { name: 'Pairs', self_signup: 'enabled' }), Id);
      const group = async () => (await made(server.admin.post(`/group_categories/${set}/groups`, { name: 'Pair' }), Id)).id;
      const [closed, open] = [await group(), await group()];
      await server.admin.post(`/groups/${closed}/memberships`, { user_id: here.one.id }).expect(200);
      await server.admin.post(`/groups/${open}/memberships`, { user_id: here.two.id }).expect(200);
      const id = await task(server, here.id, { due_at: OPEN, group_category_id: set });
      await made(server.admin.post(`${path(id)}/overrides`, { assignment_override: { group_id: closed, due_at: CLOSED } }), Id);
      const members = async () => {
        const of = async (one: number) =>
          (await made(server.admin.get(`/groups/${one}/users`), z.array(Id))).map((user) => user.id).toSorted((a, b) => a - b);
        return [await of(closed), await of(open)];
      };
      return { closed, open, group, members };
    };

    test('deletes no such group', async () => {
      const { closed, open, group, members } = await divided();
      const refused = await here.teacher.client.delete(`/groups/${closed}`);
      expect([refused.status, refused.body]).toEqual([400, REFUSED]);
      expect(await members()).toEqual([[here.one.id], [here.two.id]]);
      for (const one of [open, await group()]) await here.teacher.client.delete(`/groups/${one}`).expect(200);
      await server.admin.delete(`/groups/${closed}`).expect(200);
    });

    test('replaces no members so', async () => {
      const { closed, open, members } = await divided();
      const replace = (group: number, ids: number[], by: Client = here.teacher.client) => by.put(`/groups/${group}`, { members: ids });
      for (const refused of [await replace(closed, []), await replace(open, [here.one.id, here.two.id])])
        expect([refused.status, refused.body]).toEqual([400, REFUSED]);
      expect(await members()).toEqual([[here.one.id], [here.two.id]]);
      await replace(open, []).expect(200);
      await replace(closed, [here.two.id], server.admin).expect(200);
      expect(await members()).toEqual([[here.two.id], []]);
    });

    test.each(['staff', 'the members'] as const)('ends no membership in one and makes none, by %s', async (who) => {
      const { closed, open, group, members } = await divided();
      const by = (person: { client: Client }) => (who === 'staff' ? here.teacher : person).client;
      for (const refused of [
        await by(here.one).delete(`/groups/${closed}/users/${here.one.id}`),
        await by(here.one).post(`/groups/${open}/memberships`, { user_id: here.one.id }),
        await by(here.two).post(`/groups/${closed}/memberships`, { user_id: here.two.id }),
      ])
        expect([refused.status, refused.body]).toEqual([400, REFUSED]);
      expect(await members()).toEqual([[here.one.id], [here.two.id]]);
      // From one without other dates to another nothing moves.
      await by(here.two)
        .post(`/groups/${await group()}/memberships`, { user_id: here.two.id })
        .expect(200);
      await server.admin.post(`/groups/${closed}/memberships`, { user_id: here.two.id }).expect(200);
      expect(await members()).toEqual([[here.one.id, here.two.id], []]);
    });

    test('accepts no invitation to one', async () => {
      const { closed, members } = await divided();
      await here.one.client.post(`/groups/${closed}/memberships`, { user_id: here.two.id }).expect(200);
      const refused = await here.two.client.put(`/groups/${closed}/users/${here.two.id}`, { workflow_state: 'accepted' });
      expect([refused.status, refused.body]).toEqual([400, REFUSED]);
      expect(await members()).toEqual([[here.one.id], [here.two.id]]);
    });
  });
});
