import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answers, type SentAnswer, settleAnswers } from '../../../../src/areas/quizzes/questions/answers.ts';
import { questionJson, takenQuestionJson } from '../../../../src/areas/quizzes/questions/json.ts';
import { filesIn, type Given, readGiven } from '../../../../src/areas/quizzes/scoring/given-answers.ts';
import { Refused } from '../../../../src/http/parameters/types.ts';
import { QuestionType } from '../../../../src/store/generated/enums.ts';
import type { QuestionAnswer, VersionQuestion } from '../../../../src/store/stored/quizzes.ts';

const made = (type: QuestionType, sent: readonly SentAnswer[], before: readonly QuestionAnswer[] = []): QuestionAnswer[] => {
  const settled = settleAnswers(type, sent, before);
  if ('attribute' in settled) throw new Error(settled.message);
  return settled;
};
const refused = (type: QuestionType, sent: SentAnswer) => {
  const settled = settleAnswers(type, [sent], []);
  return 'attribute' in settled && settled.attribute === 'answers';
};

describe('answers of a question', () => {
  // quizzes#35
  test.each<[QuestionType, SentAnswer, Partial<QuestionAnswer>]>([
    ['multiple_choice_question', { answer_text: 'Yes' }, { answer_text: 'Yes', answer_weight: 0 }],
    ['multiple_choice_question', { answer_text: 'Yes', answer_weight: 100, blank_id: 'x' }, { answer_text: 'Yes', answer_weight: 100 }],
    ['true_false_question', {}, { answer_text: '', answer_weight: 0 }],
    ['multiple_answers_question', { answer_comments: 'Hm' }, { answer_text: '', answer_weight: 0, answer_comments: 'Hm' }],
    ['short_answer_question', { answer_text: 'word' }, { answer_text: 'word', answer_weight: 100 }],
    [
      'numerical_question',
      { answer_exact: 5 },
      { numerical_answer_type: 'exact_answer', answer_exact: 5, answer_error_margin: 0, answer_weight: 100 },
    ],
    [
      'numerical_question',
      { answer_range_start: 1, answer_range_end: 2 },
      { numerical_answer_type: 'range_answer', answer_range_start: 1, answer_range_end: 2, answer_weight: 100 },
    ],
    [
      'numerical_question',
      { answer_exact: 0, answer_error_margin: 0.5, answer_range_start: 1, answer_range_end: 2 },
      { numerical_answer_type: 'exact_answer', answer_exact: 0, answer_error_margin: 0.5, answer_weight: 100 },
    ],
    [
      'numerical_question',
      { answer_range_start: 2, answer_range_end: 2 },
      { numerical_answer_type: 'range_answer', answer_range_start: 2, answer_range_end: 2, answer_weight: 100 },
    ],
    [
      'matching_question',
      { answer_match_left: 'a', answer_match_right: 'b' },
      { answer_match_left: 'a', answer_match_right: 'b', match_id: expect.any(Number), answer_weight: 100 },
    ],
    ['fill_in_multiple_blanks_question', { answer_text: 'red', blank_id: 'a' }, { answer_text: 'red', blank_id: 'a', answer_weight: 100 }],
  ])('%s of %j', (type, sent, stored) => expect(made(type, [sent])).toEqual([{ id: expect.any(Number), ...stored }]));

  // quizzes#35
  test.each<[QuestionType, SentAnswer]>([
    ['short_answer_question', { answer_text: '  ' }],
    ['numerical_question', {}],
    ['numerical_question', { numerical_answer_type: 'exact_answer', answer_range_start: 1, answer_range_end: 2 }],
    ['numerical_question', { answer_range_start: 1 }],
    ['numerical_question', { answer_range_start: 2, answer_range_end: 1 }],
    ['matching_question', { answer_match_left: 'a' }],
    ['matching_question', { answer_match_right: 'a' }],
    ['fill_in_multiple_blanks_question', { answer_text: 'red' }],
    ['fill_in_multiple_blanks_question', { blank_id: 'a' }],
    ['fill_in_multiple_blanks_question', { answer_text: 'red', blank_id: ' ' }],
    ['matching_question', { answer_match_left: ' ', answer_match_right: 'a' }],
    ['matching_question', { answer_match_left: 'a', answer_match_right: ' ' }],
  ])('%s does not take %j', (type, sent) => expect(refused(type, sent)).toBe(true));

  // quizzes#35
  test('that are refused are told why', () => {
    expect(settleAnswers('short_answer_question', [{}], [])).toEqual({
      attribute: 'answers',
      type: 'invalid',
      message: 'has an answer whose answer_text is required',
    });
  });

  // quizzes#36
  test.each<[unknown, unknown]>([
    [[{ answer_text: 'a', answer_comments: '', answer_weight: '0' }], [{ answer_text: 'a', answer_weight: 0 }]],
    [[{ id: 2_147_483_647 }], [{ id: 2_147_483_647 }]],
    [[{ id: '1', answer_weight: 100, answer_error_margin: 0 }], [{ id: 1, answer_weight: 100, answer_error_margin: 0 }]],
    [[{ numerical_answer_type: 'exact_answer', answer_exact: '-1.5' }], [{ numerical_answer_type: 'exact_answer', answer_exact: -1.5 }]],
    [[{ numerical_answer_type: 'range_answer', other: 'x' }], [{ numerical_answer_type: 'range_answer' }]],
    [Array.from({ length: 500 }, () => ({})), Array.from({ length: 500 }, () => ({}))],
  ])('%j are read as %j', (sent, read) => expect(answers().read(sent)).toEqual(read));

  // quizzes#36
  test.each([
    [[{ id: 0 }], 'too_small', 'has an answer whose id must be at least 1'],
    [[{ id: 2_147_483_648 }], 'too_large', 'has an answer whose id must be at most 2147483647'],
    [[{ answer_exact: 1_000_000_001 }], 'too_large', 'has an answer whose answer_exact must be at most 1000000000'],
    [[{ answer_range_end: -1_000_000_001 }], 'too_small', 'has an answer whose answer_range_end must be at least -1000000000'],
    ['text', 'invalid', 'must be a list of maps'],
    [Array.from({ length: 501 }, () => ({})), 'too_long', 'must be at most 500 answers'],
  ])('%j: what is wrong is told', (sent, type, message) => expect(answers().read(sent)).toEqual(new Refused(type, message)));

  test('are documented as maps', () => {
    const properties = { answer_weight: { type: 'number', minimum: 0, maximum: 100 }, blank_id: { type: 'string', maxLength: 255 } };
    expect(answers().schema).toMatchObject({ type: 'array', items: { type: 'object', properties } });
  });

  // quizzes#35
  test('of what is read by somebody are none', () => {
    for (const type of ['essay_question', 'file_upload_question', 'text_only_question'] as const)
      expect(made(type, [{ answer_text: 'x' }])).toEqual([]);
  });

  // quizzes#37
  test('keep their ids where they are sent with them, each once', () => {
    const before = made('short_answer_question', [{ answer_text: 'a' }, { answer_text: 'b' }]);
    const [a, b] = before.map((one) => one.id);
    const sent = [
      { id: b ?? 0, answer_text: 'B' },
      { answer_text: 'c' },
      { id: b ?? 0, answer_text: 'again' },
      { id: 7, answer_text: 'foreign' },
    ];
    const ids = made('short_answer_question', sent, before).map((one) => one.id);
    expect(ids[0]).toBe(b);
    expect(new Set([a, ...ids]).size).toBe(5);
    expect(ids).not.toContain(7);
  });

  // quizzes#38
  test('of a match have one match_id for each right side, which stays', () => {
    const sides = (...rights: string[]) => rights.map((right, i) => ({ answer_match_left: `${i}`, answer_match_right: right }));
    const first = made('matching_question', sides('x', 'y', 'x')).map((one) => one.match_id);
    expect(first[0]).toBe(first[2]);
    expect(first[0]).not.toBe(first[1]);
    const again = made('matching_question', sides('y', 'z'), made('matching_question', sides('x'), []));
    expect(new Set(again.map((one) => one.match_id)).size).toBe(2);
    const before = made('matching_question', sides('x', 'y'));
    expect(made('matching_question', sides('y', 'x'), before).map((one) => one.match_id)).toEqual(
      before.map((one) => one.match_id).toReversed(),
    );
  });

  // quizzes#36
  test.each([
    [[{ answer_weight: 'heavy' }]],
    [[{ answer_weight: 101 }]],
    [[{ answer_weight: -1 }]],
    [[{ answer_error_margin: -1 }]],
    [[{ numerical_answer_type: 'guess' }]],
    ['text'],
    [Array.from({ length: 501 }, () => ({}))],
  ])('that are wrong in themselves are refused: %j', (sent) => expect(answers().read(sent)).toBeInstanceOf(Refused));
});

