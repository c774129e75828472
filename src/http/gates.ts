import { z } from 'zod';
import type { Ctx } from '../access/context.ts';
import type { CourseAccess } from '../access/context-access.ts';
import { type Contents, type Gate, noteViewed } from '../access/gates.ts';
import { iso, moment } from './timestamps.ts';

/** Why content is locked for somebody, in the form that all content has in common (modules#36). */
export const LockInfo = z.object({
  asset_string: z.string(),
  unlock_at: moment.optional(),
  lock_at: moment.optional(),
  context_module: z
    .object({ id: z.int(), name: z.string(), prerequisites: z.array(z.object({ id: z.int(), name: z.string() })) })
    .optional(),
});
export type LockInfo = z.infer<typeof LockInfo>;

/** The lock of a module. Its date stands where the date of the content itself would. */
export const gateInfo = (asset: string, { moduleId, moduleName, unlockAt, prerequisites }: Gate): LockInfo => ({
  asset_string: asset,
  ...(unlockAt === null ? {} : { unlock_at: iso(unlockAt) }),
  context_module: { id: moduleId, name: moduleName, prerequisites: [...prerequisites] },
});

/** The lock of a module as a sentence, with its date in the time zone of the reader. */
export function gateExplanation(
  { moduleName, unlockAt, published }: Pick<Gate, 'moduleName' | 'unlockAt' | 'published'>,
  timeZone: string,
): string {
  const part = `This is part of the module ${moduleName}`;
  if (!published) return `${part}, which is not published yet.`;
  if (unlockAt === null) return `${part}, which has to be reached first.`;
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(unlockAt);
  return `${part}, which is locked until ${date}.`;
}

/** The fields about locks of content that only modules can lock. */
export const gateFields = (gate: Gate | null, asset: string, timeZone: string) =>
  gate === null
    ? { locked_for_user: false }
    : { locked_for_user: true, lock_info: gateInfo(asset, gate), lock_explanation: gateExplanation(gate, timeZone) };

interface Lockable {
  locked_for_user?: boolean | undefined;
  lock_info?: LockInfo | undefined;
}

/** Whether content is shown with its text: after it has closed it is, before it has opened it is not. */
const isShownInFull = ({ locked_for_user: locked, lock_info: info }: Lockable): boolean => locked !== true || info?.lock_at !== undefined;

/** Notes that the caller has viewed content which is shown by itself and not in a list (modules#40). */
export async function viewed<T extends Lockable>(ctx: Ctx, at: CourseAccess | null, shown: T, contents: Contents): Promise<T> {
  if (at && isShownInFull(shown)) await noteViewed(ctx, at, contents);
  return shown;
}
