-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- account_by_sis_id (src/areas/accounts/accounts.ts)
-- takes $1 sisId text, $2 rootAccountId int4
-- gives id int4
select a.id from accounts a where a.root_account_id = $2 and a.sis_account_id = any(array[$1]::text[]) and not a.deleted;

-- account_held (src/areas/accounts/accounts.ts)
-- takes $1 id int4
-- gives id int4, name text, parentAccountId int4?, rootAccountId int4, chain int4[], sisAccountId text?, defaultTimeZone text?, settings jsonb, deleted bool
select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a where a.id = $1 and not a.deleted for update of a;

-- account_in_use (src/areas/accounts/accounts.ts)
-- takes $1 id int4
-- gives inUse bool
select exists (select 1 from courses c where c.account_id = $1 and c.state <> 'deleted')
  or exists (select 1 from accounts a where a.parent_account_id = $1 and not a.deleted)
  or exists (select 1 from group_categories gc where gc.account_id = $1 and not gc.deleted) as "inUse";

-- account_insert (src/areas/accounts/accounts.ts)
-- takes $1 name text, $2 parentId int4?, $3 rootAccountId int4?, $4 chain int4[], $5 sisAccountId text?, $6 defaultTimeZone text?, $7 settings jsonb
-- gives id int4
with made as (select nextval(pg_get_serial_sequence('accounts', 'id'))::int as id)
  insert into accounts (id, name, parent_account_id, root_account_id, chain, sis_account_id, default_time_zone, settings)
  overriding system value
  select made.id, $1, $2, coalesce($3, made.id), $4::int[] || made.id, $5, $6, $7::jsonb from made returning id;

-- account_kept (src/areas/accounts/accounts.ts)
-- takes $1 id int4
-- gives id int4
select a.id from accounts a where a.id = $1 and not a.deleted for key share;

-- account_settings_of_chain (src/areas/accounts/accounts.ts)
-- takes $1 chain int4[]
-- gives settings jsonb
select settings from accounts where id = any($1::int[]) order by cardinality(chain);

-- accounts_by_id (src/areas/accounts/accounts.ts)
-- takes $1 ids int4[]
-- gives id int4, name text, parentAccountId int4?, rootAccountId int4, chain int4[], sisAccountId text?, defaultTimeZone text?, settings jsonb, deleted bool
select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a where a.id = any($1::int[]);

-- administrators_of_account_dismissed (src/areas/accounts/accounts.ts)
-- takes $1 accountId int4
-- gives id int4
delete from account_admins where account_id = $1 returning user_id as id;

-- administrators_of_account_held (src/areas/accounts/accounts.ts)
-- takes $1 accountId int4
-- gives id int4
select u.id from account_admins aa join users u on u.id = aa.user_id where aa.account_id = $1
  order by u.id for no key update of u;

-- all_sub_accounts_first_11 (src/areas/accounts/accounts.ts)
-- takes $1 accountId int4
-- gives id int4, name text, parentAccountId int4?, rootAccountId int4, chain int4[], sisAccountId text?, defaultTimeZone text?, settings jsonb, deleted bool
select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a where a.chain @> array[$1::int] and a.id <> $1 and not a.deleted order by a.id limit 11;

-- own_accounts_first_11 (src/areas/accounts/accounts.ts)
-- takes $1 adminOf int4[]
-- gives id int4, name text, parentAccountId int4?, rootAccountId int4, chain int4[], sisAccountId text?, defaultTimeZone text?, settings jsonb, deleted bool
select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a where a.id = any($1::int[]) and not a.deleted order by a.id limit 11;

-- sub_accounts_first_11 (src/areas/accounts/accounts.ts)
-- takes $1 accountId int4
-- gives id int4, name text, parentAccountId int4?, rootAccountId int4, chain int4[], sisAccountId text?, defaultTimeZone text?, settings jsonb, deleted bool
select a.id, a.name, a.parent_account_id as "parentAccountId", a.root_account_id as "rootAccountId", a.chain,
  a.sis_account_id as "sisAccountId", a.default_time_zone as "defaultTimeZone", a.settings, a.deleted from accounts a where a.parent_account_id = $1 and not a.deleted order by a.id limit 11;

-- administrator (src/areas/accounts/administrators.ts)
-- takes $1 accountId int4, $2 userId int4
-- gives accountId int4, userId int4, name text, sortableName text, shortName text
select aa.account_id as "accountId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from account_admins aa join users u on u.id = aa.user_id and not u.deleted where aa.account_id = $1 and u.id = $2;

-- administrators_of_account_0_first_11 (src/areas/accounts/administrators.ts)
-- takes $1 accountId int4, $2 ids int4[]
-- gives accountId int4, userId int4, name text, sortableName text, shortName text
select aa.account_id as "accountId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from account_admins aa join users u on u.id = aa.user_id and not u.deleted where aa.account_id = $1 and aa.user_id = any($2::int[]) order by u.id limit 11;

-- administrators_of_account_first_11 (src/areas/accounts/administrators.ts)
-- takes $1 accountId int4
-- gives accountId int4, userId int4, name text, sortableName text, shortName text
select aa.account_id as "accountId", u.id as "userId", u.name, u.sortable_name as "sortableName", u.short_name as "shortName" from account_admins aa join users u on u.id = aa.user_id and not u.deleted where aa.account_id = $1  order by u.id limit 11;

-- bootstrapping (src/areas/accounts/bootstrap.ts)
-- takes $1 bootstrapping int4
-- gives locked bool
select pg_advisory_xact_lock($1) is null as locked;
