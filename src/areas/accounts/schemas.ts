import { z } from 'zod';
import { boolean, decimal, list, nullable, optional, text } from '../../http/parameters/types.ts';
import { name, sisId } from '../../http/parameters/words.ts';
import { timeZone } from '../users/parameters.ts';
import { NamedUser } from '../users/schemas.ts';

/** accounts#7: every setting has a value here, its own or its parent's (accounts#8). */
const Settings = z.object({
  enable_draft: z.boolean(),
  enable_avatars: z.boolean(),
  enable_gravatar: z.boolean(),
  checker_available: z.boolean(),
  freezer_available: z.boolean(),
  media_available: z.boolean(),
  frozen_attributes: z.array(z.string()),
  user_quota_mb: z.number(),
  course_quota_mb: z.number(),
  students_can_create_discussions: z.boolean(),
});

export const Account = z
  .object({
    id: z.int(),
    name: z.string(),
    parent_account_id: z.int().nullable(),
    root_account_id: z.int().nullable(),
    default_time_zone: z.string(),
    sis_account_id: z.string().nullable(),
    workflow_state: z.enum(['active', 'deleted']),
    settings: Settings,
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof Account>;

export const Administrator = z
  .object({
    id: z.int(),
    account_id: z.int(),
    user: NamedUser,
  })
  .meta({ id: 'Administrator' });
export type Administrator = z.infer<typeof Administrator>;

const settingParameters = z.object({
  enable_draft: nullable(boolean()),
  enable_avatars: nullable(boolean()),
  enable_gravatar: nullable(boolean()),
  checker_available: nullable(boolean()),
  freezer_available: nullable(boolean()),
  media_available: nullable(boolean()),
  frozen_attributes: nullable(list(text())),
  user_quota_mb: nullable(decimal({ min: 0, max: 1_000_000_000 })),
  course_quota_mb: nullable(decimal({ min: 0, max: 1_000_000_000 })),
  students_can_create_discussions: nullable(boolean()),
});

export const AccountParameters = z.object({
  name: optional(name()),
  sis_account_id: nullable(sisId()),
  default_time_zone: nullable(timeZone()),
  settings: settingParameters,
});
export type AccountParameters = z.output<typeof AccountParameters>;
