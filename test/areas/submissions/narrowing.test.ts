import { beforeAll, describe, expect, test } from 'vitest';
import { blamed } from '../../helpers/assignments.ts';
import type { Fields } from '../../helpers/form.ts';
import { enroll, type Person, person } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';
import { grade, listed, ownSection, type Room, room, type Shown, show, task, turnIn, update } from '../../helpers/submissions.ts';

const T = Date.parse('2026-03-02T12:00:00Z');
/** Full hours after the first thing that happened, and milliseconds. */
const at = (hours: number, ms = 0): Date => new Date(T + hours * 3_600_000 + ms);
const said = (hours: number, ms = 0): string => at(hours, ms).toISOString();
let now = at(0);
const server = useServer({ clock: () => now });

let here: Room;
let section: number;
let three: Person;
let observer: Person;
let ids: Record<'essay' | 'poem' | 'muted' | 'noted', number>;

/**
 * | | essay | poem | muted | noted |
 * |---|---|---|---|---|
 * | one | turned in at 0, graded at 1 | turned in at 2 | turned in at 3, graded at 4 | graded at 4 |
 * | two | turned in at 1 | waits for a grader, since 2 | | |
 * | three | commented on | | | |
 */
beforeAll(async () => {
  here = await room(server, 3);
  const { id, teacher, one, two } = here;
  three = here.students[2] ?? one;
  ({ section } = await ownSection(server, id));
  await enroll(server, id, two.id, 'StudentEnrollment', { course_section_id: section });
  observer = await person(server);
  await enroll(server, id, observer.id, 'ObserverEnrollment', { associated_user_id: one.id });
  const [essay, poem, muted, noted] = [await task(server, id), await task(server, id), await task(server, id), await task(server, id)];
  ids = { essay, poem, muted, noted };
  now = at(0, 400);
  await turnIn(id, essay, one);
  now = at(1, 999);
  await turnIn(id, essay, two);
  await grade(id, essay, one.id, 8, teacher.client);
  await update(id, essay, three.id, { comment: { text_comment: 'begin' } }, teacher.client);
  now = at(2);
  await turnIn(id, poem, one);
  await turnIn(id, poem, two);
  await server.database.pool.query(`update submissions set state = 'pending_review' where assignment_id = $1 and user_id = $2`, [
    poem,
    two.id,
  ]);
  for (const which of [muted, noted])
    await server.admin.put(`/courses/${id}/assignments/${which}`, { assignment: { muted: true } }).expect(200);
  now = at(3);
  await turnIn(id, muted, one);
  await update(id, noted, one.id, { comment: { text_comment: 'mine' } }, one.client);
  now = at(4);
  for (const which of [muted, noted]) await grade(id, which, one.id, 9, teacher.client);
});

type Word = `${'one' | 'two' | 'three'} ${keyof typeof ids}`;
const words = (rows: readonly Shown[]): string[] => {
  const people = new Map([here.one, here.two, three].map((who, i) => [who.id, ['one', 'two', 'three'][i]]));
  const named = new Map(Object.entries(ids).map(([word, id]) => [id, word]));
  return rows.map((row) => `${people.get(row.user_id)} ${named.get(row.assignment_id)}`);
};
const inCourse = () => `/courses/${here.id}/students/submissions`;
const all = { student_ids: ['all'], per_page: 100 };
/** The same is left of the flat list and of the grouped one, which has all students. */
async function left(by: Person, query: Fields, path = inCourse()): Promise<string[]> {
  const flat = words(await listed(path, by.client, query));
  const { body } = await by.client.get(path, { ...query, grouped: true }).expect(200);
  const grouped: { user_id: number; submissions: Shown[] }[] = body;
  const { body: whole } = await by.client.get(path, { student_ids: query['student_ids'], grouped: true }).expect(200);
  expect(grouped.map((row) => row.user_id)).toEqual(whole.map((row: { user_id: number }) => row.user_id));
  expect(words(grouped.flatMap((row) => row.submissions)).toSorted()).toEqual(flat.toSorted());
  return flat;
}

