-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- bookmarks_of_user_first_11 (src/areas/bookmarks/bookmarks.ts)
-- takes $1 userId int4
-- gives id int4, name text, url text, position int4, data text?
select b.id, b.name, b.url, b.position, b.data from bookmarks b where b.user_id = $1 order by b.position, b.id limit 11;

-- delete_bookmark (src/areas/bookmarks/bookmarks.ts)
-- takes $1 userId int4, $2 id int4
-- gives id int4, name text, url text, position int4, data text?
delete from bookmarks b where b.user_id = $1 and b.id = $2 returning b.id, b.name, b.url, b.position, b.data;

-- last_bookmark (src/areas/bookmarks/bookmarks.ts)
-- takes $1 userId int4
-- gives position int4
select coalesce(max(position), 0) as position from bookmarks where user_id = $1;
