import { beforeAll, describe, expect, test } from 'vitest';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { Group, groupPath, linkInto, outcome, outcomeGroup, rootGroup, tree } from '../../helpers/outcomes.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { course, made, type School, school } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';

const server = useServer();
const NONE = 999_999_999;
let at: School;
let place: string;
let account: string;
let root: number;
beforeAll(async () => {
  at = await school(server);
  place = `/courses/${at.course.id}`;
  account = `/accounts/${at.subAccountId}`;
  root = await rootGroup(server, place);
});

const bring = (target: number, sent: Fields, by: Client = at.teacher.client) => by.post(`${groupPath(place, target)}/import`, sent);
const from = (source: number) => ({ source_outcome_group_id: source });
const group = async (parent = root): Promise<number> => (await outcomeGroup(server, place, parent)).id;
const blames = (type: string) => ({
  status: 400,
  body: { errors: { source_outcome_group_id: [{ attribute: 'source_outcome_group_id', type, message: expect.stringMatching(/\S \S/) }] } },
});

/** A group with two below it, of one title, and outcomes in each. */
async function branched(where: string) {
  const top = await outcomeGroup(server, where, undefined, { title: 'Science', description: '<p>All of it</p>', vendor_guid: 'std' });
  const first = await outcomeGroup(server, where, top.id, { title: 'Same' });
  const second = await outcomeGroup(server, where, top.id, { title: 'Same' });
  const deep = await outcomeGroup(server, where, first.id, { title: 'Deep' });
  const shared = await outcome(server, where, top.id, { title: 'Shared' });
  await linkInto(server, where, deep.id, shared);
  await outcome(server, where, second.id, { title: 'Own' });
  return { id: top.id, shared };
}

describe('an import', () => {
  // outcomes#31
  test.each([
    ['the site', () => '/global'],
    ['an account above', () => '/accounts/1'],
    ['the account', () => account],
    ['the same course', () => place],
  ])('from %s makes a group with the source’s title and description, and the same outcomes below', async (_what, where) => {
    const source = await branched(where());
    const target = await group();
    const { status, body } = await bring(target, from(source.id));
    const url = `/api/v1${groupPath(place, body.id)}`;
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        url,
        title: 'Science',
        description: '<p>All of it</p>',
        vendor_guid: null,
        context_type: 'Course',
        context_id: at.course.id,
        parent_outcome_group: { id: target },
        can_edit: true,
      },
    });
    expect(body.id).not.toBe(source.id);
    expect(await tree(server, place, body.id)).toEqual(await tree(server, where(), source.id));
    expect((await bring(target, from(source.id))).status).toBe(200);
    expect((await tree(server, place, target)).groups).toHaveLength(2);
  });

  // outcomes#31
  test('is a copy: neither changes with the other', async () => {
    const source = await branched(account);
    const before = await tree(server, account, source.id);
    const { id } = await made(bring(root, from(source.id)), Group);
    await at.teacher.client.delete(`${groupPath(place, id)}/outcomes/${source.shared}`).expect(200);
    await at.teacher.client.put(groupPath(place, id), { title: 'Ours' }).expect(200);
    expect(await tree(server, account, source.id)).toEqual(before);
    await server.admin.delete(groupPath(account, source.id)).expect(200);
    expect((await server.admin.get(`/outcomes/${source.shared}`)).status).toBe(200);
    await at.teacher.client.delete(groupPath(place, id)).expect(200);
    expect((await server.admin.get(`/outcomes/${source.shared}`)).status).toBe(404);
  });

  // outcomes#32
  test('into the group that the source lies in copies it beside itself', async () => {
    const target = await group();
    const source = await group(target);
    await group(source);
    const { id } = await made(bring(target, from(source)), Group);
    expect(await tree(server, place, id)).toEqual(await tree(server, place, source));
  });

  // outcomes#31
  test('leaves out what is deleted', async () => {
    const source = await branched(place);
    const gone = await group(source.id);
    await at.teacher.client.delete(groupPath(place, gone)).expect(200);
    const { id } = await made(bring(root, from(source.id)), Group);
    expect((await tree(server, place, id)).groups.map((one) => one.title)).toEqual(['Same', 'Same']);
  });

  // outcomes#32
  test('of a root, of itself or of what contains the target is refused', async () => {
    const outer = await group();
    const middle = await group(outer);
    const target = await group(middle);
    const roots = await Promise.all([place, account, '/accounts/1', '/global'].map((where) => rootGroup(server, where)));
    const before = await tree(server, place, outer);
    for (const source of [target, middle, outer, ...roots]) expect(await bring(target, from(source))).toMatchObject(blames('invalid'));
    expect(await tree(server, place, outer)).toEqual(before);
  });

  // outcomes#32
  test('of what is not available is refused: another course’s, of a context below; 404 of another root account', async () => {
    const target = await group();
    const elsewhere = `/courses/${(await course(server, { account: at.subAccountId })).id}`;
    const source = await outcomeGroup(server, elsewhere);
    for (const id of [source.id, await rootGroup(server, elsewhere)])
      expect(await bring(target, from(id))).toMatchObject(blames('invalid'));
    const inAccount = await outcomeGroup(server, account);
    expect(await server.admin.post(`${groupPath(account, inAccount.id)}/import`, from(target))).toMatchObject(blames('invalid'));
    const inSite = await outcomeGroup(server, '/global');
    expect(await server.admin.post(`${groupPath('/global', inSite.id)}/import`, from(inAccount.id))).toMatchObject(blames('invalid'));
    const foreign = await outcomeGroup({ admin: at.foreignAdmin.client }, `/accounts/${at.foreignAccountId}`);
    for (const id of [NONE, foreign.id]) expect(await bring(target, from(id))).toMatchObject({ status: 404, body: NOT_FOUND });
    for (const [sent, type] of [
      [{}, 'blank'],
      [{ source_outcome_group_id: '' }, 'blank'],
      [{ source_outcome_group_id: 'abc' }, 'invalid'],
    ] as const)
      expect(await bring(target, sent)).toMatchObject(blames(type));
    expect((await tree(server, place, target)).groups).toEqual([]);
  });

  // outcomes#34
  test('meets a title that changes: the copy stands by the new one', async () => {
    const source = await outcomeGroup(server, account);
    const one = await outcome(server, account, source.id, { title: 'Aaa' });
    const other = await outcome(server, account, source.id, { title: 'Mmm' });
    const target = await group();
    // The new title is written, and waits for the link that is to stand by it.
    const answers = await atOnce(server, `select 1 from outcome_links where outcome_id = ${one} for update`, [
      async () => (await server.admin.put(`/outcomes/${one}`, { title: 'Zzz' })).status,
      async () => (await bring(target, from(source.id))).status,
    ]);
    expect(answers).toEqual([200, 200]);
    expect((await tree(server, place, target)).groups[0]?.outcomes).toEqual([other, one]);
  });

  // outcomes#31
  test('comes as a form too, and not from those who may not edit', async () => {
    const source = await branched(account);
    const target = await group();
    const form = await at.designer.client.postForm(`${groupPath(place, target)}/import`, from(source.id));
    expect([form.status, form.body.title]).toEqual([200, 'Science']);
    for (const by of [at.ta, at.student]) expect((await bring(target, from(source.id), by.client)).status).toBe(401);
  });
});
