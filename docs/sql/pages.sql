-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- scheduled_page_published (src/areas/pages/jobs.ts)
-- takes $1 pageId int4
update wiki_pages p set published = true, publish_at = null, updated_at = now()
  where p.id = $1 and not p.deleted and p.publish_at <= now();

-- pages_of_course_by_created_at_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.created_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.created_at asc, p.id asc;

-- pages_of_course_by_created_at_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.created_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.created_at asc, p.id asc;

-- pages_of_course_by_created_at_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.created_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.created_at desc, p.id desc;

-- pages_of_course_by_created_at_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.created_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.created_at desc, p.id desc;

-- pages_of_course_by_title_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.sort_key asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.sort_key asc, p.id asc;

-- pages_of_course_by_title_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.sort_key asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.sort_key asc, p.id asc;

-- pages_of_course_by_title_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.sort_key desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.sort_key desc, p.id desc;

-- pages_of_course_by_title_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.sort_key desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.sort_key desc, p.id desc;

-- pages_of_course_by_updated_at_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.updated_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.updated_at asc, p.id asc;

-- pages_of_course_by_updated_at_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.updated_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.updated_at asc, p.id asc;

-- pages_of_course_by_updated_at_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.updated_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.updated_at desc, p.id desc;

-- pages_of_course_by_updated_at_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.course_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.updated_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.updated_at desc, p.id desc;

-- pages_of_group_by_created_at_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.created_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.created_at asc, p.id asc;

-- pages_of_group_by_created_at_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.created_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.created_at asc, p.id asc;

-- pages_of_group_by_created_at_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.created_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.created_at desc, p.id desc;

-- pages_of_group_by_created_at_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.created_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.created_at desc, p.id desc;

-- pages_of_group_by_title_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.sort_key asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.sort_key asc, p.id asc;

-- pages_of_group_by_title_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.sort_key asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.sort_key asc, p.id asc;

-- pages_of_group_by_title_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.sort_key desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.sort_key desc, p.id desc;

-- pages_of_group_by_title_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.sort_key desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.sort_key desc, p.id desc;

-- pages_of_group_by_updated_at_asc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.updated_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.updated_at asc, p.id asc;

-- pages_of_group_by_updated_at_asc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.updated_at asc, p.id asc limit 11) p join users u on u.id = p.editor_id order by p.updated_at asc, p.id asc;

