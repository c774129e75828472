import { z } from 'zod';
import { GivenAnswers, Quiz, QuizAttempts, QuizQuestion } from '../../src/areas/quizzes/schemas.ts';
import { Shown } from './assignments.ts';
import type { Fields } from './form.ts';
import { made, type Person, unique } from './school.ts';
import type { Client, TestServer } from './server.ts';
import { type Room, room } from './submissions.ts';

export type ShownQuiz = z.infer<typeof Quiz>;
export type ShownQuestion = z.infer<typeof QuizQuestion>;
export type Attempt = z.infer<typeof QuizAttempts>['quiz_submissions'][number];

export const quizzesOf = (courseId: number, id?: number): string => `/courses/${courseId}/quizzes${id === undefined ? '' : `/${id}`}`;

export const quiz = (by: Client, courseId: number, fields: Fields = {}): Promise<ShownQuiz> =>
  made(by.post(quizzesOf(courseId), { quiz: { title: unique('Quiz'), ...fields } }), Quiz);
export const change = (by: Client, courseId: number, id: number, fields: Fields): Promise<ShownQuiz> =>
  made(by.put(quizzesOf(courseId, id), { quiz: fields }), Quiz);
export const see = (by: Client, courseId: number, id: number): Promise<ShownQuiz> => made(by.get(quizzesOf(courseId, id)), Quiz);
export const listed = (by: Client, courseId: number, query: Fields = {}): Promise<ShownQuiz[]> =>
  made(by.get(quizzesOf(courseId), query), z.array(Quiz));

/** The assignment of a quiz; undefined where it has none. */
export async function assignmentOf(by: Client, courseId: number, id: number) {
  const WithQuiz = Shown.extend({ quiz_id: z.int().optional() });
  return (await made(by.get(`/courses/${courseId}/assignments`, { per_page: 100 }), z.array(WithQuiz))).find((row) => row.quiz_id === id);
}

const CHOICE: Fields = {
  question_text: '<p>Which one?</p>',
  question_type: 'multiple_choice_question',
  points_possible: 5,
  answers: [{ answer_text: 'Wrong' }, { answer_text: 'Right', answer_weight: 100 }],
};
/** Makes a question. One of its two answers is right, for 5 points, unless told otherwise. */
export const question = (by: Client, courseId: number, id: number, fields: Fields = {}): Promise<ShownQuestion> =>
  made(
    by.post(`${quizzesOf(courseId, id)}/questions`, { question: { question_name: unique('Question'), ...CHOICE, ...fields } }),
    QuizQuestion,
  );
export const ESSAY: Fields = { question_type: 'essay_question', points_possible: 10, answers: [] };
export const MULTIPLE_ANSWERS: Fields = {
  question_type: 'multiple_answers_question',
  answers: [{ answer_text: 'a', answer_weight: 100 }, { answer_text: 'b', answer_weight: 100 }, { answer_text: 'c' }],
};
export const MATCHING: Fields = {
  question_type: 'matching_question',
  answers: [
    { answer_match_left: 'a', answer_match_right: 'A' },
    { answer_match_left: 'b', answer_match_right: 'B' },
  ],
};
export const BLANKS: Fields = {
  question_type: 'fill_in_multiple_blanks_question',
  answers: [
    { blank_id: 'x', answer_text: 'red' },
    { blank_id: 'y', answer_text: 'blue' },
  ],
};

/** The id of an answer by its text. */
export function idOf(one: ShownQuestion, text: string): number {
  const id = one.answers.find((answer) => answer.answer_text === text)?.id;
  if (id === undefined) throw new Error(`there is no answer ${text}`);
  return id;
}

export const attempts = (answer: unknown): Attempt[] => QuizAttempts.parse(answer).quiz_submissions;
function only(answer: z.infer<typeof QuizAttempts>): Attempt {
  const [one] = answer.quiz_submissions;
  if (!one) throw new Error('no attempt was answered');
  return one;
}

/** A class with a published quiz, and what is done with it. */
export interface Exam extends Room {
  quiz: ShownQuiz;
  questions: ShownQuestion[];
  path: string;
  /** The first question. */
  first: ShownQuestion;
  begin(who: Person, fields?: Fields): Promise<Attempt>;
  /** Answers the questions, by their ids. */
  answer(who: Person, attempt: Attempt, answers: ReadonlyMap<number, unknown>): ReturnType<Client['post']>;
  complete(who: Person, attempt: Attempt): Promise<Attempt>;
  /** The first question, right or wrong, from beginning to end. */
  take(who: Person, text?: 'Right' | 'Wrong'): Promise<Attempt>;
  attempt(by: Client, id: number): Promise<Attempt>;
  given(by: Client, id: number): Promise<z.infer<typeof GivenAnswers>['quiz_submission_questions']>;
}

/** What a student proves an attempt with. */
export const proof = (attempt: Attempt): Fields => ({ attempt: attempt.attempt, validation_token: attempt.validation_token ?? '' });

export async function exam(
  server: Pick<TestServer, 'admin' | 'as' | 'database' | 'now'>,
  fields: Fields = {},
  list: readonly Fields[] = [{}],
  students = 2,
): Promise<Exam> {
  const here = await room(server, students);
  const teacher = here.teacher.client;
  const draft = await quiz(teacher, here.id, fields);
  const questions: ShownQuestion[] = [];
  for (const one of list) questions.push(await question(teacher, here.id, draft.id, one));
  const published = await change(teacher, here.id, draft.id, { published: true });
  const path = quizzesOf(here.id, draft.id);
  const [first] = questions;
  if (!first) throw new Error('an exam has a question');
  const begin: Exam['begin'] = async (who, sent = {}) => only(await made(who.client.post(`${path}/submissions`, sent), QuizAttempts));
  const answer: Exam['answer'] = (who, attempt, answers) =>
    who.client.post(`/quiz_submissions/${attempt.id}/questions`, {
      ...proof(attempt),
      quiz_questions: [...answers].map(([id, one]) => ({ id, answer: one })) as Fields[],
    });
  const complete: Exam['complete'] = async (who, attempt) =>
    only(await made(who.client.post(`${path}/submissions/${attempt.id}/complete`, proof(attempt)), QuizAttempts));
  return {
    ...here,
    quiz: published,
    questions,
    path,
    first,
    begin,
    answer,
    complete,
    async take(who, text = 'Right') {
      const attempt = await begin(who);
      await answer(who, attempt, new Map([[first.id, idOf(first, text)]])).expect(200);
      return complete(who, attempt);
    },
    attempt: async (by, id) => only(await made(by.get(`${path}/submissions/${id}`), QuizAttempts)),
    given: async (by, id) => (await made(by.get(`/quiz_submissions/${id}/questions`), GivenAnswers)).quiz_submission_questions,
  };
}
