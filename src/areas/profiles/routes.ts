import { z } from 'zod';
import { listing, operation } from '../../http/operation.ts';
import { anyOf, boolean, nullable, oneOf, optional, text, verbatim } from '../../http/parameters/types.ts';
import { CourseUser } from '../enrollments/schemas.ts';
import { SORTS } from '../users/account-users.ts';
import { fullName, locale, timeZone } from '../users/parameters.ts';
import { INCLUDED } from '../users/people.ts';
import { User } from '../users/schemas.ts';
import { listAvatars } from './avatar-options.ts';
import { editPerson } from './editing.ts';
import { follow, unfollow } from './followers.ts';
import { listPeople, showPerson } from './people.ts';
import { showProfile } from './profile.ts';
import { AvatarOption, Follow, Profile, Unfollowed, UserSettings } from './schemas.ts';
import { showUserSettings, updateUserSettings } from './settings.ts';

const tag = 'Users';

/** profiles#1: who a user is to others, and what the user makes of that. */
export const profileOperations = [
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
      include: optional(anyOf('enrollments', 'last_login', ...INCLUDED)),
    },
    paged: 'by key',
    item: CourseUser,
    run: (ctx, { page, ...query }, at) => listPeople(ctx, at, query, page),
  }),
  operation({
    method: 'GET',
    path: '/users/:user_id',
    operationId: 'showUser',
    summary: 'A user',
    tag,
    context: 'user',
    permission: 'user.read',
    // What stands in a single answer unasked may be asked for all the same (users#4, users#6).
    input: { include: optional(anyOf('enrollments', 'last_login', ...INCLUDED)) },
    answer: CourseUser,
    run: (ctx, { include }, at) => showPerson(ctx, at, include ?? new Set()),
  }),
  operation({
    method: 'GET',
    path: '/users/:user_id/profile',
    operationId: 'showProfile',
    summary: "A user's profile, to oneself with the address of the calendar feed",
    tag,
    context: 'user',
    permission: 'user.read',
    answer: Profile,
    run: (ctx, _input, at) => showProfile(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/users/:user_id/followers/self',
    operationId: 'followUser',
    summary: 'Follow a user whose profile is public; beta',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { user_id: 'user' },
    answer: Follow,
    run: (ctx, { path }) => follow(ctx, path.user_id),
  }),
  operation({
    method: 'DELETE',
    path: '/users/:user_id/followers/self',
    operationId: 'unfollowUser',
    summary: 'Stop following a user; beta',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { user_id: 'user' },
    answer: Unfollowed,
    run: (ctx, { path }) => unfollow(ctx, path.user_id),
  }),
  listing({
    method: 'GET',
    path: '/users/:user_id/avatars',
    operationId: 'listAvatars',
    summary: 'What a user may be pictured by, each with a token that an edit of the user takes',
    tag,
    context: 'user',
    permission: 'user.private.read',
    paged: 'by number',
    item: AvatarOption,
    run: (ctx, { page }, at) => listAvatars(ctx, at, page),
  }),
  operation({
    method: 'GET',
    path: '/users/:user_id/settings',
    operationId: 'showUserSettings',
    summary: "A user's settings",
    tag,
    context: 'user',
    permission: 'user.private.read',
    answer: UserSettings,
    run: (ctx, _input, at) => showUserSettings(ctx, at),
  }),
  operation({
    method: 'PUT',
    path: '/users/:user_id/settings',
    operationId: 'updateUserSettings',
    summary: "Change a user's settings",
    tag,
    context: 'user',
    permission: 'user.manage',
    input: { manual_mark_as_read: optional(boolean()) },
    answer: UserSettings,
    run: (ctx, sent, at) => updateUserSettings(ctx, at, sent),
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
        public_profile: optional(boolean()),
        avatar: z.object({ token: optional(text(2_000)), url: optional(text(2_000)) }),
      }),
    },
    answer: User,
    run: (ctx, { user }, at) => editPerson(ctx, at, user),
  }),
];
