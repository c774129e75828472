import type { Gate } from '../../access/gates.ts';
import { type Held, readsAsEditor } from '../../access/permissions.ts';
import { gateExplanation, gateInfo, type LockInfo } from '../../http/gates.ts';
import { iso } from '../../http/timestamps.ts';
import type { Dates } from '../overrides/dates.ts';

/** What keeps somebody from an assignment: a date of it, or the module that it stands in. */
export type Lock = { by: 'unlock_at' | 'lock_at'; at: Date } | { by: 'module'; gate: Gate };

type Bounds = Pick<Dates, 'unlockAt' | 'lockAt'>;

/** Before `unlock_at`, and from `lock_at` on (assignments#28). */
export function lockOf(dates: Bounds, now: Date): Lock | null {
  if (dates.unlockAt !== null && now < dates.unlockAt) return { by: 'unlock_at', at: dates.unlockAt };
  if (dates.lockAt !== null && now >= dates.lockAt) return { by: 'lock_at', at: dates.lockAt };
  return null;
}

/** The same for the caller whose dates and gate these are: those who may edit are never held back. A module comes before any date. */
export const lockFor = (at: Held, bounds: Bounds & { gate: Gate | null }, now: Date): Lock | null => {
  if (readsAsEditor(at)) return null;
  return bounds.gate ? { by: 'module', gate: bounds.gate } : lockOf(bounds, now);
};

/** Nobody reads ahead: the text of what has yet to open is kept back, and shown of what has closed (assignments#31). */
export const hidesText = (lock: Lock | null): boolean => lock !== null && lock.by !== 'lock_at';

export const lockInfoOf = (asset: string, lock: Lock): LockInfo =>
  lock.by === 'module' ? gateInfo(asset, lock.gate) : { asset_string: asset, [lock.by]: iso(lock.at) };

/** Why, in the caller's time zone. */
export function lockExplanation(lock: Lock, timeZone: string): string {
  if (lock.by === 'module') return gateExplanation(lock.gate, timeZone);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'long', timeZone }).format(lock.at);
  return lock.by === 'unlock_at' ? `This assignment is locked until ${date}.` : `This assignment was locked ${date}.`;
}
