import { z } from 'zod';
import { html, LONG_TEXT } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import {
  anyOf,
  boolean,
  decimal,
  integer,
  list,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  text,
  timestamp,
} from '../../http/parameters/types.ts';
import { name, webAddress } from '../../http/parameters/words.ts';
import { GradingType } from '../../store/generated/enums.ts';
import { SUBMISSION_TYPES } from '../../store/stored/assignments.ts';
import { overrides } from '../overrides/parameters.ts';
import { BUCKETS, ORDER_WORDS } from './lists.ts';

const NO_LIST = new Refused('invalid', 'must be a list of extensions');

/** A list, or text split at commas and spaces; lower case, without leading dots (assignments#15). */
const extensions = (): Reader<string[]> => ({
  schema: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
  read(raw) {
    const sent = list(text(LONG_TEXT)).read(raw);
    if (sent instanceof Refused) return sent.type === 'too_long' ? sent : NO_LIST;
    const words = sent.flatMap((one) => one.split(/[,\s]+/)).map((word) => word.toLowerCase().replace(/^\.+/, ''));
    // Each is a short text, however many of them one text holds.
    return list(text()).read([...new Set(words.filter((word) => word !== ''))]);
  },
});

/** What is judged by the service alone, because it counts only while its plugin is on (assignments#42). */
const unread = (): Reader<unknown> => ({ schema: { type: 'object' }, read: (raw) => lastOf(raw) });

const MOST_POINTS = 1_000_000_000;
const MOST_REVIEWS = 1_000;

/** assignments#6: what create and update take. */
export const AssignmentParameters = z.object({
  name: optional(name()),
  description: nullable(html()),
  position: optional(integer()),
  submission_types: optional(list(oneOf(...SUBMISSION_TYPES))),
  allowed_extensions: nullable(extensions()),
  checker_enabled: optional(boolean()),
  checker_settings: optional(unread()),
  peer_reviews: optional(boolean()),
  automatic_peer_reviews: optional(boolean()),
  peer_review_count: optional(integer({ min: 0, max: MOST_REVIEWS })),
  peer_reviews_assign_at: nullable(timestamp()),
  notify_of_update: optional(boolean()),
  group_category_id: nullable(idForm('plain')),
  grade_group_students_individually: optional(boolean()),
  external_tool_tag_attributes: z.object({ url: nullable(webAddress()), new_tab: optional(boolean()) }),
  points_possible: nullable(decimal({ min: 0, max: MOST_POINTS })),
  grading_type: optional(oneOf(...Object.values(GradingType))),
  grading_standard_id: nullable(idForm('plain')),
  due_at: nullable(timestamp()),
  lock_at: nullable(timestamp()),
  unlock_at: nullable(timestamp()),
  assignment_group_id: optional(idForm('plain')),
  muted: optional(boolean()),
  published: optional(boolean()),
  freeze_on_copy: optional(boolean()),
  frozen: optional(boolean()),
  assignment_overrides: optional(overrides()),
});
export type AssignmentParameters = z.output<typeof AssignmentParameters>;

/** Changes made by another area's service, as those a client sends: what is absent stays. */
export type AssignmentChanges = { [K in Exclude<keyof AssignmentParameters, 'notify_of_update'>]?: AssignmentParameters[K] | undefined } & {
  notify_of_update?: boolean | typeof BY_DEFAULT | undefined;
};

/** Nobody has asked for it: people are told, unless whether they are is frozen (assignments#34, assignments#42). */
export const BY_DEFAULT = 'by default';

const MOST = 1_000_000;

/** The parameters of a group of assignments, which stand at the top level of what is sent (assignments#45). */
export const groupParameters = {
  name: optional(name()),
  position: optional(integer()),
  group_weight: optional(decimal({ min: 0, max: MOST })),
  // Not filled in where it is absent, so that rules that are not sent stay.
  rules: z
    .object({
      drop_lowest: nullable(integer({ min: 0, max: MOST })),
      drop_highest: nullable(integer({ min: 0, max: MOST })),
      never_drop: nullable(list(idForm('plain'))),
    })
    .nullish(),
};
const GroupParameters = z.object(groupParameters);
export type GroupParameters = z.output<typeof GroupParameters>;

/** What comes with assignments where it is asked for (assignments#59). */
const INCLUDED = ['submission', 'observed_users', 'overrides', 'all_dates', 'can_edit'] as const;
export type Included = (typeof INCLUDED)[number];
/** How assignments are shown. */
export const shown = { include: optional(anyOf(...INCLUDED)), override_assignment_dates: optional(boolean()) };
/** The parameter of single assignments that asks for all dates, by the name that clients know (assignments#59). */
export const dated = { all_dates: optional(boolean()) };
export const withAllDates = <Query extends { include?: ReadonlySet<Included> | undefined; all_dates?: boolean | undefined }>({
  all_dates: asked,
  ...query
}: Query) => (asked ? { ...query, include: new Set<Included>([...(query.include ?? []), 'all_dates']) } : query);
/** Which are asked for (assignments#56). */
export const chosen = {
  search_term: optional(text()),
  bucket: optional(oneOf(...BUCKETS)),
  order_by: optional(oneOf(...ORDER_WORDS)),
  assignment_ids: optional(list(idForm('plain'))),
};
