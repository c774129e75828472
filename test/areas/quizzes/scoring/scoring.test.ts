import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Given } from '../../../../src/areas/quizzes/scoring/given-answers.ts';
import { type Finished, keptOf, partOf, scoreOf, type Taken } from '../../../../src/areas/quizzes/scoring/scoring.ts';
import type { QuestionType } from '../../../../src/store/generated/enums.ts';
import type { QuestionAnswer, VersionQuestion } from '../../../../src/store/stored/quizzes.ts';

type Answers = readonly Partial<QuestionAnswer>[];
const question = (type: QuestionType, answers: Answers = [], pointsPossible = 10, id = 1): VersionQuestion => ({
  id,
  position: id,
  name: '',
  text: null,
  type,
  pointsPossible,
  answers: answers.map((answer, i) => ({ id: i + 1, answer_weight: 100, ...answer })),
});
const choice: Answers = [{ answer_weight: 0 }, { answer_weight: 100 }, { answer_weight: 50 }];
const several: Answers = [{}, {}, { answer_weight: 0 }, { answer_weight: 0 }];
const words: Answers = [{ answer_text: 'Colour' }, { answer_text: 'hue', answer_weight: 40 }, { answer_text: 'Straße' }];
const exact: Answers = [{ numerical_answer_type: 'exact_answer', answer_exact: 0.3, answer_error_margin: 0.1 }];
const range: Answers = [{ numerical_answer_type: 'range_answer', answer_range_start: -2, answer_range_end: 5 }];
const pairs: Answers = [11, 12, 13, 11].map((matchId) => ({ match_id: matchId }));
const blanks: Answers = [
  { blank_id: 'a', answer_text: 'red' },
  { blank_id: 'a', answer_text: 'pink', answer_weight: 0 },
  { blank_id: 'b', answer_text: 'blue' },
];
const matched = (...ids: number[]): Given => ids.map((matchId, i) => ({ answer_id: i + 1, match_id: matchId }));

