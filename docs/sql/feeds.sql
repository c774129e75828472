-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- feed_codes (src/areas/feeds/codes.ts)
-- takes $1 userId int4
-- gives selector bytea, secret bytea
select selector, secret from feed_codes where user_id = $1;

-- feed_codes_by_selector (src/areas/feeds/codes.ts)
-- takes $1 selector bytea
-- gives selector bytea, secret bytea, userId int4
select user_id as "userId", selector, secret from feed_codes where selector = $1;

-- feed_codes_make (src/areas/feeds/codes.ts)
-- takes $1 userId int4, $2 selector bytea, $3 secret bytea
-- gives selector bytea, secret bytea
insert into feed_codes as f (user_id, selector, secret) values ($1, $2, $3)
  on conflict (user_id) do update set selector = f.selector returning selector, secret;
