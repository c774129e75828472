import { sameTime } from '../../../kernel/dates.ts';
import type { FieldError } from '../../../kernel/errors.ts';
import type { QuizModel } from '../../../store/generated/models.ts';
import { checkDates, datesAfter, sentOr } from '../../assignments/fields.ts';
import type { QuizChanges } from './parameters.ts';

/** A quiz as it is stored. */
export type QuizRecord = QuizModel;

/** What a client can set, besides what refers to other rows. */
export type Fields = Omit<
  QuizRecord,
  | 'id'
  | 'courseId'
  | 'assignmentId'
  | 'assignmentGroupId'
  | 'questionCount'
  | 'pointsPossible'
  | 'version'
  | 'draws'
  | 'deleted'
  | 'createdAt'
  | 'updatedAt'
>;

/** A new quiz of which nothing was said (quizzes#5). */
export const NEW: Fields = {
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
};

/** Graded types have an assignment, the others none (quizzes#21). */
export const isGraded = (type: Fields['type']): boolean => type === 'assignment' || type === 'graded_survey';

/** Whether a quiz says something else than before to who takes it (quizzes#20); its points are those of its questions. */
export const saysOtherwise = (before: Fields, after: Fields): boolean =>
  before.title !== after.title ||
  before.description !== after.description ||
  !sameTime(before.dueAt, after.dueAt) ||
  !sameTime(before.unlockAt, after.unlockAt) ||
  !sameTime(before.lockAt, after.lockAt);

/** What counts only while something else of the quiz is so (quizzes#9). */
interface Condition {
  parameter: keyof QuizChanges;
  why: string;
  /** Whether the value may stand, with what it depends on as it will be. */
  holds(fields: Fields): boolean;
  withDefault(fields: Fields): Fields;
}

/** They are applied in this order, because one may depend on another. */
const CONDITIONS: readonly Condition[] = [
  {
    parameter: 'hide_results',
    why: 'until_after_last_attempt is for quizzes of more than one attempt',
    holds: ({ hideResults, allowedAttempts }) => hideResults !== 'until_after_last_attempt' || allowedAttempts > 1,
    withDefault: (fields) => ({ ...fields, hideResults: NEW.hideResults }),
  },
  {
    parameter: 'show_correct_answers',
    why: 'can be false only where results are not hidden',
    holds: ({ showCorrectAnswers, hideResults }) => showCorrectAnswers || hideResults === null,
    withDefault: (fields) => ({ ...fields, showCorrectAnswers: NEW.showCorrectAnswers }),
  },
  {
    parameter: 'scoring_policy',
    why: 'is for quizzes of more than one attempt',
    holds: ({ scoringPolicy, allowedAttempts }) => scoringPolicy === NEW.scoringPolicy || allowedAttempts !== 1,
    withDefault: (fields) => ({ ...fields, scoringPolicy: NEW.scoringPolicy }),
  },
  {
    parameter: 'cant_go_back',
    why: 'is for quizzes of one question at a time',
    holds: ({ cantGoBack, oneQuestionAtATime }) => !cantGoBack || oneQuestionAtATime,
    withDefault: (fields) => ({ ...fields, cantGoBack: NEW.cantGoBack }),
  },
];

/** What was sent against its condition is refused; what stood and has lost its condition returns to its default (quizzes#9). */
function underConditions(wanted: Fields, sent: QuizChanges): { fields: Fields; errors: FieldError[] } {
  let fields = wanted;
  const errors: FieldError[] = [];
  for (const { parameter, why, holds, withDefault } of CONDITIONS) {
    if (holds(fields)) continue;
    if (sent[parameter] === undefined) fields = withDefault(fields);
    else errors.push({ attribute: parameter, type: 'invalid', message: why });
  }
  return { fields, errors };
}

/** What is due with the lock where only that is said (quizzes#11). */
const withDue = (before: Fields, sent: QuizChanges): QuizChanges =>
  sent.lock_at && sent.due_at === undefined && before.dueAt === null ? { ...sent, due_at: sent.lock_at } : sent;

interface FieldRules {
  /** The course's (overrides#1). */
  zone: string;
  /** Draft state is on. While it is off what is saved is published, so that a graded quiz has its assignment (quizzes#18). */
  drafts: boolean;
}

/** The quiz with what was sent, and all that is wrong with it. */
export function settle(before: Fields, sent: QuizChanges, { zone, drafts }: FieldRules): { fields: Fields; errors: FieldError[] } {
  const wanted: Fields = {
    title: sent.title ?? before.title,
    description: sentOr(sent.description, before.description),
    type: sent.quiz_type ?? before.type,
    timeLimit: sentOr(sent.time_limit, before.timeLimit),
    shuffleAnswers: sent.shuffle_answers ?? before.shuffleAnswers,
    hideResults: sentOr(sent.hide_results, before.hideResults),
    showCorrectAnswers: sent.show_correct_answers ?? before.showCorrectAnswers,
    scoringPolicy: sent.scoring_policy ?? before.scoringPolicy,
    allowedAttempts: sent.allowed_attempts ?? before.allowedAttempts,
    oneQuestionAtATime: sent.one_question_at_a_time ?? before.oneQuestionAtATime,
    cantGoBack: sent.cant_go_back ?? before.cantGoBack,
    accessCode: sentOr(sent.access_code, before.accessCode),
    ipFilter: sentOr(sent.ip_filter, before.ipFilter),
    published: !drafts || (sent.published ?? before.published),
    ...datesAfter(before, withDue(before, sent), zone),
  };
  const { fields, errors } = underConditions(wanted, sent);
  if (sent.assignment_group_id !== undefined && !isGraded(fields.type))
    errors.push({ attribute: 'assignment_group_id', type: 'invalid', message: 'is for graded quizzes' });
  return { fields, errors: [...errors, ...checkDates(fields)] };
}
