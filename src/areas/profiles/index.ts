import type { Area } from '../area.ts';
import { examples } from './examples.ts';
import { endFollowing } from './followers.ts';
import { pictureRoutes } from './pictures.ts';
import { profileOperations } from './routes.ts';

/** What a user is to others. A part of users to whoever looks from outside; inside it stands above users and enrollments. */
export const profiles: Area = {
  name: 'users',
  operations: profileOperations,
  examples,
  openRoutes: pictureRoutes,
  endsWithUser: endFollowing,
};
