import { expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from '../../helpers/at-once.ts';
import { made, person, ROOT_ACCOUNT } from '../../helpers/school.ts';
import { useServer } from '../../helpers/server.ts';

const Id = z.object({ id: z.int() });
const server = useServer();

let counter = 0;
const fresh = (): string => `at-once-${counter++}`;

const addLogin = async (userId: number, login: string): Promise<number> =>
  (await made(server.admin.post(`/accounts/${ROOT_ACCOUNT}/logins`, { user: { id: userId }, login: { unique_id: login } }), Id)).id;
const addChannel = async (userId: number, address: string): Promise<number> =>
  (await made(server.admin.post(`/users/${userId}/communication_channels`, { communication_channel: { address } }), Id)).id;

/** Two changes of one person, and the words by which the person is found, and is not found, after both. */
interface Changes {
  work: [() => Promise<unknown>, () => Promise<unknown>];
  found: string[];
  lost: string[];
}

// users#16
test.each<[string, (userId: number) => Promise<Changes>]>([
  [
    'two logins are changed',
    async (userId) => {
      const change = async () => {
        const [before, after] = [fresh(), fresh()];
        const path = `/accounts/${ROOT_ACCOUNT}/logins/${await addLogin(userId, before)}`;
        return { before, after, send: () => made(server.admin.put(path, { login: { unique_id: after } }), Id) };
      };
      const [one, other] = [await change(), await change()];
      return { work: [one.send, other.send], found: [one.after, other.after], lost: [one.before, other.before] };
    },
  ],
  [
    'a login is made and another one deleted',
    async (userId) => {
      const [before, after] = [fresh(), fresh()];
      const path = `/users/${userId}/logins/${await addLogin(userId, before)}`;
      return { work: [() => addLogin(userId, after), () => made(server.admin.delete(path), Id)], found: [after], lost: [before] };
    },
  ],
  [
    'two channels are removed',
    async (userId) => {
      const removal = async () => {
        const address = `${fresh()}@school.example`;
        const path = `/users/${userId}/communication_channels/${await addChannel(userId, address)}`;
        return { address, send: () => made(server.admin.delete(path), Id) };
      };
      const [one, other] = [await removal(), await removal()];
      return { work: [one.send, other.send], found: [], lost: [one.address, other.address] };
    },
  ],
])('a user is found by what they have once %s at once', async (_what, changing) => {
  const one = await person(server);
  const { work, found, lost } = await changing(one.id);
  await atOnce(server, `select from users where id = ${one.id} for update`, work);
  const search = async (word: string) =>
    (await made(server.admin.get(`/accounts/${ROOT_ACCOUNT}/users`, { search_term: word }), z.array(Id))).map(({ id }) => id);
  for (const word of found) expect(await search(word), word).toEqual([one.id]);
  for (const word of lost) expect(await search(word), word).toEqual([]);
});
