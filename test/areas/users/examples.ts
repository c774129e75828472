import { address, type Examples, fresh, named, nothing, ofRich, sending, somebody } from '../../helpers/examples.ts';
import { posting, type World } from '../../helpers/filled-world.ts';
import { person, ROOT_ACCOUNT, unique } from '../../helpers/school.ts';
import type { TestServer } from '../../helpers/server.ts';

const login = () => ({ unique_id: unique('login') });

/** Followed by nobody yet, and open to whoever wants to. */
async function publicPerson(w: World, server: TestServer): Promise<number> {
  const { id } = await somebody(w, server);
  await server.admin.put(`/users/${id}`, { user: { public_profile: true } }).expect(200);
  return id;
}

const newLogin = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(`/accounts/${w.account}/logins`, { user: { id: w.rich.id }, login: login() })).id;

export const examples: Examples = {
  requests: {
    createUser: sending(() => ({ user: named(), pseudonym: login() })),
    showUser: nothing,
    editUser: sending(() => ({ user: named() })),
    deleteUser: async (_w, server) => ({ ids: { account_id: ROOT_ACCOUNT, user_id: (await person(server)).id } }),
    showProfile: nothing,
    followUser: async (w, server) => ({ by: w.rich.client, ids: { user_id: await publicPerson(w, server) } }),
    unfollowUser: async (w, server) => {
      const id = await publicPerson(w, server);
      await w.rich.client.put(`/users/${id}/followers/self`).expect(200);
      return { by: w.rich.client, ids: { user_id: id } };
    },
    showUserSettings: nothing,
    updateUserSettings: sending(() => ({ manual_mark_as_read: true })),
    createToken: sending(() => ({ token: { purpose: 'more' } })),
    revokeToken: fresh('id', ofRich('tokens'), () => ({ token: { purpose: 'more' } })),
    createLogin: (w) => ({ sent: { user: { id: w.rich.id }, login: login() } }),
    editLogin: async (w, server) => ({ ids: { id: await newLogin(w, server) }, sent: { login: login() } }),
    deleteLogin: async (w, server) => ({ ids: { id: await newLogin(w, server) } }),
    createChannel: sending(address),
    deleteChannel: fresh('id', ofRich('communication_channels'), address),
  },
  lists: [
    { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users` },
    {
      operationId: 'listAccountUsers',
      path: (w) => `/accounts/${w.account}/users`,
      query: { include: ['email', 'locale', 'last_login', 'avatar_url'] },
    },
    { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { search_term: 'person' } },
    { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { include: ['enrollments'] } },
    { operationId: 'listTokens', path: (w) => `/users/${w.rich.id}/tokens` },
    { operationId: 'listAccountLogins', path: (w) => `/accounts/${w.account}/logins` },
    { operationId: 'listUserLogins', path: (w) => `/users/${w.rich.id}/logins` },
    { operationId: 'listChannels', path: (w) => `/users/${w.rich.id}/communication_channels` },
    { operationId: 'listAvatars', path: (w) => `/users/${w.rich.id}/avatars` },
  ],
};
