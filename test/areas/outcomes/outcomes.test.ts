import { beforeAll, describe, expect, test } from 'vitest';
import { criterionAfter } from '../../../src/areas/outcomes/outcomes.ts';
import { atOnce } from '../../helpers/at-once.ts';
import type { Fields } from '../../helpers/form.ts';
import { outcome, rootGroup } from '../../helpers/outcomes.ts';
import { NOT_FOUND, NOT_PERMITTED } from '../../helpers/refusals.ts';
import { type School, school } from '../../helpers/school.ts';
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

const WITH_CRITERION = {
  title: 'Old',
  description: '<p>d</p>',
  vendor_guid: 'v',
  mastery_points: 3,
  ratings: [
    { description: 'Good', points: 4 },
    { description: 'Fair', points: 2 },
  ],
};
const make = (fields: Fields = WITH_CRITERION) => outcome(server, place, root, fields);
const put = (id: number, fields: Fields, by: Client = at.teacher.client) => by.put(`/outcomes/${id}`, fields);
const shown = async (id: number, by: Client = at.teacher.client) => (await by.get(`/outcomes/${id}`).expect(200)).body;

describe('an outcome', () => {
  // outcomes#35
  test('has exactly these fields, with a criterion and without', async () => {
    const [id, plain] = [await make(), await make({ title: 'Plain' })];
    const common = {
      context_id: at.course.id,
      context_type: 'Course',
      can_edit: true,
      calculation_method: 'decaying_average',
      calculation_int: 65,
    };
    expect(await shown(id)).toEqual({ id, url: `/api/v1/outcomes/${id}`, ...common, ...WITH_CRITERION, points_possible: 4 });
    expect(await shown(plain)).toEqual({
      id: plain,
      url: `/api/v1/outcomes/${plain}`,
      ...common,
      title: 'Plain',
      vendor_guid: null,
      description: null,
    });
  });

  // outcomes#42
  describe('is reckoned', () => {
    const method = async (id: number) => {
      const { calculation_method: name, calculation_int: number } = await shown(id);
      return [name, number];
    };
    test('by a decaying average where nothing is said', async () => expect(await method(await make())).toEqual(['decaying_average', 65]));

    test('by what is sent, and another method begins with its own number', async () => {
      const id = await make({ calculation_method: 'n_mastery', calculation_int: 3 });
      expect(await method(id)).toEqual(['n_mastery', 3]);
      for (const [sent, expected] of [
        [{ title: 'Other' }, ['n_mastery', 3]],
        [{ calculation_int: 10 }, ['n_mastery', 10]],
        [{ calculation_method: 'n_mastery' }, ['n_mastery', 10]],
        [{ calculation_method: 'decaying_average' }, ['decaying_average', 65]],
        [{ calculation_int: 99 }, ['decaying_average', 99]],
        [{ calculation_int: 1 }, ['decaying_average', 1]],
        [{ calculation_method: 'highest', calculation_int: 7 }, ['highest', null]],
        [{ calculation_method: 'n_mastery' }, ['n_mastery', 5]],
        [{ calculation_method: 'latest' }, ['latest', null]],
        [{ calculation_method: 'average' }, ['average', null]],
      ] as const) {
        expect((await put(id, sent)).status).toBe(200);
        expect(await method(id), JSON.stringify(sent)).toEqual(expected);
      }
    });

    test.each<[Fields, string]>([
      [{ calculation_method: 'sum' }, 'calculation_method'],
      [{ calculation_int: 0 }, 'calculation_int'],
      [{ calculation_int: 100 }, 'calculation_int'],
      [{ calculation_int: 'many' }, 'calculation_int'],
      [{ calculation_method: 'n_mastery', calculation_int: 11 }, 'calculation_int'],
    ])('by nothing else: %j', async (sent, field) => {
      const id = await make();
      expect(await put(id, sent)).toMatchObject({ status: 400, body: { errors: { [field]: expect.anything() } } });
      expect(await method(id)).toEqual(['decaying_average', 65]);
    });
  });

  // outcomes#36
  test('is read by all who take part, changed by teachers, designers and administrators, and not there for others', async () => {
    const id = await make();
    const editors = [at.teacher, at.designer, at.subAdmin, at.rootAdmin];
    for (const one of [...editors, at.ta, at.student, at.observer]) {
      expect((await shown(id, one.client)).can_edit).toBe(editors.includes(one));
      const { status, body } = await put(id, { vendor_guid: 'v' }, one.client);
      expect([status, editors.includes(one) || body]).toEqual(editors.includes(one) ? [200, true] : [401, NOT_PERMITTED]);
    }
    for (const one of [at.stranger, at.foreignAdmin])
      for (const answer of [await one.client.get(`/outcomes/${id}`), await put(id, { title: 'x' }, one.client)])
        expect(answer).toMatchObject({ status: 404, body: NOT_FOUND });
    for (const wrong of [String(NONE), 'abc']) expect((await server.admin.get(`/outcomes/${wrong}`)).status).toBe(404);
  });

  // outcomes#36
  test('of the site is read by everybody, of an account by its people', async () => {
    const site = await outcome(server, '/global', await rootGroup(server, '/global'));
    const account = `/accounts/${at.subAccountId}`;
    const faculty = await outcome(server, account, await rootGroup(server, account));
    for (const one of [at.student, at.stranger, at.foreignAdmin]) {
      expect(await shown(site, one.client)).toMatchObject({ context_id: null, context_type: null, can_edit: false });
      expect((await put(site, { title: 'x' }, one.client)).status).toBe(401);
    }
    expect((await put(site, { title: 'Ours' }, at.rootAdmin.client)).body).toMatchObject({ title: 'Ours', can_edit: true });
    expect(await shown(faculty, at.student.client)).toMatchObject({
      context_id: at.subAccountId,
      context_type: 'Account',
      can_edit: false,
    });
    expect((await at.stranger.client.get(`/outcomes/${faculty}`)).status).toBe(404);
    expect((await put(faculty, { title: 'By the dean' }, at.subAdmin.client)).status).toBe(200);
  });
});

