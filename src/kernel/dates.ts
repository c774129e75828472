import { invalidField } from './errors.ts';

export const BEFORE_START = 'must not be before start_at';

export const endBeforeStart = () => invalidField('end_at', 'invalid', BEFORE_START);

/** A span of time may be open at either end. One that is a member of a field is refused under that. */
export function checkDates(startAt: Date | null, endAt: Date | null, field?: string): void {
  if (!startAt || !endAt || startAt <= endAt) return;
  throw field === undefined ? endBeforeStart() : invalidField(field, 'invalid', `has an end_at that ${BEFORE_START}`);
}
