import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { assignment, blamed, day, groupSet, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();
const Id = z.looseObject({ id: z.int() });
let courseId: number;
let before: { id: number };
beforeAll(async () => {
  courseId = (await course(server)).id;
  before = await assignment(server, courseId, { name: 'Before', unlock_at: day(5), due_at: day(10), lock_at: day(15) });
});

const path = () => `/courses/${courseId}/assignments`;
const read = async () => made(server.admin.get(path()), z.array(z.unknown()));

/** Neither made nor changed by it. */
async function refusedBoth(fields: Fields, field: string): Promise<void> {
  const was = await read();
  const assignment = { name: 'Never', ...fields };
  expect(await server.admin.post(path(), { assignment })).toMatchObject(blamed(field));
  expect(await server.admin.put(`${path()}/${before.id}`, { assignment })).toMatchObject(blamed(field));
  expect(await read()).toEqual(was);
}

describe('what is wrong is refused with its field, and nothing changes', () => {
  // assignments#17
  test('all such fields at once, whichever they are', async () => {
    const wrong = { description: 'x'.repeat(500_001), points_possible: -1, grading_type: 'stars', peer_review_count: 1001, position: 'x' };
    const was = await read();
    for (const name of [' ', '\u00a0\u2003', 'x'.repeat(256)]) {
      const refusal = blamed('name', ...Object.keys(wrong));
      expect(await server.admin.post(path(), { assignment: { name, ...wrong } })).toMatchObject(refusal);
      const put = await server.admin.put(`${path()}/${before.id}`, { assignment: { name, ...wrong } });
      expect({ status: put.status, body: put.body }).toEqual(refusal);
    }
    expect(await read()).toEqual(was);
  });

  // assignments#16, assignments#17, assignments#19, assignments#23
  test.each<[string, Fields, string]>([
    ['a long name', { name: 'x'.repeat(256) }, 'name'],
    ['a blank name', { name: ' \t\n' }, 'name'],
    ['a long description', { description: 'x'.repeat(500_001) }, 'description'],
    ['negative points', { points_possible: -1 }, 'points_possible'],
    ['points beyond all', { points_possible: 1_000_000_000.5 }, 'points_possible'],
    ['points that are no number', { points_possible: 'many' }, 'points_possible'],
    ['an unknown grading type', { grading_type: 'stars' }, 'grading_type'],
    ['an unknown submission type', { submission_types: ['telepathy'] }, 'submission_types'],
    ['online and offline types', { submission_types: ['online_url', 'on_paper'] }, 'submission_types'],
    ['two offline types', { submission_types: ['none', 'on_paper'] }, 'submission_types'],
    ['a quiz that is handed in', { submission_types: ['online_quiz', 'online_upload'] }, 'submission_types'],
    ['dates that are none', { due_at: 'soon' }, 'due_at'],
    ['a group that is none', { assignment_group_id: 'abc' }, 'assignment_group_id'],
    ['an unknown group', { assignment_group_id: NONE }, 'assignment_group_id'],
    ['an id beyond all', { assignment_group_id: 99_999_999_999 }, 'assignment_group_id'],
    ['an unknown group set', { group_category_id: NONE }, 'group_category_id'],
    ['an unknown standard', { grading_standard_id: NONE }, 'grading_standard_id'],
    ['extensions that are no list', { allowed_extensions: { a: 'pdf' } }, 'allowed_extensions'],
    ['a list of lists of extensions', { allowed_extensions: [['pdf']] }, 'allowed_extensions'],
    ['a long extension', { allowed_extensions: `pdf, ${'x'.repeat(256)}` }, 'allowed_extensions'],
    ['a negative count of reviews', { peer_review_count: -1 }, 'peer_review_count'],
    ['what is no truth', { muted: 'perhaps' }, 'muted'],
    ['a position that is no number', { position: 'first' }, 'position'],
    ['a tool that a browser would run', { external_tool_tag_attributes: { url: 'javascript:alert(1)' } }, 'url'],
    ['a tool of another scheme', { external_tool_tag_attributes: { url: 'ftp://tool.example/' } }, 'url'],
    ['a tool that is no address', { external_tool_tag_attributes: { url: '/tool' } }, 'url'],
    ['a tool of a long address', { external_tool_tag_attributes: { url: `https://tool.example/${'x'.repeat(2000)}` } }, 'url'],
    ['a tool that is no map', { external_tool_tag_attributes: 'x' }, 'external_tool_tag_attributes'],
  ])('%s', (_what, fields, field) => refusedBoth(fields, field));

  // assignments#18
  test('a blank name of what is one thing with it, or of a group, too', async () => {
    const blank = ' \t';
    const one = `/courses/${courseId}/assignment_groups`;
    const group = await made(server.admin.post(one, { name: 'Group' }), Id);
    const quiz = await made(server.admin.post(`/courses/${courseId}/quizzes`, { quiz: { title: 'Quiz' } }), Id);
    const topics = `/courses/${courseId}/discussion_topics`;
    const topic = await made(server.admin.post(topics, { title: 'Topic', assignment: { points_possible: 1 } }), Id);
    for (const request of [server.admin.post(one, { name: blank }), server.admin.put(`${one}/${group.id}`, { name: blank })])
      expect(await request).toMatchObject(blamed('name'));
    for (const request of [
      server.admin.post(`/courses/${courseId}/quizzes`, { quiz: { title: blank } }),
      server.admin.put(`/courses/${courseId}/quizzes/${quiz.id}`, { quiz: { title: blank } }),
      server.admin.post(topics, { title: blank, assignment: { points_possible: 1 } }),
      server.admin.put(`${topics}/${topic.id}`, { title: blank }),
    ])
      expect(await request).toMatchObject(blamed('title'));
  });

  // assignments#17
  test('but not points up to the limit, or a thousandth', async () => {
    for (const [sent, shown] of [
      [1_000_000_000, 1_000_000_000],
      ['0.001', 0.001],
    ] as const) {
      const one = await assignment(server, courseId, { points_possible: sent });
      expect(one['points_possible']).toBe(shown);
      await server.admin.delete(`${path()}/${one.id}`).expect(200);
    }
  });

  // assignments#17
  test('every field at once', async () => {
    const assignment = { points_possible: -1, due_at: 'soon', grading_type: 'stars' };
    const { status, body } = await server.admin.post(path(), { assignment });
    expect({ status, fields: Object.keys(body.errors).sort() }).toEqual({
      status: 400,
      fields: ['due_at', 'grading_type', 'points_possible'],
    });
  });

  // assignments#19
  test('what is of another course or deleted', async () => {
    const other = (await course(server)).id;
    const foreign = await made(server.admin.post(`/courses/${other}/assignment_groups`), Id);
    const gone = await made(server.admin.post(`/courses/${courseId}/assignment_groups`), Id);
    await server.admin.delete(`/courses/${courseId}/assignment_groups/${gone.id}`).expect(200);
    const set = await groupSet(server, other, []);
    const deletedSet = await groupSet(server, courseId, []);
    await server.admin.delete(`/group_categories/${deletedSet.id}`).expect(200);
    const letters = { title: 'Theirs', grading_scheme_entry: [{ name: 'P', value: 0 }] };
    const standard = await made(server.admin.post(`/courses/${other}/grading_standards`, letters), Id);
    for (const id of [foreign.id, gone.id]) await refusedBoth({ assignment_group_id: id }, 'assignment_group_id');
    for (const id of [set.id, deletedSet.id]) await refusedBoth({ group_category_id: id }, 'group_category_id');
    await refusedBoth({ grading_standard_id: standard.id }, 'grading_standard_id');
  });
});

// assignments#20
describe('dates out of order', () => {
  // assignments#20
  test.each<[string, Fields, string]>([
    ['opened after it is due', { unlock_at: day(11) }, 'unlock_at'],
    ['due before it opens', { due_at: day(4) }, 'unlock_at'],
    ['due after it is locked', { due_at: day(16) }, 'lock_at'],
    ['locked before it is due', { lock_at: day(9) }, 'lock_at'],
    ['locked before it opens, due at no time', { due_at: null, lock_at: day(4) }, 'unlock_at'],
  ])('%s', async (_what, fields, field) => {
    const was = await read();
    expect(await server.admin.put(`${path()}/${before.id}`, { assignment: fields })).toMatchObject(blamed(field));
    expect(await read()).toEqual(was);
  });

  // assignments#20
  test('are judged all together', async () => {
    const moved = { unlock_at: day(21), due_at: day(22), lock_at: day(23) };
    const { id } = await assignment(server, courseId, { unlock_at: day(1), due_at: day(2), lock_at: day(3) });
    expect((await server.admin.put(`${path()}/${id}`, { assignment: moved })).body).toMatchObject(moved);
    const same = { unlock_at: day(4), due_at: day(4), lock_at: day(4) };
    expect((await server.admin.put(`${path()}/${id}`, { assignment: same })).body).toMatchObject(same);
  });
});

describe('a grading standard', () => {
  // assignments#22
  test('of the course or of an account above serves letter grades, and is shown with them alone', async () => {
    const letters = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };
    const [own, above] = [
      await made(server.admin.post(`/courses/${courseId}/grading_standards`, letters), Id),
      await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/grading_standards`, letters), Id),
    ];
    for (const standard of [own, above]) {
      const { id } = await assignment(server, courseId, { grading_type: 'letter_grade', grading_standard_id: standard.id });
      const read = async () => (await server.admin.get(`${path()}/${id}`)).body.grading_standard_id;
      expect(await read()).toBe(standard.id);
      await server.admin.put(`${path()}/${id}`, { assignment: { grading_type: 'points' } }).expect(200);
      expect(await read()).toBeNull();
    }
  });
});

/** A course in an account with these settings. */
async function settled(settings: Fields): Promise<{ id: number; teacher: Person; accountId: number }> {
  const account = { account: { name: unique('Faculty'), settings } };
  const { id: accountId } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/sub_accounts`, account), Id);
  const { id } = await course(server, { account: accountId });
  const teacher = await person(server);
  await enroll(server, id, teacher.id, 'TeacherEnrollment');
  return { id, teacher, accountId };
}

const CHECKER = {
  originality_report_visibility: 'after_grading',
  s_paper_check: true,
  internet_check: true,
  journal_check: false,
  exclude_biblio: true,
  exclude_quoted: false,
  exclude_small_matches_type: 'words',
  exclude_small_matches_value: 7,
};
const NO_CHECKER = {
  originality_report_visibility: 'immediate',
  s_paper_check: false,
  internet_check: false,
  journal_check: false,
  exclude_biblio: false,
  exclude_quoted: false,
  exclude_small_matches_type: null,
  exclude_small_matches_value: null,
};

// assignments#39
describe('the originality checker', () => {
  const upload = { submission_types: ['online_upload'] };

  test('that is off is not there, and not listened to', async () => {
    const sent = { ...upload, checker_enabled: true, checker_settings: { exclude_small_matches_type: 'never' } };
    const { body } = await server.admin.post(path(), { assignment: sent }).expect(201);
    expect(Object.keys(body).filter((name) => name.startsWith('checker'))).toEqual([]);
  });

  // assignments#40
  test('that is on has its fields, and is enabled where files are handed in', async () => {
    const here = await settled({ checker_available: true });
    const made = await here.teacher.client.post(`/courses/${here.id}/assignments`, { assignment: { checker_enabled: true } }).expect(201);
    expect(made.body).toMatchObject({ checker_enabled: false, checker_settings: NO_CHECKER });
    const put = async (fields: Fields) =>
      (await here.teacher.client.put(`/courses/${here.id}/assignments/${made.body.id}`, { assignment: fields }).expect(200)).body;
    expect(await put({ ...upload, checker_enabled: true, checker_settings: CHECKER })).toMatchObject({
      checker_enabled: true,
      checker_settings: CHECKER,
    });
    const one = { checker_settings: { exclude_small_matches_type: 'percent', exclude_small_matches_value: '0' } };
    expect((await put(one)).checker_settings).toEqual({
      ...CHECKER,
      exclude_small_matches_type: 'percent',
      exclude_small_matches_value: 0,
    });
    expect((await put({ checker_settings: { exclude_small_matches_type: '' } })).checker_settings).toMatchObject({
      exclude_small_matches_type: null,
      exclude_small_matches_value: null,
    });
    expect((await put({ submission_types: ['on_paper'] })).checker_enabled).toBe(false);
  });

  // assignments#40
  test.each<[string, unknown]>([
    ['no map', 'x'],
    ['an unknown visibility', { originality_report_visibility: 'never' }],
    ['what is no truth', { s_paper_check: 'perhaps' }],
    ['an unknown type', { exclude_small_matches_type: 'letters' }],
    ['a value without a type', { exclude_small_matches_value: 3 }],
    ['a type without a value', { exclude_small_matches_type: 'words' }],
    ['no words', { exclude_small_matches_type: 'words', exclude_small_matches_value: 0 }],
    ['over a hundred percent', { exclude_small_matches_type: 'percent', exclude_small_matches_value: 101 }],
    ['less than no percent', { exclude_small_matches_type: 'percent', exclude_small_matches_value: -1 }],
    ['a value that is no number', { exclude_small_matches_type: 'words', exclude_small_matches_value: 'few' }],
  ])('refuses %s', async (_what, sent) => {
    const here = await settled({ checker_available: true });
    const checker_settings = sent as Fields;
    expect(await server.admin.post(`/courses/${here.id}/assignments`, { assignment: { ...upload, checker_settings } })).toMatchObject(
      blamed('checker_settings'),
    );
    expect((await server.admin.get(`/courses/${here.id}/assignments`)).body).toEqual([]);
  });
});

describe('media', () => {
  // assignments#16
  test('that is off is not handed in', async () => {
    const here = await settled({ media_available: false });
    const sent = { submission_types: ['online_url', 'media_recording'] };
    expect(await server.admin.post(`/courses/${here.id}/assignments`, { assignment: sent })).toMatchObject(blamed('submission_types'));
    expect((await server.admin.post(path(), { assignment: sent }).expect(201)).body.submission_types).toEqual(sent.submission_types);
  });

  // assignments#16
  test('that went off later keeps no other change back', async () => {
    const here = await settled({});
    const { id } = await assignment(server, here.id, { submission_types: ['media_recording'] });
    await server.admin.put(`/accounts/${here.accountId}`, { account: { settings: { media_available: false } } }).expect(200);
    await here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: { name: 'Renamed' } }).expect(200);
  });
});

