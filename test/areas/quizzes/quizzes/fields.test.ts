import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fields, isGraded, NEW, saysOtherwise, settle } from '../../../../src/areas/quizzes/quizzes/fields.ts';
import type { QuizChanges } from '../../../../src/areas/quizzes/quizzes/parameters.ts';

const RULES = { zone: 'UTC', drafts: true };
const after = (sent: QuizChanges, before: Partial<Fields> = {}) => settle({ ...NEW, ...before }, sent, RULES);
const wrong = (sent: QuizChanges, before: Partial<Fields> = {}) => after(sent, before).errors.map((error) => error.attribute);
const group = { by: 'id', id: 1 } as const;

// quizzes#5
test('a quiz of which nothing was said', () => {
  expect(after({}).fields).toEqual({
    title: 'Unnamed Quiz',
    description: null,
    type: 'assignment',
    timeLimit: null,
    shuffleAnswers: false,
    hideResults: null,
    showCorrectAnswers: true,
    scoringPolicy: 'keep_highest',
    allowedAttempts: 1,
    oneQuestionAtATime: false,
    cantGoBack: false,
    accessCode: null,
    ipFilter: null,
    dueAt: null,
    unlockAt: null,
    lockAt: null,
    published: false,
  });
});

// quizzes#15
test('what is sent takes the place of what stood, also where it says no or nothing', () => {
  const before: Partial<Fields> = {
    title: 'Before',
    description: 'Before',
    type: 'survey',
    timeLimit: 5,
    shuffleAnswers: true,
    oneQuestionAtATime: true,
    cantGoBack: true,
    accessCode: 'open',
    ipFilter: '10.0.0.1',
    published: true,
  };
  expect(after({}, before).fields).toMatchObject(before);
  const sent: QuizChanges = {
    title: 'After',
    description: null,
    quiz_type: 'assignment',
    time_limit: null,
    shuffle_answers: false,
    show_correct_answers: false,
    one_question_at_a_time: false,
    cant_go_back: false,
    access_code: null,
    ip_filter: null,
    published: false,
  };
  expect(after(sent, before).fields).toEqual({ ...NEW, title: 'After', showCorrectAnswers: false });
});

// quizzes#9
test('what is refused is told why', () => {
  expect(after({ assignment_group_id: group, quiz_type: 'survey' }).errors).toEqual([
    { attribute: 'assignment_group_id', type: 'invalid', message: 'is for graded quizzes' },
  ]);
  expect(after({ cant_go_back: true }).errors).toEqual([
    { attribute: 'cant_go_back', type: 'invalid', message: 'is for quizzes of one question at a time' },
  ]);
});

describe('what is valid only under a condition', () => {
  // quizzes#9
  test.each<[QuizChanges, Partial<Fields>, string[]]>([
    [{ cant_go_back: true }, {}, ['cant_go_back']],
    [{ cant_go_back: false }, {}, []],
    [{ cant_go_back: true, one_question_at_a_time: true }, {}, []],
    [{ cant_go_back: true }, { oneQuestionAtATime: true }, []],
    [{ cant_go_back: true, one_question_at_a_time: false }, { oneQuestionAtATime: true }, ['cant_go_back']],
    [{ hide_results: 'always' }, {}, []],
    [{ hide_results: null }, {}, []],
    [{ hide_results: 'until_after_last_attempt' }, {}, ['hide_results']],
    [{ hide_results: 'until_after_last_attempt', allowed_attempts: 2 }, {}, []],
    [{ hide_results: 'until_after_last_attempt', allowed_attempts: -1 }, {}, ['hide_results']],
    [{ hide_results: 'until_after_last_attempt', allowed_attempts: 1 }, { allowedAttempts: 3 }, ['hide_results']],
    [{ show_correct_answers: false }, {}, []],
    [{ show_correct_answers: false }, { hideResults: 'always' }, ['show_correct_answers']],
    [{ show_correct_answers: true }, { hideResults: 'always' }, []],
    [{ show_correct_answers: false, hide_results: null }, { hideResults: 'always' }, []],
    [{ scoring_policy: 'keep_latest' }, {}, ['scoring_policy']],
    [{ scoring_policy: 'keep_highest' }, {}, []],
    [{ scoring_policy: 'keep_latest', allowed_attempts: 2 }, {}, []],
    [{ scoring_policy: 'keep_latest', allowed_attempts: -1 }, {}, []],
    [{ assignment_group_id: group }, {}, []],
    [{ assignment_group_id: group, quiz_type: 'graded_survey' }, {}, []],
    [{ assignment_group_id: group, quiz_type: 'survey' }, {}, ['assignment_group_id']],
    [{ assignment_group_id: group }, { type: 'practice_quiz' }, ['assignment_group_id']],
    [{ cant_go_back: true, scoring_policy: 'keep_latest' }, {}, ['scoring_policy', 'cant_go_back']],
  ])('%j of %j: %j', (sent, before, errors) => expect(wrong(sent, before)).toEqual(errors));

  // quizzes#10
  test('what depended on a withdrawn condition returns to its default', () => {
    const many: Partial<Fields> = { allowedAttempts: 3, hideResults: 'until_after_last_attempt', scoringPolicy: 'keep_latest' };
    expect(after({ allowed_attempts: 1 }, many).fields).toMatchObject({ hideResults: null, scoringPolicy: 'keep_highest' });
    expect(after({ allowed_attempts: -1 }, many).fields).toMatchObject({ hideResults: null, scoringPolicy: 'keep_latest' });
    expect(after({ hide_results: 'always' }, { showCorrectAnswers: false }).fields.showCorrectAnswers).toBe(true);
    expect(after({ one_question_at_a_time: false }, { oneQuestionAtATime: true, cantGoBack: true }).fields.cantGoBack).toBe(false);
    expect(after({ title: 'Other' }, many).fields).toEqual({ ...NEW, ...many, title: 'Other' });
  });

  // quizzes#10
  test('holds of every quiz that is not refused, however it is changed', () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const change: fc.Arbitrary<QuizChanges> = fc.record({
      allowed_attempts: maybe(fc.constantFrom(-1, 1, 2)),
      hide_results: maybe(fc.constantFrom(null, 'always' as const, 'until_after_last_attempt' as const)),
      show_correct_answers: maybe(fc.boolean()),
      scoring_policy: maybe(fc.constantFrom('keep_highest' as const, 'keep_latest' as const)),
      one_question_at_a_time: maybe(fc.boolean()),
      cant_go_back: maybe(fc.boolean()),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        let quiz = NEW;
        for (const one of changes) {
          const { fields, errors } = settle(quiz, one, RULES);
          if (errors.length === 0) quiz = fields;
        }
        expect(quiz.hideResults === 'until_after_last_attempt' && quiz.allowedAttempts <= 1).toBe(false);
        expect(quiz.hideResults !== null && !quiz.showCorrectAnswers).toBe(false);
        expect(quiz.scoringPolicy === 'keep_latest' && quiz.allowedAttempts === 1).toBe(false);
        expect(quiz.cantGoBack && !quiz.oneQuestionAtATime).toBe(false);
      }),
    );
  });
});

