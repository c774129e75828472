import { z } from 'zod';
import { html } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import {
  integer,
  isParameterMap,
  list,
  memberField,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  required,
  text,
  unread,
  verbatim,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { CalculationMethod } from '../../store/generated/enums.ts';
import type { OutcomeRating } from '../../store/stored/outcomes.ts';

const METHODS = Object.values(CalculationMethod);
const MOST_RATINGS = 100;
const MAX_POINTS = 1_000_000;
const MAX_TEXT = 10_000;

const points = () => integer({ min: 0, max: MAX_POINTS });

/** A rating without description gets `No description`, one without points 0 (outcomes#25). */
const rating: Reader<OutcomeRating> = {
  schema: { type: 'object', properties: { description: { type: 'string' }, points: { type: 'integer', minimum: 0 } } },
  read(raw) {
    if (!isParameterMap(raw)) return new Refused('invalid', 'must be a list of ratings, each with description and points');
    const description = memberField(raw, 'description', text(MAX_TEXT), 'No description');
    if (description instanceof Refused) return description;
    const worth = memberField(raw, 'points', points(), 0);
    return worth instanceof Refused ? worth : { description, points: worth };
  },
};

/** Highest first (outcomes#35). */
function ratings(): Reader<OutcomeRating[]> {
  const sent = list(rating);
  return {
    schema: sent.schema,
    read(raw) {
      const read = sent.read(raw);
      if (read instanceof Refused) return read;
      if (read.length > MOST_RATINGS) return new Refused('too_long', `has too many ratings (at most ${MOST_RATINGS})`);
      return read.toSorted((a, b) => b.points - a.points);
    },
  };
}

export const NewGroup = z.object({ title: required(name()), description: nullable(html()), vendor_guid: nullable(text()) });
export type NewGroup = z.output<typeof NewGroup>;

export const GroupChanges = z.object({
  title: verbatim(name()),
  description: nullable(html()),
  vendor_guid: nullable(text()),
  parent_outcome_group_id: optional(idForm('plain')),
});
export type GroupChanges = z.output<typeof GroupChanges>;

export const NewOutcome = z.object({
  title: required(name()),
  description: nullable(html()),
  vendor_guid: nullable(text()),
  // Without ratings it is not even read (outcomes#25): whether there are any, a change learns from the outcome.
  mastery_points: unread(points()),
  ratings: optional(ratings()),
  calculation_method: optional(oneOf(...METHODS)),
  calculation_int: optional(integer()),
});
export type NewOutcome = z.output<typeof NewOutcome>;

/** What of a criterion is read once it is known to have ratings (outcomes#38). */
export const Mastery = z.object({ mastery_points: optional(points()) });

/** With `outcome_id` all others are ignored, wrong ones too (outcomes#24). */
export const linkParameters = {
  outcome_id: optional(idForm('plain')),
  title: unread(name()),
  description: unread(html()),
  vendor_guid: unread(text()),
  mastery_points: unread(points()),
  ratings: unread(ratings()),
  calculation_method: unread(oneOf(...METHODS)),
  calculation_int: unread(integer()),
};

export const OutcomeChanges = z.object({ ...NewOutcome.shape, title: verbatim(name()) });
export type OutcomeChanges = z.output<typeof OutcomeChanges>;
