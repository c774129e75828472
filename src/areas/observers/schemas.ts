import { z } from 'zod';
import { optional, text, unread } from '../../http/parameters/types.ts';
import { User } from '../users/schemas.ts';

/** observers#3. */
export const LinkedUser = User.extend({ observation_link_root_account_ids: z.array(z.int()) }).meta({ id: 'LinkedUser' });
export type LinkedUser = z.infer<typeof LinkedUser>;

/** Whom to observe, by what only they could have given (observers#6); of the rest it is said that it names nobody here. */
export const Credentials = z.object({ access_token: optional(text()), observee: unread(text()), pairing_code: unread(text()) });
export type Credentials = z.output<typeof Credentials>;
