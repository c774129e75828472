-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- collection (src/areas/collections/collections.ts)
-- takes $1 collectionId int4
-- gives id int4, name text, visibility collection_visibility, userId int4, createdAt timestamptz
select c.id, c.name, c.visibility, c.user_id as "userId", c.created_at as "createdAt" from collections c where c.id = $1 and not c.deleted;

-- own_collections_first_11 (src/areas/collections/collections.ts)
-- takes $1 callerId int4
-- gives id int4, name text, visibility collection_visibility, userId int4, createdAt timestamptz
select c.id, c.name, c.visibility, c.user_id as "userId", c.created_at as "createdAt" from collections c where c.user_id = $1 and not c.deleted order by c.id limit 11;

-- collection_item (src/areas/collections/items.ts)
-- takes $1 id int4
-- gives id int4, collectionId int4, linkUrl text, userComment text?, createdAt timestamptz, userId int4, userName text, postCount int4, picture text?
select i.id, i.collection_id as "collectionId", i.link_url as "linkUrl",
  i.user_comment as "userComment", i.created_at as "createdAt", c.user_id as "userId", u.short_name as "userName",
  coalesce((select t.entry_count from discussion_topics t where t.collection_item_id = i.id and t.state <> 'deleted'), 0) as "postCount",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (select i.* from collection_items i where i.id = $1) i join collections c on c.id = i.collection_id join users u on u.id = c.user_id;

-- collection_items_after_11 (src/areas/collections/items.ts)
-- takes $1 collectionId int4, $2 key 1 int4
-- gives id int4, collectionId int4, linkUrl text, userComment text?, createdAt timestamptz, userId int4, userName text, postCount int4, picture text?
select i.id, i.collection_id as "collectionId", i.link_url as "linkUrl",
  i.user_comment as "userComment", i.created_at as "createdAt", c.user_id as "userId", u.short_name as "userName",
  coalesce((select t.entry_count from discussion_topics t where t.collection_item_id = i.id and t.state <> 'deleted'), 0) as "postCount",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (select i.* from collection_items i where i.collection_id = $1 and not i.deleted  and (i.id) > ($2::int) order by i.id asc limit 11 ) i join collections c on c.id = i.collection_id join users u on u.id = c.user_id order by i.id asc;

-- collection_items_by_id (src/areas/collections/items.ts)
-- takes $1 ids int4[]
-- gives id int4, collectionId int4, linkUrl text, userComment text?, createdAt timestamptz, userId int4, userName text, postCount int4, picture text?
select i.id, i.collection_id as "collectionId", i.link_url as "linkUrl",
  i.user_comment as "userComment", i.created_at as "createdAt", c.user_id as "userId", u.short_name as "userName",
  coalesce((select t.entry_count from discussion_topics t where t.collection_item_id = i.id and t.state <> 'deleted'), 0) as "postCount",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture
  from (select i.* from collection_items i where i.id = any($1::int[])) i join collections c on c.id = i.collection_id join users u on u.id = c.user_id;
