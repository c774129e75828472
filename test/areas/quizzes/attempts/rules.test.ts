import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attemptsLeft,
  currentQuestion,
  endOf,
  finishedAt,
  isOver,
  outOfTurn,
  readableNow,
  secondsLeft,
  showsResults,
} from '../../../../src/areas/quizzes/attempts/rules.ts';
import type { QuestionType } from '../../../../src/store/generated/enums.ts';
import type { VersionQuestion } from '../../../../src/store/stored/quizzes.ts';

const at = (time: string) => new Date(`2040-05-01T${time}Z`);
const NOON = at('12:00:00');

// quizzes#52
test.each([
  [1, 0, 1],
  [1, 1, 0],
  [3, 1, 2],
  [2, 5, 0],
  [-1, 0, -1],
  [-1, 100, -1],
])('of %i attempts %i are begun: %i are left', (allowed, begun, left) => expect(attemptsLeft(allowed, begun)).toBe(left));

// quizzes#50
test.each([
  [null, null, null],
  [10, null, at('12:10:00')],
  [10, at('12:05:00'), at('12:05:00')],
  [10, at('13:00:00'), at('12:10:00')],
  [null, at('13:00:00'), at('13:00:00')],
])('with %s minutes and a lock at %s it ends at %s', (limit, lock, end) => expect(endOf(NOON, limit, lock)).toEqual(end));

// quizzes#85
test.each([
  [null, null, null],
  [at('12:10:00'), null, 600],
  [at('12:00:01.999'), null, 1],
  [NOON, null, 0],
  [at('11:59:00'), null, 0],
  [at('12:10:00'), at('11:59:00'), 0],
  [null, at('11:59:00'), 0],
])('of an attempt that ends at %s and was finished at %s %s seconds are left at noon', (endAt, finished, left) =>
  expect(secondsLeft({ endAt, finishedAt: finished }, NOON)).toBe(left),
);

// quizzes#63, quizzes#67
test('is over a minute after its end, and then was finished at its end', () => {
  expect(isOver({ endAt: null }, NOON)).toBe(false);
  expect(isOver({ endAt: NOON }, at('12:01:00'))).toBe(false);
  expect(isOver({ endAt: NOON }, at('12:01:00.001'))).toBe(true);
  expect(finishedAt({ endAt: null }, NOON)).toEqual(NOON);
  expect(finishedAt({ endAt: NOON }, at('12:00:30'))).toEqual(at('12:00:30'));
  expect(finishedAt({ endAt: NOON }, at('15:00:00'))).toEqual(NOON);
});

// quizzes#82
test.each([
  [null, 1, 1, false, true],
  [null, 2, 2, true, true],
  ['always', 1, 1, false, false],
  ['always', -1, 9, false, false],
  ['until_after_last_attempt', 2, 1, false, false],
  ['until_after_last_attempt', 2, 2, false, true],
  ['until_after_last_attempt', 2, 2, true, false],
] as const)('results hidden %s, of %i attempts %i, one unfinished %s: shown %s', (hideResults, allowedAttempts, begun, unfinished, shown) =>
  expect(showsResults({ hideResults, allowedAttempts }, { begun, unfinished })).toBe(shown),
);

const question = (id: number, type: QuestionType = 'essay_question'): VersionQuestion => ({
  id,
  position: id,
  name: `Question ${id}`,
  text: null,
  type,
  pointsPossible: 1,
  answers: [],
});
const text = (id: number) => question(id, 'text_only_question');
const ids = (questions: readonly VersionQuestion[]) => questions.map((one) => one.id);

describe('one question at a time', () => {
  const questions = [text(1), question(2), question(3), text(4), text(5), question(6), text(7)];
  // quizzes#45
  test.each<[number[], number | undefined, number[]]>([
    [[], 2, [1, 2]],
    [[2], 3, [3]],
    [[3], 2, [1, 2]],
    [[2, 3], 6, [4, 5, 6]],
    [[2, 3, 6], undefined, [7]],
  ])('%j are answered: %s is the current one, with what leads to it', (answered, current, readable) => {
    expect(currentQuestion(questions, new Set(answered))?.id).toBe(current);
    expect(ids(readableNow(questions, new Set(answered)))).toEqual(readable);
  });

  // quizzes#46
  test.each<[number[], number[], 'ahead' | 'back' | null, 'ahead' | 'back' | null]>([
    [[], [2], null, null],
    [[], [2, 3, 6], null, null],
    [[2], [3], null, null],
    [[], [3], 'ahead', 'ahead'],
    [[], [3, 2], 'ahead', 'ahead'],
    [[], [2, 6], 'ahead', 'ahead'],
    [[], [1], 'ahead', 'ahead'],
    [[2], [2], null, 'back'],
    [[2, 3, 6], [6], null, 'back'],
    [[2], [2, 6], 'ahead', 'back'],
    [[2], [2, 3], null, 'back'],
  ])('%j are answered, then %j: with going back %s, without it %s', (answered, asked, free, strict) => {
    expect(outOfTurn(questions, new Set(answered), asked, true)).toBe(free);
    expect(outOfTurn(questions, new Set(answered), asked, false)).toBe(strict);
  });

  test('whoever answers in turn comes through all, and reads all once, whatever texts lie between', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (kinds) => {
        const all = kinds.map((isText, i) => (isText ? text(i + 1) : question(i + 1)));
        const order = ids(all.filter((one) => one.type !== 'text_only_question'));
        for (const goesBack of [true, false]) expect(outOfTurn(all, new Set(), order, goesBack)).toBeNull();
        expect(currentQuestion(all, new Set(order))).toBeNull();
        const read = [0, ...order].flatMap((_, i) => ids(readableNow(all, new Set(order.slice(0, i)))));
        expect(read).toEqual(ids(all));
      }),
    );
  });
});