-- pages_of_group_by_updated_at_desc_0_1_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool, $4 published bool, $5 pattern text
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean)) and p.published = $4 and replace(lower(p.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by p.updated_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.updated_at desc, p.id desc;

-- pages_of_group_by_updated_at_desc_first_11 (src/areas/pages/pages.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 bodies bool
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, case when $3::boolean then p.body end as body from (select p.* from wiki_pages p where p.group_id = $1 and (not p.deleted and (p.published or $2::boolean))  order by p.updated_at desc, p.id desc limit 11) p join users u on u.id = p.editor_id order by p.updated_at desc, p.id desc;

-- revision_of_page (src/areas/pages/revisions.ts)
-- takes $1 pageId int4, $2 number int4
-- gives number int4, createdAt timestamptz, editorId int4, editorName text, picture text?, title text, url text, body text?
select r.number, r.created_at as "createdAt", r.editor_id as "editorId", u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, r.title, r.url, r.body from wiki_page_revisions r join users u on u.id = r.editor_id
  where r.page_id = $1 and r.number = $2;

-- revisions_of_page_after_11 (src/areas/pages/revisions.ts)
-- takes $1 pageId int4, $2 key 1 int4
-- gives number int4, createdAt timestamptz, editorId int4, editorName text, picture text?
select r.number, r.created_at as "createdAt", r.editor_id as "editorId", u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select r.number, r.created_at, r.editor_id from wiki_page_revisions r where r.page_id = $1  and (r.number) < ($2::int) order by r.number desc limit 11 ) r join users u on u.id = r.editor_id order by r.number desc;

-- course_held_for_pages (src/areas/pages/rows.ts)
-- takes $1 id int4
-- gives id int4
select c.id from courses c where c.id = $1 and c.state <> 'deleted' for no key update of c;

-- former_page_url_of_course (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 url text, $3 pageId int4
insert into wiki_page_former_urls (course_id, url, page_id) values ($1, $2, $3)
  on conflict (course_id, url) do update set page_id = excluded.page_id;

-- former_page_url_of_group (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 url text, $3 pageId int4
insert into wiki_page_former_urls (group_id, url, page_id) values ($1, $2, $3)
  on conflict (group_id, url) do update set page_id = excluded.page_id;

-- free_page_url_of_course (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 url text, $3 ownId int4
-- gives url text
select free.url from (
  select n, case when n = 1 then $2::text
  else rtrim(left($2::text, 200 - length('-' || n)), '-') || '-' || n end as url
  from generate_series(1, (select count(*) + 1 from wiki_pages p where p.course_id = $1 and not p.deleted)) n) free
  where not exists (select 1 from wiki_pages p
  where p.course_id = $1 and p.url = free.url and not p.deleted and p.id <> $3)
  order by free.n limit 1;

-- free_page_url_of_group (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 url text, $3 ownId int4
-- gives url text
select free.url from (
  select n, case when n = 1 then $2::text
  else rtrim(left($2::text, 200 - length('-' || n)), '-') || '-' || n end as url
  from generate_series(1, (select count(*) + 1 from wiki_pages p where p.group_id = $1 and not p.deleted)) n) free
  where not exists (select 1 from wiki_pages p
  where p.group_id = $1 and p.url = free.url and not p.deleted and p.id <> $3)
  order by free.n limit 1;

-- front_page_of_course (src/areas/pages/rows.ts)
-- takes $1 contextId int4
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, p.body from wiki_pages p join users u on u.id = p.editor_id where p.course_id = $1 and p.front_page and not p.deleted;

-- front_page_of_group (src/areas/pages/rows.ts)
-- takes $1 contextId int4
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, p.body from wiki_pages p join users u on u.id = p.editor_id where p.group_id = $1 and p.front_page and not p.deleted;

-- group_held_for_pages (src/areas/pages/rows.ts)
-- takes $1 id int4
-- gives id int4
select g.id from groups g where g.id = $1 and not g.deleted for no key update of g;

-- page_by_id (src/areas/pages/rows.ts)
-- takes $1 id int4
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, p.body from wiki_pages p join users u on u.id = p.editor_id where p.id = $1;

-- page_of_course (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 url text?, $4 titleUrl text?, $5 id int4?
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, p.body from wiki_pages p join users u on u.id = p.editor_id where p.id = (select id from (
  select p.id, p.url, 1 as rank from wiki_pages p where p.course_id = $1 and p.url in ($3, $4) and not p.deleted
  union all select p.id, f.url, 2 from wiki_page_former_urls f join wiki_pages p on p.id = f.page_id
  where f.course_id = $1 and f.url in ($3, $4) and not p.deleted
  union all select p.id, null, 3 from wiki_pages p where p.id = $5 and p.course_id = $1 and not p.deleted) found
  order by found.url is not distinct from $3 desc, rank limit 1) and (not p.deleted and (p.published or $2::boolean));

-- page_of_group (src/areas/pages/rows.ts)
-- takes $1 contextId int4, $2 oversees bool, $3 url text?, $4 titleUrl text?, $5 id int4?
-- gives id int4, title text, url text, editingRoles text, published bool, publishAt timestamptz?, frontPage bool, revision int4, createdAt timestamptz, updatedAt timestamptz, editorId int4, editorName text, picture text?, body text?
select p.id, p.title, p.url, p.editing_roles as "editingRoles", p.published, p.publish_at as "publishAt",
  p.front_page as "frontPage", p.revision, p.created_at as "createdAt", p.updated_at as "updatedAt", p.editor_id as "editorId",
  u.short_name as "editorName", (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture, p.body from wiki_pages p join users u on u.id = p.editor_id where p.id = (select id from (
  select p.id, p.url, 1 as rank from wiki_pages p where p.group_id = $1 and p.url in ($3, $4) and not p.deleted
  union all select p.id, f.url, 2 from wiki_page_former_urls f join wiki_pages p on p.id = f.page_id
  where f.group_id = $1 and f.url in ($3, $4) and not p.deleted
  union all select p.id, null, 3 from wiki_pages p where p.id = $5 and p.group_id = $1 and not p.deleted) found
  order by found.url is not distinct from $3 desc, rank limit 1) and (not p.deleted and (p.published or $2::boolean));
