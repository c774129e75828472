import { readId } from '../../kernel/ids.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { type Database, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, text } from '../../store/sql/types.ts';
import { isLogin } from './relations.ts';
import { insertToken, newToken } from './tokens.ts';

const named = statement({
  name: 'user_by_id_or_login',
  takes: { readId: nullable(int), user: text },
  gives: { id: int, name: text },
  sql: (p) => sql`select u.id, u.name from users u where not u.deleted and (u.id = ${p.readId}::int
     or u.id in (select p.user_id from pseudonyms p where lower(p.unique_id) = lower(${p.user}) and ${isLogin('p')})) order by (u.id = ${p.readId}::int) desc nulls last, u.id`,
});

export class NoSuchUser extends OperatorError {}

/** The user of an id or a login. */
export async function findNamedUser(database: Database, user: string): Promise<{ id: number; name: string }> {
  const [found] = await database.rows(named, { readId: readId(user) ?? null, user });
  if (!found) throw new NoSuchUser(`There is no user with the id or login ${user}.`);
  return found;
}

/** `token --user <id or login>` (users#41): prints a new token for a user. */
export async function printNewToken(database: Database, user: string): Promise<void> {
  const found = await findNamedUser(database, user);
  const token = newToken();
  await insertToken(database, found.id, token, { purpose: 'made on the command line' });
  console.info(`A new token for ${found.name} (user ${found.id}), shown this once:\n  ${token}`);
}
