import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { assignGroupMembers } from './assigning.ts';
import { examples } from './examples.ts';
import { favoriteGroupOperations } from './favorite-routes.ts';
import { endMembershipsOf } from './leaving.ts';
import { groupOperations } from './routes.ts';
import { groupSetOperations } from './set-routes.ts';

export const groups: Area = {
  name: 'groups',
  operations: [...groupSetOperations, ...groupOperations, ...favoriteGroupOperations],
  examples,
  jobs: [assignGroupMembers],
  endsWithUser: endMembershipsOf,
  constraints: {
    group_memberships_one_group_of_a_set: () => invalidField('user_id', 'taken', 'is in another group of this set'),
  },
};
