import { z } from 'zod';
import { idForm } from '../../http/parameters/ids.ts';
import {
  anyOf,
  boolean,
  decimal,
  isEmpty,
  isParameterMap,
  memberField,
  oneOf,
  optional,
  positiveInteger,
  type Reader,
  Refused,
  text,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import type { Rating } from '../../store/stored/rubrics.ts';

export interface SentCriterion {
  /** Of a criterion that the rubric has already, so that assessments go on naming it. */
  id: number | undefined;
  description: string;
  points: number;
  learningOutcomeId: number | null;
  masteryPoints: number | null;
  ratings: Rating[];
}

type Raw = Record<string, unknown>;

/** Criteria of a rubric, and ratings of a criterion (rubrics#7). */
export const MOST = 100;
const MAX_POINTS = 1_000_000;
const MAX_TEXT = 10_000;

/** A list, or a map whose keys are numbers: of any beginning and with gaps, because clients number as they please. */
function members(raw: unknown): Raw[] | Refused {
  const listed = Array.isArray(raw)
    ? raw
    : isParameterMap(raw) && Object.keys(raw).every((key) => /^\d{1,9}$/.test(key))
      ? Object.entries(raw)
          .toSorted(([a], [b]) => Number(a) - Number(b))
          .map(([, value]) => value)
      : undefined;
  const maps = listed?.filter((one) => !isEmpty(one));
  if (!maps?.every(isParameterMap)) return new Refused('invalid', 'must be a list of maps');
  return maps.length > MOST ? new Refused('too_long', `has too many members (at most ${MOST})`) : maps;
}

const points = () => decimal({ min: 0, max: MAX_POINTS });

function rating(raw: Raw, position: number): Rating | Refused {
  const description = memberField(raw, 'description', text(MAX_TEXT), '');
  if (description instanceof Refused) return description;
  const worth = memberField(raw, 'points', points(), 0);
  return worth instanceof Refused ? worth : { id: String(position), description, points: worth };
}

function ratings(raw: unknown): Rating[] | Refused {
  const sent = isEmpty(raw) ? [] : members(raw);
  if (sent instanceof Refused) return sent;
  const read: Rating[] = [];
  for (const [i, one] of sent.entries()) {
    const found = rating(one, i + 1);
    if (found instanceof Refused) return found;
    read.push(found);
  }
  return read.toSorted((a, b) => b.points - a.points);
}

function criterion(raw: Raw): SentCriterion | Refused {
  const id = memberField<number | undefined>(raw, 'id', positiveInteger(), undefined);
  const description = memberField(raw, 'description', text(MAX_TEXT), '');
  const worth = memberField<number | undefined>(raw, 'points', points(), undefined);
  const outcome = memberField<number | null>(raw, 'learning_outcome_id', positiveInteger(), null);
  const mastery = memberField<number | null>(raw, 'mastery_points', points(), null);
  const rated = ratings(raw['ratings']);
  if (id instanceof Refused) return id;
  if (description instanceof Refused) return description;
  if (worth instanceof Refused) return worth;
  if (outcome instanceof Refused) return outcome;
  if (mastery instanceof Refused) return mastery;
  if (rated instanceof Refused) return rated;
  // Without points a criterion is worth its best rating.
  return {
    id,
    description,
    points: worth ?? rated[0]?.points ?? 0,
    learningOutcomeId: outcome,
    masteryPoints: mastery,
    ratings: rated,
  };
}

const ratingSchema = { type: 'object', properties: { description: { type: 'string' }, points: { type: 'number', minimum: 0 } } };
const criterionSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    description: { type: 'string' },
    points: { type: 'number', minimum: 0 },
    learning_outcome_id: { type: 'integer' },
    mastery_points: { type: 'number', minimum: 0 },
    ratings: { type: 'array', items: ratingSchema },
  },
};

const criteria = (): Reader<SentCriterion[]> => ({
  schema: { type: 'array', items: criterionSchema },
  read(raw) {
    const sent = members(raw);
    if (sent instanceof Refused) return sent;
    const read: SentCriterion[] = [];
    for (const one of sent) {
      const found = criterion(one);
      if (found instanceof Refused) return found;
      read.push(found);
    }
    const ids = read.flatMap((one) => one.id ?? []);
    return new Set(ids).size < ids.length ? new Refused('invalid', 'names a criterion twice') : read;
  },
});

export const RubricParameters = z.object({ title: optional(name()), criteria: optional(criteria()) });
export type RubricParameters = z.output<typeof RubricParameters>;

export const AssociationParameters = z.object({
  association_id: optional(idForm('plain')),
  association_type: optional(oneOf('Assignment', 'Course')),
  use_for_grading: optional(boolean()),
  purpose: optional(oneOf('grading', 'bookmark')),
});
export type AssociationParameters = z.output<typeof AssociationParameters>;

const ASSESSMENTS = ['assessments', 'graded_assessments', 'peer_assessments'] as const;
/** rubrics#13. */
export const showing = {
  include: optional(anyOf(...ASSESSMENTS, 'associations', 'assignment_associations')),
  style: optional(oneOf('full', 'comments_only')),
};
const Showing = z.object(showing);
export type Showing = z.output<typeof Showing>;

/** rubrics#15. */
export const NewAssociation = AssociationParameters.extend({ rubric_id: optional(idForm('plain')) });
export type NewAssociation = z.output<typeof NewAssociation>;
