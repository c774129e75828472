import { describe, expect, test } from 'vitest';
import { assessed, assessmentError, sumOf } from '../../../src/areas/submissions/assessing.ts';

const rubric = {
  useForGrading: true,
  criteria: [
    { id: '1', points: 4 },
    { id: '2', points: 6 },
  ],
};
const sent = (rows: Record<string, { points?: number; comments?: string }>) => new Map(Object.entries(rows));

describe('an assessment', () => {
  // submissions#50
  test.each<[Record<string, { points?: number; comments?: string }>, boolean]>([
    [{ 1: { points: 0 } }, true],
    [{ 1: { points: 4 }, 2: { points: 6 } }, true],
    [{ 1: { comments: 'only said' } }, true],
    [{ 1: { points: 4.01 } }, false],
    [{ 1: { points: -0.01 } }, false],
    [{ 1: { points: 1 }, 3: { points: 0 } }, false],
    [{ constructor: { points: 0 } }, false],
    [{ toString: {} }, false],
  ])('%j is allowed: %s', (rows, allowed) => expect(assessmentError(sent(rows), rubric) === null).toBe(allowed));

  // submissions#50
  test('needs a rubric', () => expect(assessmentError(sent({ 1: { points: 1 } }), null)).toMatchObject({ attribute: 'rubric_assessment' }));

  // submissions#50
  test('that is refused is told why', () => {
    const why = (rows: Parameters<typeof sent>[0]) => assessmentError(sent(rows), rubric);
    const error = { attribute: 'rubric_assessment', type: 'invalid' };
    expect(why({ 3: {} })).toEqual({ ...error, message: 'names a criterion that the rubric does not have: 3' });
    expect(why({ 2: { points: 7 } })).toEqual({ ...error, message: 'has points of criterion 2 that are not between 0 and 6' });
  });

  // submissions#49
  test('keeps what was not sent', () => {
    const before = { 1: { points: 3, comments: 'kept' }, 2: { points: 4 } };
    expect(assessed(before, sent({ 2: { points: 6 } }))).toEqual({ 1: { points: 3, comments: 'kept' }, 2: { points: 6 } });
    expect(assessed(before, sent({ 1: { points: 1 } }))).toEqual({ 1: { points: 1, comments: 'kept' }, 2: { points: 4 } });
    expect(assessed(before, sent({ 1: { comments: '' } }))).toEqual({ 1: { points: 3, comments: '' }, 2: { points: 4 } });
  });

  // submissions#13
  test('has no row in which nothing is said', () => {
    expect(assessed(null, sent({ 1: {}, 2: { comments: '' } }))).toBeNull();
    expect(assessed(null, sent({ 1: {}, 2: { points: 3 } }))).toEqual({ 2: { points: 3 } });
    expect(assessed({ 1: { comments: 'taken back' } }, sent({ 1: { comments: '' } }))).toEqual({});
    expect(assessed(null, sent({ 1: { points: 0 }, 2: { comments: 'x' } }))).toEqual({ 1: { points: 0 }, 2: { comments: 'x' } });
    expect(assessed({ 1: { comments: 'taken back' }, 2: { points: 4 } }, sent({ 1: { comments: '' } }))).toEqual({ 2: { points: 4 } });
  });

  // submissions#51
  test('is worth what the rows of the rubric are together', () => {
    expect(sumOf({ 1: { points: 3 }, 2: { points: 4.5 } }, rubric.criteria)).toBe(7.5);
    expect(sumOf({ 1: { points: 0.1 }, 2: { points: 0.2 } }, rubric.criteria)).toBe(0.3);
    expect(sumOf({ 1: { points: 0 }, 9: { points: 100 } }, rubric.criteria)).toBe(0);
    expect(sumOf({ 1: { comments: 'x' } }, rubric.criteria)).toBeNull();
    expect(sumOf({}, rubric.criteria)).toBeNull();
  });
});
