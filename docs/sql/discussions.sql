-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- entry_author_takes_part (src/areas/discussions/entries/changes.ts)
-- takes $1 topicId int4, $2 userId int4, $3 subscribed bool, $4 change int4
insert into discussion_participants as p (topic_id, user_id, subscribed, read_count) values ($1, $2, $3, $4)
  on conflict (topic_id, user_id) do update set subscribed = p.subscribed or excluded.subscribed, read_count = p.read_count + excluded.read_count;

-- entry_deleted (src/areas/discussions/entries/changes.ts)
-- takes $1 topicId int4, $2 id int4, $3 now timestamptz
with topic as (update discussion_topics set version = version + 1, entry_count = entry_count - 1, last_reply_at =
  (select e.created_at from discussion_entries e where e.topic_id = $1 and e.id <> $2 and not e.deleted order by e.id desc limit 1)
  where id = $1 returning version)
  update discussion_entries set deleted = true, message = '', updated_at = $3, version = (select version from topic)
  where topic_id = $1 and id = $2;

-- entry_edited (src/areas/discussions/entries/changes.ts)
-- takes $1 topicId int4, $2 id int4, $3 message text, $4 callerId int4, $5 now timestamptz
with topic as (update discussion_topics set version = version + 1 where id = $1 returning version)
  update discussion_entries set message = $3, editor_id = nullif($4::int, user_id), updated_at = $5, version = (select version from topic)
  where topic_id = $1 and id = $2;

-- entry_insert (src/areas/discussions/entries/changes.ts)
-- takes $1 topicId int4, $2 userId int4, $3 subscribed bool, $4 change int4, $5 now timestamptz, $6 ancestors int4[], $7 message text, $8 attachmentId int4?
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
with made as materialized (select nextval(pg_get_serial_sequence('discussion_entries', 'id'))::int as id),
  topic as (
  update discussion_topics t set version = version + 1, entry_count = entry_count + 1, last_reply_at = $5, last_entry_id = made.id,
  told_through = coalesce(t.told_through, t.last_entry_id)
  from made where t.id = $1 returning t.version),
  entry as (
  insert into discussion_entries (id, topic_id, user_id, parent_id, root_entry_id, ancestors, message, attachment_id, version, created_at, updated_at)
  overriding system value
  select made.id, $1, $2, ($6::int[])[cardinality($6::int[])], ($6::int[])[1], $6::int[], $7, $8, topic.version, $5, $5
  from made, topic returning *),
  part as (insert into discussion_participants as p (topic_id, user_id, subscribed, read_count) values ($1, $2, $3, $4)
  on conflict (topic_id, user_id) do update set subscribed = p.subscribed or excluded.subscribed, read_count = p.read_count + excluded.read_count)
  select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", true as read, false as forced, e.topic_id as "topicId", e.deleted as deleted, null::json as replies
  from entry e join users u on u.id = e.user_id;

-- entry_uncounted (src/areas/discussions/entries/changes.ts)
-- takes $1 topicId int4, $2 id int4, $3 userId int4
update discussion_participants p set read_count = p.read_count - 1
  where p.topic_id = $1 and coalesce((select m.read from discussion_entry_marks m where m.topic_id = p.topic_id and m.user_id = p.user_id and m.entry_id = $2), case when $2::int <= p.marked_through then p.marked_read end, p.user_id = $3);

-- entry_rated (src/areas/discussions/entries/ratings.ts)
-- takes $1 topicId int4, $2 userId int4, $3 entryId int4, $4 rating int4
-- gives version int4
with before as (
  select (select r.rating from discussion_entry_ratings r where r.topic_id = $1 and r.user_id = $2 and r.entry_id = $3) as rating),
  given as (
  insert into discussion_entry_ratings (topic_id, user_id, entry_id, rating)
  select $1, $2, $3, $4 from before where before.rating is distinct from $4
  on conflict (topic_id, user_id, entry_id) do update set rating = excluded.rating returning rating),
  topic as (update discussion_topics t set version = version + 1 from given where t.id = $1 returning t.version)
  update discussion_entries e set version = topic.version, rating_sum = e.rating_sum + $4 - coalesce(before.rating, 0),
  rating_count = e.rating_count + case when before.rating is null then 1 else 0 end
  from before, topic where e.topic_id = $1 and e.id = $3 returning topic.version;

-- entries_by_ids_0_after_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[], $3 ids int4[], $4 below int4, $5 key 1 int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = any($2::int[]) and e.id = any($3::int[]) and $4::int = any(e.ancestors) and (e.id) > ($5::int) order by e.id asc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id asc;

-- entries_by_ids_first_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[], $3 ids int4[]
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = any($2::int[]) and e.id = any($3::int[])   order by e.id asc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id asc;

-- entries_known (src/areas/discussions/entries/rows.ts)
-- takes $1 topicIds int4[], $2 ids int4[]
-- gives count int4
select count(*) as count from discussion_entries e where e.topic_id = any($1::int[]) and e.id = any($2::int[]);

-- entries_of_topic_0_after_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[], $3 below int4, $4 key 1 int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = ($2::int[])[1] and e.root_entry_id is null and not e.deleted and $3::int = any(e.ancestors) and (e.id) < ($4::int) order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- entries_of_topic_first_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[]
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = ($2::int[])[1] and e.root_entry_id is null and not e.deleted   order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- entries_of_topics_0_after_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[], $3 below int4, $4 key 1 int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = any($2::int[]) and e.root_entry_id is null and not e.deleted and $3::int = any(e.ancestors) and (e.id) < ($4::int) order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- entries_of_topics_first_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicIds int4[]
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = any($2::int[]) and e.root_entry_id is null and not e.deleted   order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- entry (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicId int4, $3 id int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = $2 and e.id = $3) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true;

