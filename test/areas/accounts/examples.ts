import { type Examples, fresh, named, nothing, self, sending, somebody } from '../../helpers/examples.ts';
import { appoint } from '../../helpers/school.ts';

const newAccount = () => ({ account: named() });

export const examples: Examples = {
  requests: {
    createRootAccount: sending(newAccount),
    showAccount: nothing,
    updateAccount: sending(newAccount),
    createSubAccount: sending(newAccount),
    deleteSubAccount: fresh('id', (w) => `/accounts/${w.account}/sub_accounts`, newAccount),
    appointAdministrator: async (w, server) => ({ sent: { user_id: (await somebody(w, server)).id } }),
    dismissAdministrator: async (w, server) => {
      const one = await somebody(w, server);
      await appoint(server, w.account, one.id);
      return { ids: { admin_user_id: one.id } };
    },
  },
  lists: [
    { operationId: 'listAccounts', path: () => '/accounts', by: self },
    { operationId: 'listSubAccounts', path: (w) => `/accounts/${w.account}/sub_accounts` },
    { operationId: 'listSubAccounts', path: (w) => `/accounts/${w.account}/sub_accounts`, query: { recursive: true } },
    { operationId: 'listAdministrators', path: (w) => `/accounts/${w.account}/admins` },
  ],
};
