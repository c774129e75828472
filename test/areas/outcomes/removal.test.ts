import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import { align, groupPath, LAST, linkInto, outcome, outcomeGroup, rootGroup, tree } from '../../helpers/outcomes.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { course, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
let at: School;
let place: string;
let root: number;
beforeAll(async () => {
  at = await school(server);
  place = `/courses/${at.course.id}`;
  root = await rootGroup(server, place);
});

const group = async (parent = root): Promise<number> => (await outcomeGroup(server, place, parent)).id;
const remove = (id: number) => at.teacher.client.delete(groupPath(place, id));
const exists = async (id: number): Promise<boolean> => (await server.admin.get(`/outcomes/${id}`)).status === 200;

/** Three groups, one in the other, each with an outcome of its own. */
async function deep() {
  const top = await group();
  const middle = await group(top);
  const bottom = await group(middle);
  const [inTop, inMiddle, inBottom] = [
    await outcome(server, place, top),
    await outcome(server, place, middle),
    await outcome(server, place, bottom),
  ] as const;
  return { top, middle, bottom, inTop, inMiddle, inBottom };
}

describe('a deleted group', () => {
  // outcomes#2, outcomes#17
  test('is answered as it was, and goes with all groups and links below it', async () => {
    const { top, middle, bottom, ...outcomes } = await deep();
    const before = (await server.admin.get(groupPath(place, middle))).body;
    const { status, body } = await remove(middle);
    expect({ status, body }).toEqual({ status: 200, body: before });
    for (const id of [middle, bottom]) {
      const path = groupPath(place, id);
      for (const answer of [
        await server.admin.get(path),
        await server.admin.get(`${path}/outcomes`),
        await server.admin.get(`${path}/subgroups`),
        await server.admin.post(`${path}/subgroups`, { title: 'x' }),
        await server.admin.post(`${path}/outcomes`, { title: 'x' }),
        await server.admin.put(path, { title: 'x' }),
        await server.admin.put(groupPath(place, top), { parent_outcome_group_id: id }),
        await server.admin.post(`${groupPath(place, top)}/import`, { source_outcome_group_id: id }),
        await server.admin.delete(path),
      ])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    }
    expect(await tree(server, place, top)).toEqual({ title: expect.any(String), outcomes: [outcomes.inTop], groups: [] });
    expect([await exists(outcomes.inTop), await exists(outcomes.inMiddle), await exists(outcomes.inBottom)]).toEqual([true, false, false]);
  });

  // outcomes#17
  test('takes the outcomes that are linked nowhere else, however often they were linked in it', async () => {
    const { top, middle, bottom, inTop, inMiddle, inBottom } = await deep();
    await linkInto(server, place, middle, inBottom);
    await linkInto(server, place, top, inBottom);
    await linkInto(server, place, root, inMiddle);
    const account = `/accounts/${at.subAccountId}`;
    const above = await outcomeGroup(server, account);
    const ofAccount = await outcome(server, account, above.id);
    await linkInto(server, place, bottom, ofAccount);
    await remove(top).expect(200);
    expect([await exists(inTop), await exists(inBottom), await exists(inMiddle), await exists(ofAccount)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    await server.admin.delete(groupPath(account, above.id)).expect(200);
    expect(await exists(ofAccount)).toBe(false);
  });

  // outcomes#17, outcomes#27
  test('takes the outcomes that are linked in a deleted course besides', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const above = await outcomeGroup(server, account);
    const one = await outcome(server, account, above.id);
    const elsewhere = await course(server, { account: at.subAccountId });
    const there = `/courses/${elsewhere.id}`;
    await linkInto(server, there, await rootGroup(server, there), one);
    await server.admin.delete(there, { event: 'delete' }).expect(200);
    await server.admin.delete(groupPath(account, above.id)).expect(200);
    expect(await exists(one)).toBe(false);
  });

  // outcomes#18
  test('stays with all that is below it where an aligned outcome would lose its last link', async () => {
    const { top, middle, bottom, inBottom } = await deep();
    await linkInto(server, place, middle, inBottom);
    const { rubric } = await align(server, at.course.id, inBottom);
    const before = await tree(server, place, top);
    for (const id of [top, middle]) expect(await remove(id)).toMatchObject({ status: 400, body: LAST });
    expect(await tree(server, place, top)).toEqual(before);
    await remove(bottom).expect(200);
    expect(await exists(inBottom)).toBe(true);
    expect((await remove(middle)).status).toBe(400);
    await server.admin.delete(`${place}/rubrics/${rubric}`).expect(200);
    await remove(top).expect(200);
    expect(await exists(inBottom)).toBe(false);
  });

  // outcomes#18
  test('is not held by an aligned outcome that is linked elsewhere', async () => {
    const { top, inBottom } = await deep();
    await linkInto(server, place, root, inBottom);
    await align(server, at.course.id, inBottom);
    await remove(top).expect(200);
    expect(await exists(inBottom)).toBe(true);
  });
});

describe('at once', () => {
  // outcomes#18
  test('a group is deleted in each of two contexts: an aligned outcome keeps a link', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const above = await outcomeGroup(server, account);
    const below = await group();
    const ids = [await outcome(server, account, above.id), await outcome(server, account, above.id)];
    for (const id of ids) await linkInto(server, place, below, id);
    await align(server, at.course.id, ids[1] ?? 0);
    // The first has been judged, and waits for a link that it deletes.
    const answers = await atOnce(server, `select 1 from outcome_links where group_id = ${above.id} for update`, [
      async () => (await server.admin.delete(groupPath(account, above.id))).status,
      async () => (await remove(below)).status,
    ]);
    expect(answers).toEqual([200, 400]);
    expect([await exists(ids[0] ?? 0), await exists(ids[1] ?? 0)]).toEqual([true, true]);
  });

  // outcomes#34
  test('an outcome is linked in a group while that is imported: the copy is of what was there', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const source = await outcomeGroup(server, account);
    const one = await outcome(server, account, source.id);
    const late = await outcome(server, account, await rootGroup(server, account));
    const target = await group();
    const answers = await atOnce(server, `select 1 from outcomes where id = ${one} for no key update`, [
      async () => (await at.teacher.client.post(`${groupPath(place, target)}/import`, { source_outcome_group_id: source.id })).status,
      async () => (await server.admin.put(`${groupPath(account, source.id)}/outcomes/${late}`)).status,
    ]);
    expect(answers).toEqual([200, 200]);
    expect((await tree(server, place, target)).groups[0]?.outcomes).toEqual([one]);
    expect((await tree(server, account, source.id)).outcomes).toHaveLength(2);
  });

  // outcomes#34
  test('a group is deleted while it is imported elsewhere: what is imported has its outcomes', async () => {
    const account = `/accounts/${at.subAccountId}`;
    for (const first of ['importing', 'deleting'] as const) {
      const source = await outcomeGroup(server, account);
      const one = await outcome(server, account, source.id);
      const target = await group();
      const both = {
        importing: async () =>
          (await at.teacher.client.post(`${groupPath(place, target)}/import`, { source_outcome_group_id: source.id })).status,
        deleting: async () => (await server.admin.delete(groupPath(account, source.id))).status,
      };
      const order = first === 'importing' ? [both.importing, both.deleting] : [both.deleting, both.importing];
      const answers = await atOnce(server, `select 1 from outcomes where id = ${one} for no key update`, order);
      expect(answers).toEqual(first === 'importing' ? [200, 200] : [200, 404]);
      expect(await exists(one)).toBe(first === 'importing');
      const { groups } = await tree(server, place, target);
      expect(groups).toEqual(first === 'importing' ? [{ title: source.title, outcomes: [one], groups: [] }] : []);
    }
  });
});
