import { type Held, isStaff } from '../../access/permissions.ts';
import type { Dates } from '../overrides/dates.ts';

/** The date that keeps somebody from an assignment. */
export type Lock = { by: 'unlock_at' | 'lock_at'; at: Date };

/** Before `unlock_at`, and from `lock_at` on (assignments#28). */
export function lockOf(dates: Pick<Dates, 'unlockAt' | 'lockAt'>, now: Date): Lock | null {
  if (dates.unlockAt !== null && now < dates.unlockAt) return { by: 'unlock_at', at: dates.unlockAt };
  if (dates.lockAt !== null && now >= dates.lockAt) return { by: 'lock_at', at: dates.lockAt };
  return null;
}

/** The same for the caller whose dates these are: those who may edit are never held back. */
export const lockFor = (at: Pick<Held, 'roles'>, dates: Pick<Dates, 'unlockAt' | 'lockAt'>, now: Date): Lock | null =>
  isStaff(at) ? null : lockOf(dates, now);

/** Why, in the caller's time zone. */
export function lockExplanation(lock: Lock, timeZone: string): string {
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(lock.at);
  return lock.by === 'unlock_at' ? `This assignment is locked until ${date}.` : `This assignment was locked ${date}.`;
}
