import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calculated, reaches, scaled, together } from '../../../src/areas/outcome-results/calculating.ts';
import type { Calculation } from '../../../src/areas/outcomes/calculation.ts';
import { sql } from '../../../src/store/sql/sql.ts';
import { bareStatement } from '../../helpers/bare-statement.ts';
import { useServer } from '../../helpers/server.ts';

const server = useServer();

const by = (calculationMethod: Calculation['calculationMethod'], calculationInt: number | null = null): Calculation => ({
  calculationMethod,
  calculationInt,
});

const CALCULATED = bareStatement<{ score: number | null }>(
  'calculated',
  `select (${calculated(sql`m.method`, sql`m.number`).text})::float8 as score
    from (select $1::calculation_method as method, $2::int as number) m
      left join (select $1::calculation_method as method, reached, reached >= $4::float8 as mastered, 1 as "assessmentId", position, now() as at
        from unnest($3::float8[]) with ordinality u(reached, position) order by random()) r on true
    group by m.method, m.number`,
);
const REACHES = bareStatement<{ answer: boolean }>('reaches', `select ${reaches(sql`$1::float8`, sql`$2::float8`).text} as answer`);
const SCALED = bareStatement<{ points: number }>(
  'scaled',
  `select ${scaled(sql`$1::float8`, sql`$2::float8`, sql`$3::float8`).text} as points`,
);

async function scoreOf(scores: readonly number[], { calculationMethod, calculationInt }: Calculation, mastery: number | null) {
  const [row] = await server.database.rows(CALCULATED, [calculationMethod, calculationInt, scores, mastery]);
  return row?.score;
}
const isReached = async (score: number, mastery: number) => (await server.database.rows(REACHES, [score, mastery]))[0]?.answer;
const broughtTo = async (points: number, possible: number, own: number | null) =>
  (await server.database.rows(SCALED, [points, possible, own]))[0]?.points ?? Number.NaN;

// outcome-results#5
describe('what results come to', () => {
  test.each<[Calculation, number[], number | null, number | null]>([
    [by('highest'), [2, 5, 3], null, 5],
    [by('latest'), [2, 5, 3], null, 3],
    [by('average'), [2, 5, 3], null, 3.33],
    [by('average'), [1, 2], null, 1.5],
    [by('decaying_average', 65), [4], null, 4],
    [by('decaying_average', 65), [2, 4], null, 3.3],
    [by('decaying_average', 75), [1, 3, 4], null, 3.5],
    [by('decaying_average', 1), [2, 4], null, 2.02],
    [by('decaying_average', 99), [2, 4], null, 3.98],
    [by('n_mastery', 2), [3, 1, 4], 3, 3.5],
    [by('n_mastery', 2), [3, 2.99], 3, null],
    [by('n_mastery', 1), [3], 3, 3],
    [by('n_mastery', 1), [3], null, null],
    [by('average'), [0.005], null, 0.01],
    [by('average'), [0.1, 0.2, 0.3], null, 0.2],
  ])('%j of %j with mastery at %s is %s', async (calculation, scores, mastery, expected) =>
    expect(await scoreOf(scores, calculation, mastery)).toBe(expected),
  );

  const scores = fc.array(
    fc.integer({ min: 0, max: 1000 }).map((n) => n / 100),
    { minLength: 1, maxLength: 12 },
  );
  const methods = fc.oneof(
    fc.constantFrom(by('highest'), by('latest'), by('average')),
    fc.integer({ min: 1, max: 99 }).map((n) => by('decaying_average', n)),
    fc.integer({ min: 1, max: 10 }).map((n) => by('n_mastery', n)),
  );
  test('lies between the least and the greatest', async () => {
    await fc.assert(
      fc.asyncProperty(scores, methods, fc.integer({ min: 0, max: 10 }), async (all, method, mastery) => {
        const score = (await scoreOf(all, method, mastery)) ?? null;
        return score === null || (score >= Math.min(...all) - 0.005 && score <= Math.max(...all) + 0.005);
      }),
    );
  });
  test('is the score itself where all are the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 10, max: 20 }), methods, async (score, n, method) => {
        expect(
          await scoreOf(
            Array.from({ length: n }, () => score),
            method,
            0,
          ),
        ).toBe(score);
      }),
    );
  });
});

// outcome-results#2, outcome-results#5
describe('mastery', () => {
  test.each([
    [3, 3, true],
    [2.99, 3, false],
    [2.994, 3, false],
    [2.995, 3, true],
    [0.1 + 0.2, 0.3, true],
    [0.3, 0.1 + 0.2, true],
    [(0.6 / 3) * 5, 1, true],
  ])('at %s of %s is %s', async (score, mastery, expected) => expect(await isReached(score, mastery)).toBe(expected));

  test('is told alike of all points that come to the same', async () => {
    const points = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(points, points, points, async (mastery, own, times) => {
        expect(await isReached(await broughtTo((mastery * times) / 10, (own * times) / 10, own), mastery)).toBe(true);
      }),
    );
  });
});

// outcome-results#6
test.each([
  [[], 'mean', null],
  [[1, 2, 6], 'mean', 3],
  [[1, 2, 6], 'median', 2],
  [[6, 1, 2, 4], 'median', 3],
  [[5], 'median', 5],
  [[1, 1, 2], 'mean', 1.33],
] as const)('%j together by the %s are %s', (scores, statistic, expected) => expect(together(scores, statistic)).toBe(expected));

// outcome-results#5
test.each([
  [3, 6, 4, 2],
  [3, 6, null, 3],
  [3, 0, 4, 3],
  [1e6, 1e-300, 1e9, 10_000_000_000_000],
  [1e14, 1, null, 10_000_000_000_000],
  [1e6, 1e-90, 1e9, 10_000_000_000_000],
  [3e-300, 6e-300, 4, 2],
  [0, 1e-300, 4, 0],
  [5e-324, 1e6, 4, 0],
])('%s of %s, of an outcome of %s points, is %s', async (points, possible, own, expected) =>
  expect(await broughtTo(points, possible, own)).toBe(expected),
);
