import { invalidField } from '../../kernel/errors.ts';
import type { Area } from '../area.ts';
import { dismissEverywhere } from './administrators.ts';
import { examples } from './examples.ts';
import { accountOperations } from './routes.ts';

export const accounts: Area = {
  name: 'accounts',
  operations: accountOperations,
  examples,
  endsWithUser: dismissEverywhere,
  constraints: {
    accounts_sis_account_id: () => invalidField('sis_account_id', 'taken', 'is the SIS id of another account'),
  },
};
