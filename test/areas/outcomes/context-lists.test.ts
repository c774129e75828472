import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import { outcome, outcomeGroup, rootGroup } from '../../helpers/outcomes.ts';
import { type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
beforeAll(async () => {
  at = await school(server);
});

const places = () => [`/courses/${at.course.id}`, `/accounts/${at.subAccountId}`];

/** A group in the root, one in that, and an outcome in each of the two. */
async function filled(place: string) {
  const root = await rootGroup(server, place);
  const { id: outer } = await outcomeGroup(server, place, root);
  const { id: inner } = await outcomeGroup(server, place, outer);
  return { root, outer, inner, first: await outcome(server, place, outer), second: await outcome(server, place, inner) };
}

describe('of a course and of an account', () => {
  // outcomes#1, outcomes#40
  test('all groups are listed by id, and those that are deleted are not', async () => {
    for (const place of places()) {
      const { root, outer, inner } = await filled(place);
      const { id: gone } = await outcomeGroup(server, place, root);
      await server.admin.delete(`${place}/outcome_groups/${gone}`).expect(200);
      const { body } = await at.student.client.get(`${place}/outcome_groups`, { per_page: 100 }).expect(200);
      const ids: number[] = body.map((one: { id: number }) => one.id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect(ids).toEqual(expect.arrayContaining([root, outer, inner]));
      expect(ids).not.toContain(gone);
      const single = (await at.student.client.get(`${place}/outcome_groups/${inner}`).expect(200)).body;
      expect(body.find((one: { id: number }) => one.id === inner)).toEqual(single);
    }
    expect((await server.admin.get('/global/outcome_groups')).status).toBe(404);
  });

  // outcomes#41
  test('the links of all groups are listed by group and outcome, page by page', async () => {
    for (const place of places()) {
      const { outer, inner, first, second } = await filled(place);
      await server.admin.put(`${place}/outcome_groups/${inner}/outcomes/${first}`).expect(200);
      const path = `${place}/outcome_group_links`;
      const { body } = await at.student.client.get(path, { per_page: 100 }).expect(200);
      const pairs: number[][] = body.map((one: { outcome_group: { id: number }; outcome: { id: number } }) => [
        one.outcome_group.id,
        one.outcome.id,
      ]);
      expect(pairs.slice(-3)).toEqual([
        [outer, first],
        [inner, first],
        [inner, second],
      ]);
      const [inGroup] = (await at.student.client.get(`${place}/outcome_groups/${outer}/outcomes`).expect(200)).body;
      expect(body.at(-3)).toEqual(inGroup);
      const begun = await at.student.client.get(path, { per_page: pairs.length - 1 }).expect(200);
      const next = /<([^>]*)>; rel="next"/.exec(String(begun.headers['link']))?.[1] ?? '';
      const rest = await at.student.client.get(next.slice(`${server.url}/api/v1`.length)).expect(200);
      expect(rest.body).toEqual(body.slice(-1));
    }
  });

  // outcomes#41
  test('links have the whole group and the whole outcome where these are asked for', async () => {
    for (const place of places()) {
      const { inner, second } = await filled(place);
      const get = async (query: Record<string, string>) =>
        (await at.teacher.client.get(`${place}/outcome_group_links`, { ...query, per_page: '100' }).expect(200)).body.at(-1);
      const abbreviated = await get({ outcome_style: 'abbrev', outcome_group_style: 'abbrev' });
      expect(await get({})).toEqual(abbreviated);
      const group = (await at.teacher.client.get(`${place}/outcome_groups/${inner}`).expect(200)).body;
      const whole = (await at.teacher.client.get(`/outcomes/${second}`).expect(200)).body;
      expect(await get({ outcome_style: 'full' })).toEqual({ ...abbreviated, outcome: whole });
      expect(await get({ outcome_group_style: 'full' })).toEqual({ ...abbreviated, outcome_group: group });
      for (const field of ['outcome_style', 'outcome_group_style'])
        expect(await at.teacher.client.get(`${place}/outcome_group_links`, { [field]: 'none' })).toMatchObject(blamed(field));
    }
  });

  // outcomes#40, outcomes#41
  test('a list takes the same number of statements however long it is', async () => {
    const { course, student } = await school(server);
    const place = `/courses/${course.id}`;
    await filled(place);
    const both = () =>
      server.statements(async () => {
        await student.client.get(`${place}/outcome_groups`).expect(200);
        await student.client.get(`${place}/outcome_group_links`, { outcome_style: 'full' }).expect(200);
      });
    // The first request finds the caller's access, which is kept.
    await both();
    const few = await both();
    for (const _ of [1, 2]) await filled(place);
    expect(await both()).toEqual(few);
  });
});
