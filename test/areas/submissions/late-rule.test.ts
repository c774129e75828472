import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LateRule, type LateWork, missingScore, pointsDeducted } from '../../../src/areas/submissions/late-rule.ts';
import { isLate, isMissing, type Standing, secondsLate } from '../../../src/areas/submissions/late-standing.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const RULE: LateRule = { deducts: true, deduction: 10, interval: 'day', minimum: 0 };
const WORK: LateWork = { score: 90, pointsPossible: 100, gradingType: 'points', secondsLate: HOUR };

describe('what is taken off late work', () => {
  // submissions#95
  test.each<[string, Partial<LateRule>, Partial<LateWork>, number]>([
    ['one interval has begun', {}, { secondsLate: 1 }, 10],
    ['it is over', {}, { secondsLate: DAY }, 10],
    ['another has begun', {}, { secondsLate: DAY + 1 }, 20],
    ['intervals are hours', { interval: 'hour' }, { secondsLate: 2 * HOUR + 1 }, 30],
    ['it is not late', {}, { secondsLate: 0 }, 0],
    ['nothing is deducted', { deducts: false }, {}, 0],
    ['0 percent are', { deduction: 0 }, {}, 0],
    ['there are other points', {}, { pointsPossible: 20, score: 15 }, 2],
    ['nothing is left', {}, { secondsLate: 20 * DAY }, 90],
    ['the minimum is left', { minimum: 50 }, { secondsLate: 20 * DAY }, 40],
    ['it is at the minimum', { minimum: 50 }, { score: 50 }, 0],
    ['it is below the minimum', { minimum: 50 }, { score: 40 }, 0],
    ['it is below 0', {}, { score: -5 }, 0],
    ['it passes or fails', {}, { gradingType: 'pass_fail', score: 100 }, 0],
    ['there are no points', {}, { pointsPossible: 0, score: 5 }, 0],
    ['there are points of no number', {}, { pointsPossible: null, score: 5 }, 0],
    ['it is no round number', { deduction: 3.333 }, {}, 3.33],
    ['points have more decimals', { deduction: 10 }, { pointsPossible: 0.125, score: 0.125 }, 0.013],
    ['nothing is left of a score that is finer than the points', { deduction: 100 }, { pointsPossible: 10, score: 0.125 }, 0.125],
    ['a score is finer than the points', { deduction: 33.333 }, { pointsPossible: 10, score: 7.125 }, 3.33],
  ])('when %s', (_, rule, work, points) => {
    expect(pointsDeducted({ ...RULE, ...rule }, { ...WORK, ...work })).toBe(points);
  });

  const percent = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100);
  const rules = fc.record<LateRule>({
    deducts: fc.constant(true),
    deduction: percent,
    interval: fc.constantFrom('day', 'hour'),
    minimum: percent,
  });
  const works = fc.record<LateWork>({
    score: fc.integer({ min: -5_000, max: 20_000 }).map((n) => n / 100),
    pointsPossible: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
    gradingType: fc.constantFrom('points', 'percent', 'letter_grade'),
    secondsLate: fc.integer({ min: 1, max: 100 * DAY }),
  });
  // submissions#95
  test('never leaves less than the minimum, adds nothing, and grows with time', () => {
    fc.assert(
      fc.property(rules, works, fc.integer({ min: 0, max: 10 * DAY }), (rule, work, more) => {
        const taken = pointsDeducted(rule, work);
        expect(taken).toBeGreaterThanOrEqual(0);
        const least = Math.min(work.score, Math.max(0, ((work.pointsPossible ?? 0) * rule.minimum) / 100));
        expect(work.score - taken).toBeGreaterThanOrEqual(least - 0.006);
        expect(pointsDeducted(rule, { ...work, secondsLate: work.secondsLate + more })).toBeGreaterThanOrEqual(taken);
        const whole = (rule.deduction * (work.pointsPossible ?? 0) * Math.ceil(work.secondsLate / HOUR)) / 100;
        expect(taken).toBeLessThanOrEqual(whole + 0.006);
      }),
      { numRuns: 2_000 },
    );
  });

  // submissions#99
  test.each([
    [100, 'points', 20, 0],
    [0, 'points', 20, 20],
    [25, 'letter_grade', 20, 15],
    [25, 'pass_fail', 20, 0],
    [25, 'points', null, 0],
  ] as const)('missing work with %d %% of %s and %j points', (deduction, type, points, score) => {
    expect(missingScore(deduction, type, points)).toBe(score);
  });
});

describe('how work stands to its due date', () => {
  const DONE = new Date('2030-01-01T00:00:00Z');
  const AT: Standing = {
    latePolicyStatus: null,
    secondsLateOverride: null,
    submissionType: 'online_text_entry',
    submittedAt: DONE,
    lateness: 61,
    submittable: true,
  };
  // submissions#92, submissions#93
  test.each<[Partial<Standing>, { late: boolean; seconds: number; missing: boolean }]>([
    [{}, { late: true, seconds: 61, missing: false }],
    [{ lateness: 0 }, { late: false, seconds: 0, missing: false }],
    [{ lateness: -9 }, { late: false, seconds: 0, missing: false }],
    [{ lateness: null }, { late: false, seconds: 0, missing: false }],
    [{ submissionType: 'online_quiz' }, { late: true, seconds: 61, missing: false }],
    [
      { submissionType: 'online_quiz', lateness: 60 },
      { late: false, seconds: 0, missing: false },
    ],
    [{ submittedAt: null }, { late: false, seconds: 0, missing: true }],
    [
      { submittedAt: null, lateness: -1 },
      { late: false, seconds: 0, missing: false },
    ],
    [
      { submittedAt: null, submittable: false },
      { late: false, seconds: 0, missing: false },
    ],
    [
      { latePolicyStatus: 'late', lateness: -1 },
      { late: true, seconds: 0, missing: false },
    ],
    [{ latePolicyStatus: 'late' }, { late: true, seconds: 61, missing: false }],
    [
      { latePolicyStatus: 'late', secondsLateOverride: 5 },
      { late: true, seconds: 5, missing: false },
    ],
    [
      { latePolicyStatus: 'none', secondsLateOverride: 5 },
      { late: false, seconds: 0, missing: false },
    ],
    [{ latePolicyStatus: 'extended' }, { late: false, seconds: 0, missing: false }],
    [{ latePolicyStatus: 'missing' }, { late: false, seconds: 0, missing: true }],
    [
      { latePolicyStatus: 'none', submittedAt: null },
      { late: false, seconds: 0, missing: false },
    ],
  ])('%j', (standing, wanted) => {
    const one = { ...AT, ...standing };
    expect({ late: isLate(one), seconds: secondsLate(one), missing: isMissing(one) }).toEqual(wanted);
  });
});