describe('dates', () => {
  const at = (text: string) => new Date(text);
  const noon = at('2040-05-02T12:00:00Z');

  // quizzes#11
  test('what is due with the lock, where only that is said', () => {
    expect(after({ lock_at: noon }).fields).toMatchObject({ dueAt: noon, lockAt: noon });
    expect(after({ lock_at: noon, due_at: null }).fields.dueAt).toBeNull();
    expect(after({ lock_at: noon }, { dueAt: at('2040-05-01T12:00:00Z') }).fields.dueAt).toEqual(at('2040-05-01T12:00:00Z'));
    expect(after({ lock_at: null }, { lockAt: noon }).fields).toMatchObject({ dueAt: null, lockAt: null });
  });

  // quizzes#12
  test('midnight means the end of the day, but for the date that opens it', () => {
    const day = at('2040-05-02T00:00:00Z');
    const { fields } = after({ due_at: day, lock_at: day, unlock_at: day });
    expect(fields).toMatchObject({ dueAt: at('2040-05-02T23:59:59Z'), lockAt: at('2040-05-02T23:59:59Z'), unlockAt: day });
  });

  // quizzes#12
  test('stand in order', () => {
    const later = at('2040-05-03T12:00:00Z');
    expect(wrong({ unlock_at: later, due_at: noon })).toEqual(['unlock_at']);
    expect(wrong({ lock_at: noon }, { dueAt: later })).toEqual(['lock_at']);
    expect(wrong({ unlock_at: noon, due_at: noon, lock_at: noon })).toEqual([]);
  });
});

// quizzes#18
test('what is saved while there are no drafts is published', () => {
  for (const sent of [{}, { published: false }, { published: true }])
    expect(settle(NEW, sent, { ...RULES, drafts: false }).fields.published).toBe(true);
});

// quizzes#20
test.each<[Partial<Fields>, boolean]>([
  [{}, false],
  [{ title: 'Other' }, true],
  [{ description: 'Text' }, true],
  [{ dueAt: new Date(1) }, true],
  [{ unlockAt: new Date(0) }, true],
  [{ lockAt: null }, true],
  [{ lockAt: new Date(2) }, false],
  [{ timeLimit: 5, hideResults: 'always', published: true, accessCode: 'x' }, false],
])('with %j it says otherwise: %s', (fields, otherwise) => {
  const before = { ...NEW, lockAt: new Date(2) };
  expect(saysOtherwise(before, { ...before, ...fields })).toBe(otherwise);
});

// quizzes#21
test('two of the four types are graded', () => {
  expect((['practice_quiz', 'assignment', 'graded_survey', 'survey'] as const).filter(isGraded)).toEqual(['assignment', 'graded_survey']);
});
