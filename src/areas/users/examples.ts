import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createUser: { by: 'admin', path: { account_id: 1 }, body: { user: { name: 'Nia Adeyemi' }, pseudonym: { unique_id: 'nia' } } },
  createToken: { by: 'student1', path: { user_id: 'self' }, body: { token: { purpose: 'Reading my grades' } } },
  createLogin: { by: 'admin', path: { account_id: 1 }, body: { user: { id: 11 }, login: { unique_id: 'hana.suzuki' } } },
  editLogin: { by: 'admin', path: { account_id: 1, id: 11 }, body: { login: { unique_id: 'hana' } } },
  createChannel: { by: 'student1', path: { user_id: 'self' }, body: { communication_channel: { address: 'ann@home.example' } } },
};
