import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment } from '../../helpers/assignments.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { align, groupPath, LAST, Link, outcome, outcomeGroup, rootGroup } from '../../helpers/outcomes.ts';
import { NOT_FOUND } from '../../helpers/refusals.ts';
import { course, made, type School, school } from '../../helpers/school.ts';
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

const group = async (where = place): Promise<number> => (await outcomeGroup(server, where)).id;
const path = (id: number, linked?: number, where = place) => `${groupPath(where, id)}/outcomes${linked === undefined ? '' : `/${linked}`}`;
const links = (id: number, where = place) => made(server.admin.get(path(id, undefined, where), { per_page: 100 }), z.array(Link));
const linked = async (id: number, where = place) => (await links(id, where)).map((one) => one.outcome.id);
const link = (id: number, one: number, by: Client = at.teacher.client) => by.put(path(id, one));
const unlink = (id: number, one: number, by: Client = at.teacher.client) => by.delete(path(id, one));
const post = (id: number, fields: Fields, by: Client = at.teacher.client) => by.post(path(id), fields);
const exists = async (id: number): Promise<boolean> => (await server.admin.get(`/outcomes/${id}`)).status === 200;
const blames = (field: string, type: string) => ({
  status: 400,
  body: { errors: { [field]: [{ attribute: field, type, message: expect.any(String) }] } },
});
const otherCourse = async (account?: number): Promise<string> => `/courses/${(await course(server, account ? { account } : {})).id}`;
const outcomeOf = async (where: string): Promise<number> => outcome(server, where, await rootGroup(server, where));
const subAccount = async (parent: number): Promise<number> =>
  (await made(server.admin.post(`/accounts/${parent}/sub_accounts`, { account: { name: 'Institute' } }), z.object({ id: z.int() }))).id;

describe('a link', () => {
  // outcomes#2, outcomes#20
  test('has exactly these fields, whoever made the outcome', async () => {
    const { id, title } = await outcomeGroup(server, place, root, { vendor_guid: 'g-1' });
    const { status, body } = await post(id, { title: 'Counting', vendor_guid: 'o-1', description: 'hidden here' });
    const url = `/api/v1${groupPath(place, id)}`;
    const context = { context_id: at.course.id, context_type: 'Course' };
    const wanted = {
      url: `${url}/outcomes/${body.outcome.id}`,
      ...context,
      outcome_group: {
        id,
        url,
        title,
        vendor_guid: 'g-1',
        subgroups_url: `${url}/subgroups`,
        outcomes_url: `${url}/outcomes`,
        can_edit: true,
      },
      outcome: {
        id: body.outcome.id,
        url: `/api/v1/outcomes/${body.outcome.id}`,
        vendor_guid: 'o-1',
        ...context,
        title: 'Counting',
        can_edit: true,
      },
    };
    expect({ status, body }).toEqual({ status: 200, body: wanted });
    expect(await links(id)).toEqual([wanted]);
    expect((await link(id, body.outcome.id)).body).toEqual(wanted);
    const asStudent = (await at.student.client.get(path(id))).body;
    expect(asStudent).toEqual([
      { ...wanted, outcome_group: { ...wanted.outcome_group, can_edit: false }, outcome: { ...wanted.outcome, can_edit: false } },
    ]);
  });

  // outcomes#20, outcomes#36
  test('of what is made above says who owns it, and who may edit it there', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const ofSite = await outcomeOf('/global');
    const ofAccount = await outcomeOf(account);
    const id = await group();
    await link(id, ofSite).expect(200);
    await link(id, ofAccount).expect(200);
    const seenBy = async (by: Client) => {
      const found = await made(by.get(path(id)), z.array(Link));
      return Object.fromEntries(found.map((one) => [one.outcome.id, one.outcome]));
    };
    const site = { context_type: null, context_id: null };
    const faculty = { context_type: 'Account', context_id: at.subAccountId };
    for (const [by, ofSiteEdited, ofAccountEdited] of [
      [at.teacher, false, false],
      [at.subAdmin, false, true],
      [at.rootAdmin, true, true],
    ] as const)
      expect(await seenBy(by.client)).toMatchObject({
        [ofSite]: { ...site, can_edit: ofSiteEdited },
        [ofAccount]: { ...faculty, can_edit: ofAccountEdited },
      });
    for (const one of [ofSite, ofAccount]) {
      expect((await at.student.client.get(`/outcomes/${one}`)).status).toBe(200);
      expect((await at.teacher.client.put(`/outcomes/${one}`, { title: 'Mine' })).status).toBe(401);
      await unlink(id, one).expect(200);
      expect(await exists(one)).toBe(true);
    }
  });

  // outcomes#21
  test('stands by the title of its outcome in any case, also when that changes, then by id', async () => {
    const id = await group();
    const idOf: Record<string, number> = {};
    for (const title of ['beta', 'Alpha', 'gamma', 'BETA']) idOf[title] = await outcome(server, place, id, { title });
    const inOrder = (...titles: string[]) => titles.map((title) => idOf[title]);
    expect(await linked(id)).toEqual(inOrder('Alpha', 'beta', 'BETA', 'gamma'));
    await at.teacher.client.put(`/outcomes/${idOf['gamma']}`, { title: 'Aaron' }).expect(200);
    expect(await linked(id)).toEqual(inOrder('gamma', 'Alpha', 'beta', 'BETA'));
    expect((await links(id))[0]?.outcome.title).toBe('Aaron');
    const first = await at.student.client.get(path(id), { per_page: 3 });
    const next = /<[^>]*\/api\/v1([^>]*)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect((await at.student.client.get(next)).body).toMatchObject([{ outcome: { id: idOf['BETA'] } }]);
    for (const page of [5, 1_001, 99_999]) expect(await server.admin.get(path(id), { page })).toMatchObject({ status: 200, body: [] });
    for (const page of [1, 1_001]) expect((await server.admin.get(path(NONE), { page })).status).toBe(404);
  });
});