// assignments#41
describe('freezing', () => {
  test('that is off is not there, and not listened to', async () => {
    const { body } = await server.admin.post(path(), { assignment: { frozen: true, freeze_on_copy: true } }).expect(201);
    for (const name of ['frozen', 'freeze_on_copy', 'frozen_attributes']) expect(body).not.toHaveProperty(name);
  });

  // assignments#42
  test('keeps what is frozen from everybody but administrators', async () => {
    const frozen = [
      'title',
      'description',
      'lock_at',
      'points_possible',
      'grading_type',
      'submission_types',
      'assignment_group_id',
      'allowed_extensions',
      'group_category_id',
      'notify_of_update',
      'peer_reviews',
    ];
    const here = await settled({ freezer_available: true, frozen_attributes: frozen });
    const { id } = await assignment(server, here.id, { name: 'Ice', points_possible: 10 }, here.teacher.client);
    const put = (fields: Fields, by = here.teacher.client) => by.put(`/courses/${here.id}/assignments/${id}`, { assignment: fields });
    expect((await put({ freeze_on_copy: true, points_possible: 11 })).body).toMatchObject({
      freeze_on_copy: true,
      frozen: false,
      points_possible: 11,
    });
    expect(await put({ frozen: true })).toMatchObject(blamed('frozen'));
    const cold = (await put({ frozen: true }, server.admin).expect(200)).body;
    expect(cold).toMatchObject({ frozen: true, frozen_attributes: frozen });
    const group = await made(server.admin.post(`/courses/${here.id}/assignment_groups`), Id);
    const set = await groupSet(server, here.id, []);
    const changes: [Fields, string][] = [
      [{ name: 'Water' }, 'name'],
      [{ description: '<p>x</p>' }, 'description'],
      [{ lock_at: day(3) }, 'lock_at'],
      [{ points_possible: 12 }, 'points_possible'],
      [{ grading_type: 'percent' }, 'grading_type'],
      [{ submission_types: ['on_paper'] }, 'submission_types'],
      [{ assignment_group_id: group.id }, 'assignment_group_id'],
      [{ allowed_extensions: ['pdf'] }, 'allowed_extensions'],
      [{ group_category_id: set.id }, 'group_category_id'],
      [{ notify_of_update: true }, 'notify_of_update'],
      [{ peer_reviews: true }, 'peer_reviews'],
    ];
    for (const [fields, field] of changes) expect(await put({ muted: true, ...fields })).toMatchObject(blamed(field));
    expect((await put({ name: 'Ice', points_possible: 11, due_at: day(2) })).body).toEqual({ ...cold, due_at: day(2) });
    expect((await put({ frozen: false })).status).toBe(400);
    for (const [fields] of changes) await put(fields, server.admin).expect(200);
  });

  // assignments#42
  test('of some attributes leaves the others', async () => {
    const here = await settled({ freezer_available: true, frozen_attributes: ['points_possible', 'unheard_of', 'constructor'] });
    const { id } = await assignment(server, here.id, { frozen: true });
    const put = (fields: Fields) => here.teacher.client.put(`/courses/${here.id}/assignments/${id}`, { assignment: fields });
    await put({ name: 'Water' }).expect(200);
    expect(await put({ points_possible: 1 })).toMatchObject(blamed('points_possible'));
  });

  // assignments#42
  test('of its group set keeps the set from going, but for administrators', async () => {
    const here = await settled({ freezer_available: true, frozen_attributes: ['group_category_id'] });
    const { id: set } = await groupSet(server, here.id, [[]]);
    const { id: other } = await groupSet(server, here.id, [[]]);
    const { id } = await assignment(server, here.id, { frozen: true, group_category_id: set });
    const gone = await assignment(server, here.id, { frozen: true, group_category_id: other });
    await server.admin.delete(`/courses/${here.id}/assignments/${gone.id}`).expect(200);
    await assignment(server, here.id, { group_category_id: other });
    await here.teacher.client.delete(`/group_categories/${other}`).expect(200);
    const read = async () => (await server.admin.get(`/courses/${here.id}/assignments/${id}`).expect(200)).body.group_category_id;
    expect(await here.teacher.client.delete(`/group_categories/${set}`)).toMatchObject(blamed('group_category_id'));
    expect(await read()).toBe(set);
    await server.admin.delete(`/group_categories/${set}`).expect(200);
    expect(await read()).toBeNull();
  });

  // assignments#55
  test('of its group keeps the group from going with a move, but for administrators', async () => {
    const here = await settled({ freezer_available: true, frozen_attributes: ['assignment_group_id'] });
    const groups = `/courses/${here.id}/assignment_groups`;
    const add = () => made(server.admin.post(groups), Id);
    const [cold, mixed, mild, to] = [await add(), await add(), await add(), await add()];
    const one = await assignment(server, here.id, { frozen: true, assignment_group_id: cold.id });
    const thawed = await assignment(server, here.id, { assignment_group_id: mixed.id });
    await server.admin.delete(`${groups}/${mixed.id}`, { move_assignment_to: cold.id }).expect(200);
    const gone = await assignment(server, here.id, { frozen: true, assignment_group_id: mild.id });
    await server.admin.delete(`/courses/${here.id}/assignments/${gone.id}`).expect(200);
    await here.teacher.client.delete(`${groups}/${mild.id}`, { move_assignment_to: to.id }).expect(200);
    const all = () => Promise.all([groups, `/courses/${here.id}/assignments`].map(async (list) => (await server.admin.get(list)).body));
    const was = await all();
    expect(await here.teacher.client.delete(`${groups}/${cold.id}`, { move_assignment_to: to.id })).toMatchObject(
      blamed('move_assignment_to'),
    );
    expect(await all()).toEqual(was);
    await server.admin.delete(`${groups}/${cold.id}`, { move_assignment_to: to.id }).expect(200);
    const rows = await made(server.admin.get(`/courses/${here.id}/assignments`), z.array(Id));
    expect(rows.map((row) => [row.id, row['assignment_group_id']])).toEqual([one, thawed].map((row) => [row.id, to.id]));
  });
});