-- entry_place (src/areas/discussions/entries/rows.ts)
-- takes $1 topicIds int4[], $2 id int4
-- gives id int4, topicId int4, userId int4, ancestors int4[], hasFile bool, deleted bool
select e.id, e.topic_id as "topicId", e.user_id as "userId", e.ancestors, case when e.attachment_id is null then false else exists (
  select from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as "hasFile", e.deleted
  from discussion_entries e where e.topic_id = any($1::int[]) and e.id = $2;

-- entry_place_held (src/areas/discussions/entries/rows.ts)
-- takes $1 topicIds int4[], $2 id int4
-- gives id int4, topicId int4, userId int4, ancestors int4[], hasFile bool, deleted bool
select e.id, e.topic_id as "topicId", e.user_id as "userId", e.ancestors, case when e.attachment_id is null then false else exists (
  select from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as "hasFile", e.deleted
  from discussion_entries e where e.topic_id = any($1::int[]) and e.id = $2 for no key update of e;

-- entry_place_shared (src/areas/discussions/entries/rows.ts)
-- takes $1 topicIds int4[], $2 id int4
-- gives id int4, topicId int4, userId int4, ancestors int4[], hasFile bool, deleted bool
select e.id, e.topic_id as "topicId", e.user_id as "userId", e.ancestors, case when e.attachment_id is null then false else exists (
  select from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as "hasFile", e.deleted
  from discussion_entries e where e.topic_id = any($1::int[]) and e.id = $2 for share of e;

-- replies_of_entry_0_after_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicId int4, $3 threadId int4, $4 below int4, $5 key 1 int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = $2 and e.root_entry_id = $3 and not e.deleted and $4::int = any(e.ancestors) and (e.id) < ($5::int) order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- replies_of_entry_first_11 (src/areas/discussions/entries/rows.ts)
-- takes $1 callerId int4, $2 topicId int4, $3 threadId int4
-- gives replies jsonb?, id int4, topicId int4, userId int4, userName text, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt text, updatedAt text, read bool, forced bool
select e.id as id, e.user_id as "userId", u.short_name as "userName", e.editor_id as "editorId", e.parent_id as "parentId", e.message as message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.created_at::text as "createdAt", e.updated_at::text as "updatedAt", coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1) as read, coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false) as forced, e.topic_id as "topicId", e.deleted as deleted, newest.replies from (select e.* from discussion_entries e where e.topic_id = $2 and e.root_entry_id = $3 and not e.deleted   order by e.id desc limit 11 ) e join users u on u.id = e.user_id left join discussion_participants p on p.topic_id = e.topic_id and p.user_id = $1 left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id left join lateral (
  select json_agg(json_build_array(e.id, e.user_id, u.short_name, e.editor_id, e.parent_id, e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end, e.rating_count, e.rating_sum, e.created_at::text, e.updated_at::text, coalesce(m.read, case when e.id <= p.marked_through then p.marked_read end, e.user_id = $1), coalesce(m.forced, case when e.id <= p.forced_through then p.forced end, false)) order by e.id desc) as replies
  from (select r.* from discussion_entries r
  where e.root_entry_id is null and r.topic_id = e.topic_id and r.root_entry_id = e.id and not r.deleted
  order by r.id desc limit 11) e
  join users u on u.id = e.user_id left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id) newest on true order by e.id desc;

-- course_of_delayed_topic (src/areas/discussions/jobs.ts)
-- takes $1 topicId int4
-- gives courseId int4?
select course_id as "courseId" from discussion_topics where id = $1;

-- delayed_topic_posted (src/areas/discussions/jobs.ts)
-- takes $1 topicId int4
-- gives groupCategoryId int4?, assignmentId int4?
update discussion_topics set state = 'active', posted_at = now(), updated_at = now()
  where id = $1 and state = 'delayed' and delayed_post_at <= now()
  returning group_category_id as "groupCategoryId", assignment_id as "assignmentId";

-- root_topics_of_set (src/areas/discussions/jobs.ts)
-- takes $1 groupCategoryId int4
-- gives id int4
select t.id from discussion_topics t where t.group_category_id = $1 and t.state <> 'deleted' order by t.id;

-- entry_counted (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicId int4, $2 userId int4, $3 entryId int4, $4 authorId int4, $5 read bool
with before as (
  select coalesce((select m.read from discussion_entry_marks m where m.topic_id = p.topic_id and m.user_id = p.user_id and m.entry_id = $3), case when $3::int <= p.marked_through then p.marked_read end, p.user_id = $4) as read
  from discussion_participants p where p.topic_id = $1 and p.user_id = $2)
  update discussion_participants p set read_count = p.read_count + case when $5::boolean then 1 else -1 end from before
  where p.topic_id = $1 and p.user_id = $2 and before.read <> $5::boolean;

-- entry_marked (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicId int4, $2 userId int4, $3 entryId int4, $4 read bool, $5 forced bool?
insert into discussion_entry_marks as m (topic_id, user_id, entry_id, read, forced) values ($1, $2, $3, $4, $5::boolean)
  on conflict (topic_id, user_id, entry_id) do update set read = excluded.read, forced = coalesce(excluded.forced, m.forced);

-- entry_marks_cleared (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicIds int4[], $2 userId int4
update discussion_entry_marks set read = null where topic_id = any($1::int[]) and user_id = $2 and read is not null;

-- entry_marks_dropped (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicIds int4[], $2 userId int4, $3 forced bool?
delete from discussion_entry_marks where topic_id = any($1::int[]) and user_id = $2 and (forced is null or $3::boolean is not null);

-- participant_held (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicId int4, $2 userId int4
insert into discussion_participants (topic_id, user_id) values ($1, $2)
  on conflict (topic_id, user_id) do update set user_id = excluded.user_id;

-- topic_entries_marked (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicIds int4[], $2 userId int4, $3 read bool, $4 forced bool?
insert into discussion_participants as p (topic_id, user_id, read, read_count, marked_through, marked_read, forced_through, forced)
  select t.id, $2, $3, case when $3 then t.entry_count else 0 end, t.last_entry_id, $3,
  case when $4::boolean is null then 0 else t.last_entry_id end, coalesce($4::boolean, false)
  from discussion_topics t where t.id = any($1::int[]) order by t.id
  on conflict (topic_id, user_id) do update set read = excluded.read, read_count = excluded.read_count,
  marked_through = excluded.marked_through, marked_read = excluded.marked_read,
  forced_through = case when $4::boolean is null then p.forced_through else excluded.forced_through end,
  forced = case when $4::boolean is null then p.forced else excluded.forced end;

-- topic_text_marked (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicId int4, $2 callerId int4, $3 read bool
insert into discussion_participants (topic_id, user_id, read) values ($1, $2, $3)
  on conflict (topic_id, user_id) do update set read = excluded.read;

-- topics_shared (src/areas/discussions/read-states/read-states.ts)
-- takes $1 topicIds int4[]
select from discussion_topics where id = any($1::int[]) order by id for share;

-- topic_subscribed (src/areas/discussions/read-states/subscriptions.ts)
-- takes $1 topicId int4, $2 callerId int4, $3 subscribed bool
insert into discussion_participants (topic_id, user_id, subscribed)
  select t.id, $2, $3 from discussion_topics t
  where t.id = $1 or (t.root_topic_id = $1 and t.state <> 'deleted' and exists (select 1 from group_memberships m where m.group_id = t.group_id and m.user_id = $2 and m.state = 'accepted'))
  or t.id = (select c.root_topic_id from discussion_topics c where c.id = $1 and not $3::boolean and exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $2 and m.state = 'accepted'))
  order by t.id
  on conflict (topic_id, user_id) do update set subscribed = excluded.subscribed;

-- topic_told_before_entry (src/areas/discussions/told.ts)
-- takes $1 entryId int4
-- gives topicId int4
update discussion_topics t set told_through = least(t.told_through, e.id - 1)
  from discussion_entries e where e.id = $1 and t.id = e.topic_id returning t.id as "topicId";

-- topic_told_through (src/areas/discussions/told.ts)
-- takes $1 topicId int4, $2 through int4
update discussion_topics set told_through = greatest(told_through, $2) where id = $1;

-- first_entries_of_topic (src/areas/discussions/topic-changes/assignments.ts)
-- takes $1 topicId int4
-- gives userId int4, groupId int4?, postedAt text
select e.user_id as "userId", said_in.group_id as "groupId", to_json(min(e.created_at)) #>> '{}' as "postedAt"
  from discussion_entries e join discussion_topics said_in on said_in.id = e.topic_id
  where e.topic_id = any($1::int || array(select c.id from discussion_topics r join discussion_topics c on c.root_topic_id = r.id
  join groups g on g.id = c.group_id and not g.deleted and g.group_category_id = r.group_category_id where r.id = $1))
  and not e.deleted group by 1, 2 order by 1, 2;

-- own_group_of_root_topic (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4, $2 userId int4
-- gives groupId int4
select m.group_id as "groupId" from discussion_topics r
  join group_memberships m on m.group_category_id = r.group_category_id and m.user_id = $2 and m.state = 'accepted'
  join groups g on g.id = m.group_id and not g.deleted
  where r.id = $1;

-- own_topic_child (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4, $2 userId int4
-- gives id int4, version int4
select c.id, c.version from discussion_topics c join group_memberships m on m.group_id = c.group_id and m.user_id = $2 and m.state = 'accepted'
  where c.root_topic_id = $1 and c.state <> 'deleted' for no key update of c;

-- root_topics_leave_deleted_set (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 groupCategoryId int4
-- gives id int4
update discussion_topics t set group_category_id = null, updated_at = now()
  from (select r.id from discussion_topics r join group_categories gc on gc.id = r.group_category_id and gc.deleted
  where r.group_category_id = $1 and r.state <> 'deleted' order by r.id for no key update of r) of_set
  where t.id = of_set.id returning t.id;

-- topic_children_ended (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4
update discussion_topics c set state = 'deleted', updated_at = now() from discussion_topics r, groups g
  where c.root_topic_id = $1 and r.id = c.root_topic_id and g.id = c.group_id and c.state <> 'deleted' and (g.deleted or r.state = 'deleted' or g.group_category_id is distinct from r.group_category_id);

-- topic_children_followed (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4, $2 groupId int4?
update discussion_topics c set user_id = r.user_id, title = r.title, message = r.message, type = r.type, is_announcement = r.is_announcement, state = r.state, locked = r.locked, require_initial_post = r.require_initial_post, podcast_enabled = r.podcast_enabled, podcast_has_student_posts = r.podcast_has_student_posts, allow_rating = r.allow_rating, only_graders_can_rate = r.only_graders_can_rate, sort_by_rating = r.sort_by_rating, attachment_id = r.attachment_id, posted_at = r.posted_at, delayed_post_at = r.delayed_post_at, lock_at = r.lock_at, assignment_id = r.assignment_id, updated_at = now()
  from discussion_topics r, groups g
  where c.root_topic_id = $1 and r.id = c.root_topic_id and r.state <> 'deleted'
  and ($2::int is null or c.group_id = $2::int) and g.id = c.group_id and not g.deleted and g.group_category_id = r.group_category_id
  and (c.user_id, c.title, c.message, c.type, c.is_announcement, c.state, c.locked, c.require_initial_post, c.podcast_enabled, c.podcast_has_student_posts, c.allow_rating, c.only_graders_can_rate, c.sort_by_rating, c.attachment_id, c.posted_at, c.delayed_post_at, c.lock_at, c.assignment_id) is distinct from (r.user_id, r.title, r.message, r.type, r.is_announcement, r.state, r.locked, r.require_initial_post, r.podcast_enabled, r.podcast_has_student_posts, r.allow_rating, r.only_graders_can_rate, r.sort_by_rating, r.attachment_id, r.posted_at, r.delayed_post_at, r.lock_at, r.assignment_id);

-- topic_children_held (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4
-- gives entryCount int4
select c.entry_count as "entryCount" from discussion_topics c where c.root_topic_id = $1 and c.state <> 'deleted' order by c.id for no key update;

-- topic_children_made (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4, $2 groupId int4?
-- gives id int4
with missing as materialized (
  select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id, g.id as group_id, r.id as root_id
  from discussion_topics r join groups g on g.group_category_id = r.group_category_id and not g.deleted
  where r.id = $1 and r.state <> 'deleted' and ($2::int is null or g.id = $2::int)
  and not exists (select 1 from discussion_topics c where c.root_topic_id = r.id and c.group_id = g.id)),
  made as (
  insert into discussion_topics (id, group_id, root_topic_id, position, user_id, title, message, type, is_announcement, state, locked, require_initial_post, podcast_enabled, podcast_has_student_posts, allow_rating, only_graders_can_rate, sort_by_rating, attachment_id, posted_at, delayed_post_at, lock_at, assignment_id) overriding system value
  select missing.id, missing.group_id, r.id, -(missing.id::bigint * 1048576), r.user_id, r.title, r.message, r.type, r.is_announcement, r.state, r.locked, r.require_initial_post, r.podcast_enabled, r.podcast_has_student_posts, r.allow_rating, r.only_graders_can_rate, r.sort_by_rating, r.attachment_id, r.posted_at, r.delayed_post_at, r.lock_at, r.assignment_id
  from missing join discussion_topics r on r.id = missing.root_id
  returning id, user_id),
  views as (insert into discussion_views (topic_id, version, participants, json) select id, 0, '{}', '[]' from made)
  insert into discussion_participants (topic_id, user_id, read) select id, user_id, true from made returning topic_id as id;

-- topic_children_of_roots_ended (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootIds int4[]
update discussion_topics c set state = 'deleted', updated_at = now() where c.root_topic_id = any($1::int[]) and c.state <> 'deleted';

-- topic_children_state (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 rootId int4
update discussion_topics c set state = case when (g.deleted or r.state = 'deleted' or g.group_category_id is distinct from r.group_category_id) then 'deleted' else r.state end, posted_at = r.posted_at,
  assignment_id = r.assignment_id, locked = r.locked, lock_at = r.lock_at, require_initial_post = r.require_initial_post, updated_at = now()
  from discussion_topics r, groups g where r.id = $1 and c.root_topic_id = r.id and g.id = c.group_id and c.state <> 'deleted';

-- topic_held (src/areas/discussions/topic-changes/group-topics.ts)
-- takes $1 id int4
select from discussion_topics where id = $1 for no key update;

-- topic_of_assignment_held (src/areas/discussions/topic-changes/linked-assignment.ts)
-- takes $1 beforeId int4
-- gives lockAt timestamptz?, groupCategoryId int4?, state topic_state, locked bool, postedAt timestamptz?, delayedPostAt timestamptz?, id int4, entryCount int4
select t.id, t.state, t.locked, t.lock_at as "lockAt", t.posted_at as "postedAt", t.delayed_post_at as "delayedPostAt",
  t.group_category_id as "groupCategoryId", t.entry_count as "entryCount"
  from discussion_topics t where t.assignment_id = $1 and t.root_topic_id is null and t.state <> 'deleted' for no key update;

-- topic_begun (src/areas/discussions/topic-changes/making.ts)
-- takes $1 id int4, $2 authorId int4, $3 subscribed bool
with view as (insert into discussion_views (topic_id, version, participants, json) values ($1, 0, '{}', '[]'))
  insert into discussion_participants (topic_id, user_id, read, subscribed) values ($1, $2, true, $3);

-- topic_insert_in_collection_item (src/areas/discussions/topic-changes/making.ts)
-- takes $1 contextId int4, $2 authorId int4, $3 now timestamptz, $4 title text, $5 message text?, $6 type discussion_type, $7 isAnnouncement bool, $8 state topic_state, $9 pinned bool, $10 locked bool, $11 requireInitialPost bool, $12 podcastEnabled bool, $13 podcastHasStudentPosts bool, $14 allowRating bool, $15 onlyGradersCanRate bool, $16 sortByRating bool, $17 attachmentId int4?, $18 postedAt timestamptz?, $19 delayedPostAt timestamptz?, $20 lockAt timestamptz?, $21 groupCategoryId int4?, $22 assignmentId int4?
-- gives id int4
with made as (select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id)
  insert into discussion_topics (id, position, collection_item_id, user_id, created_at, updated_at, title, message, type, is_announcement, state, pinned, locked,
  require_initial_post, podcast_enabled, podcast_has_student_posts, allow_rating, only_graders_can_rate, sort_by_rating, attachment_id,
  posted_at, delayed_post_at, lock_at, group_category_id, assignment_id)
  overriding system value
  select id, -(id::bigint * 1048576), $1, $2, $3, $3, $4, $5, $6::discussion_type,
  $7, $8::topic_state, $9, $10, $11, $12, $13,
  $14, $15, $16, $17,
  $18, $19, $20, $21, $22
  from made on conflict do nothing returning id;

-- topic_insert_in_course (src/areas/discussions/topic-changes/making.ts)
-- takes $1 contextId int4, $2 authorId int4, $3 now timestamptz, $4 title text, $5 message text?, $6 type discussion_type, $7 isAnnouncement bool, $8 state topic_state, $9 pinned bool, $10 locked bool, $11 requireInitialPost bool, $12 podcastEnabled bool, $13 podcastHasStudentPosts bool, $14 allowRating bool, $15 onlyGradersCanRate bool, $16 sortByRating bool, $17 attachmentId int4?, $18 postedAt timestamptz?, $19 delayedPostAt timestamptz?, $20 lockAt timestamptz?, $21 groupCategoryId int4?, $22 assignmentId int4?
-- gives id int4
with made as (select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id)
  insert into discussion_topics (id, position, course_id, user_id, created_at, updated_at, title, message, type, is_announcement, state, pinned, locked,
  require_initial_post, podcast_enabled, podcast_has_student_posts, allow_rating, only_graders_can_rate, sort_by_rating, attachment_id,
  posted_at, delayed_post_at, lock_at, group_category_id, assignment_id)
  overriding system value
  select id, -(id::bigint * 1048576), $1, $2, $3, $3, $4, $5, $6::discussion_type,
  $7, $8::topic_state, $9, $10, $11, $12, $13,
  $14, $15, $16, $17,
  $18, $19, $20, $21, $22
  from made on conflict do nothing returning id;

-- topic_insert_in_group (src/areas/discussions/topic-changes/making.ts)
-- takes $1 contextId int4, $2 authorId int4, $3 now timestamptz, $4 title text, $5 message text?, $6 type discussion_type, $7 isAnnouncement bool, $8 state topic_state, $9 pinned bool, $10 locked bool, $11 requireInitialPost bool, $12 podcastEnabled bool, $13 podcastHasStudentPosts bool, $14 allowRating bool, $15 onlyGradersCanRate bool, $16 sortByRating bool, $17 attachmentId int4?, $18 postedAt timestamptz?, $19 delayedPostAt timestamptz?, $20 lockAt timestamptz?, $21 groupCategoryId int4?, $22 assignmentId int4?
-- gives id int4
with made as (select nextval(pg_get_serial_sequence('discussion_topics', 'id'))::int as id)
  insert into discussion_topics (id, position, group_id, user_id, created_at, updated_at, title, message, type, is_announcement, state, pinned, locked,
  require_initial_post, podcast_enabled, podcast_has_student_posts, allow_rating, only_graders_can_rate, sort_by_rating, attachment_id,
  posted_at, delayed_post_at, lock_at, group_category_id, assignment_id)
  overriding system value
  select id, -(id::bigint * 1048576), $1, $2, $3, $3, $4, $5, $6::discussion_type,
  $7, $8::topic_state, $9, $10, $11, $12, $13,
  $14, $15, $16, $17,
  $18, $19, $20, $21, $22
  from made on conflict do nothing returning id;

-- topic_moved (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 id int4, $2 position int4
update discussion_topics set position = $2 where id = $1;

-- topic_neighbours_in_collection_item (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 id int4, $2 otherId int4, $3 contextId int4
-- gives together bool, pinned bool, position int4, next int4?, first int4?, last int4?
select x.pinned = t.pinned as together, x.pinned, t.position,
  (select min(n.position) from discussion_topics n
  where n.collection_item_id = $3 and n.pinned = t.pinned and n.id <> x.id and n.state <> 'deleted' and n.position > t.position) as next,
  own.first, own.last
  from discussion_topics t join discussion_topics x on x.id = $1
  cross join lateral (select min(o.position) as first, max(o.position) as last from discussion_topics o
  where o.collection_item_id = $3 and o.pinned = x.pinned and o.id <> x.id and o.state <> 'deleted') own
  where t.id = $2 and t.collection_item_id = $3 and t.id <> x.id and t.state <> 'deleted';

-- topic_neighbours_in_course (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 id int4, $2 otherId int4, $3 contextId int4
-- gives together bool, pinned bool, position int4, next int4?, first int4?, last int4?
select x.pinned = t.pinned as together, x.pinned, t.position,
  (select min(n.position) from discussion_topics n
  where n.course_id = $3 and n.pinned = t.pinned and n.id <> x.id and n.state <> 'deleted' and n.position > t.position) as next,
  own.first, own.last
  from discussion_topics t join discussion_topics x on x.id = $1
  cross join lateral (select min(o.position) as first, max(o.position) as last from discussion_topics o
  where o.course_id = $3 and o.pinned = x.pinned and o.id <> x.id and o.state <> 'deleted') own
  where t.id = $2 and t.course_id = $3 and t.id <> x.id and t.state <> 'deleted';

-- topic_neighbours_in_group (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 id int4, $2 otherId int4, $3 contextId int4
-- gives together bool, pinned bool, position int4, next int4?, first int4?, last int4?
select x.pinned = t.pinned as together, x.pinned, t.position,
  (select min(n.position) from discussion_topics n
  where n.group_id = $3 and n.pinned = t.pinned and n.id <> x.id and n.state <> 'deleted' and n.position > t.position) as next,
  own.first, own.last
  from discussion_topics t join discussion_topics x on x.id = $1
  cross join lateral (select min(o.position) as first, max(o.position) as last from discussion_topics o
  where o.group_id = $3 and o.pinned = x.pinned and o.id <> x.id and o.state <> 'deleted') own
  where t.id = $2 and t.group_id = $3 and t.id <> x.id and t.state <> 'deleted';

-- topics_pinned_in_collection_item (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
-- gives id int4
select t.id from discussion_topics t
  where t.collection_item_id = $1 and t.pinned and not t.is_announcement and t.state <> 'deleted' order by t.position, t.id desc;

-- topics_pinned_in_course (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
-- gives id int4
select t.id from discussion_topics t
  where t.course_id = $1 and t.pinned and not t.is_announcement and t.state <> 'deleted' order by t.position, t.id desc;

-- topics_pinned_in_group (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
-- gives id int4
select t.id from discussion_topics t
  where t.group_id = $1 and t.pinned and not t.is_announcement and t.state <> 'deleted' order by t.position, t.id desc;

-- topics_placed (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 locks int4, $2 contextId int4
-- gives locked void
select pg_advisory_xact_lock($1, $2) as locked;

-- topics_renumbered_in_collection_item (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
update discussion_topics t set position = (o.n - o.most - 1) * 1048576
  from (select id, row_number() over (order by position, id desc) as n, max(id) over () as most from discussion_topics where collection_item_id = $1) o
  where t.id = o.id;

-- topics_renumbered_in_course (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
update discussion_topics t set position = (o.n - o.most - 1) * 1048576
  from (select id, row_number() over (order by position, id desc) as n, max(id) over () as most from discussion_topics where course_id = $1) o
  where t.id = o.id;

-- topics_renumbered_in_group (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 contextId int4
update discussion_topics t set position = (o.n - o.most - 1) * 1048576
  from (select id, row_number() over (order by position, id desc) as n, max(id) over () as most from discussion_topics where group_id = $1) o
  where t.id = o.id;

-- topics_reordered (src/areas/discussions/topic-changes/positions.ts)
-- takes $1 ids int4[]
update discussion_topics t set position = (o.n - o.most - 1) * 1048576
  from (select id, n, max(id) over () as most from unnest($1::int[]) with ordinality as named (id, n)) o where t.id = o.id;

-- group_set_of_topic (src/areas/discussions/topic-changes/topic-changes.ts)
-- takes $1 id int4, $2 contextId int4
-- gives id int4
select id from group_categories where id = $1 and course_id = $2 and not deleted for share;

-- announcements_of_courses_first_11 (src/areas/discussions/topics/announcements.ts)
-- takes $1 callerId int4, $2 overseenIds int4[], $3 courseIds int4[], $4 from timestamptz?, $5 before timestamptz?, $6 posted bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and (t.course_id = any($2::int[]) or t.user_id = $1::int))) and t.course_id = any($3::int[]) and t.is_announcement
  and ($4::timestamptz is null or coalesce(t.posted_at, t.created_at) >= $4) and ($5::timestamptz is null or coalesce(t.posted_at, t.created_at) < $5)
  and (not $6::boolean or t.state = 'active') order by coalesce(t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.posted_at, t.created_at) desc, t.id desc;

-- latest_announcements_of_courses_first_11 (src/areas/discussions/topics/announcements.ts)
-- takes $1 callerId int4, $2 overseenIds int4[], $3 courseIds int4[], $4 from timestamptz?, $5 before timestamptz?, $6 posted bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from (select distinct on (t.course_id) t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and (t.course_id = any($2::int[]) or t.user_id = $1::int))) and t.course_id = any($3::int[]) and t.is_announcement
  and ($4::timestamptz is null or coalesce(t.posted_at, t.created_at) >= $4) and ($5::timestamptz is null or coalesce(t.posted_at, t.created_at) < $5)
  and (not $6::boolean or t.state = 'active')
  order by t.course_id, coalesce(t.posted_at, t.created_at) desc, t.id desc) t order by coalesce(t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.posted_at, t.created_at) desc, t.id desc;

-- podcast_place (src/areas/discussions/topics/podcasts.ts)
-- takes $1 topicId int4
-- gives courseId int4?, groupId int4?, itemId int4?
select course_id as "courseId", group_id as "groupId", collection_item_id as "itemId" from discussion_topics where id = $1;

-- podcast_posts (src/areas/discussions/topics/podcasts.ts)
-- takes $1 topicIds int4[], $2 podcastHasStudentPosts bool
-- gives id int4, userName text, message text, attachment jsonb?, createdAt timestamptz
select e.id, u.short_name as "userName", e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, e.created_at as "createdAt"
  from (select newest.*, sum(octet_length(newest.message)) over (order by newest.id desc) as size from (
  select e.* from discussion_entries e join discussion_topics t on t.id = e.topic_id left join groups g on g.id = t.group_id
  where e.topic_id = any($1::int[]) and not e.deleted and ($2::boolean or not (exists (select 1 from enrollments x where x.course_id = coalesce(t.course_id, g.course_id) and x.user_id = e.user_id and x.type = 'StudentEnrollment')
  and not exists (select 1 from enrollments x where x.course_id = coalesce(t.course_id, g.course_id) and x.user_id = e.user_id and x.type in ('TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment') and x.state in ('active', 'completed'))))
  order by e.id desc limit 100) newest) e
  join users u on u.id = e.user_id
  where e.size <= 4194304 order by e.id desc;

-- hidden_topic_of_item (src/areas/discussions/topics/rows.ts)
-- takes $1 itemId int4
-- gives id int4
select t.id from discussion_topics t where t.collection_item_id = $1 and t.state <> 'deleted' and not t.state = 'active';

-- topic_of_collection_item (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.id = $4;

-- topic_of_collection_item_bare (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.id = $4;

-- topic_of_collection_item_bare_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.id = $4 for no key update of t;

-- topic_of_collection_item_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.id = $4 for no key update of t;

-- topic_of_course (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.id = $4;

-- topic_of_course_bare (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.id = $4;

-- topic_of_course_bare_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.id = $4 for no key update of t;

-- topic_of_course_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.id = $4 for no key update of t;

-- topic_of_group (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.id = $4;

-- topic_of_group_bare (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.id = $4;

-- topic_of_group_bare_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.id = $4 for no key update of t;

-- topic_of_group_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 id int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.id = $4 for no key update of t;

-- topic_of_item (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3;

-- topic_of_item_bare (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3;

-- topic_of_item_bare_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4
-- gives id int4, userId int4, state topic_state, type discussion_type, isAnnouncement bool, locked bool, lockAt timestamptz?, rootTopicId int4?, assignmentId int4?, groupCategoryId int4?, posted bool
select t.id, t.user_id as "userId", t.state, t.type, t.is_announcement as "isAnnouncement", t.locked, t.lock_at as "lockAt", t.root_topic_id as "rootTopicId",
  t.assignment_id as "assignmentId", t.group_category_id as "groupCategoryId", (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as posted
  from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 for no key update of t;

-- topic_of_item_held (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 for no key update of t;

-- topics_children (src/areas/discussions/topics/rows.ts)
-- takes $1 userId int4, $2 ids int4[], $3 overseenIds int4[]
-- gives id int4, posted bool, inGroupSet bool, children int4[], answered bool, lastReplyAt timestamptz?, entryCount int4, readCount int4
select t.id, c.ids as "children", c.entry_count as "entryCount", c.read_count as "readCount", c.last_reply_at as "lastReplyAt",
  exists (select 1 from discussion_entries e where e.user_id = $1 and e.topic_id = any(c.ids) and not e.deleted) as "posted",
  exists (select 1 from group_memberships m
  where m.group_category_id = t.group_category_id and m.user_id = $1 and m.state = 'accepted') as "inGroupSet",
  t.user_id = $1 and exists (select 1 from discussion_topics a where a.root_topic_id = t.id and a.state <> 'deleted' and a.entry_count > 0) as "answered"
  from discussion_topics t cross join lateral (
  select coalesce(array_agg(c.id order by c.id), '{}') as ids, coalesce(sum(c.entry_count), 0)::int as entry_count,
  coalesce(sum(cp.read_count), 0)::int as read_count, max(c.last_reply_at) as last_reply_at
  from discussion_topics c left join discussion_participants cp on cp.topic_id = c.id and cp.user_id = $1
  where c.root_topic_id = t.id and c.state <> 'deleted' and (t.id = any($3::int[]) or exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))) c
  where t.id = any($2::int[]);

-- topics_of_assignments (src/areas/discussions/topics/rows.ts)
-- takes $1 callerId int4, $2 overseenIds int4[], $3 assignmentIds int4[]
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from discussion_topics t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 where (t.state = 'active' or (t.state <> 'deleted' and (t.course_id = any($2::int[]) or t.user_id = $1::int))) and t.assignment_id = any($3::int[]) and t.root_topic_id is null;

-- topic_owner (src/areas/discussions/topics/topics.ts)
-- takes $1 id int4
-- gives id int4, name text, picture text?
select u.id, u.short_name as name, (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from users u where u.id = $1;

-- topics_of_collection_item_by_position_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.is_announcement = $4 order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_collection_item_by_position_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_collection_item_by_recent_activity_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.is_announcement = $4 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc;

-- topics_of_collection_item_by_recent_activity_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.collection_item_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc;

-- topics_of_course_by_position_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4 order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_course_by_position_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_course_by_recent_activity_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from (
  (select t.*, coalesce(t.last_reply_at, t.posted_at, t.created_at) as activity from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4 and t.group_category_id is null
  order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc)
  union all
  select t.*, coalesce(greatest(t.last_reply_at, said.last_at), t.posted_at, t.created_at) from group_categories gc join discussion_topics t on t.group_category_id = gc.id
  cross join lateral (select max(c.last_reply_at) as last_at from discussion_topics c where c.root_topic_id = t.id and c.state <> 'deleted' and ($2::boolean or exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))) said
  where gc.course_id = $3 and (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4) t order by t.activity desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.activity desc, t.id desc;

-- topics_of_course_by_recent_activity_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from (
  (select t.*, coalesce(t.last_reply_at, t.posted_at, t.created_at) as activity from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') and t.group_category_id is null
  order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc)
  union all
  select t.*, coalesce(greatest(t.last_reply_at, said.last_at), t.posted_at, t.created_at) from group_categories gc join discussion_topics t on t.group_category_id = gc.id
  cross join lateral (select max(c.last_reply_at) as last_at from discussion_topics c where c.root_topic_id = t.id and c.state <> 'deleted' and ($2::boolean or exists (select 1 from group_memberships m where m.group_id = c.group_id and m.user_id = $1 and m.state = 'accepted'))) said
  where gc.course_id = $3 and (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.course_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ')) t order by t.activity desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.activity desc, t.id desc;

-- topics_of_group_by_position_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.is_announcement = $4 order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_group_by_position_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by t.pinned desc nulls last, t.position, t.id desc nulls last limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by t.pinned desc nulls last, t.position, t.id desc nulls last;

-- topics_of_group_by_recent_activity_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.is_announcement = $4 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc;

-- topics_of_group_by_recent_activity_titled_first_11 (src/areas/discussions/topics/topics.ts)
-- takes $1 callerId int4, $2 oversees bool, $3 contextId int4, $4 announcements bool, $5 pattern text
-- gives picture text?, id int4, courseId int4?, userId int4, userName text, title text, message text?, type discussion_type, isAnnouncement bool, state topic_state, position int4, pinned bool, locked bool, requireInitialPost bool, podcastEnabled bool, podcastHasStudentPosts bool, allowRating bool, onlyGradersCanRate bool, sortByRating bool, attachment jsonb?, createdAt timestamptz, postedAt timestamptz?, delayedPostAt timestamptz?, lockAt timestamptz?, lastReplyAt timestamptz?, groupCategoryId int4?, rootTopicId int4?, assignmentId int4?, version int4, entryCount int4, readCount int4, read bool, subscribed bool, posted bool
select t.id, t.course_id as "courseId", t.user_id as "userId", u.short_name as "userName", t.title, t.message, t.type,
  t.is_announcement as "isAnnouncement", t.state, t.position, t.pinned, t.locked, t.require_initial_post as "requireInitialPost",
  t.podcast_enabled as "podcastEnabled", t.podcast_has_student_posts as "podcastHasStudentPosts",
  t.allow_rating as "allowRating", t.only_graders_can_rate as "onlyGradersCanRate", t.sort_by_rating as "sortByRating",
  case when t.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = t.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment, t.created_at as "createdAt", t.posted_at as "postedAt",
  t.delayed_post_at as "delayedPostAt", t.lock_at as "lockAt", t.last_reply_at as "lastReplyAt",
  t.group_category_id as "groupCategoryId", t.root_topic_id as "rootTopicId", t.assignment_id as "assignmentId", t.version,
  t.entry_count as "entryCount", coalesce(p.read_count, 0) as "readCount",
  coalesce(p.read, false) as "read", (coalesce(p.subscribed, false) or exists (select 1 from discussion_participants r
  where r.topic_id = t.root_topic_id and r.user_id = $1 and r.subscribed)) as "subscribed",
  (not t.require_initial_post or exists (select 1 from discussion_entries e
  where e.user_id = $1 and e.topic_id = t.id and not e.deleted)) as "posted",
  (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from (select t.* from discussion_topics t where (t.state = 'active' or (t.state <> 'deleted' and ($2::boolean or t.user_id = $1::int))) and t.group_id = $3 and t.is_announcement = $4 and replace(lower(t.title), 'ς', 'σ') like replace(lower($5::text), 'ς', 'σ') order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc limit 11) t join users u on u.id = t.user_id
  left join discussion_participants p on p.topic_id = t.id and p.user_id = $1 order by coalesce(t.last_reply_at, t.posted_at, t.created_at) desc, t.id desc;

-- view_entries (src/areas/discussions/views/building.ts)
-- takes $1 topicId int4
-- gives id int4, userId int4, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt timestamptz, updatedAt timestamptz, version int4
select t.version, e.id, e.user_id as "userId", e.editor_id as "editorId", e.parent_id as "parentId", e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment,
  e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.deleted,
  e.created_at as "createdAt", e.updated_at as "updatedAt" from discussion_topics t join discussion_entries e on e.topic_id = t.id
  where t.id = $1 and t.state <> 'deleted' and e.id <= (select max(held.id) from (
  select x.id, sum(octet_length(to_json(x.message)::text) + 200) over (order by x.id) as size
  from discussion_entries x where x.topic_id = $1) held where held.size <= 25165824)
  order by e.id;

-- view_stored (src/areas/discussions/views/building.ts)
-- takes $1 topicId int4, $2 version int4, $3 people int4[], $4 viewTree text
insert into discussion_views as v (topic_id, version, participants, json) values ($1, $2, $3, $4)
  on conflict (topic_id) do update set version = excluded.version, participants = excluded.participants, json = excluded.json
  where v.version < excluded.version;

-- entries_with_files_changed (src/areas/discussions/views/file-changes.ts)
-- takes $1 topicId int4, $2 fileIds int4[]
with topic as (update discussion_topics set version = version + 1 where id = $1 returning version)
  update discussion_entries e set version = topic.version from topic
  where e.topic_id = $1 and e.attachment_id = any($2::int[]) and not e.deleted;

-- topics_of_entries_with_files (src/areas/discussions/views/file-changes.ts)
-- takes $1 fileIds int4[]
-- gives id int4
select distinct e.topic_id as id from discussion_entries e where e.attachment_id = any($1::int[]) and not e.deleted order by id;

-- view (src/areas/discussions/views/views.ts)
-- takes $1 callerId int4, $2 topicIds int4[]
-- gives topicId int4, version int4, size int4, marks jsonb?, changed jsonb?, ratings jsonb?, markedThrough int4, markedRead bool, forcedThrough int4, forced bool
select v.topic_id as "topicId", v.version, octet_length(v.json) as size,
  coalesce(p.marked_through, 0) as "markedThrough", coalesce(p.marked_read, false) as "markedRead",
  coalesce(p.forced_through, 0) as "forcedThrough", coalesce(p.forced, false) as forced,
  (select json_agg(json_build_object('id', m.entry_id, 'read', m.read, 'forced', m.forced))
  from discussion_entry_marks m where m.topic_id = v.topic_id and m.user_id = $1) as marks,
  (select json_agg(json_build_object('id', e.id, 'userId', e.user_id, 'deleted', e.deleted))
  from discussion_entries e where e.topic_id = v.topic_id and e.version > v.version) as changed,
  (select json_object_agg(r.entry_id, r.rating order by r.entry_id) from discussion_entry_ratings r
  join discussion_entries e on e.topic_id = r.topic_id and e.id = r.entry_id and not e.deleted
  where r.topic_id = v.topic_id and r.user_id = $1) as ratings
  from discussion_views v
  left join discussion_participants p on p.topic_id = v.topic_id and p.user_id = $1
  where v.topic_id = any($2::int[]) order by v.topic_id;

-- view_new_entries (src/areas/discussions/views/views.ts)
-- takes $1 changed int4[]
-- gives id int4, userId int4, editorId int4?, parentId int4?, message text, attachment jsonb?, ratingCount int4, ratingSum int4, deleted bool, createdAt timestamptz, updatedAt timestamptz
select e.id, e.user_id as "userId", e.editor_id as "editorId", e.parent_id as "parentId", e.message, case when e.attachment_id is not null then (
  select json_build_object('id', f.id, 'uuid', f.uuid, 'filename', f.filename, 'displayName', f.display_name, 'contentType', f.content_type, 'size', f.size)
  from attachments f where f.id = e.attachment_id and (not f.deleted or f.carried or f.turned_in)) end as attachment,
  e.rating_count as "ratingCount", e.rating_sum as "ratingSum", e.deleted,
  e.created_at as "createdAt", e.updated_at as "updatedAt" from discussion_entries e where e.id = any($1::int[]) order by e.created_at, e.id;

-- view_participants (src/areas/discussions/views/views.ts)
-- takes $1 ids int4[]
-- gives id int4, name text, picture text?
select u.id, u.short_name as name, (select case when coalesce((a.settings->>'enable_avatars')::boolean, true) then coalesce(u.avatar_url, 'file:' || u.avatar_file_id,
  case when u.avatar_kind = 'gravatar' then 'gravatar:' || case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end end, '') end from accounts a where a.id = u.root_account_id) as picture from users u where u.id = any($1::int[]) order by u.id;

-- view_whole (src/areas/discussions/views/views.ts)
-- takes $1 missing int4[]
-- gives topicId int4, json text, entries jsonb?, participants int4[], version int4
select v.topic_id as "topicId", v.version, v.participants, v.json,
  (select json_agg(json_build_object('id', e.id, 'userId', e.user_id) order by e.id)
  from discussion_entries e where e.topic_id = v.topic_id and e.version <= v.version and not e.deleted) as entries
  from discussion_views v where v.topic_id = any($1::int[]);
