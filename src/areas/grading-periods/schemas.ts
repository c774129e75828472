import { z } from 'zod';
import { readFields } from '../../http/parameters/fields.ts';
import { idForm, idList } from '../../http/parameters/ids.ts';
import {
  boolean,
  callerZone,
  decimal,
  elements,
  isParameterMap,
  memberField,
  nullable,
  optional,
  type Reader,
  Refused,
  required,
  timestamp,
  unread,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';

/** grading-periods#3. */
export const GradingPeriod = z
  .object({
    id: z.int(),
    title: z.string(),
    start_date: moment,
    end_date: moment,
    close_date: moment,
    weight: z.number().nullable(),
    is_closed: z.boolean(),
    is_last: z.boolean(),
  })
  .meta({ id: 'GradingPeriod' });
export type GradingPeriod = z.infer<typeof GradingPeriod>;

/** Under the name that clients read them by, one or many. */
export const GradingPeriods = z.object({ grading_periods: z.array(GradingPeriod) }).meta({ id: 'GradingPeriods' });
export type GradingPeriods = z.infer<typeof GradingPeriods>;

/** grading-periods#6. */
export const GradingPeriodSet = z
  .object({
    id: z.int(),
    account_id: z.int(),
    title: z.string(),
    weighted: z.boolean(),
    display_totals_for_all_grading_periods: z.boolean(),
    created_at: moment,
    enrollment_term_ids: z.array(z.int()),
    grading_periods: z.array(GradingPeriod),
  })
  .meta({ id: 'GradingPeriodSet' });
export type GradingPeriodSet = z.infer<typeof GradingPeriodSet>;
export const GradingPeriodSets = z.object({ grading_period_sets: z.array(GradingPeriodSet) }).meta({ id: 'GradingPeriodSets' });
export const NamedGradingPeriodSet = z.object({ grading_period_set: GradingPeriodSet }).meta({ id: 'NamedGradingPeriodSet' });

const flags = { weighted: optional(boolean()), display_totals_for_all_grading_periods: optional(boolean()) };
const enrollment_term_ids = nullable(idList());
export const setParameters = { grading_period_set: z.object({ title: required(name()), ...flags }), enrollment_term_ids };
export const setChanges = { grading_period_set: z.object({ title: optional(name()), ...flags }), enrollment_term_ids };
export type SetChanges = z.output<(typeof setChanges)['grading_period_set']>;

/** A period as it was sent: one with an id changes that, one without is new. */
export interface SentPeriod {
  id: number | null;
  title: string | null;
  startDate: Date | null;
  endDate: Date | null;
  closeDate: Date | null;
  /** Null takes it away; undefined is not sent. */
  weight: number | null | undefined;
}

const id = idForm('plain');
const title = name();
const date = timestamp();
const weight = decimal({ min: 0, max: 1_000_000 });

function readPeriod(raw: unknown): SentPeriod | Refused {
  if (!isParameterMap(raw)) return new Refused('invalid', 'must be a list of maps with title, start_date and end_date');
  const named = memberField(raw, 'id', id, null);
  if (named instanceof Refused) return named;
  const called = memberField(raw, 'title', title, null);
  if (called instanceof Refused) return called;
  const startDate = memberField(raw, 'start_date', date, null);
  if (startDate instanceof Refused) return startDate;
  const endDate = memberField(raw, 'end_date', date, null);
  if (endDate instanceof Refused) return endDate;
  const closeDate = memberField(raw, 'close_date', date, null);
  if (closeDate instanceof Refused) return closeDate;
  const weighs = memberField(raw, 'weight', weight, null);
  if (weighs instanceof Refused) return weighs;
  return { id: named?.id ?? null, title: called, startDate, endDate, closeDate, weight: raw['weight'] === undefined ? undefined : weighs };
}

const MOST = 100;

const periods: Reader<SentPeriod[]> = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: id.schema,
        title: title.schema,
        start_date: date.schema,
        end_date: date.schema,
        close_date: date.schema,
        weight: { anyOf: [weight.schema, { type: 'null' }] },
      },
    },
  },
  read(raw) {
    const read: SentPeriod[] = [];
    for (const one of elements(raw)) {
      const period = readPeriod(one);
      if (period instanceof Refused) return period;
      if (read.push(period) > MOST) return new Refused('too_long', `has more than ${MOST} periods`);
    }
    return read.length === 0 ? new Refused('blank', 'is required') : read;
  },
};
export const periodParameters = { grading_periods: required(periods) };
/** Where the caller's right depends on a row, what was sent is read after that. */
export const unreadPeriods = { grading_periods: unread(periods) };
const PeriodParameters = z.object(periodParameters);
export const readPeriods = (sent: unknown, zone: string): SentPeriod[] =>
  callerZone.run(zone, () => readFields(PeriodParameters, { grading_periods: sent }).grading_periods);
