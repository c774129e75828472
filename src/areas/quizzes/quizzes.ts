import type { Ctx } from '../../access/context.ts';
import type { CourseAccess } from '../../access/context-access.ts';
import { isStaff } from '../../access/permissions.ts';
import { foundIn } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import type { Db } from '../../store/database.ts';
import { settingsIn } from '../accounts/accounts.ts';
import { quizJson } from './json.ts';
import { readQuiz, readQuizzes } from './rows.ts';
import type { Quiz } from './schemas.ts';

/** D9.6. */
export async function listQuizzes(ctx: Ctx, at: CourseAccess, searchTerm: string | undefined, page: PageRequest): Promise<Page<Quiz>> {
  const { enable_draft: drafts } = await settingsIn(ctx.db, at.course);
  const found = await readQuizzes(ctx, at, drafts, searchTerm, page);
  return mapPage(
    found,
    found.rows.map((row) => quizJson(ctx, at, row, drafts)),
  );
}

/** A quiz as the caller sees it, in a transaction or outside one. */
export async function presentQuiz(ctx: Ctx, db: Db, at: CourseAccess, id: number): Promise<Quiz> {
  const { enable_draft: drafts } = await settingsIn(db, at.course);
  return quizJson(ctx, at, foundIn(await readQuiz(ctx, db, at, drafts, id)), drafts);
}

export const showQuiz = (ctx: Ctx, at: CourseAccess, id: number): Promise<Quiz> => presentQuiz(ctx, ctx.db, at, id);

/** Whether the caller sees quizzes that are not published: whoever edits, and all while they count as published (D9.2). */
export const seesUnpublished = async (ctx: Ctx, at: CourseAccess): Promise<boolean> =>
  isStaff(at) || !(await settingsIn(ctx.db, at.course)).enable_draft;