describe('an outcome that changes', () => {
  // outcomes#37
  test('keeps what is not sent, and loses what is sent as null', async () => {
    const id = await make();
    const before = await shown(id);
    expect((await put(id, { title: 'New' })).body).toEqual({ ...before, title: 'New' });
    expect((await put(id, { description: null, vendor_guid: '', title: null })).body).toEqual({
      ...before,
      title: 'New',
      description: null,
      vendor_guid: null,
    });
    const form = await at.teacher.client.putForm(`/outcomes/${id}`, { description: '<b>x</b><script>y</script>', mastery_points: 2 });
    expect(form.body).toMatchObject({ description: '<b>x</b>', mastery_points: 2, ratings: before.ratings });
    expect(await shown(id)).toEqual(form.body);
  });

  // outcomes#38
  test('has new ratings in place of all, and without mastery points the highest is the mark again', async () => {
    const id = await make();
    const ratings = [{ points: 1 }, { description: 'Best', points: 10 }];
    const after = [
      { description: 'Best', points: 10 },
      { description: 'No description', points: 1 },
    ];
    expect((await put(id, { ratings })).body).toMatchObject({ points_possible: 10, mastery_points: 10, ratings: after });
    expect((await put(id, { ratings, mastery_points: 5 })).body).toMatchObject({ mastery_points: 5, ratings: after });
    expect((await put(id, { ratings: [] })).body).not.toHaveProperty('ratings');
    expect((await put(id, { mastery_points: 4 })).body).not.toHaveProperty('mastery_points');
    expect((await put(id, { ratings })).body).toMatchObject({ mastery_points: 10 });
  });

  // outcomes#37
  test('in two ways at once has both', async () => {
    const id = await make();
    const answers = await atOnce(server, `select 1 from outcomes where id = ${id} for no key update`, [
      async () => (await put(id, { title: 'Both' })).status,
      async () => (await put(id, { mastery_points: 1 })).status,
    ]);
    expect(answers).toEqual([200, 200]);
    expect(await shown(id)).toMatchObject({ title: 'Both', mastery_points: 1 });
  });

  // outcomes#39
  test.each<[string, Fields, string, string]>([
    ['an empty title', { title: '' }, 'title', 'blank'],
    ['a title of blanks', { title: ' ' }, 'title', 'blank'],
    ['a long title', { title: 'x'.repeat(256) }, 'title', 'too_long'],
    ['mastery that is no number', { mastery_points: 'few' }, 'mastery_points', 'not_an_integer'],
    ['ratings that are none', { ratings: 7 }, 'ratings', 'invalid'],
  ])('with %s is refused, and nothing is saved', async (_what, fields, field, type) => {
    const id = await make();
    const before = await shown(id);
    expect(await put(id, { description: 'new', ...fields })).toMatchObject({
      status: 400,
      body: { errors: { [field]: [{ attribute: field, type }] } },
    });
    expect(await shown(id)).toEqual(before);
  });
});

// outcomes#38
describe('the criterion', () => {
  const none = { ratings: null, masteryPoints: null };
  const old = { ratings: [{ description: 'a', points: 4 }], masteryPoints: 3 };
  const ratings = [
    { description: 'b', points: 9 },
    { description: 'c', points: 1 },
  ];
  test.each<[string, Parameters<typeof criterionAfter>, ReturnType<typeof criterionAfter>]>([
    ['is none where nothing is said', [none, {}], none],
    ['is none without ratings, whatever the mastery', [none, { mastery_points: 3 }], none],
    ['is mastered at the highest rating', [none, { ratings }], { ratings, masteryPoints: 9 }],
    ['is mastered where it is said', [none, { ratings, mastery_points: 2 }], { ratings, masteryPoints: 2 }],
    ['is mastered at nothing where that is said', [none, { ratings, mastery_points: 0 }], { ratings, masteryPoints: 0 }],
    ['stays', [old, {}], old],
    ['has another mastery', [old, { mastery_points: 1 }], { ...old, masteryPoints: 1 }],
    ['has new ratings and is reset', [old, { ratings }], { ratings, masteryPoints: 9 }],
    ['is gone with its ratings', [old, { ratings: [], mastery_points: 1 }], none],
  ])('%s', (_what, given, wanted) => {
    expect(criterionAfter(...given)).toEqual(wanted);
  });
});
