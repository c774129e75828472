import { z } from 'zod';
import { listing, operation } from '../../http/operation.ts';
import { anyOf, boolean, day, nullable, oneOf, optional, text, verbatim } from '../../http/parameters/types.ts';
import { listAccountUsers, SORTS } from './account-users.ts';
import { createUser } from './creation.ts';
import { deleteUser } from './deletion.ts';
import { editUser } from './editing.ts';
import { fullName, locale, password, timeZone, uniqueId } from './parameters.ts';
import { showUser } from './people.ts';
import { User } from './schemas.ts';

const tag = 'Users';

/** part-a, Users: the operations on the user itself. */
export const userOperations = [
  listing({
    method: 'GET',
    path: '/accounts/:account_id/users',
    operationId: 'listAccountUsers',
    summary: 'The users of an account and its sub-accounts, or those that a term finds',
    tag,
    context: 'account',
    permission: 'account.users.read',
    input: {
      search_term: verbatim(text()),
      sort: optional(oneOf(...SORTS)),
      order: optional(oneOf('asc', 'desc')),
      include: optional(anyOf('email', 'locale', 'time_zone', 'last_login', 'avatar_url')),
    },
    paged: 'by key',
    item: User,
    run: (ctx, { page, ...query }, at) => listAccountUsers(ctx, at, query, page),
  }),
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
        unique_id: verbatim(uniqueId()),
        password: optional(password()),
        sis_user_id: optional(text()),
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
    method: 'GET',
    path: '/users/:user_id',
    operationId: 'showUser',
    summary: 'A user',
    tag,
    context: 'user',
    permission: 'user.read',
    answer: User,
    run: (ctx, _input, at) => showUser(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/users/:user_id',
    operationId: 'editUser',
    summary: 'Change a user; logins are changed by the operations on logins',
    tag,
    context: 'user',
    permission: 'user.manage',
    input: {
      user: z.object({
        name: optional(fullName()),
        short_name: optional(fullName()),
        sortable_name: optional(fullName()),
        time_zone: nullable(timeZone()),
        locale: nullable(locale()),
      }),
    },
    answer: User,
    run: (ctx, { user }, at) => editUser(ctx, at, user),
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