describe('to graders', () => {
  const every: Word[] = ['one essay', 'two essay', 'three essay', 'one poem', 'two poem', 'one muted', 'one noted'];
  const cases: [Fields, Word[]][] = [
    [{}, every],
    [{ workflow_state: '', submitted_since: '', graded_since: '' }, every],
    [{ workflow_state: 'graded' }, ['one essay', 'one muted', 'one noted']],
    [{ workflow_state: 'submitted' }, ['two essay', 'one poem']],
    [{ workflow_state: 'pending_review' }, ['two poem']],
    [{ workflow_state: 'unsubmitted' }, ['three essay']],
    [{ submitted_since: said(0) }, ['one essay', 'two essay', 'one poem', 'two poem', 'one muted']],
    [{ submitted_since: said(0, 1_000) }, ['two essay', 'one poem', 'two poem', 'one muted']],
    [{ submitted_since: said(1) }, ['two essay', 'one poem', 'two poem', 'one muted']],
    [{ submitted_since: '2026-03-02T14:00:00+01:00' }, ['two essay', 'one poem', 'two poem', 'one muted']],
    [{ submitted_since: said(3, 1_000) }, []],
    [{ graded_since: said(1) }, ['one essay', 'one muted', 'one noted']],
    [{ graded_since: said(1, 1_000) }, ['one muted', 'one noted']],
    [{ graded_since: '9000-01-01' }, []],
    [{ graded_since: said(1), submitted_since: said(1) }, ['one muted']],
    [{ workflow_state: 'submitted', submitted_since: said(2) }, ['one poem']],
    [{ workflow_state: 'submitted', graded_since: said(0) }, []],
  ];

  // submissions#103
  test.each(cases)('%j leaves %j', async (query, wanted) => {
    expect(await left(here.teacher, { ...all, ...query })).toEqual(wanted);
  });

  // submissions#103, submissions#64, submissions#68
  test('is narrowed with what else is asked for', async () => {
    const query = { ...all, workflow_state: 'submitted' };
    expect(await left(here.teacher, { ...query, assignment_ids: [ids.poem] })).toEqual(['one poem']);
    expect(await left(here.teacher, { ...query, student_ids: [here.two.id] })).toEqual(['two essay']);
    const inSection = `/sections/${section}/students/submissions`;
    expect(await left(here.teacher, query, inSection)).toEqual(['two essay']);
    expect(await left(here.teacher, { ...all, submitted_since: said(2) }, inSection)).toEqual(['two poem']);
    const grouped = await here.teacher.client.get(inCourse(), { ...query, grouped: true, include: ['total_scores'] }).expect(200);
    const whole = await here.teacher.client.get(inCourse(), { ...all, grouped: true, include: ['total_scores'] }).expect(200);
    const totals = (rows: { computed_current_score: number }[]) => rows.map((row) => row.computed_current_score);
    expect(totals(grouped.body)).toEqual(totals(whole.body));
  });

  // submissions#103
  test('comes in pages of what is left', async () => {
    const next = (links: unknown) => /<([^>]*)>; rel="next"/.exec(String(links))?.[1]?.slice(`${server.url}/api/v1`.length);
    const query = { student_ids: ['all'], submitted_since: said(1), per_page: 2 };
    const first = await here.teacher.client.get(inCourse(), query).expect(200);
    expect(words(first.body)).toEqual(['two essay', 'one poem']);
    expect(first.headers).not.toHaveProperty('x-ignored-parameters');
    const second = await here.teacher.client.get(next(first.headers['link']) ?? '').expect(200);
    expect(words(second.body)).toEqual(['two poem', 'one muted']);
    expect(next(second.headers['link'])).toBeUndefined();
  });
});

describe('to students and observers', () => {
  // submissions#103, submissions#58, submissions#59
  test('is narrowed by what they are answered while it is muted', async () => {
    const { id, one } = here;
    expect(await show(id, ids.muted, one.id, one.client)).toMatchObject({ workflow_state: 'submitted', graded_at: null });
    expect(await show(id, ids.noted, one.id, one.client)).toMatchObject({ workflow_state: 'unsubmitted', graded_at: null });
    for (const by of [one, observer])
      for (const [query, wanted] of [
        [{ workflow_state: 'graded' }, ['one essay']],
        [{ workflow_state: 'submitted' }, ['one poem', 'one muted']],
        [{ workflow_state: 'unsubmitted' }, ['one noted']],
        [{ graded_since: said(0) }, ['one essay']],
        [{ submitted_since: said(3) }, ['one muted']],
        [{ workflow_state: 'submitted', graded_since: said(0) }, []],
      ] as const)
        expect(await left(by, { student_ids: [one.id], ...query })).toEqual(wanted);
    expect(await left(here.two, { student_ids: ['self'], workflow_state: 'pending_review' })).toEqual(['two poem']);
  });
});

// submissions#103
test.each([
  { workflow_state: 'lost' },
  { workflow_state: ['graded', 'submitted'] },
  { submitted_since: 'yesterday' },
  { submitted_since: '2026-02-30' },
  { graded_since: '1' },
  { graded_since: { a: '2026-03-02' } },
])('%j is refused', async (query: Fields) => {
  for (const path of [inCourse(), `/sections/${section}/students/submissions`])
    for (const grouped of [true, false])
      expect(await here.teacher.client.get(path, { ...all, ...query, grouped })).toMatchObject(blamed(Object.keys(query)[0] ?? ''));
});
