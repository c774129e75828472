import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blamed, NONE } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { NOT_PERMITTED } from '../../helpers/refusals.ts';
import { enroll, made, type Person, person, type School, school } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, ownSection, type Room, room, type Shown, submissionsOf, task, turnIn, update } from '../../helpers/submissions.ts';

const server = useServer();
let here: Room;
/** All three students have turned in both. */
let first: number;
let second: number;
/** Nobody has. */
let empty: number;
beforeAll(async () => {
  here = await room(server, 3);
  [first, second, empty] = [await task(server, here.id), await task(server, here.id), await task(server, here.id)];
  for (const id of [second, first]) for (const one of here.students.toReversed()) await turnIn(here.id, id, one);
});

const path = () => `/courses/${here.id}/students/submissions`;
const pairs = (rows: readonly Shown[]) => rows.map((one) => [one.assignment_id, one.user_id]);
const of = (assignments: readonly number[], people: readonly Person[]) => assignments.flatMap((id) => people.map((one) => [id, one.id]));
const flat = async (by: Person, query: Fields = {}) => pairs(await listed(path(), by.client, query));

/** Every page, by following the links. */
async function pages(by: Person, address: string, query: Fields): Promise<Shown[]> {
  const rows: Shown[] = [];
  let answer = await by.client.get(address, query);
  for (;;) {
    rows.push(...answer.body);
    const next = /<([^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    if (next === undefined) return rows;
    answer = await by.client.get(next.slice(`${server.url}/api/v1`.length));
  }
}

describe('of an assignment', () => {
  // submissions#61
  test('the students who have one, by user id, page by page, for graders', async () => {
    const all = await pages(here.teacher, submissionsOf(here.id, first), { per_page: 1 });
    expect(pairs(all)).toEqual(of([first], here.students));
    expect(await listed(submissionsOf(here.id, empty), here.teacher.client)).toEqual([]);
    for (const by of [here.one])
      expect(await by.client.get(submissionsOf(here.id, first))).toMatchObject({ status: 401, body: NOT_PERMITTED });
    for (const id of [NONE]) expect((await here.teacher.client.get(submissionsOf(here.id, id))).status).toBe(404);
    const other = await room(server, 0);
    expect((await other.teacher.client.get(submissionsOf(other.id, first))).status).toBe(404);
    expect((await server.admin.get(submissionsOf(other.id, first))).status).toBe(404);
  });

  // submissions#61
  test('goes backwards too', async () => {
    const link = async (address: string, rel: string) => {
      const answer = await here.teacher.client.get(address);
      const to = new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(answer.headers['link']))?.[1] ?? '';
      return to.slice(`${server.url}/api/v1`.length);
    };
    const begin = `${submissionsOf(here.id, first)}?per_page=2`;
    const back = await link(await link(begin, 'next'), 'prev');
    expect(pairs(await listed(back, here.teacher.client))).toEqual(of([first], here.students.slice(0, 2)));
  });
});

describe('of students by assignments, flat', () => {
  // submissions#63, submissions#65
  test('by assignment, then user, page by page', async () => {
    const all = of([first, second], here.students);
    for (const student_ids of [['all'], here.students.map((one) => one.id), [...here.students.map((one) => `sis_login_id:${one.login}`)]])
      for (const per_page of [1, 2, 4, 100]) expect(pairs(await pages(here.teacher, path(), { student_ids, per_page }))).toEqual(all);
    const link = String((await here.teacher.client.get(path(), { student_ids: ['all'], per_page: 1 })).headers['link']);
    expect(link).not.toContain('rel="last"');
  });

  // submissions#64
  test('of some students and some assignments', async () => {
    expect(await flat(here.teacher, { student_ids: [here.two.id] })).toEqual(of([first, second], [here.two]));
    expect(await flat(here.teacher, { student_ids: [here.two.id, here.two.id], assignment_ids: [second] })).toEqual(
      of([second], [here.two]),
    );
    expect(await flat(here.teacher, { student_ids: ['all'], assignment_ids: [first, NONE] })).toEqual(of([first], here.students));
    expect(await flat(here.teacher, { student_ids: ['all'], assignment_ids: [NONE] })).toEqual([]);
    expect(await flat(here.teacher, { student_ids: ['all'], assignment_ids: [] })).toEqual(of([first, second], here.students));
    expect(await flat(here.teacher, { student_ids: `${here.one.id}`, assignment_ids: first })).toEqual(of([first], [here.one]));
  });

  // submissions#62
  test("without students the caller's own; who has none gets none", async () => {
    expect(await flat(here.one)).toEqual(of([first, second], [here.one]));
    expect(await flat(here.one, { student_ids: ['self'] })).toEqual(of([first, second], [here.one]));
    expect(await flat(here.one, { student_ids: [''] })).toEqual(of([first, second], [here.one]));
    expect(await flat(here.teacher)).toEqual([]);
  });

  // submissions#62, submissions#63, submissions#64
  test('any id that is not permitted is 401 for the whole; to graders unknown ones are nobody', async () => {
    const odd: Fields['student_ids'][] = [
      ['all'],
      [here.two.id],
      [here.one.id, here.two.id],
      [NONE],
      ['sis_login_id:nobody'],
      [`sis_login_id:${here.two.login}`],
    ];
    for (const student_ids of odd)
      expect(await here.one.client.get(path(), { student_ids })).toMatchObject({ status: 401, body: NOT_PERMITTED });
    expect(await flat(here.one, { student_ids: [`sis_login_id:${here.one.login}`] })).toEqual(of([first, second], [here.one]));
    const stranger = await person(server);
    const unknown = { student_ids: [here.one.id, NONE, stranger.id, here.teacher.id, 'sis_user_id:nobody'] };
    expect(await flat(here.teacher, unknown)).toEqual(of([first, second], [here.one]));
    expect(await here.teacher.client.get(path(), { student_ids: ['ann'] })).toMatchObject(blamed('student_ids'));
    expect(await here.teacher.client.get(path(), { assignment_ids: ['x'] })).toMatchObject(blamed('assignment_ids'));
    expect(await here.teacher.client.get(path(), { grouped: 'perhaps' })).toMatchObject(blamed('grouped'));
  });

  // submissions#67
  test('totals without grouping are ignored', async () => {
    expect(await flat(here.one, { include: ['total_scores'] })).toEqual(of([first, second], [here.one]));
  });

  // submissions#64
  test('deleted assignments are gone', async () => {
    const id = await task(server, here.id);
    await turnIn(here.id, id, here.one);
    expect(await flat(here.one, { assignment_ids: [id] })).toHaveLength(1);
    await server.admin.delete(`/courses/${here.id}/assignments/${id}`).expect(200);
    for (const by of [here.one, here.teacher]) expect(await flat(by, { student_ids: [here.one.id], assignment_ids: [id] })).toEqual([]);
  });
});

describe('observers', () => {
  let at: School;
  let id: number;
  beforeAll(async () => {
    at = await school(server);
    id = await task(server, at.course.id);
    for (const one of [at.student, at.student2]) await turnIn(at.course.id, id, one);
  });

  // submissions#62, submissions#67
  test('list their students, themselves, and nobody else', async () => {
    const address = `/courses/${at.course.id}/students/submissions`;
    const ask = (student_ids: (number | string)[] | undefined) => at.observer.client.get(address, { student_ids });
    expect((await ask([at.student.id])).body.map((one: Shown) => one.user_id)).toEqual([at.student.id]);
    expect((await ask([`sis_login_id:${at.student.login}`])).body).toHaveLength(1);
    expect((await ask(undefined)).body).toEqual([]);
    for (const ids of [[at.student2.id], [at.student.id, at.student2.id], ['all']]) expect((await ask(ids)).status).toBe(401);
    const grouped = await at.observer.client.get(address, { student_ids: [at.student.id], grouped: true, include: ['total_scores'] });
    expect(grouped.body).toMatchObject([
      { user_id: at.student.id, submissions: [{ assignment_id: id }], computed_current_score: null, computed_final_score: 0 },
    ]);
  });

  // submissions#62
  test('and nothing once they observe no more', async () => {
    const { rows } = await server.database.pool.query(`select id from enrollments where course_id = $1 and user_id = $2`, [
      at.course.id,
      at.observer.id,
    ]);
    await server.admin.delete(`/courses/${at.course.id}/enrollments/${rows[0].id}`, { task: 'inactivate' }).expect(200);
    expect((await at.observer.client.get(`/courses/${at.course.id}/students/submissions`, { student_ids: [at.student.id] })).status).toBe(
      401,
    );
  });
});

const Grouped = z.array(
  z.strictObject({
    user_id: z.int(),
    submissions: z.array(z.looseObject({ user_id: z.int(), assignment_id: z.int() })),
    computed_current_score: z.number().nullable().optional(),
    computed_final_score: z.number().nullable().optional(),
  }),
);
const grouped = (by: Person, query: Fields, address = path()) => made(by.client.get(address, { grouped: 'true', ...query }), Grouped);

describe('grouped', () => {
  // submissions#66
  test('one item for each student, by sortable name, with those who have none', async () => {
    const own = await room(server, 0);
    const people: Person[] = [];
    for (const name of ['Zoe Adams', 'Adam Young', 'Bea Miller']) {
      const one = await person(server, { name });
      await enroll(server, own.id, one.id, 'StudentEnrollment');
      people.push(one);
    }
    const [zoe, adam, bea] = people;
    const id = await task(server, own.id);
    if (zoe) await turnIn(own.id, id, zoe);
    const address = `/courses/${own.id}/students/submissions`;
    const wanted = [zoe, bea, adam].map((one) => one?.id);
    const all = await grouped(own.teacher, { student_ids: ['all'] }, address);
    expect(all.map((one) => one.user_id)).toEqual(wanted);
    expect(all.map((one) => one.submissions.length)).toEqual([1, 0, 0]);
    expect(Object.keys(all[0] ?? {})).toEqual(['user_id', 'submissions']);
    const paged = await pages(own.teacher, address, { student_ids: ['all'], grouped: 1, per_page: 1 });
    expect(paged.map((one) => one.user_id)).toEqual(wanted);
    expect((await grouped(own.teacher, { student_ids: [bea?.id ?? 0, zoe?.id ?? 0] }, address)).map((one) => one.user_id)).toEqual([
      zoe?.id,
      bea?.id,
    ]);
  });

  // submissions#66
  test('by assignment within a student; of the assignments that are asked for', async () => {
    const [one] = await grouped(here.one, {});
    expect([one?.user_id, one?.submissions.map((row) => row.assignment_id)]).toEqual([here.one.id, [first, second]]);
    const [some] = await grouped(here.teacher, { student_ids: [here.two.id], assignment_ids: [second] });
    expect(some?.submissions.map((row) => row.assignment_id)).toEqual([second]);
    expect(await grouped(here.teacher, {})).toEqual([]);
    expect((await here.one.client.get(path(), { grouped: 1, student_ids: [here.two.id] })).status).toBe(401);
  });

  // submissions#66
  test('of any size: each student is written alone, and all of them are one list', async () => {
    const own = await room(server, 3);
    const id = await task(server, own.id);
    const long = `<p>${'Words and \u{1f600}. '.repeat(4_000)}</p>`;
    for (const one of own.students) await turnIn(own.id, id, one, long);
    const address = `/courses/${own.id}/students/submissions`;
    const all = await grouped(own.teacher, { student_ids: ['all'] }, address);
    expect(all.map((one) => one.submissions.map((row) => row.body))).toEqual([[long], [long], [long]]);
    const asStrings = await own.teacher.client
      .get(address, { student_ids: ['all'], grouped: true })
      .set('accept', 'application/json+canvas-string-ids')
      .expect(200);
    expect(asStrings.body.map((one: { user_id: string }) => one.user_id)).toEqual(all.map((one) => String(one.user_id)));
  });

  // submissions#4, submissions#56
  test('and flat: of what is not published, for those alone who may edit it', async () => {
    const own = await room(server, 1);
    const draft = await task(server, own.id, { published: false });
    await update(own.id, draft, own.one.id, { comment: { text_comment: 'early' } }, own.teacher.client);
    const address = `/courses/${own.id}/students/submissions`;
    const query = { student_ids: [own.one.id] };
    for (const [by, wanted] of [
      [own.teacher, [draft]],
      [own.one, []],
    ] as const) {
      expect((await listed(address, by.client, query)).map((row) => row.assignment_id)).toEqual(wanted);
      const [one] = await grouped(by, query, address);
      expect(one?.submissions.map((row) => row.assignment_id)).toEqual(wanted);
    }
  });

  // submissions#65
  test('grouped=false is flat', async () => {
    expect(await flat(here.one, { grouped: 'false' })).toEqual(of([first, second], [here.one]));
  });
});

describe('sections', () => {
  // submissions#1, submissions#68
  test("a section's path has its students; a limited grader those of the own sections", async () => {
    const own = await room(server, 1);
    const { section, member, assistant } = await ownSection(server, own.id);
    const id = await task(server, own.id);
    for (const one of [own.one, member]) await grade(own.id, id, one.id, '5', own.teacher.client);
    const rows = async (by: Person, address: string, query: Fields = {}) => {
      const answer = await by.client.get(address, query);
      return answer.status === 200 ? answer.body.map((one: Shown) => one.user_id) : answer.status;
    };
    const inSection = `/sections/${section}`;
    const inCourse = `/courses/${own.id}`;
    const list = `/assignments/${id}/submissions`;
    const all = { student_ids: ['all'] };
    expect(await rows(own.teacher, inSection + list)).toEqual([member.id]);
    for (const by of [own.teacher, assistant])
      for (const query of [all, { ...all, grouped: 1 }])
        expect(await rows(by, `${inSection}/students/submissions`, query)).toEqual([member.id]);
    expect(await rows(assistant, inCourse + list)).toEqual([member.id]);
    for (const query of [all, { ...all, grouped: 1 }, { student_ids: [member.id, NONE] }])
      expect(await rows(assistant, `${inCourse}/students/submissions`, query)).toEqual([member.id]);
    for (const student_ids of [[own.one.id], [member.id, own.one.id]])
      expect(await rows(assistant, `${inCourse}/students/submissions`, { student_ids })).toBe(401);
    expect(await rows(own.teacher, `${inSection}/students/submissions`, { student_ids: [own.one.id, member.id] })).toEqual([member.id]);
    expect(await rows(member, `${inSection}/students/submissions`)).toEqual([member.id]);
    expect(await rows(own.one, `${inSection}/students/submissions`)).toEqual([]);
    expect(await rows(member, inSection + list)).toBe(401);
    for (const [by, who, status] of [
      [own.teacher, own.one.id, 404],
      [assistant, own.one.id, 404],
      [assistant, member.id, 200],
      [member, member.id, 200],
      [own.one, own.one.id, 404],
    ] as const)
      expect((await by.client.get(`${inSection}${list}/${who}`)).status).toBe(status);
    expect((await assistant.client.get(`${inCourse}${list}/${own.one.id}`)).status).toBe(404);
  });

  // submissions#5, submissions#62
  test('are none to who grades nobody of the section that the path names', async () => {
    const [own, both] = [await room(server, 0), await person(server)];
    const { section, assistant } = await ownSection(server, own.id);
    const { sectionId } = await enroll(server, own.id, both.id, 'StudentEnrollment');
    await enroll(server, own.id, both.id, 'StudentEnrollment', { course_section_id: section });
    await turnIn(own.id, await task(server, own.id), both);
    const seen = async (id: number) =>
      (await listed(`/sections/${id}/students/submissions`, assistant.client, { student_ids: [both.id] })).map((one) => one.user_id);
    expect([await seen(section), await seen(sectionId)]).toEqual([[both.id], []]);
  });

  // submissions#68
  test('of another course have nothing to do with its assignments', async () => {
    const other = await room(server, 1);
    const { rows } = await server.database.pool.query('select id from course_sections where course_id = $1', [other.id]);
    expect((await server.admin.get(`/sections/${rows[0].id}/assignments/${first}/submissions`)).status).toBe(404);
    expect((await other.one.client.get(`/sections/${rows[0].id}/assignments/${first}/submissions/self`)).status).toBe(404);
  });
});
