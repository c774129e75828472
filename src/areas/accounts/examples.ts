import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createRootAccount: { by: 'admin', body: { account: { name: 'Evening School' } } },
  updateAccount: { by: 'admin', path: { account_id: 1 }, body: { account: { default_time_zone: 'Europe/London' } } },
  createSubAccount: { by: 'admin', path: { account_id: 1 }, body: { account: { name: 'Natural Sciences' } } },
  appointAdministrator: { by: 'admin', path: { account_id: 1 }, body: { user_id: 2 } },
};
