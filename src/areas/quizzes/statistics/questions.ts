import type { QuizType } from '../../../store/generated/enums.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import type { AnswerStatistics, QuestionStatistics } from '../schemas.ts';
import { type Given, isSurvey, partOf } from '../scoring/scoring.ts';
import { type Deviating, pointBiserial } from './measures.ts';
import { type Choice, choicesOf } from './options.ts';

/** Attempts with the same answer to a question. */
export interface AnswerGroup {
  /** The question as these attempts have it. */
  question: VersionQuestion;
  given: Given;
  answered: boolean;
  /** What a grader gave to it. */
  manual: number | null;
  count: number;
  /** The scores of these attempts, added up. */
  sum: number;
}

/** The points of one of them; null while they wait for a grader. */
function pointsOf({ question, given, manual }: AnswerGroup): number | null {
  if (manual !== null) return manual;
  const part = partOf(question, given);
  return part === null ? null : part * question.pointsPossible;
}

type Standing = 'correct' | 'partial' | 'incorrect' | 'waits';

function standingOf(group: AnswerGroup): Standing {
  const points = pointsOf(group);
  if (points === null) return 'waits';
  if (points >= group.question.pointsPossible && (points > 0 || partOf(group.question, group.given) === 1)) return 'correct';
  return points > 0 ? 'partial' : 'incorrect';
}

const countOf = (groups: readonly AnswerGroup[]): number => groups.reduce((count, one) => count + one.count, 0);
const totalOf = (groups: readonly AnswerGroup[]) => ({ count: countOf(groups), sum: groups.reduce((sum, one) => sum + one.sum, 0) });

/** How many gave each answer, something else, and nothing. What fits several answers counts for the first, but where several are chosen. */
function answersOf(choice: Choice, groups: readonly AnswerGroup[], several: boolean): AnswerStatistics[] {
  const given = groups.filter((one) => choice.isAnswered(one.given));
  const taken = new Set<AnswerGroup>();
  const counted = choice.options.map((option) => {
    const own = given.filter((one) => (several || !taken.has(one)) && option.isGiven(one.given));
    for (const one of own) taken.add(one);
    return { id: option.id, text: option.text, correct: option.correct, responses: countOf(own) };
  });
  const other = countOf(given.filter((one) => !taken.has(one)));
  const none = countOf(groups) - countOf(given);
  return [
    ...counted,
    ...(other > 0 ? [{ id: 'other', text: 'Something else', correct: false, responses: other }] : []),
    ...(none > 0 ? [{ id: 'none', text: 'No answer', correct: false, responses: none }] : []),
  ];
}

const pointBiserialsOf = (choice: Choice, groups: readonly AnswerGroup[], all: Deviating): QuestionStatistics['point_biserials'] =>
  choice.options.map(({ id, correct, isGiven }) => ({
    answer_id: id,
    correct,
    distractor: !correct,
    point_biserial: pointBiserial(totalOf(groups.filter((one) => isGiven(one.given))), all),
  }));

/**
 * What attempts say of a question (quizzes#97): `groups` are all attempts that have it, and `all` the spread of their scores. Surveys
 * have nothing right or wrong.
 */
export function questionStatistics(
  question: VersionQuestion,
  groups: readonly AnswerGroup[],
  all: Deviating,
  quizType: QuizType,
): QuestionStatistics {
  const survey = isSurvey(quizType);
  const asked = countOf(groups);
  const of = (standing: Standing) => groups.filter((one) => standingOf(one) === standing);
  const correct = totalOf(of('correct'));
  const waiting = countOf(of('waits'));
  const judged = asked - waiting;
  const choices = choicesOf(question);
  const single = choices.find((one) => one.id === null);
  const several = question.type === 'multiple_answers_question';
  const sets = choices.flatMap((one) => (one.id === null ? [] : [{ id: one.id, text: one.text, answers: answersOf(one, groups, false) }]));
  return {
    id: String(question.id),
    position: question.position,
    question_name: question.name,
    question_text: question.text,
    question_type: question.type,
    points_possible: question.pointsPossible,
    responses: countOf(groups.filter((one) => one.answered)),
    correct_student_count: correct.count,
    partially_correct_student_count: countOf(of('partial')),
    incorrect_student_count: countOf(of('incorrect')),
    ungraded_student_count: waiting,
    difficulty_index: survey || judged === 0 ? null : correct.count / judged,
    discrimination_index: survey || waiting > 0 ? null : pointBiserial(correct, all),
    point_biserials: single && !survey ? pointBiserialsOf(single, groups, all) : [],
    answers: single ? answersOf(single, groups, several) : [],
    ...(sets.length > 0 ? { answer_sets: sets } : {}),
  };
}
