import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { folded } from '../../store/folding.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { belongsToAccount } from '../enrollments/relations.ts';
import { isChannel, isLogin } from './relations.ts';

const lock = statement({
  name: 'users_lock',
  takes: { userIds: array(int) },
  gives: { id: int },
  sql: (p) => sql`select id from users where id = any(${p.userIds}::int[]) order by id for no key update`,
});

const refresh = statement({
  name: 'user_accounts_refresh',
  takes: { userIds: array(int) },
  sql: (p) => sql`with people as (select u.id, u.sort_key, u.deleted from users u where u.id = any(${p.userIds}::int[])),
   named as (
     select p.user_id, p.account_id from pseudonyms p where p.user_id = any(${p.userIds}::int[]) and ${isLogin('p')}
     union select e.user_id, c.account_id from enrollments e join courses c on c.id = e.course_id
       where e.user_id = any(${p.userIds}::int[]) and ${belongsToAccount('e')} and ${isCourse('c')}
     union select aa.user_id, aa.account_id from account_admins aa where aa.user_id = any(${p.userIds}::int[])),
   wanted as (
     select n.user_id, above.id as account_id, bool_or(above.id = n.account_id) as direct
     from named n join people p on p.id = n.user_id and not p.deleted
     join accounts a on a.id = n.account_id cross join lateral unnest(a.chain) as above(id)
     group by n.user_id, above.id),
   gone as (
     delete from user_accounts ua where ua.user_id = any(${p.userIds}::int[])
       and not exists (select 1 from wanted w where w.user_id = ua.user_id and w.account_id = ua.account_id))
   insert into user_accounts (user_id, account_id, sort_key, direct)
   select w.user_id, w.account_id, p.sort_key, w.direct from wanted w join people p on p.id = w.user_id
   on conflict (user_id, account_id) do update set sort_key = excluded.sort_key, direct = excluded.direct
     where (user_accounts.sort_key, user_accounts.direct) is distinct from (excluded.sort_key, excluded.direct)`,
});

/**
 * Brings the rows that say to which accounts users belong up to date with what they follow from: logins, enrollments,
 * appointments. An invitation makes nobody belong (access#5). The users are locked first, so that of two changes at once the
 * later sees what the earlier did.
 */
export async function refreshAccounts(tx: TxCtx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db.rows(lock, { userIds });
  await tx.db.rows(refresh, { userIds });
}

const searchText = statement({
  name: 'user_search_text',
  takes: { userId: int },
  sql: (p) => sql`update users u set search_text = ${folded(sql`concat_ws(E'\\n', u.name,
     (select string_agg(concat_ws(E'\\n', p.unique_id, p.sis_user_id), E'\\n') from pseudonyms p where p.user_id = u.id and ${isLogin('p')}),
     (select string_agg(c.address, E'\\n') from communication_channels c where c.user_id = u.id and ${isChannel('c')}))`)}
   where u.id = ${p.userId}`,
});

/**
 * Brings what the search of users#14 looks into up to date: the name, logins, SIS ids and addresses. Whoever calls this has held the user
 * before changing any of them, so that of two changes at once the later sees what the earlier did (users#16).
 */
export async function refreshSearchText(tx: TxCtx, userId: number): Promise<void> {
  await tx.db.rows(searchText, { userId });
}
