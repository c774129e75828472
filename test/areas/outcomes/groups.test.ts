import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { Group, groupPath, outcome, outcomeGroup, rootGroup } from '../../helpers/outcomes.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { course, made, type School, school, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const NONE = 999_999_999;
let at: School;
let place: string;
let root: number;
beforeAll(async () => {
  at = await school(server);
  place = `/courses/${at.course.id}`;
  root = await rootGroup(server, place);
});

const shown = async (id: number, by: Client = server.admin) => made(by.get(groupPath(place, id)), Group);
const below = async (id: number, where = place) =>
  (await made(server.admin.get(`${groupPath(where, id)}/subgroups`, { per_page: 100 }), z.array(Group))).map((one) => one.id);
const put = (id: number, fields: Fields, by: Client = at.teacher.client) => by.put(groupPath(place, id), fields);
const sentence = { errors: [{ message: expect.stringMatching(/\S \S/) }] };
const blames = (field: string, type: string) => ({
  status: 400,
  body: { errors: { [field]: [{ attribute: field, type, message: expect.any(String) }] } },
});

describe('the root group', () => {
  // outcomes#1, outcomes#7, outcomes#9
  test('is found by a redirect, and has the title of its context, also when that changes', async () => {
    const { id, name } = await course(server);
    const first = await server.admin.get(`/courses/${id}/root_outcome_group`);
    const group = await rootGroup(server, `/courses/${id}`);
    expect([first.status, first.headers['location']]).toEqual([302, `${server.url}/api/v1/courses/${id}/outcome_groups/${group}`]);
    const url = `/api/v1/courses/${id}/outcome_groups/${group}`;
    const wanted = {
      id: group,
      url,
      parent_outcome_group: null,
      context_id: id,
      context_type: 'Course',
      title: name,
      description: null,
      vendor_guid: null,
      subgroups_url: `${url}/subgroups`,
      outcomes_url: `${url}/outcomes`,
      import_url: `${url}/import`,
      can_edit: true,
    };
    const show = async () => (await server.admin.get(`/courses/${id}/outcome_groups/${group}`)).body;
    expect(await show()).toEqual(wanted);
    await server.admin.put(`/courses/${id}`, { course: { name: 'Renamed' } }).expect(200);
    expect(await show()).toEqual({ ...wanted, title: 'Renamed' });
  });

  // outcomes#7
  test('of an account is titled as the account, that of the site ROOT; one made by many at once is one', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const roots = await Promise.all(Array.from({ length: 8 }, () => rootGroup(server, account)));
    expect(new Set(roots).size).toBe(1);
    const { name } = (await server.admin.get(account)).body;
    const ofAccount = (await server.admin.get(groupPath(account, roots[0] ?? 0))).body;
    expect(ofAccount).toMatchObject({ title: name, context_type: 'Account', context_id: at.subAccountId });
    const site = await rootGroup(server, '/global');
    expect((await server.admin.get(groupPath('/global', site))).body).toMatchObject({
      title: 'ROOT',
      url: `/api/v1/global/outcome_groups/${site}`,
      context_type: null,
      context_id: null,
    });
  });

  // outcomes#8
  test('is there on the first start', async () => {
    const { rows } = await server.database.pool.query(
      'select 1 from outcome_groups where parent_id is null and num_nonnulls(account_id, course_id) = 0',
    );
    expect(rows).toHaveLength(1);
  });

  // outcomes#15
  test('is neither changed nor deleted', async () => {
    for (const answer of [await put(root, { title: 'Mine' }), await put(root, {}), await at.teacher.client.delete(groupPath(place, root))])
      expect(answer).toMatchObject({ status: 400, body: sentence });
    expect((await shown(root)).title).toBe(at.course.name);
  });
});

