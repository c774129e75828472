import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { json } from '../../../store/sql/types.ts';
import type { Given } from './given-answers.ts';

/** What was answered in an attempt, as statements give it: by the ids of questions. */
export const GIVEN = json<{ id: number; answer: Given }[]>();

/** What was answered in the attempt with this id, each answer whole unless told otherwise. */
export const givenIn = (attemptId: Piece, told = (answer: Sql): Sql => answer): Sql =>
  sql`coalesce((select json_agg(json_build_object('id', x.question_id, 'answer', ${told(sql`x.answer`)})) from quiz_answers x where x.attempt_id = ${attemptId}), '[]')`;

/** Answers as scoring takes them: by the ids of their questions. */
export const byQuestion = (given: readonly { id: number; answer: Given }[]): ReadonlyMap<number, Given> =>
  new Map(given.map(({ id, answer }) => [id, answer]));
