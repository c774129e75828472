import { Refused } from '../../http/parameters/types.ts';
import type { SentPeriod } from './schemas.ts';

/** A period as it stands. */
export interface Period {
  /** Null: it is new. */
  id: number | null;
  title: string;
  startDate: Date;
  endDate: Date;
  closeDate: Date;
  weight: number | null;
}

/** A period with what was sent of it; what was not sent stays, and it closes when it ends unless something else is said (grading-periods#4). */
export function withSent(before: Period | null, sent: SentPeriod): Period | Refused {
  const title = sent.title ?? before?.title;
  const startDate = sent.startDate ?? before?.startDate;
  const endDate = sent.endDate ?? before?.endDate;
  if (title === undefined) return new Refused('blank', 'has a period without a title');
  if (!startDate || !endDate) return new Refused('blank', `has no ${startDate ? 'end_date' : 'start_date'} of ${title}`);
  const later = before && before.closeDate > before.endDate ? before.closeDate : endDate;
  const closeDate = sent.closeDate ?? later;
  if (startDate >= endDate) return new Refused('invalid', `has ${title} end before it starts`);
  if (closeDate < endDate) return new Refused('invalid', `has ${title} close before it ends`);
  const weight = sent.weight === undefined ? (before?.weight ?? null) : sent.weight;
  return { id: before?.id ?? null, title, startDate, endDate, closeDate, weight };
}

/** Two that share time; they may touch (grading-periods#5). */
export function overlapping(periods: readonly Period[]): [Period, Period] | null {
  const ordered = periods.toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime());
  for (const [i, period] of ordered.entries()) {
    const next = ordered[i + 1];
    if (next && next.startDate < period.endDate) return [period, next];
  }
  return null;
}