describe('a question is worth a part of its points', () => {
  // quizzes#68
  test.each<[QuestionType, Answers, Given, number | null]>([
    ['multiple_choice_question', choice, 2, 1],
    ['multiple_choice_question', choice, 1, 0],
    ['multiple_choice_question', choice, 3, 0.5],
    ['multiple_choice_question', choice, null, 0],
    ['multiple_choice_question', choice, 99, 0],
    ['multiple_choice_question', [], 1, 0],
    ['true_false_question', choice, 2, 1],
    ['true_false_question', choice, 1, 0],
    ['multiple_answers_question', several, [1, 2], 1],
    ['multiple_answers_question', several, [2], 0.5],
    ['multiple_answers_question', several, [1, 2, 3], 0.5],
    ['multiple_answers_question', several, [1, 3], 0],
    ['multiple_answers_question', several, [3, 4], 0],
    ['multiple_answers_question', several, [1, 2, 3, 4], 0],
    ['multiple_answers_question', several, [], 0],
    ['multiple_answers_question', [{ answer_weight: 0 }], [], 1],
    ['multiple_answers_question', [{ answer_weight: 0 }], [1], 0],
    ['multiple_answers_question', [{ answer_weight: 0 }], null, 0],
    ['multiple_answers_question', [{ answer_weight: 1 }, { answer_weight: 0 }], [1], 1],
    ['short_answer_question', words, 'colour', 1],
    ['short_answer_question', words, '  COLOUR ', 1],
    ['short_answer_question', words, 'HUE', 0.4],
    ['short_answer_question', words, 'STRASSE', 0],
    ['short_answer_question', [{ answer_text: ' Hue ' }], 'hue', 1],
    ['short_answer_question', [{ answer_text: 'caf\u00e9' }], 'cafe\u0301', 1],
    ['short_answer_question', [{ answer_text: 'cafe\u0301' }], 'caf\u00e9', 1],
    ['short_answer_question', words, 'color', 0],
    // More marks than any language has are compared as they came.
    ['short_answer_question', [{ answer_text: `caf\u00e9${'\u0316\u0301'.repeat(14)}` }], `cafe\u0301${'\u0316\u0301'.repeat(14)}`, 1],
    ['short_answer_question', [{ answer_text: `caf\u00e9${'\u0316\u0301'.repeat(16)}` }], `cafe\u0301${'\u0316\u0301'.repeat(16)}`, 0],
    ['short_answer_question', [{ answer_text: `a${'\u0316\u0301'.repeat(20)}` }], `A${'\u0316\u0301'.repeat(20)}`, 1],
    ['numerical_question', exact, 0.3, 1],
    ['numerical_question', exact, 0.2, 1],
    ['numerical_question', exact, 0.1 + 0.3, 1],
    ['numerical_question', exact, 0.41, 0],
    ['numerical_question', [{ answer_exact: 0.3 }], 0.1 + 0.2, 1],
    ['numerical_question', [{ answer_exact: 3 }], 3.1, 0],
    ['numerical_question', [{ answer_exact: 123_456_789.1, answer_error_margin: 0.1 }], 123_456_789.2, 1],
    ['numerical_question', range, -2, 1],
    ['numerical_question', range, 5, 1],
    ['numerical_question', range, 5.01, 0],
    ['numerical_question', range, -2.01, 0],
    ['numerical_question', range, null, 0],
    ['matching_question', pairs, matched(11, 12, 13, 11), 1],
    ['matching_question', pairs, matched(11, 13, 12, 11), 0.5],
    ['matching_question', pairs, matched(11), 0.25],
    ['matching_question', pairs, [], 0],
    ['matching_question', [], [], 0],
    ['fill_in_multiple_blanks_question', blanks, { a: 'Red', b: ' blue' }, 1],
    ['fill_in_multiple_blanks_question', blanks, { a: 1, b: 3 }, 1],
    ['fill_in_multiple_blanks_question', blanks, { a: 2, b: 3 }, 0.5],
    ['fill_in_multiple_blanks_question', blanks, { a: 'pink', b: 'blue' }, 0.5],
    ['fill_in_multiple_blanks_question', blanks, { a: 3, b: 1 }, 0],
    ['fill_in_multiple_blanks_question', blanks, { constructor: 'x' }, 0],
    ['fill_in_multiple_blanks_question', blanks, {}, 0],
    ['fill_in_multiple_blanks_question', [], {}, 0],
    ['essay_question', [], 'long', null],
    ['essay_question', [], null, null],
    ['file_upload_question', [], [5], null],
  ])('%s of %j, answered %j: %s', (type, answers, given, part) => expect(partOf(question(type, answers), given)).toBe(part));

  const AUTOMATIC = [
    'multiple_choice_question',
    'true_false_question',
    'multiple_answers_question',
    'short_answer_question',
    'numerical_question',
    'matching_question',
    'fill_in_multiple_blanks_question',
  ] as const;
  const given: fc.Arbitrary<Given> = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom('red', 'Colour', '', 'x'),
    fc.array(fc.integer({ min: 1, max: 6 })),
    fc.array(fc.record({ answer_id: fc.nat(5), match_id: fc.integer({ min: 10, max: 14 }) })),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fc.oneof(fc.constantFrom('red', 'blue'), fc.nat(4))),
  );
  // quizzes#68
  test('between 0 and all of them, of whatever is answered', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...AUTOMATIC),
        fc.constantFrom(choice, several, words, exact, range, pairs, blanks),
        given,
        (type, answers, one) => {
          const part = partOf(question(type, answers), one);
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});

const taken = (more: Partial<Taken>): Taken => ({
  quizType: 'assignment',
  questions: [
    question('multiple_choice_question', choice, 4, 1),
    question('text_only_question', [], 0, 2),
    question('essay_question', [], 6, 3),
    question('multiple_answers_question', [{}, {}, {}], 1, 4),
  ],
  answers: new Map(),
  manual: {},
  fudgePoints: 0,
  ...more,
});