describe('a new group', () => {
  // outcomes#2, outcomes#9, outcomes#11
  test('comes as a form or as JSON, is empty, and tells its parent in the abbreviated form', async () => {
    const fields = { title: 'Thinking', description: '<p onclick="x()">All of <b>it</b></p>', vendor_guid: 'std-1' };
    const parent = await outcomeGroup(server, place, root, { title: 'Above', vendor_guid: 'std-0' });
    for (const make of [at.teacher.client.post, at.designer.client.postForm]) {
      const { status, body } = await make(`${groupPath(place, parent.id)}/subgroups`, fields);
      const url = `/api/v1${groupPath(place, parent.id)}`;
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { title: 'Thinking', description: '<p>All of <b>it</b></p>', vendor_guid: 'std-1', can_edit: true },
      });
      expect(body.parent_outcome_group).toEqual({
        id: parent.id,
        url,
        title: 'Above',
        vendor_guid: 'std-0',
        subgroups_url: `${url}/subgroups`,
        outcomes_url: `${url}/outcomes`,
        can_edit: true,
      });
      expect((await at.student.client.get(groupPath(place, body.id))).body).toEqual({
        ...body,
        can_edit: false,
        parent_outcome_group: { ...body.parent_outcome_group, can_edit: false },
      });
      expect(await below(body.id)).toEqual([]);
    }
  });

  // outcomes#11
  test.each<[string, Fields, string, string]>([
    ['no title', { description: 'x' }, 'title', 'blank'],
    ['an empty title', { title: '' }, 'title', 'blank'],
    ['a title of blanks', { title: '  ' }, 'title', 'blank'],
    ['null for a title', { title: null }, 'title', 'blank'],
    ['a title that is a list', { title: ['a'] }, 'title', 'invalid'],
    ['a long title', { title: 'x'.repeat(256) }, 'title', 'too_long'],
    ['a long vendor_guid', { title: 'x', vendor_guid: 'x'.repeat(256) }, 'vendor_guid', 'too_long'],
    ['a long description', { title: 'x', description: 'x'.repeat(500_001) }, 'description', 'too_long'],
  ])('with %s is refused and not made', async (_what, fields, field, type) => {
    const { id } = await outcomeGroup(server, place, root);
    expect(await at.teacher.client.post(`${groupPath(place, id)}/subgroups`, fields)).toMatchObject(blames(field, type));
    expect(await below(id)).toEqual([]);
  });

  // outcomes#12
  test('may have a title of 255 characters of any script', async () => {
    for (const letter of ['ü', '🦊', '\ufdfa']) {
      const { title } = await outcomeGroup(server, place, root, { title: letter.repeat(255) });
      expect(title).toBe(letter.repeat(255));
    }
  });
});

