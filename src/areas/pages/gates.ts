import type { Ctx } from '../../access/context.ts';
import { type Gate, gatedFor, gatesOf } from '../../access/gates.ts';
import { viewerOf } from '../../access/viewer.ts';
import { gateExplanation } from '../../http/gates.ts';
import { unauthorized } from '../../kernel/errors.ts';
import type { PageContext } from './page-contexts.ts';

/** What modules keep from the caller of the pages of a place (pages#7). */
export async function gatesOfPages(ctx: Ctx, { course }: PageContext, ids: readonly number[]): Promise<(id: number) => Gate | null> {
  if (!course) return () => null;
  const gateOf = await gatesOf(ctx, gatedFor(course, viewerOf(ctx.caller, course)), { pages: ids });
  return (id) => gateOf('pages', id);
}

/** 401 and why, where a module keeps a page from the caller. */
export async function requireReached(ctx: Ctx, context: PageContext, id: number): Promise<void> {
  const gate = (await gatesOfPages(ctx, context, [id]))(id);
  if (gate) throw unauthorized(gateExplanation(gate, ctx.caller.timeZone));
}
