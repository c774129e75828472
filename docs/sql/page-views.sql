-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- page_view_report (src/areas/page-views/page-views.ts)
-- takes $1 callerId int4, $2 id uuid, $3 seconds float8
-- gives interactionSeconds float8, userId int4, id uuid, url text, httpMethod text, controller text, action text, contextType page_view_context?, contextId int4?, realUserId int4?, accountId int4, userAgent text?, participated bool, renderTime float8, remoteIp text
update page_views v set interaction_seconds = $3 where v.user_id = $1 and v.id = $2 returning v.id, v.url, v.http_method as "httpMethod", v.controller, v.action,
  v.context_type as "contextType", v.context_id as "contextId", v.user_agent as "userAgent", v.user_id as "userId",
  v.real_user_id as "realUserId", v.account_id as "accountId", v.interaction_seconds as "interactionSeconds", v.participated,
  v.render_time as "renderTime", v.remote_ip as "remoteIp";

-- page_views_of_user_0_1_after_11 (src/areas/page-views/page-views.ts)
-- takes $1 userId int4, $2 from uuid, $3 to uuid, $4 key 1 uuid
-- gives interactionSeconds float8, userId int4, id uuid, url text, httpMethod text, controller text, action text, contextType page_view_context?, contextId int4?, realUserId int4?, accountId int4, userAgent text?, participated bool, renderTime float8, remoteIp text
select v.id, v.url, v.http_method as "httpMethod", v.controller, v.action,
  v.context_type as "contextType", v.context_id as "contextId", v.user_agent as "userAgent", v.user_id as "userId",
  v.real_user_id as "realUserId", v.account_id as "accountId", v.interaction_seconds as "interactionSeconds", v.participated,
  v.render_time as "renderTime", v.remote_ip as "remoteIp" from page_views v where v.user_id = $1 and v.id >= $2::uuid and v.id < $3::uuid and (v.id) < ($4::uuid) order by v.id desc limit 11;

-- page_views_of_user_first_11 (src/areas/page-views/page-views.ts)
-- takes $1 userId int4
-- gives interactionSeconds float8, userId int4, id uuid, url text, httpMethod text, controller text, action text, contextType page_view_context?, contextId int4?, realUserId int4?, accountId int4, userAgent text?, participated bool, renderTime float8, remoteIp text
select v.id, v.url, v.http_method as "httpMethod", v.controller, v.action,
  v.context_type as "contextType", v.context_id as "contextId", v.user_agent as "userAgent", v.user_id as "userId",
  v.real_user_id as "realUserId", v.account_id as "accountId", v.interaction_seconds as "interactionSeconds", v.participated,
  v.render_time as "renderTime", v.remote_ip as "remoteIp" from page_views v where v.user_id = $1   order by v.id desc limit 11;

-- page_views_remove (src/areas/page-views/removal.ts)
-- takes $1 after int4, $2 before uuid
-- gives last int4?
with these as (select id from users where id > $1 order by id limit 500),
  gone as (delete from page_views v using these where v.user_id = these.id and v.id < $2::uuid)
  select max(id) as last from these;