describe('linking what is there', () => {
  // outcomes#6, outcomes#22
  test('takes the own, that of accounts above, and the site’s; once in a group, again changes nothing', async () => {
    const id = await group();
    const ids = [
      await outcomeOf(place),
      await outcomeOf(`/accounts/${at.subAccountId}`),
      await outcomeOf('/accounts/1'),
      await outcomeOf('/global'),
    ];
    for (const one of ids) {
      const first = await link(id, one).expect(200);
      expect((await post(id, { outcome_id: one })).body).toEqual(first.body);
      expect((await at.teacher.client.postForm(path(id), { outcome_id: one })).body).toEqual(first.body);
    }
    expect((await linked(id)).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    const twice = await outcomeOf(place);
    const answers = await Promise.all(Array.from({ length: 6 }, () => link(id, twice)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await linked(id)).filter((one) => one === twice)).toHaveLength(1);
  });

  // outcomes#6, outcomes#23
  test('refuses what is not available: another course’s, a sister account’s, one’s below; 404 of another root account', async () => {
    const sister = await subAccount(1);
    const institute = await subAccount(at.subAccountId);
    const id = await group();
    for (const where of [await otherCourse(at.subAccountId), `/accounts/${sister}`, `/accounts/${institute}`]) {
      const one = await outcomeOf(where);
      for (const answer of [await link(id, one), await post(id, { outcome_id: one, title: 'Not made' })])
        expect(answer).toMatchObject(blames('outcome_id', 'invalid'));
    }
    const own = await outcomeOf(place);
    const account = `/accounts/${at.subAccountId}`;
    const inAccount = await group(account);
    expect((await server.admin.put(path(inAccount, own, account))).status).toBe(400);
    expect((await server.admin.put(path(await group('/global'), await outcomeOf(account), '/global'))).status).toBe(400);
    const foreign = { admin: at.foreignAdmin.client };
    const abroad = `/accounts/${at.foreignAccountId}`;
    const theirs = await outcome(foreign, abroad, await rootGroup(foreign, abroad));
    for (const one of [NONE, theirs])
      for (const answer of [await link(id, one), await post(id, { outcome_id: one, title: 'Not made' })])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    expect([await linked(id), await linked(inAccount, account)]).toEqual([[], []]);
  });

  // outcomes#24
  test('ignores all else that is sent, however wrong; an id that is none is refused, an empty one is none', async () => {
    const id = await group();
    const one = await outcomeOf(place);
    const wrong = { title: 'x'.repeat(300), mastery_points: 'lots', ratings: 'none', vendor_guid: ['a'] };
    expect((await post(id, { ...wrong, outcome_id: one })).body.outcome.id).toBe(one);
    expect(await post(id, { title: 'x', outcome_id: 'abc' })).toMatchObject(blames('outcome_id', 'invalid'));
    expect(await post(id, { outcome_id: '' })).toMatchObject(blames('title', 'blank'));
    expect(await linked(id)).toEqual([one]);
  });
});

describe('a new outcome', () => {
  const shown = async (fields: Fields, form = false) => {
    const id = await group();
    const response = form ? await at.teacher.client.postForm(path(id), fields) : await post(id, fields);
    return (await at.teacher.client.get(`/outcomes/${response.body.outcome.id}`).expect(200)).body;
  };
  // In a form a member begins where a name comes again, so that a description that is missing there is an empty one.
  const ratings = (missing: Fields) => [{ description: 'Some', points: 2 }, { ...missing, points: 5 }, { description: 'None' }];

  // outcomes#25
  test.each([
    ['JSON', {}],
    ['a form', { description: '' }],
  ])('has a criterion where ratings came with it in %s, highest first', async (kind, missing) => {
    const form = kind === 'a form';
    expect(await shown({ title: 'Counting', description: '<i>To ten</i>', ratings: ratings(missing) }, form)).toMatchObject({
      title: 'Counting',
      description: '<i>To ten</i>',
      points_possible: 5,
      mastery_points: 5,
      ratings: [
        { description: 'No description', points: 5 },
        { description: 'Some', points: 2 },
        { description: 'None', points: 0 },
      ],
    });
    expect(await shown({ title: 'x', ratings: ratings(missing), mastery_points: 3 }, form)).toMatchObject({
      mastery_points: 3,
      points_possible: 5,
    });
  });

  // outcomes#25
  test('without ratings has none, whatever its mastery points', async () => {
    const bad = [{ mastery_points: 'abc' }, { mastery_points: -1 }, { mastery_points: 3.5, ratings: [] }];
    for (const fields of [{ mastery_points: 4 }, { ratings: [] }, { ratings: null, mastery_points: 1 }, ...bad]) {
      const found = await shown({ title: 'Plain', ...fields });
      for (const name of ['ratings', 'mastery_points', 'points_possible']) expect(found).not.toHaveProperty(name);
    }
  });

  // outcomes#26
  test.each<[string, Fields, string, string]>([
    ['no title', {}, 'title', 'blank'],
    ['a title of blanks', { title: ' ' }, 'title', 'blank'],
    ['a long title', { title: 'x'.repeat(256) }, 'title', 'too_long'],
    ['a long description', { title: 'x', description: 'x'.repeat(500_001) }, 'description', 'too_long'],
    ['mastery that is no number', { title: 'x', ratings: [{ points: 2 }], mastery_points: 'lots' }, 'mastery_points', 'not_an_integer'],
    ['mastery between numbers', { title: 'x', ratings: [{ points: 2 }], mastery_points: 1.5 }, 'mastery_points', 'not_an_integer'],
    ['ratings that are none', { title: 'x', ratings: 'high' }, 'ratings', 'invalid'],
    ['ratings that are numbers', { title: 'x', ratings: [1, 2] }, 'ratings', 'invalid'],
    ['a rating of no points', { title: 'x', ratings: [{ points: 'many' }] }, 'ratings', 'not_an_integer'],
    ['a rating below nothing', { title: 'x', ratings: [{ points: -1 }] }, 'ratings', 'too_small'],
    ['a rating that says too much', { title: 'x', ratings: [{ description: 'x'.repeat(10_001) }] }, 'ratings', 'too_long'],
    ['too many ratings', { title: 'x', ratings: Array.from({ length: 101 }, () => ({ points: 1 })) }, 'ratings', 'too_long'],
  ])('with %s is refused and not made', async (_what, fields, field, type) => {
    const id = await group();
    expect(await post(id, fields)).toMatchObject(blames(field, type));
    expect(await linked(id)).toEqual([]);
  });
});

describe('unlinking', () => {
  // outcomes#27
  test('answers the link as it was; the outcome goes with its last one', async () => {
    const [a, b] = [await group(), await group()];
    const one = await outcome(server, place, a);
    await link(b, one).expect(200);
    const [before] = await links(a);
    expect((await unlink(a, one)).body).toEqual(before);
    expect([await linked(a), await linked(b), await exists(one)]).toEqual([[], [one], true]);
    await unlink(b, one).expect(200);
    expect(await exists(one)).toBe(false);
    for (const answer of [await unlink(b, one), await link(b, one), await unlink(a, NONE)])
      expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  // outcomes#27
  test('counts links of any context, and none in a course that is deleted', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const above = await group(account);
    const one = await outcome(server, account, above);
    const id = await group();
    const doomed = await otherCourse(at.subAccountId);
    await server.admin.put(path(await group(doomed), one, doomed)).expect(200);
    await link(id, one).expect(200);
    await server.admin.delete(path(above, one, account)).expect(200);
    expect(await exists(one)).toBe(true);
    await server.admin.delete(doomed, { event: 'delete' }).expect(200);
    await unlink(id, one).expect(200);
    expect(await exists(one)).toBe(false);
  });

  // outcomes#14, outcomes#23, outcomes#32
  test('finds nothing of a place that is deleted: no outcome, no parent and no source', async () => {
    const below = await subAccount(at.subAccountId);
    const account = `/accounts/${below}`;
    const doomed = await otherCourse(at.subAccountId);
    const id = await group();
    const MISSING = { status: 404, body: NOT_FOUND };
    const gone: { above: number; one: number }[] = [];
    for (const where of [account, doomed]) {
      const above = await group(where);
      gone.push({ above, one: await outcome(server, where, above) });
    }
    await server.admin.delete(`/accounts/${at.subAccountId}/sub_accounts/${below}`).expect(200);
    await server.admin.delete(doomed, { event: 'delete' }).expect(200);
    for (const { above, one } of gone) {
      expect(await link(id, one)).toMatchObject(MISSING);
      expect(await at.teacher.client.put(groupPath(place, id), { parent_outcome_group_id: above })).toMatchObject(MISSING);
      expect(await at.teacher.client.post(`${groupPath(place, id)}/import`, { source_outcome_group_id: above })).toMatchObject(MISSING);
    }
  });

  // outcomes#27, outcomes#28
  test('does not count links in accounts that are deleted', async () => {
    const below = await subAccount(at.subAccountId);
    const account = `/accounts/${at.subAccountId}`;
    const above = await group(account);
    const [plain, aligned] = [await outcome(server, account, above), await outcome(server, account, above)];
    const id = await group();
    const there = await group(`/accounts/${below}`);
    for (const one of [plain, aligned]) {
      await link(id, one).expect(200);
      await server.admin.put(path(there, one, `/accounts/${below}`)).expect(200);
      await server.admin.delete(path(above, one, account)).expect(200);
    }
    await align(server, at.course.id, aligned);
    await server.admin.delete(`${account}/sub_accounts/${below}`).expect(200);
    await unlink(id, plain).expect(200);
    expect(await exists(plain)).toBe(false);
    expect(await unlink(id, aligned)).toMatchObject({ status: 400, body: LAST });
  });

  // outcomes#28, outcomes#29
  test('does not take the last link of an aligned outcome, until it is aligned no more', async () => {
    const [a, b] = [await group(), await group()];
    const one = await outcome(server, place, a);
    await link(b, one).expect(200);
    const { rubric, assignment: id } = await align(server, at.course.id, one);
    await unlink(a, one).expect(200);
    expect(await unlink(b, one)).toMatchObject({ status: 400, body: LAST });
    expect([await linked(b), await exists(one)]).toEqual([[one], true]);
    await server.admin.delete(`${place}/assignments/${id}`).expect(200);
    await unlink(b, one).expect(200);
    expect(await exists(one)).toBe(false);
    expect((await server.admin.get(`${place}/rubrics/${rubric}`)).body.criteria[0]).not.toHaveProperty('learning_outcome_id');
  });

  // outcomes#29
  test('does, where the rubric is attached to nothing, gives way to another, or is deleted', async () => {
    const ends: ((rubric: number, assignment: number) => Promise<unknown>)[] = [
      (rubric) => server.admin.delete(`${place}/rubrics/${rubric}`).expect(200),
      (rubric) => server.admin.put(`${place}/rubrics/${rubric}`, { rubric: { criteria: [{ description: 'Other' }] } }).expect(200),
      (_rubric, id) => server.admin.post(`${place}/rubrics`, { rubric_association: { association_id: id } }).expect(200),
    ];
    for (const end of ends) {
      const id = await group();
      const one = await outcome(server, place, id);
      const aligned = await align(server, at.course.id, one);
      expect((await unlink(id, one)).status).toBe(400);
      await end(aligned.rubric, aligned.assignment);
      expect((await unlink(id, one)).status).toBe(200);
    }
    const id = await group();
    const one = await outcome(server, place, id);
    const criteria = [{ description: 'Loose', learning_outcome_id: one }];
    const { body } = await server.admin.post(`${place}/rubrics`, { rubric: { criteria } });
    expect(body.rubric.criteria[0].learning_outcome_id).toBe(one);
    await unlink(id, one).expect(200);
    expect((await server.admin.get(`${place}/rubrics/${body.rubric.id}`)).body.criteria[0]).not.toHaveProperty('learning_outcome_id');
  });
});

describe('at once', () => {
  const hold = (id: number) => `select 1 from outcomes where id = ${id} for no key update`;

  // outcomes#28
  test('the last two links of an aligned outcome are taken in two contexts: one stays', async () => {
    const account = `/accounts/${at.subAccountId}`;
    const [above, id] = [await group(account), await group()];
    const one = await outcome(server, account, above);
    await link(id, one).expect(200);
    await align(server, at.course.id, one);
    // The first has been judged, and waits for the link that it deletes.
    const answers = await atOnce(server, `select 1 from outcome_links where group_id = ${above} for update`, [
      async () => (await server.admin.delete(path(above, one, account))).status,
      async () => (await unlink(id, one)).status,
    ]);
    expect(answers).toEqual([200, 400]);
    expect(await exists(one)).toBe(true);
  });

  // outcomes#30
  test('the last link goes, and a rubric names the outcome, or is attached: never an aligned outcome that is not there', async () => {
    const criteria = (one: number) => [{ description: 'x', learning_outcome_id: one }];
    for (const first of ['unlinking', 'aligning'] as const) {
      const id = await group();
      const one = await outcome(server, place, id);
      const { id: work } = await assignment(server, at.course.id);
      const naming = { rubric: { criteria: criteria(one) }, rubric_association: { association_id: work } };
      const both = {
        unlinking: async () => (await unlink(id, one)).status,
        aligning: async () => (await server.admin.post(`${place}/rubrics`, naming)).status,
      };
      const order = first === 'unlinking' ? [both.unlinking, both.aligning] : [both.aligning, both.unlinking];
      expect(await atOnce(server, hold(one), order)).toEqual([200, 400]);
      expect(await exists(one)).toBe(first === 'aligning');
    }
    const id = await group();
    const one = await outcome(server, place, id);
    const loose = (await server.admin.post(`${place}/rubrics`, { rubric: { criteria: criteria(one) } })).body.rubric.id;
    const { id: work } = await assignment(server, at.course.id);
    const attaching = { rubric_association: { association_id: work } };
    const [attached, unlinked] = await atOnce(server, hold(one), [
      async () => (await server.admin.put(`${place}/rubrics/${loose}`, attaching)).status,
      async () => (await unlink(id, one)).status,
    ]);
    expect([attached, unlinked, await exists(one)]).toEqual([200, 400, true]);
  });

  // outcomes#30
  test('the last link goes, and a rubric that names the outcome is attached meanwhile: it is attached without', async () => {
    const id = await group();
    const one = await outcome(server, place, id);
    const criteria = [{ description: 'x', learning_outcome_id: one }];
    const loose = (await server.admin.post(`${place}/rubrics`, { rubric: { criteria } })).body.rubric.id;
    const { id: work } = await assignment(server, at.course.id);
    const [unlinked, attached] = await atOnce(server, `select 1 from rubric_criteria where rubric_id = ${loose} for no key update`, [
      async () => await unlink(id, one),
      async () => await server.admin.put(`${place}/rubrics/${loose}`, { rubric_association: { association_id: work } }),
    ]);
    expect([unlinked?.status, attached?.status, await exists(one)]).toEqual([200, 200, false]);
    expect(attached?.body.rubric.criteria[0]).not.toHaveProperty('learning_outcome_id');
  });

  // outcomes#30
  test('the last link goes while it is linked in another context: no link leads to nothing', async () => {
    const account = `/accounts/${at.subAccountId}`;
    for (const first of ['unlinking', 'linking'] as const) {
      const [above, id] = [await group(account), await group()];
      const one = await outcome(server, account, above);
      const both = {
        unlinking: async () => (await server.admin.delete(path(above, one, account))).status,
        linking: async () => (await link(id, one)).status,
      };
      const order = first === 'unlinking' ? [both.unlinking, both.linking] : [both.linking, both.unlinking];
      expect(await atOnce(server, hold(one), order)).toEqual(first === 'unlinking' ? [200, 404] : [200, 200]);
      expect([await exists(one), await linked(id)]).toEqual(first === 'unlinking' ? [false, []] : [true, [one]]);
    }
  });

  // outcomes#21
  test('its title changes while it is linked: the link stands by the new one', async () => {
    const [a, b] = [await group(), await group()];
    const one = await outcome(server, place, a, { title: 'Aaa' });
    const other = await outcome(server, place, b, { title: 'Mmm' });
    await atOnce(server, hold(one), [
      async () => (await at.teacher.client.put(`/outcomes/${one}`, { title: 'Zzz' })).status,
      async () => (await link(b, one)).status,
    ]);
    expect(await linked(b)).toEqual([other, one]);
  });
});
