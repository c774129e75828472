import { makeContext } from '../../access/context.ts';
import { type Database, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int } from '../../store/sql/types.ts';
import { makeSiteRoot } from '../outcomes/site-root.ts';
import { insertPerson } from '../users/creation.ts';
import { insertToken, newToken } from '../users/tokens.ts';
import { appoint, insertAccount } from './accounts.ts';

/** Any number: what all processes of one database take before they look whether this is the first start. */
const BOOTSTRAPPING = 7_236_582;

const lock = statement({
  name: 'bootstrapping',
  takes: { bootstrapping: int },
  gives: { locked: boolean },
  sql: (p) => sql`select pg_advisory_xact_lock(${p.bootstrapping}) is null as locked`,
});

/** A context for what no user asks for: it has the rights of the site's first administrator. */
export const systemContext = (database: Database, now = new Date()) =>
  makeContext({
    database,
    caller: { userId: 1, rootAccountId: 1, timeZone: 'UTC', adminOf: [1], realUserId: null, lentBy: null },
    baseUrl: '',
    webUrl: '',
    now,
  });

/**
 * First start makes the root account (id 1), its administrator (user id 1, login `admin`) and the site's empty outcome group;
 * gives back the administrator's token then, and null on every later start (accounts#21).
 */
export async function bootstrap(database: Database, adminToken: string | null): Promise<string | null> {
  return systemContext(database).tx(async (tx) => {
    await tx.db.rows(lock, { bootstrapping: BOOTSTRAPPING });
    const someone = await tx.db.prisma.user.findFirst({ select: { id: true } });
    if (someone) return null;
    const id = await insertAccount(tx.db, null, { name: 'Lectern', sisAccountId: null, defaultTimeZone: null, settings: {} });
    const person = { user: { name: 'Administrator' }, pseudonym: { unique_id: 'admin' }, communication_channel: {} };
    const adminId = await insertPerson(tx, { id, rootAccountId: id }, person, null);
    await appoint(tx, id, adminId);
    await makeSiteRoot(tx);
    const token = adminToken ?? newToken();
    await insertToken(tx.db, adminId, token, { purpose: 'first start' });
    return token;
  });
}
