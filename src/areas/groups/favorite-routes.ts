import { z } from 'zod';
import { listing, type Operation, operation } from '../../http/operation.ts';
import { addFavoriteGroup, removeAllFavoriteGroups, removeFavoriteGroup } from './favorites.ts';
import { listFavoriteGroups } from './groups.ts';
import { Favorite, Group } from './schemas.ts';

const tag = 'Favorites';
const PATH = '/users/self/favorites/groups';
const ONE = { tag, path: `${PATH}/:group_id`, context: 'group', permission: 'group.people.read', answer: Favorite } as const;

/** groups#46. */
export const favoriteGroupOperations: Operation[] = [
  listing({
    method: 'GET',
    path: PATH,
    operationId: 'listFavoriteGroups',
    summary: 'The groups that the caller has chosen before others, by id',
    tag,
    context: 'none',
    permission: 'anyone',
    paged: 'by number',
    item: Group,
    run: (ctx, { page }) => listFavoriteGroups(ctx, page),
  }),
  operation({
    ...ONE,
    method: 'POST',
    operationId: 'addFavoriteGroup',
    summary: 'Choose a group before others',
    run: (ctx, _input, at) => addFavoriteGroup(ctx, at),
  }),
  operation({
    ...ONE,
    method: 'DELETE',
    operationId: 'removeFavoriteGroup',
    summary: 'Choose a group before others no more',
    run: (ctx, _input, at) => removeFavoriteGroup(ctx, at),
  }),
  operation({
    method: 'DELETE',
    path: PATH,
    operationId: 'removeAllFavoriteGroups',
    summary: 'Choose no group before others',
    tag,
    context: 'none',
    permission: 'anyone',
    answer: z.object({ message: z.literal('OK') }),
    run: (ctx) => removeAllFavoriteGroups(ctx),
  }),
];
