import { invalidField } from './errors.ts';

/** An hour, and a day of 24 of them, in milliseconds. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Both are of one moment, or none is set; what is left out counts as not set. */
export const sameTime = (one: Date | null | undefined, other: Date | null | undefined): boolean => one?.getTime() === other?.getTime();

export const BEFORE_START = 'must not be before start_at';

export const endBeforeStart = () => invalidField('end_at', 'invalid', BEFORE_START);

/** A span of time may be open at either end. One that is a member of a field is refused under that. */
export function checkDates(startAt: Date | null, endAt: Date | null, field?: string): void {
  if (!startAt || !endAt || startAt <= endAt) return;
  throw field === undefined ? endBeforeStart() : invalidField(field, 'invalid', `has an end_at that ${BEFORE_START}`);
}
