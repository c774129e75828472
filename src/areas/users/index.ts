import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { confirmationRoute } from './confirmation.ts';
import { loginTaken, sisUserIdTaken } from './creation.ts';
import { credentialOperations } from './credential-routes.ts';
import { examples } from './examples.ts';
import { userOperations } from './routes.ts';
import { removeExpiredTokens } from './tokens.ts';

export const users: Area = {
  name: 'users',
  operations: [...userOperations, ...credentialOperations],
  openRoutes: [confirmationRoute],
  examples,
  jobs: [removeExpiredTokens],
  constraints: {
    pseudonyms_unique_id: loginTaken,
    pseudonyms_sis_user_id: sisUserIdTaken,
    communication_channels_address: () => invalidField('address', 'taken', 'is a channel of this user already'),
  },
};