const question = (type: QuestionType, own: readonly Partial<QuestionAnswer>[] = []): VersionQuestion => ({
  id: 1,
  position: 1,
  name: 'Question',
  text: null,
  type,
  pointsPossible: 1,
  answers: own.map((one, i) => ({ id: i + 1, answer_weight: 100, ...one })),
});
const CHOICES = [{ answer_text: 'a' }, { answer_text: 'b' }];
const PAIRS = [{ match_id: 11 }, { match_id: 12 }];
const BLANKS = [{ blank_id: 'a' }, { blank_id: 'b' }];

describe('what is given as an answer', () => {
  // quizzes#61
  test.each<[QuestionType, readonly Partial<QuestionAnswer>[], unknown, Given]>([
    ['multiple_choice_question', CHOICES, '2', 2],
    ['multiple_choice_question', CHOICES, 1, 1],
    ['multiple_choice_question', CHOICES, '', null],
    ['true_false_question', CHOICES, 1, 1],
    ['multiple_answers_question', CHOICES, ['2', 1, 2], [2, 1]],
    ['multiple_answers_question', CHOICES, 2, [2]],
    ['multiple_answers_question', CHOICES, [], []],
    ['short_answer_question', [], ' Word ', ' Word '],
    ['short_answer_question', [], 42, '42'],
    ['numerical_question', [], '3.50', 3.5],
    ['numerical_question', [], -2, -2],
    ['matching_question', PAIRS, [{ answer_id: '1', match_id: '12' }], [{ answer_id: 1, match_id: 12 }]],
    [
      'matching_question',
      PAIRS,
      [
        { answer_id: 1, match_id: 12 },
        { answer_id: 1, match_id: 11 },
        { answer_id: 2, match_id: '' },
      ],
      [{ answer_id: 1, match_id: 11 }],
    ],
    ['fill_in_multiple_blanks_question', BLANKS, { a: 'red', b: '' }, { a: 'red' }],
    ['fill_in_multiple_blanks_question', BLANKS, { a: '1', b: 1 }, { a: 1, b: '1' }],
    ['essay_question', [], '<p onclick="x()">So</p><script>y()</script>', '<p>So</p>'],
    ['file_upload_question', [], ['5', 5, 6], [5, 6]],
    ['essay_question', [], null, null],
  ])('%s of %j: %j is %j', (type, own, raw, given) => expect(readGiven(question(type, own), raw)).toEqual(given));

  // quizzes#61
  test.each<[QuestionType, readonly Partial<QuestionAnswer>[], unknown]>([
    ['multiple_choice_question', CHOICES, 3],
    ['multiple_choice_question', CHOICES, 'b'],
    ['multiple_choice_question', CHOICES, [1, 2]],
    ['multiple_answers_question', CHOICES, [1, 3]],
    ['multiple_answers_question', CHOICES, { a: 1 }],
    ['short_answer_question', [], ['a']],
    ['numerical_question', [], 'three'],
    ['numerical_question', [], '1e3'],
    ['matching_question', PAIRS, [{ answer_id: 3, match_id: 11 }]],
    ['matching_question', PAIRS, [{ answer_id: 1, match_id: 13 }]],
    [
      'matching_question',
      PAIRS,
      [
        { answer_id: 1, match_id: 11 },
        { answer_id: 2, match_id: 13 },
      ],
    ],
    ['matching_question', PAIRS, 'a'],
    ['fill_in_multiple_blanks_question', BLANKS, { c: 'red' }],
    ['fill_in_multiple_blanks_question', BLANKS, { constructor: 'red' }],
    ['fill_in_multiple_blanks_question', BLANKS, 'red'],
    ['essay_question', [], { a: 1 }],
    ['essay_question', [], 'x'.repeat(500_001)],
    ['file_upload_question', [], ['mine']],
    ['text_only_question', [], 'x'],
    ['text_only_question', [], null],
  ])('%s of %j does not take %j', (type, own, raw) => expect(readGiven(question(type, own), raw)).toBeInstanceOf(Refused));

  // quizzes#61
  test.each<[QuestionType, readonly Partial<QuestionAnswer>[], unknown, string, string]>([
    ['multiple_choice_question', CHOICES, 3, 'invalid', 'must be an answer of the question'],
    ['multiple_choice_question', CHOICES, 'b', 'not_an_integer', 'must be a whole number'],
    ['multiple_answers_question', CHOICES, ['b'], 'not_an_integer', 'must be a whole number'],
    ['matching_question', PAIRS, 'a', 'invalid', 'must be a list of answer_id and match_id'],
    ['matching_question', PAIRS, [{ answer_id: 'x', match_id: 11 }], 'not_an_integer', 'must be a whole number'],
    ['matching_question', PAIRS, [{ answer_id: 1, match_id: 'x' }], 'not_an_integer', 'must be a whole number'],
    ['fill_in_multiple_blanks_question', BLANKS, 'red', 'invalid', 'must be a map of blanks'],
    ['fill_in_multiple_blanks_question', BLANKS, { c: 'red' }, 'invalid', 'must name blanks of the question'],
    ['fill_in_multiple_blanks_question', BLANKS, { a: ['red'] }, 'invalid', 'must be a single value'],
    ['numerical_question', [], '1000000000000001', 'too_large', 'must be at most 1000000000000000'],
    ['numerical_question', [], '-1000000000000001', 'too_small', 'must be at least -1000000000000000'],
    ['file_upload_question', [], Array.from({ length: 101 }, (_, i) => i + 1), 'too_long', 'must be at most 100 files'],
    ['file_upload_question', [], [2_147_483_648], 'too_large', 'must be at most 2147483647'],
    ['text_only_question', [], 'x', 'invalid', 'a text takes no answer'],
  ])('%s of %j: what is wrong with %j is told', (type, own, raw, word, message) =>
    expect(readGiven(question(type, own), raw)).toEqual(new Refused(word, message)),
  );

  // quizzes#61
  test('may go to its bounds', () => {
    const files = Array.from({ length: 100 }, (_, i) => i + 1);
    expect(readGiven(question('file_upload_question'), files)).toEqual(files);
    expect(readGiven(question('file_upload_question'), [2_147_483_647])).toEqual([2_147_483_647]);
    for (const number of [1e15, -1e15]) expect(readGiven(question('numerical_question'), `${number}`)).toBe(number);
  });

  test('has files where they are asked for', () => {
    expect(filesIn(question('file_upload_question'), [5, 6])).toEqual([5, 6]);
    expect(filesIn(question('file_upload_question'), null)).toEqual([]);
    expect(filesIn(question('file_upload_question'), [{ answer_id: 1, match_id: 11 }])).toEqual([]);
    expect(filesIn(question('multiple_answers_question'), [5, 6])).toEqual([]);
    expect(filesIn(question('essay_question'), '5')).toEqual([]);
  });

  test('of whatever is sent, none throws', () => {
    const raw = fc.oneof(fc.anything({ maxDepth: 2 }), fc.constant(Object.create(null)));
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(QuestionType)),
        raw,
        (type, sent) => void readGiven(question(type, [...CHOICES, ...PAIRS, ...BLANKS]), sent),
      ),
    );
  });
});

