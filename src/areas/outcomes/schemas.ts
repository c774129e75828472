import { z } from 'zod';
import { CalculationMethod } from '../../store/generated/enums.ts';

const contextType = z.enum(['Account', 'Course']);
export type ContextType = z.infer<typeof contextType>;

const context = { context_id: z.int().nullable(), context_type: contextType.nullable() };

const addresses = { subgroups_url: z.string(), outcomes_url: z.string() };

const AbbreviatedGroup = z
  .object({
    id: z.int(),
    url: z.string(),
    title: z.string(),
    vendor_guid: z.string().nullable(),
    ...addresses,
    can_edit: z.boolean(),
  })
  .meta({ id: 'AbbreviatedOutcomeGroup' });
export type AbbreviatedGroup = z.infer<typeof AbbreviatedGroup>;

/** Addresses are paths, which work when they are followed (outcomes#9). */
export const OutcomeGroup = z
  .object({
    id: z.int(),
    url: z.string(),
    /** Null of a root. */
    parent_outcome_group: AbbreviatedGroup.nullable(),
    ...context,
    title: z.string(),
    description: z.string().nullable(),
    vendor_guid: z.string().nullable(),
    ...addresses,
    import_url: z.string(),
    can_edit: z.boolean(),
  })
  .meta({ id: 'OutcomeGroup' });
export type OutcomeGroup = z.infer<typeof OutcomeGroup>;

const abbreviated = {
  id: z.int(),
  url: z.string(),
  vendor_guid: z.string().nullable(),
  ...context,
  title: z.string(),
  can_edit: z.boolean(),
};

const AbbreviatedOutcome = z.object(abbreviated).meta({ id: 'AbbreviatedOutcome' });

/** outcomes#20. */
export const OutcomeLink = z
  .object({ url: z.string(), ...context, outcome_group: AbbreviatedGroup, outcome: AbbreviatedOutcome })
  .meta({ id: 'OutcomeLink' });
export type OutcomeLink = z.infer<typeof OutcomeLink>;

/** Whether a link names its group and outcome, or has all of them (outcomes#41). */
export const STYLES = ['full', 'abbrev'] as const;
export type Style = (typeof STYLES)[number];

/** outcomes#35: an outcome; the last three only where it has a criterion. */
export const Outcome = z
  .object({
    ...abbreviated,
    description: z.string().nullable(),
    points_possible: z.int().optional(),
    mastery_points: z.int().optional(),
    ratings: z.array(z.object({ description: z.string(), points: z.int() })).optional(),
    calculation_method: z.enum(CalculationMethod),
    calculation_int: z.int().nullable(),
  })
  .meta({ id: 'Outcome' });
export type Outcome = z.infer<typeof Outcome>;

/** outcomes#41: what only the full styles have is optional. */
export const ListedOutcomeLink = z
  .object({
    url: z.string(),
    ...context,
    outcome_group: OutcomeGroup.partial({
      parent_outcome_group: true,
      context_id: true,
      context_type: true,
      description: true,
      import_url: true,
    }),
    outcome: Outcome.partial({ description: true, calculation_method: true, calculation_int: true }),
  })
  .meta({ id: 'ListedOutcomeLink' });
export type ListedOutcomeLink = z.infer<typeof ListedOutcomeLink>;
