import type { Ctx } from '../../access/context.ts';
import type { CourseStanding } from '../../access/standing.ts';
import { foundIn } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import type { Db } from '../../store/database.ts';
import { quizJson } from './json.ts';
import { readQuiz, readQuizzes } from './rows.ts';
import type { Quiz } from './schemas.ts';

/** D9.6. */
export async function listQuizzes(ctx: Ctx, at: CourseStanding, searchTerm: string | undefined, page: PageRequest): Promise<Page<Quiz>> {
  const found = await readQuizzes(ctx, at, searchTerm, page);
  return mapPage(
    found,
    found.rows.map((row) => quizJson(ctx, at, row)),
  );
}

/** A quiz as the caller sees it, in a transaction or outside one. */
export const presentQuiz = async (ctx: Ctx, db: Db, at: CourseStanding, id: number): Promise<Quiz> =>
  quizJson(ctx, at, foundIn(await readQuiz(ctx, db, at, id)));

export const showQuiz = (ctx: Ctx, at: CourseStanding, id: number): Promise<Quiz> => presentQuiz(ctx, ctx.db, at, id);
