import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Enrollment } from '../../../src/areas/enrollments/schemas.ts';
import { GradingPeriods, NamedGradingPeriodSet } from '../../../src/areas/grading-periods/schemas.ts';
import type { Fields } from '../../helpers/form.ts';
import { enroll, made, person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import { type Client, useServer } from '../../helpers/server.ts';
import { grade, room, task } from '../../helpers/submissions.ts';

const server = useServer();

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const SETS = `/accounts/${ROOT_ACCOUNT}/grading_period_sets`;

const PERIODS = [
  { title: 'First', start_date: at(-300), end_date: at(-200), weight: 20 },
  { title: 'Second', start_date: at(-200), end_date: at(-50), weight: 30 },
  { title: 'Last', start_date: at(-50), end_date: at(200), weight: 50 },
];

/** Work of each period, and of none; that of the first is due in the second to the second student. */
async function graded(weighted: boolean) {
  const here = await room(server, 2);
  const { id: term } = await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/terms`, { enrollment_term: { name: unique('Term') } }));
  await server.admin.put(`/courses/${here.id}`, { course: { term_id: term } }).expect(200);
  const sent = { grading_period_set: { title: unique('Set'), weighted }, enrollment_term_ids: [term] };
  const { grading_period_set: set } = await made(server.admin.post(SETS, sent), NamedGradingPeriodSet);
  const batch = server.admin.patch(`/grading_period_sets/${set.id}/grading_periods/batch_update`, { grading_periods: PERIODS });
  const { grading_periods: periods } = await made(batch, GradingPeriods);
  const [first = 0, ...others] = await Promise.all([-250, -100, 10, 500].map((hours) => task(server, here.id, { due_at: at(hours) })));
  const override = { student_ids: [here.two.id], title: 'Other', due_at: at(-100) };
  await server.admin.post(`/courses/${here.id}/assignments/${first}/overrides`, { assignment_override: override }).expect(201);
  for (const [i, id] of [first, ...others].entries()) {
    await grade(here.id, id, here.one.id, [2, 5, 9, 0][i] ?? 0, server.admin);
    await grade(here.id, id, here.two.id, [4, 6, 1, 0][i] ?? 0, server.admin);
  }
  return { here, set, periods };
}
const scores = async (path: string, by: Client, query: Fields = {}) =>
  (await made(by.get(path, { type: ['StudentEnrollment'], ...query }), z.array(Enrollment))).map(({ grades }) => [
    grades?.current_score,
    grades?.final_score,
  ]);

describe('the totals of a course whose periods weigh', () => {
  // grading-periods#13
  test('are made of those of its periods, wherever they are told', async () => {
    const { here, periods } = await graded(true);
    const [teacher, student] = [here.teacher.client, here.one.client];
    const both = [
      [64, 64],
      [25, 20],
    ];
    expect(await scores(`/courses/${here.id}/enrollments`, teacher)).toEqual(both);
    expect(await scores(`/users/${here.one.id}/enrollments`, student)).toEqual([[64, 64]]);
    const query = { student_ids: ['all'], grouped: true, include: ['total_scores'] };
    const { body: grouped } = await teacher.get(`/courses/${here.id}/students/submissions`, query).expect(200);
    const told = { computed_current_score: 25, computed_final_score: 20 };
    expect(grouped).toHaveLength(2);
    expect(grouped).toContainEqual(expect.objectContaining({ computed_current_score: 64, computed_final_score: 64 }));
    expect(grouped).toContainEqual(expect.objectContaining(told));
    const { body: courses } = await here.two.client.get('/courses', { include: ['total_scores'] }).expect(200);
    expect(courses).toMatchObject([{ enrollments: [told] }]);
    const { text } = await teacher.get(`/courses/${here.id}/gradebook.csv`);
    expect(
      text
        .trim()
        .split(/\r?\n/)
        .slice(2)
        .map((line) => line.split(',').slice(-4, -2))
        .toSorted(),
    ).toEqual([
      ['25', '20'],
      ['64', '64'],
    ]);
    for (const [i, wanted] of [
      [
        [20, 20],
        [null, null],
      ],
      [
        [50, 50],
        [50, 50],
      ],
      [
        [90, 90],
        [10, 10],
      ],
    ].entries())
      expect(await scores(`/courses/${here.id}/enrollments`, teacher, { grading_period_id: periods[i]?.id ?? 0 })).toEqual(wanted);
  });

  // grading-periods#13
  test('are those of all work where the set does not weigh, or the periods are its own', async () => {
    const { here, set } = await graded(false);
    const path = `/courses/${here.id}/enrollments`;
    const plain = [
      [40, 40],
      [27.5, 27.5],
    ];
    expect(await scores(path, here.teacher.client)).toEqual(plain);
    await server.admin.patch(`${SETS}/${set.id}`, { grading_period_set: { weighted: true } }).expect(204);
    expect(await scores(path, here.teacher.client)).not.toEqual(plain);
    await server.admin.patch(`/courses/${here.id}/grading_periods/batch_update`, { grading_periods: PERIODS }).expect(200);
    expect(await scores(path, here.teacher.client)).toEqual(plain);
  });

  // grading-periods#13
  test('take the statements that others take, however many there are', async () => {
    const [{ here }, { here: plain }] = [await graded(true), await graded(false)];
    const asked = (one: typeof here) => () => scores(`/courses/${one.id}/enrollments`, one.teacher.client, { per_page: 100 });
    // What the teachers are to their courses is kept from then on.
    for (const each of [here, plain]) await asked(each)();
    const few = await server.statements(asked(here));
    expect(await server.statements(asked(plain))).toEqual(few);
    for (let i = 0; i < 4; i++) await enroll(server, here.id, (await person(server)).id, 'StudentEnrollment');
    expect(await server.statements(asked(here))).toEqual(few);
  });
});

describe('current_grading_period_scores', () => {
  async function own({ two }: { two: { client: Client } }, include: string[]): Promise<unknown> {
    const { body } = await two.client.get('/courses', { include }).expect(200);
    return body[0].enrollments[0];
  }
  const NONE = {
    current_grading_period_id: null,
    current_grading_period_title: null,
    current_period_computed_current_score: null,
    current_period_computed_final_score: null,
    current_period_computed_current_grade: null,
    current_period_computed_final_grade: null,
  };

  // grading-periods#14
  test.each([true, false])('tell the totals of the period that is current, of a set that weighs: %s', async (weighted) => {
    const { here, set, periods } = await graded(weighted);
    await server.admin.patch(`${SETS}/${set.id}`, { grading_period_set: { display_totals_for_all_grading_periods: true } }).expect(204);
    const letters = {
      title: unique('Letters'),
      grading_scheme_entry: [
        { name: 'A', value: 50 },
        { name: 'F', value: 0 },
      ],
    };
    const standard = await made(server.admin.post(`/courses/${here.id}/grading_standards`, letters), z.looseObject({ id: z.int() }));
    await server.admin.put(`/courses/${here.id}`, { course: { grading_standard_id: standard.id } }).expect(200);
    expect(await own(here, ['total_scores', 'current_grading_period_scores'])).toMatchObject({
      computed_current_score: weighted ? 25 : 27.5,
      has_grading_periods: true,
      multiple_grading_periods_enabled: true,
      totals_for_all_grading_periods_option: true,
      current_grading_period_id: periods[2]?.id,
      current_grading_period_title: 'Last',
      current_period_computed_current_score: 10,
      current_period_computed_final_score: 10,
      current_period_computed_current_grade: 'F',
      current_period_computed_final_grade: 'F',
    });
    for (const include of [['total_scores'], ['current_grading_period_scores']])
      expect(await own(here, include)).not.toHaveProperty('has_grading_periods');
  });

  // grading-periods#14
  test('are null where no period is current, or the course has none', async () => {
    const { here } = await graded(true);
    const past = [{ title: 'Past', start_date: at(-300), end_date: at(-200) }];
    await server.admin.patch(`/courses/${here.id}/grading_periods/batch_update`, { grading_periods: past }).expect(200);
    const include = ['total_scores', 'current_grading_period_scores'];
    const flags = { has_grading_periods: true, multiple_grading_periods_enabled: true, totals_for_all_grading_periods_option: true };
    expect(await own(here, include)).toMatchObject({ ...flags, ...NONE });
    const plain = await room(server, 2);
    const none = { has_grading_periods: false, multiple_grading_periods_enabled: false, totals_for_all_grading_periods_option: false };
    expect(await own(plain, include)).toMatchObject({ ...none, ...NONE });
  });
});
