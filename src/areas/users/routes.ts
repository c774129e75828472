import { z } from 'zod';
import { operation } from '../../http/operation.ts';
import { boolean, day, nullable, oneOf, optional, text, verbatim } from '../../http/parameters/types.ts';
import { sisId } from '../../http/parameters/words.ts';
import { createUser } from './creation.ts';
import { deleteUser } from './deletion.ts';
import { fullName, locale, password, someUniqueId, timeZone } from './parameters.ts';
import { User } from './schemas.ts';

const tag = 'Users';

/** users#24: how a user comes and goes. Shown and changed they are in the area `profiles`. */
export const userOperations = [
  operation({
    method: 'POST',
    path: '/accounts/:account_id/users',
    operationId: 'createUser',
    summary: 'Make a user with a login',
    tag,
    context: 'account',
    permission: 'account.users.create',
    input: {
      user: z.object({
        name: verbatim(fullName()),
        short_name: optional(fullName()),
        sortable_name: optional(fullName()),
        time_zone: optional(timeZone()),
        locale: optional(locale()),
        birthdate: optional(day()),
      }),
      pseudonym: z.object({
        unique_id: someUniqueId(),
        password: optional(password()),
        sis_user_id: nullable(sisId()),
        send_confirmation: optional(boolean()),
      }),
      communication_channel: z.object({
        type: optional(oneOf('email', 'sms')),
        address: optional(text()),
        skip_confirmation: optional(boolean()),
      }),
    },
    answer: User,
    run: (ctx, person, at) => createUser(ctx, at, person),
  }),
  operation({
    method: 'DELETE',
    path: '/accounts/:account_id/users/:user_id',
    operationId: 'deleteUser',
    summary: 'Delete a user; answers the user as it was',
    tag,
    context: 'user',
    permission: 'user.manage',
    ids: { account_id: 'account' },
    answer: User,
    run: (ctx, { path }, at) => deleteUser(ctx, at, path.account_id),
  }),
];
