import type { Ctx } from '../../access/context.ts';
import type { FileOwner } from '../../access/context-access.ts';
import { accessElsewhere } from '../../access/elsewhere.ts';
import { may } from '../../access/permissions.ts';
import { notFound } from '../../kernel/errors.ts';

interface Place {
  owner: FileOwner;
  /** Whether it counts against the quota. What is uploaded for a submission does not (files#34). */
  counts: boolean;
}

async function mayPut(ctx: Ctx, { owner, counts }: Place): Promise<boolean> {
  const place = { by: 'id', id: owner.id } as const;
  if (owner.kind === 'course') return may(await accessElsewhere(ctx, 'course', place), 'course.files.manage');
  if (owner.kind === 'group') return may(await accessElsewhere(ctx, 'group', place), 'group.files.manage');
  if (owner.id === ctx.caller.userId) return true;
  // Graders put it into a student's files by what they may in the course, which the first step has judged.
  if (!counts) return true;
  return may(await accessElsewhere(ctx, 'user', place), 'user.files.manage');
}

/** Addresses of an upload are good for a while, and the right to put a file there may end meanwhile (files#30). */
export async function requireToPut(ctx: Ctx, place: Place): Promise<void> {
  if (!(await mayPut(ctx, place))) throw notFound();
}