describe('the groups of one level', () => {
  // outcomes#10
  test('are by title in any case, then by id; pages lead on to each other', async () => {
    const { id } = await outcomeGroup(server, place, root);
    const titles = ['banana', 'Äpfel', 'apple', 'BANANA', 'apricot', 'cherry'];
    const idOf: Record<string, number> = {};
    for (const title of titles) idOf[title] = (await outcomeGroup(server, place, id, { title })).id;
    const inner = await outcomeGroup(server, place, idOf['apple'], { title: 'aa' });
    const wanted = ['Äpfel', 'apple', 'apricot', 'banana', 'BANANA', 'cherry'].map((title) => idOf[title]);
    expect(await below(id)).toEqual(wanted);
    expect(await below(idOf['apple'] ?? 0)).toEqual([inner.id]);
    const first = await at.student.client.get(`${groupPath(place, id)}/subgroups`, { per_page: 4 }).expect(200);
    const next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await at.student.client.get(next).expect(200);
    expect(second.headers['link']).not.toContain('rel="next"');
    const seen = [...first.body, ...second.body].map((one: { id: number }) => one.id);
    expect(seen).toEqual(wanted);
    expect((await server.admin.get(`${groupPath(place, id)}/subgroups`, { page: 2, per_page: 4 })).body).toHaveLength(2);
    for (const page of [9, 1_001, 99_999])
      expect(await server.admin.get(`${groupPath(place, id)}/subgroups`, { page })).toMatchObject({ status: 200, body: [] });
  });

  // outcomes#5, conventions#56
  test('of no group are not there', async () => {
    const other = await rootGroup(server, `/courses/${(await course(server)).id}`);
    for (const id of [NONE, other])
      for (const page of [1, 9, 1_001])
        expect(await server.admin.get(`${groupPath(place, id)}/subgroups`, { page })).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('a group that changes', () => {
  // outcomes#13
  test('keeps what is not sent, loses what is sent as null, and is ordered by its new title', async () => {
    const parent = await outcomeGroup(server, place, root);
    const group = await outcomeGroup(server, place, parent.id, { title: 'A', description: 'd', vendor_guid: 'v' });
    const other = await outcomeGroup(server, place, parent.id, { title: 'B' });
    expect((await put(group.id, { title: 'C', made_up: 1 })).body).toEqual({ ...group, title: 'C' });
    expect(await below(parent.id)).toEqual([other.id, group.id]);
    expect((await put(group.id, { description: null, vendor_guid: '', title: null })).body).toEqual({
      ...group,
      title: 'C',
      description: null,
      vendor_guid: null,
    });
    const form = await at.teacher.client.putForm(groupPath(place, group.id), { description: 'again' });
    expect(form.body).toMatchObject({ title: 'C', description: 'again' });
  });

  // outcomes#13
  test('moves with all below it', async () => {
    const [a, b] = [await outcomeGroup(server, place, root), await outcomeGroup(server, place, root)];
    const inner = await outcomeGroup(server, place, a.id);
    const linked = await outcome(server, place, inner.id);
    const { status, body } = await put(a.id, { parent_outcome_group_id: b.id, title: 'Moved' });
    expect({ status, body }).toMatchObject({ status: 200, body: { title: 'Moved', parent_outcome_group: { id: b.id, title: b.title } } });
    expect([await below(b.id), await below(a.id)]).toEqual([[a.id], [inner.id]]);
    expect((await server.admin.get(`${groupPath(place, inner.id)}/outcomes`)).body).toMatchObject([{ outcome: { id: linked } }]);
    expect((await put(a.id, { parent_outcome_group_id: b.id })).status).toBe(200);
    expect((await put(inner.id, { parent_outcome_group_id: root })).body.parent_outcome_group.id).toBe(root);
  });

  // outcomes#14
  test('goes neither below itself nor to another context, and then nothing is saved', async () => {
    const group = await outcomeGroup(server, place, root, { title: 'Stay', description: 'old' });
    const child = await outcomeGroup(server, place, group.id);
    const grandchild = await outcomeGroup(server, place, child.id);
    const elsewhere = [`/courses/${(await course(server)).id}`, `/accounts/${at.subAccountId}`, '/global'];
    const others = await Promise.all(elsewhere.map((where) => rootGroup(server, where)));
    for (const parent of [group.id, child.id, grandchild.id, ...others])
      expect(await put(group.id, { title: 'Gone', description: 'new', parent_outcome_group_id: parent })).toMatchObject(
        blames('parent_outcome_group_id', 'invalid'),
      );
    expect(await put(group.id, { title: 'Gone', parent_outcome_group_id: 'abc' })).toMatchObject(
      blames('parent_outcome_group_id', 'invalid'),
    );
    const foreign = await outcomeGroup({ admin: at.foreignAdmin.client }, `/accounts/${at.foreignAccountId}`);
    for (const parent of [NONE, foreign.id])
      expect(await put(group.id, { title: 'Gone', parent_outcome_group_id: parent })).toMatchObject({ status: 404, body: NOT_FOUND });
    for (const title of ['', ' ', 'x'.repeat(256)]) expect((await put(group.id, { title, description: 'new' })).status).toBe(400);
    expect(await shown(group.id)).toEqual(group);
  });

  // outcomes#5
  test('is not there in another context, for whoever', async () => {
    const group = await outcomeGroup(server, place, root);
    for (const where of [`/courses/${(await course(server)).id}`, `/accounts/${at.subAccountId}`, '/global'])
      for (const answer of [
        await server.admin.get(groupPath(where, group.id)),
        await server.admin.put(groupPath(where, group.id), { title: 'x' }),
      ])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
  });
});

describe('two that move at once', () => {
  /** The first holds its place in the middle of its move: it has been judged, and waits for its own row. */
  // outcomes#16
  test('never come below each other, however far apart their checks and their writes are', async () => {
    const [a, b] = [await outcomeGroup(server, place, root), await outcomeGroup(server, place, root)];
    const answers = await atOnce(server, `select 1 from outcome_groups where id = ${a.id} for no key update`, [
      async () => await put(a.id, { parent_outcome_group_id: b.id }),
      async () => await put(b.id, { parent_outcome_group_id: a.id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect([await below(b.id), await below(a.id)]).toEqual([[a.id], []]);
  });

  // outcomes#16
  test('in a circle of many leave a tree', async () => {
    const groups = await Promise.all(Array.from({ length: 5 }, () => outcomeGroup(server, place, root)));
    const answers = await Promise.all(
      groups.map((group, i) => put(group.id, { parent_outcome_group_id: groups[(i + 1) % groups.length]?.id ?? 0 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 400]);
  });

  // outcomes#16
  test('one made in a group that is being deleted is not lost: either both are there or neither', async () => {
    const group = await outcomeGroup(server, place, root);
    const path = groupPath(place, group.id);
    const [deleted, created] = await atOnce(server, `select 1 from outcome_groups where id = ${group.id} for no key update`, [
      async () => (await at.teacher.client.delete(path)).status,
      async () => (await at.teacher.client.post(`${path}/subgroups`, { title: 'Late' })).status,
    ]);
    expect([deleted, created]).toEqual([200, 404]);
  });
});

describe('who may', () => {
  // outcomes#3, outcomes#4
  test('read: whoever takes part; write: teachers, designers and administrators, while the course is open', async () => {
    const { id } = await outcomeGroup(server, place, root);
    const editors = [at.teacher, at.designer, at.subAdmin, at.rootAdmin];
    for (const one of [...editors, at.ta, at.student, at.observer]) {
      expect((await shown(id, one.client)).can_edit).toBe(editors.includes(one));
      expect((await put(id, {}, one.client)).status).toBe(editors.includes(one) ? 200 : 401);
    }
    expect(await at.stranger.client.get(groupPath(place, id))).toMatchObject({ status: 401, body: NOT_PERMITTED });
    await server.admin.delete(`/courses/${at.course.id}`, { event: 'conclude' }).expect(200);
    expect((await shown(id, at.teacher.client)).can_edit).toBe(false);
    expect((await put(id, { title: unique('Late') })).status).toBe(401);
    expect((await put(id, { title: unique('Late') }, at.subAdmin.client)).status).toBe(200);
  });

  // outcomes#3, outcomes#4
  test('of an account its people read, its administrators write; the site everybody reads, its administrators write', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const group = await outcomeGroup(server, account);
    const path = groupPath(account, group.id);
    for (const one of [at.student, at.ta, at.teacher]) {
      expect((await one.client.get(path)).body).toEqual({
        ...group,
        can_edit: false,
        parent_outcome_group: { ...group.parent_outcome_group, can_edit: false },
      });
      expect((await one.client.delete(path)).status).toBe(401);
    }
    expect((await at.stranger.client.get(path)).status).toBe(401);
    expect((await at.subAdmin.client.put(path, { title: 'By the dean' })).body.title).toBe('By the dean');
    const ofSite = groupPath('/global', (await outcomeGroup(server, '/global')).id);
    for (const one of [at.student, at.foreignAdmin, at.subAdmin]) {
      expect((await one.client.get(ofSite)).body.can_edit).toBe(false);
      expect((await one.client.put(ofSite, { title: 'Mine' })).status).toBe(401);
    }
    expect((await at.rootAdmin.client.put(ofSite, { title: 'Ours' })).body).toMatchObject({ title: 'Ours', can_edit: true });
  });
});