describe('an attempt', () => {
  const answers: Taken['answers'] = new Map<number, Given>([
    [1, 2],
    [3, 'my essay'],
    [4, [1]],
  ]);
  // quizzes#69, quizzes#70
  test('has the sum of its questions, in hundredths, and waits for who reads the rest', () => {
    expect(scoreOf(taken({ answers }))).toEqual({ score: 4.33, pending: true });
    expect(scoreOf(taken({}))).toEqual({ score: 0, pending: true });
    expect(scoreOf(taken({ questions: [] }))).toEqual({ score: 0, pending: false });
  });
  // quizzes#69
  test('is complete once all of it is scored; what a grader gives goes before the rest', () => {
    expect(scoreOf(taken({ answers, manual: { 3: { score: 5 } } }))).toEqual({ score: 9.33, pending: false });
    expect(scoreOf(taken({ answers, manual: { 3: { score: 5 }, 1: { score: 0 } } }))).toEqual({ score: 5.33, pending: false });
    expect(scoreOf(taken({ answers, manual: { 3: { comment: 'Hm' } } }))).toEqual({ score: 4.33, pending: true });
    expect(scoreOf(taken({ manual: { 3: { score: 8 } } })).score).toBe(8);
  });
  // quizzes#69
  test('has its fudge points besides, and is never worth less than nothing', () => {
    expect(scoreOf(taken({ answers, fudgePoints: 2.5 }))).toEqual({ score: 6.83, pending: true });
    expect(scoreOf(taken({ answers, fudgePoints: -2 })).score).toBe(2.33);
    expect(scoreOf(taken({ answers, fudgePoints: -20 })).score).toBe(0);
  });
  // quizzes#71
  test('of a survey waits for nobody, and of a graded one is worth all', () => {
    expect(scoreOf(taken({ quizType: 'survey', answers }))).toEqual({ score: 4.33, pending: false });
    expect(scoreOf(taken({ quizType: 'graded_survey' }))).toEqual({ score: 11, pending: false });
    expect(scoreOf(taken({ quizType: 'graded_survey', questions: [question('text_only_question', [], 5)] })).score).toBe(0);
    expect(scoreOf(taken({ quizType: 'practice_quiz', answers })).pending).toBe(true);
  });
});

describe('the score that is kept', () => {
  const one = (number: number, score: number, pending = false): Finished => ({ number, score, pending });
  // quizzes#76
  test.each<[readonly Finished[], number | null, number | null]>([
    [[], null, null],
    [[one(1, 5)], 5, 5],
    [[one(1, 5), one(2, 3)], 5, 3],
    [[one(2, 3), one(1, 5)], 5, 3],
    [[one(1, 2), one(2, 7), one(3, 7)], 7, 7],
  ])('of %j: highest %s, latest %s', (finished, highest, latest) => {
    expect(keptOf(finished, 'keep_highest')?.score ?? null).toBe(highest);
    expect(keptOf(finished, 'keep_latest')?.score ?? null).toBe(latest);
  });
  // quizzes#78
  test('waits while one that may count waits', () => {
    const attempts = [one(1, 5, true), one(2, 9)];
    expect(keptOf(attempts, 'keep_highest')).toEqual({ score: 9, pending: true });
    expect(keptOf(attempts, 'keep_latest')).toEqual({ score: 9, pending: false });
  });
  // quizzes#76
  test('is one of the scores, and the highest is no lower than the latest', () => {
    const attempts = fc.uniqueArray(fc.record({ number: fc.nat(50), score: fc.nat(100), pending: fc.boolean() }), {
      selector: ({ number }) => number,
      minLength: 1,
    });
    fc.assert(
      fc.property(attempts, (finished) => {
        const [highest, latest] = [keptOf(finished, 'keep_highest'), keptOf(finished, 'keep_latest')];
        expect(finished.map(({ score }) => score)).toContain(highest?.score);
        expect(finished.toSorted((a, b) => b.number - a.number)[0]?.score).toBe(latest?.score);
        expect(highest?.score).toBeGreaterThanOrEqual(latest?.score ?? 0);
      }),
    );
  });
});
