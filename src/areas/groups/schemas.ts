import { z } from 'zod';
import { idList } from '../../http/parameters/ids.ts';
import { MAX_PARAMETERS } from '../../http/parameters/nesting.ts';
import {
  boolean,
  integer,
  nullable,
  oneOf,
  optional,
  positiveInteger,
  type Reader,
  Refused,
  required,
  text,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { JoinLevel } from '../../store/generated/enums.ts';

export const SELF_SIGNUP = ['enabled', 'restricted'] as const;

/** groups#2: of `course_id` and `account_id` the one that applies; the field's name for one is group category. */
export const GroupCategory = z
  .object({
    id: z.int(),
    name: z.string(),
    role: z.string().nullable(),
    self_signup: z.enum(SELF_SIGNUP).nullable(),
    group_limit: z.int().nullable(),
    context_type: z.enum(['Course', 'Account']),
    course_id: z.int().optional(),
    account_id: z.int().optional(),
  })
  .meta({ id: 'GroupCategory' });
export type GroupCategory = z.infer<typeof GroupCategory>;

/** groups#9: of `course_id` and `account_id` the one that applies. */
export const Group = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    is_public: z.boolean(),
    join_level: z.enum(JoinLevel),
    members_count: z.int(),
    context_type: z.enum(['Course', 'Account']),
    context_name: z.string(),
    course_id: z.int().optional(),
    account_id: z.int().optional(),
    group_category_id: z.int().nullable(),
    role: z.string().nullable(),
    avatar_url: z.string().nullable(),
    concluded: z.boolean(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const LIVE_STATES = ['accepted', 'invited', 'requested'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

export const Membership = z
  .object({
    id: z.int(),
    group_id: z.int(),
    user_id: z.int(),
    workflow_state: z.enum(LIVE_STATES),
    moderator: z.boolean(),
  })
  .meta({ id: 'GroupMembership' });
export type Membership = z.infer<typeof Membership>;

const setOptions = {
  self_signup: nullable(oneOf(...SELF_SIGNUP)),
  group_limit: nullable(positiveInteger()),
};

const MOST_GROUPS_AT_ONCE = 200;

/** groups#4, groups#49. */
export const NewGroupCategory = z.object({
  name: required(name()),
  ...setOptions,
  create_group_count: optional(integer({ min: 0, max: MOST_GROUPS_AT_ONCE })),
});
export type NewGroupCategory = z.output<typeof NewGroupCategory>;

export const GroupCategoryChanges = z.object({ name: optional(name()), ...setOptions });
export type GroupCategoryChanges = z.output<typeof GroupCategoryChanges>;

/** Long texts (groups#11). */
const MAX_DESCRIPTION = 500_000;
const groupOptions = {
  description: nullable(text(MAX_DESCRIPTION)),
  is_public: optional(boolean()),
  join_level: optional(oneOf(...Object.values(JoinLevel))),
};

export const NewGroup = z.object({ name: required(name()), ...groupOptions });
export type NewGroup = z.output<typeof NewGroup>;

const IDS = idList('user');

/** Users in any form of an id, as many as a request may have parameters, in a text with commas too (groups#50). */
const members = (): Reader<IdForm[]> => ({
  schema: { ...IDS.schema, maxItems: MAX_PARAMETERS },
  read(raw) {
    const sent = IDS.read(raw);
    if (sent instanceof Refused || sent.length <= MAX_PARAMETERS) return sent;
    return new Refused('too_many', `has too many ids (at most ${MAX_PARAMETERS})`);
  },
});

export const GroupChanges = z.object({ name: optional(name()), ...groupOptions, members: optional(members()) });
export type GroupChanges = z.output<typeof GroupChanges>;

export const MembershipChanges = z.object({ workflow_state: optional(oneOf('accepted')), moderator: optional(boolean()) });
export type MembershipChanges = z.output<typeof MembershipChanges>;

/** Who has come to one of a set's groups (groups#43). */
export const FilledGroup = z
  .object({
    id: z.int(),
    new_members: z.array(
      z.object({
        user_id: z.int(),
        name: z.string(),
        display_name: z.string(),
        sections: z.array(z.object({ section_id: z.int(), section_code: z.string() })),
      }),
    ),
  })
  .meta({ id: 'FilledGroup' });
export type FilledGroup = z.infer<typeof FilledGroup>;

/** groups#46, as of courses. */
export const Favorite = z.object({ context_id: z.int(), context_type: z.literal('Group') }).meta({ id: 'FavoriteGroup' });
export type Favorite = z.infer<typeof Favorite>;