describe('a question as it is taken', () => {
  const SECRET = ['weight', 'comment', 'secret', 'exact', 'margin', 'range'];
  const all: Partial<QuestionAnswer>[] = [
    {
      answer_text: 'shown',
      answer_comments: 'secret',
      answer_exact: 4,
      answer_error_margin: 1,
      answer_range_start: 1,
      answer_range_end: 2,
      answer_match_left: 'left',
      answer_match_right: 'right',
      match_id: 11,
      blank_id: 'blank',
    },
  ];
  const showing = { quizId: 1, attemptId: 1, shuffles: false, correct: false };
  // quizzes#42
  test.each(Object.values(QuestionType))('%s gives nothing away', (type) => {
    const text = JSON.stringify(takenQuestionJson(question(type, all), showing).answers);
    expect(SECRET.filter((word) => text.includes(word))).toEqual([]);
    expect(text.includes('shown')).toBe(['multiple_choice_question', 'true_false_question', 'multiple_answers_question'].includes(type));
    expect(text.includes('right')).toBe(false);
  });

  // quizzes#42
  test('that is matched has its right sides apart, each once', () => {
    const pairs = ['x', 'y', 'x'].map((right, i) => ({
      answer_match_left: `${i}`,
      answer_match_right: right,
      match_id: right === 'x' ? 11 : 12,
    }));
    const { answers: lefts, matches } = takenQuestionJson(question('matching_question', pairs), showing);
    expect(lefts).toEqual([0, 1, 2].map((i) => ({ id: i + 1, answer_match_left: `${i}` })));
    expect(matches?.toSorted((a, b) => a.match_id - b.match_id)).toEqual([
      { match_id: 11, answer_match_right: 'x' },
      { match_id: 12, answer_match_right: 'y' },
    ]);
  });

  // quizzes#42
  test('with its blanks, each once', () => {
    const { answers: shown, matches } = takenQuestionJson(
      question('fill_in_multiple_blanks_question', [...BLANKS, { blank_id: 'a' }]),
      showing,
    );
    expect(shown).toEqual([{ blank_id: 'a' }, { blank_id: 'b' }]);
    expect(matches).toBeUndefined();
  });

  // quizzes#43
  test('whose answers may be seen has all of them, as those see it who edit it', () => {
    const row = question('multiple_choice_question', all);
    const shown = {
      id: 1,
      quiz_id: 9,
      quiz_group_id: null,
      position: 1,
      question_name: 'Question',
      question_text: null,
      question_type: 'multiple_choice_question',
      points_possible: 1,
      answers: [{ id: 1, answer_weight: 100, ...all[0] }],
    };
    expect(takenQuestionJson(row, { ...showing, quizId: 9, correct: true })).toEqual(shown);
    expect(questionJson({ ...row, quizId: 9, groupId: null })).toEqual(shown);
  });

  test('that is matched shows no side that is none', () => {
    const sides = [{ match_id: 11, answer_match_right: 'x' }, {}, { match_id: 12 }];
    const { matches } = takenQuestionJson(question('matching_question', sides), showing);
    expect(matches?.toSorted((a, b) => a.match_id - b.match_id)).toEqual([
      { match_id: 11, answer_match_right: 'x' },
      { match_id: 12, answer_match_right: '' },
    ]);
  });

  // quizzes#44
  test('has its answers in an order of each attempt, always the same one, where they are shuffled', () => {
    const many = (type: QuestionType) =>
      question(
        type,
        Array.from({ length: 8 }, (_, i) => ({ answer_text: `${i}` })),
      );
    const order = (attemptId: number, shuffles = true, type: QuestionType = 'multiple_choice_question') =>
      takenQuestionJson(many(type), { ...showing, attemptId, shuffles }).answers.map((one) => one.id);
    const plain = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(order(1, false)).toEqual(plain);
    // Those who are at it meanwhile keep theirs, whatever is released.
    expect(order(1)).toEqual([1, 6, 3, 5, 7, 4, 8, 2]);
    expect(order(1, true, 'multiple_answers_question')).toEqual(order(1));
    expect(order(1, true, 'true_false_question')).toEqual(plain);
    expect(order(1).toSorted()).toEqual(plain);
    expect(new Set(Array.from({ length: 20 }, (_, i) => order(i).join())).size).toBeGreaterThan(15);
  });
});
