import { z } from 'zod';
import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import {
  anyOf,
  boolean,
  decimal,
  integer,
  isParameterMap,
  list,
  memberRefused,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  required,
  text,
  timestamp,
} from '../../http/parameters/types.ts';
import { name, webAddress } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { ModuleItemKind, ModuleRequirement } from '../../store/generated/enums.ts';

/** modules#24: by the dates and the locks of the caller. */
export const ContentDetails = z.object({
  points_possible: z.number().nullable(),
  due_at: moment.nullable(),
  unlock_at: moment.nullable(),
  lock_at: moment.nullable(),
  locked_for_user: z.boolean(),
  lock_explanation: z.string().optional(),
});
export type ContentDetails = z.infer<typeof ContentDetails>;

/** modules#20: of `content_id`, `page_url`, `url`, `external_url` those that its kind has. */
export const ModuleItem = z
  .object({
    id: z.int(),
    module_id: z.int(),
    title: z.string(),
    position: z.int(),
    indent: z.int(),
    type: z.enum(ModuleItemKind),
    html_url: z.string(),
    content_id: z.int().optional(),
    page_url: z.string().optional(),
    url: z.string().optional(),
    external_url: z.string().optional(),
    new_tab: z.boolean(),
    completion_requirement: z
      .object({ type: z.enum(ModuleRequirement), min_score: z.number().optional(), completed: z.boolean().optional() })
      .optional(),
    content_details: ContentDetails.optional(),
    published: z.boolean().optional(),
  })
  .meta({ id: 'ModuleItem' });
export type ModuleItem = z.infer<typeof ModuleItem>;

export const STATES = ['locked', 'unlocked', 'started', 'completed'] as const;

/** modules#4. */
export const Module = z
  .object({
    id: z.int(),
    workflow_state: z.enum(['active', 'unpublished', 'deleted']),
    position: z.int(),
    name: z.string(),
    unlock_at: moment.nullable(),
    require_sequential_progress: z.boolean(),
    prerequisite_module_ids: z.array(z.int()),
    items_count: z.int(),
    items_url: z.string(),
    items: z.array(ModuleItem).optional(),
    state: z.enum(STATES).optional(),
    completed_at: moment.nullable().optional(),
    published: z.boolean().optional(),
  })
  .meta({ id: 'Module' });
export type Module = z.infer<typeof Module>;

const MOST_INDENT = 100;
const MOST_POINTS = 1_000_000_000;
/** Whole positions beyond the ends count as the ends (modules#7). */
const position = () => optional(integer());

const moduleOptions = {
  unlock_at: nullable(timestamp()),
  position: position(),
  require_sequential_progress: optional(boolean()),
  prerequisite_module_ids: nullable(list(idForm('plain'))),
  published: optional(boolean()),
};
export const NewModule = z.object({ name: required(name()), ...moduleOptions });
export type NewModule = z.output<typeof NewModule>;
export const ModuleChanges = z.object({ name: optional(name()), ...moduleOptions });
export type ModuleChanges = z.output<typeof ModuleChanges>;

const kindOfRequirement = oneOf(...Object.values(ModuleRequirement));
const leastScore = decimal({ min: 0, max: MOST_POINTS });
const Requirement = z.object({ type: nullable(kindOfRequirement), min_score: nullable(leastScore) });
/** An item has a `type`, too: what is wrong with this one is said of the requirement (modules#25). */
const requirement: Reader<z.output<typeof Requirement>> = {
  schema: { type: 'object', properties: { type: kindOfRequirement.schema, min_score: leastScore.schema } },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of type and min_score');
    const read = Requirement.safeParse(sent);
    return read.success ? read.data : memberRefused(read.error);
  },
};
const itemOptions = {
  title: optional(name()),
  position: position(),
  indent: optional(integer({ min: 0, max: MOST_INDENT })),
  external_url: optional(webAddress()),
  new_tab: optional(boolean()),
  published: optional(boolean()),
  completion_requirement: nullable(requirement),
};
const KINDS = Object.values(ModuleItemKind);
/** In any case, as clients write it (modules#22). */
const kind = (): Reader<(typeof KINDS)[number]> => {
  const word = oneOf(...KINDS);
  return {
    schema: word.schema,
    read(raw) {
      const sent = lastOf(raw);
      const found = typeof sent === 'string' && KINDS.find((one) => one.toLowerCase() === sent.toLowerCase());
      return found || word.read(raw);
    },
  };
};
export const NewItem = z.object({
  type: required(kind()),
  content_id: optional(idForm('plain')),
  page_url: optional(text()),
  ...itemOptions,
});
export type NewItem = z.output<typeof NewItem>;
export const ItemChanges = z.object({ module_id: optional(idForm('plain')), ...itemOptions });
export type ItemChanges = z.output<typeof ItemChanges>;

export const shownModules = { include: optional(anyOf('items', 'content_details')), student_id: optional(idForm('user')) };
export const shownItems = { include: optional(anyOf('content_details')), student_id: optional(idForm('user')) };
export const searched = { search_term: optional(text()) };

const SequenceItem = ModuleItem.nullable();
/** modules#50. */
export const ItemSequence = z
  .object({
    items: z.array(z.object({ prev: SequenceItem, current: SequenceItem, next: SequenceItem })),
    modules: z.array(Module),
  })
  .meta({ id: 'ModuleItemSequence' });
export type ItemSequence = z.infer<typeof ItemSequence>;
export const asset = {
  asset_type: required(oneOf('ModuleItem', 'File', 'Page', 'Discussion', 'Assignment', 'Quiz')),
  /** The id of the thing; a page is named as in its address. */
  asset_id: required(text()),
};

/** modules#34 */
export const Noted = z.object({ message: z.literal('OK') });
export type Noted = z.infer<typeof Noted>;
