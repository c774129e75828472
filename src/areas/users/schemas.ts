import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';

/** users#1: what does not apply is absent, not null. */
export const User = z
  .object({
    id: z.int(),
    name: z.string(),
    sortable_name: z.string(),
    short_name: z.string(),
    login_id: z.string().optional(),
    sis_user_id: z.string().optional(),
    sis_login_id: z.string().optional(),
    avatar_url: z.string().optional(),
    email: z.string().optional(),
    locale: z.string().optional(),
    time_zone: z.string().optional(),
    last_login: moment.optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** A user by their names, in what is of them. */
export const NamedUser = z.object({ id: z.int(), name: z.string(), sortable_name: z.string(), short_name: z.string() });
export type NamedUser = z.infer<typeof NamedUser>;

/** A user by name and picture: who wrote a topic, whose collection it is. */
export const ShownUser = z.object({
  id: z.int(),
  display_name: z.string(),
  avatar_image_url: z.string().nullable(),
  html_url: z.string(),
});
export type ShownUser = z.infer<typeof ShownUser>;

export const Login = z
  .object({ id: z.int(), user_id: z.int(), account_id: z.int(), unique_id: z.string(), sis_user_id: z.string().nullable() })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

export const Channel = z
  .object({
    id: z.int(),
    address: z.string(),
    type: z.string(),
    position: z.int(),
    user_id: z.int(),
    workflow_state: z.enum(['unconfirmed', 'active', 'retired']),
  })
  .meta({ id: 'CommunicationChannel' });
export type Channel = z.infer<typeof Channel>;

export const Token = z
  .object({
    id: z.int(),
    purpose: z.string().nullable(),
    user_id: z.int(),
    /** Who made it for the user; null: the user, or whoever runs the server (users#38). */
    created_by: z.int().nullable().optional(),
    expires_at: moment.nullable(),
    created_at: moment,
    last_used_at: moment.nullable().optional(),
    token_hint: z.string().optional(),
    visible_token: z.string().optional(),
  })
  .meta({ id: 'Token' });
export type Token = z.infer<typeof Token>;
