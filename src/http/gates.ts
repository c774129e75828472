import { z } from 'zod';
import type { Gate } from '../access/gates.ts';
import { iso, moment } from './timestamps.ts';

/** What keeps content from somebody, as all that can be locked tells it (modules#36). */
export const LockInfo = z.object({
  asset_string: z.string(),
  unlock_at: moment.optional(),
  lock_at: moment.optional(),
  context_module: z
    .object({ id: z.int(), name: z.string(), prerequisites: z.array(z.object({ id: z.int(), name: z.string() })) })
    .optional(),
});
export type LockInfo = z.infer<typeof LockInfo>;

/** The date of a module stands there as the date of content does. */
export const gateInfo = (asset: string, { moduleId, moduleName, unlockAt, prerequisites }: Gate): LockInfo => ({
  asset_string: asset,
  ...(unlockAt === null ? {} : { unlock_at: iso(unlockAt) }),
  context_module: { id: moduleId, name: moduleName, prerequisites: [...prerequisites] },
});

/** Why, in the zone of who reads it. */
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

/** What content says of itself that nothing but modules can lock. */
export const gateFields = (gate: Gate | null, asset: string, timeZone: string) =>
  gate === null
    ? { locked_for_user: false }
    : { locked_for_user: true, lock_info: gateInfo(asset, gate), lock_explanation: gateExplanation(gate, timeZone) };
