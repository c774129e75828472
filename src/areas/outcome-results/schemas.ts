import { z } from 'zod';
import { idForm } from '../../http/parameters/ids.ts';
import { anyOf, list, oneOf, optional } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { Outcome } from '../outcomes/schemas.ts';
import { User } from '../users/schemas.ts';
import { STATISTICS } from './calculating.ts';

/** outcome-results#2. Links are strings, as they are where clients know them from. */
export const OutcomeResult = z
  .object({
    id: z.int(),
    score: z.number(),
    possible: z.number(),
    percent: z.number().nullable(),
    mastery: z.boolean().nullable(),
    submitted_or_assessed_at: moment,
    links: z.object({ user: z.string(), learning_outcome: z.string(), assignment: z.string(), alignment: z.string() }),
  })
  .meta({ id: 'OutcomeResult' });
export type OutcomeResult = z.infer<typeof OutcomeResult>;

const Alignment = z.object({ id: z.string(), name: z.string(), html_url: z.string() });
export type Alignment = z.infer<typeof Alignment>;

/** outcome-results#4. */
export const Linked = z.object({
  outcomes: z.array(Outcome.extend({ alignments: z.array(z.string()).optional() })).optional(),
  outcome_groups: z.array(z.object({ id: z.int(), title: z.string() })).optional(),
  alignments: z.array(Alignment).optional(),
  users: z.array(User).optional(),
  courses: z.array(z.object({ id: z.string(), name: z.string(), original_name: z.string().optional() })).optional(),
});
export type Linked = z.infer<typeof Linked>;

export const OutcomeResults = z.object({ outcome_results: z.array(OutcomeResult), linked: Linked }).meta({ id: 'OutcomeResults' });

/** outcome-results#5. */
const RollupScore = z.object({
  score: z.number().nullable(),
  count: z.int(),
  title: z.string().nullable(),
  submitted_at: moment.nullable(),
  links: z.object({ outcome: z.string() }),
});
export type RollupScore = z.infer<typeof RollupScore>;

/** What a student, or a course as a whole, has reached of each outcome. */
export const Rollup = z
  .object({
    id: z.string().optional(),
    name: z.string().optional(),
    original_name: z.string().optional(),
    scores: z.array(RollupScore),
    links: z.object({ user: z.string().optional(), course: z.string().optional() }),
  })
  .meta({ id: 'OutcomeRollup' });
export type Rollup = z.infer<typeof Rollup>;
export const Rollups = z.object({ rollups: z.array(Rollup), linked: Linked }).meta({ id: 'OutcomeRollups' });

/** outcome-results#7. */
export const OutcomeAlignment = z
  .object({
    id: z.int(),
    learning_outcome_id: z.int(),
    assignment_id: z.int(),
    /** Always null: an assignment measures by its rubric, without an assessment of anybody. A typed client sees the field anyway. */
    assessment_id: z.int().nullable(),
    submission_types: z.string(),
    title: z.string(),
    url: z.string(),
  })
  .meta({ id: 'OutcomeAlignment' });
export type OutcomeAlignment = z.infer<typeof OutcomeAlignment>;

const LINKED = ['alignments', 'outcomes', 'outcomes.alignments', 'outcome_groups', 'users', 'courses'] as const;

export const filters = {
  user_ids: optional(list(idForm('user'))),
  outcome_ids: optional(list(idForm('plain'))),
  include: optional(anyOf(...LINKED)),
};
const Filters = z.object(filters);
export type Filters = z.output<typeof Filters>;

export const rollupFilters = {
  ...filters,
  aggregate: optional(oneOf('course')),
  aggregate_stat: optional(oneOf(...STATISTICS)),
  sort_by: optional(oneOf('student', 'outcome')),
  sort_outcome_id: optional(idForm('plain')),
  sort_order: optional(oneOf('asc', 'desc')),
};
const RollupFilters = z.object(rollupFilters);
export type RollupFilters = z.output<typeof RollupFilters>;
