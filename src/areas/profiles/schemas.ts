import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';

/** profiles#2. */
export const Profile = z
  .object({
    id: z.int(),
    name: z.string(),
    short_name: z.string(),
    sortable_name: z.string(),
    title: z.null(),
    bio: z.null(),
    primary_email: z.string().optional(),
    login_id: z.string().optional(),
    sis_user_id: z.string().optional(),
    sis_login_id: z.string().optional(),
    avatar_url: z.string().optional(),
    time_zone: z.string().optional(),
    calendar: z.object({ ics: z.string() }).optional(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof Profile>;

/** profiles#5: the fields of an attachment on attachments only. */
export const AvatarOption = z
  .object({
    type: z.enum(['no_pic', 'external', 'attachment']),
    url: z.string(),
    token: z.string(),
    display_name: z.string(),
    id: z.int().optional(),
    'content-type': z.string().optional(),
    filename: z.string().optional(),
    size: z.int().optional(),
  })
  .meta({ id: 'AvatarOption' });
export type AvatarOption = z.infer<typeof AvatarOption>;

/** profiles#20. */
export const UserSettings = z.object({ manual_mark_as_read: z.boolean() }).meta({ id: 'UserSettings' });
export type UserSettings = z.infer<typeof UserSettings>;

/** profiles#14. */
export const Follow = z.object({ following_user_id: z.int(), followed_user_id: z.int(), created_at: moment }).meta({ id: 'Follow' });
export type Follow = z.infer<typeof Follow>;

export const Unfollowed = z.object({ ok: z.literal(true) });
