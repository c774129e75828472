import { readId } from '../../http/parameters/ids.ts';
import { type Database, statement } from '../../store/database.ts';
import { insertToken, newToken } from './tokens.ts';

const named = statement<{ id: number; name: string }>(
  'user_by_id_or_login',
  `select u.id, u.name from users u where not u.deleted and (u.id = $1::int
     or u.id in (select p.user_id from pseudonyms p where lower(p.unique_id) = lower($2) and p.state = 'active')) order by (u.id = $1::int) desc nulls last, u.id`,
);

export class NoSuchUser extends Error {}

/** `token --user <id or login>` (D0.1): prints a new token for a user. */
export async function printNewToken(database: Database, user: string): Promise<void> {
  const [found] = await database.rows(named, [readId(user) ?? null, user]);
  if (!found) throw new NoSuchUser(`There is no user with the id or login ${user}.`);
  const token = newToken();
  await insertToken(database, found.id, token, { purpose: 'made on the command line' });
  console.info(`A new token for ${found.name} (user ${found.id}), shown this once:\n  ${token}`);
}
