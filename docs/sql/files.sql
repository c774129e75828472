-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- files_by_id (src/areas/files/attached.ts)
-- takes $1 ids int4[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f where f.id = any($1::int[]) and (not f.deleted or f.carried or f.turned_in);

-- files_carried (src/areas/files/attached.ts)
-- takes $1 ids int4[]
update attachments set carried = true where id = any($1::int[]) and not carried;

-- files_held (src/areas/files/attached.ts)
-- takes $1 wanted int4[]
-- gives id int4
select f.id from attachments f where f.id = any($1::int[]) and not f.deleted order by f.id for no key update;

-- own_files_in_folder (src/areas/files/attached.ts)
-- takes $1 callerId int4, $2 folder text, $3 ids int4[]
-- gives id int4
select f.id from folders root join folders fo on fo.parent_id = root.id and fo.name = $2 and not fo.deleted
  join attachments f on f.folder_id = fo.id
  where root.user_id = $1 and root.parent_id is null and not f.deleted and f.id = any($3::int[]);

-- files_to_answer (src/areas/files/carrying.ts)
-- takes $1 ids int4[], $2 userId int4
-- gives id int4
update attachments set carried = true where id = any($1::int[]) and user_id = $2 and not deleted returning id;

-- turn_in_files (src/areas/files/carrying.ts)
-- takes $1 ids int4[]
update attachments set turned_in = true, carried = true where id = any($1::int[]) and (carried or not deleted);

-- copy_folder (src/areas/files/copying-folders.ts)
-- takes $1 sourceId int4, $2 sees bool, $3 held int4[], $4 parentId int4, $5 above int4[], $6 name text, $7 sortKey text, $8 userId int4?, $9 courseId int4?, $10 groupId int4?, $11 uploaderId int4, $12 now timestamptz
-- gives id int4
with source as (select fo.* from folders fo
  where fo.id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down)) and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))),
  ids as materialized (select fo.id, nextval(pg_get_serial_sequence('folders', 'id'))::int as copy from source fo),
  made as (insert into folders (id, user_id, course_id, group_id, parent_id, ancestors, name, sort_key, locked, hidden, created_at, updated_at)
  overriding system value
  select ids.copy, $8::int, $9::int, $10::int, coalesce(parent.copy, $4::int),
  $5::int[] || array(select m.copy from unnest(fo.ancestors) with ordinality as a(id, place) join ids m on m.id = a.id order by a.place),
  case when parent.id is null then $6::text else fo.name end, case when parent.id is null then $7::text else fo.sort_key end,
  fo.locked, fo.hidden, $12::timestamptz, $12::timestamptz
  from source fo join ids on ids.id = fo.id left join ids parent on parent.id = fo.parent_id),
  files as (insert into attachments (user_id, course_id, group_id, folder_id, uploader_id, display_name, sort_key, filename, content_type, size,
  storage_key, locked, hidden, created_at, updated_at)
  select $8::int, $9::int, $10::int, ids.copy, $11::int, f.display_name, f.sort_key, f.filename, f.content_type,
  f.size, f.storage_key, f.locked, f.hidden, $12::timestamptz, $12::timestamptz
  from ids join (select f.* from attachments f join source fo on fo.id = f.folder_id where not f.deleted and f.storage_key is not null and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and f.id <> all($3::int[])) f on f.folder_id = ids.id)
  select copy as id from ids where ids.id = $1;

-- files_to_copy (src/areas/files/copying-folders.ts)
-- takes $1 sourceId int4, $2 sees bool
-- gives id int4
with source as (select fo.* from folders fo
  where fo.id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down)) and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) select f.id from attachments f join source fo on fo.id = f.folder_id where not f.deleted and f.storage_key is not null and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))));

-- folder_names_in (src/areas/files/copying-folders.ts)
-- takes $1 parentId int4
-- gives name text
select name from folders where parent_id = $1 and not deleted;

-- folder_to_copy (src/areas/files/copying-folders.ts)
-- takes $1 sourceId int4, $2 sees bool, $3 held int4[]
-- gives name text, depth int4, size int4, count int4
with source as (select fo.* from folders fo
  where fo.id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down)) and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))
  select s.name, (select max(cardinality(ancestors)) from source) - cardinality(s.ancestors) as depth,
  files.size, (select count(*) from source) + files.count as count
  from source s cross join (select coalesce(sum(f.size), 0)::int8 as size, count(*) as count from attachments f join source fo on fo.id = f.folder_id where not f.deleted and f.storage_key is not null and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and f.id <> all($3::int[])) files where s.id = $1;

-- file_deleted_too (src/areas/files/downloads.ts)
-- takes $1 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?, gone bool
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt", not (f.carried or f.turned_in or not f.deleted and not exists (select 1 from courses c where c.id = f.course_id and not c.state <> 'deleted')
  and not exists (select 1 from groups g left join courses c on c.id = g.course_id where g.id = f.group_id and (g.deleted or not c.state <> 'deleted'))) as gone from attachments f where f.id = $1;

-- file_to_open (src/areas/files/downloads.ts)
-- takes $1 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f where f.id = $1 and (not f.deleted or f.carried or f.turned_in);

-- file (src/areas/files/files.ts)
-- takes $1 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?, carried bool
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt", f.carried from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) where named.id = $1 and (not f.deleted or f.carried);

-- file_of_course (src/areas/files/files.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) join folders fo on fo.id = f.folder_id
  where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and named.id = $3;

-- file_of_group (src/areas/files/files.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) join folders fo on fo.id = f.folder_id
  where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and named.id = $3;

-- file_of_user (src/areas/files/files.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 id int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments named left join replaced_files rf on rf.file_id = named.id
  join attachments f on f.id = coalesce(rf.by_id, named.id) join folders fo on fo.id = f.folder_id
  where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and named.id = $3;

-- files_in_folder_0_1_2_after_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 pattern text, $4 types text[], $5 noTypes text[], $6 key 1 text, $7 key 2 int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (f.content_type = any($4::text[]) or split_part(f.content_type, '/', 1) = any($4::text[])) and not (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and (f.sort_key, f.id) > ($6::text, $7::int) order by f.sort_key asc, f.id asc limit 11;

-- files_in_folder_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))   order by f.sort_key asc, f.id asc limit 11;

-- files_in_folder_sorted_asc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_in_folder_sorted_asc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_in_folder_sorted_desc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_in_folder_sorted_desc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.folder_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_course_0_1_2_after_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 pattern text, $4 types text[], $5 noTypes text[], $6 key 1 text, $7 key 2 int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (f.content_type = any($4::text[]) or split_part(f.content_type, '/', 1) = any($4::text[])) and not (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and (f.sort_key, f.id) > ($6::text, $7::int) order by f.sort_key asc, f.id asc limit 11;

-- files_of_course_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))   order by f.sort_key asc, f.id asc limit 11;

-- files_of_course_sorted_asc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_course_sorted_asc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_course_sorted_desc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_course_sorted_desc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.course_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_group_0_1_2_after_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 pattern text, $4 types text[], $5 noTypes text[], $6 key 1 text, $7 key 2 int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (f.content_type = any($4::text[]) or split_part(f.content_type, '/', 1) = any($4::text[])) and not (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and (f.sort_key, f.id) > ($6::text, $7::int) order by f.sort_key asc, f.id asc limit 11;

-- files_of_group_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))   order by f.sort_key asc, f.id asc limit 11;

-- files_of_group_sorted_asc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_group_sorted_asc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_group_sorted_desc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_group_sorted_desc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.group_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_user_0_1_2_after_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 pattern text, $4 types text[], $5 noTypes text[], $6 key 1 text, $7 key 2 int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($3::text), 'ς', 'σ') and (f.content_type = any($4::text[]) or split_part(f.content_type, '/', 1) = any($4::text[])) and not (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and (f.sort_key, f.id) > ($6::text, $7::int) order by f.sort_key asc, f.id asc limit 11;

-- files_of_user_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))   order by f.sort_key asc, f.id asc limit 11;

-- files_of_user_sorted_asc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_user_sorted_asc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end asc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end asc, case $3::text when 'content_type' then f.content_type end asc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end asc, f.sort_key asc, f.id asc limit 11;

-- files_of_user_sorted_desc_0_1_2_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text, $4 pattern text, $5 types text[], $6 noTypes text[]
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))) and replace(lower(f.display_name), 'ς', 'σ') like replace(lower($4::text), 'ς', 'σ') and (f.content_type = any($5::text[]) or split_part(f.content_type, '/', 1) = any($5::text[])) and not (f.content_type = any($6::text[]) or split_part(f.content_type, '/', 1) = any($6::text[])) order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- files_of_user_sorted_desc_first_11 (src/areas/files/files.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 sort text
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt" from attachments f join folders fo on fo.id = f.folder_id where f.user_id = $1 and not f.deleted and ($2::boolean or not (f.locked or f.hidden or (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))))  order by case $3::text when 'size' then f.size end desc, case $3::text when 'created_at' then f.created_at when 'updated_at' then f.updated_at end desc, case $3::text when 'content_type' then f.content_type end desc, case $3::text when 'user' then (select u.sort_key from users u where u.id = f.uploader_id) end desc, f.sort_key desc, f.id desc limit 11;

-- folder_of_course (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 id int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.id = $2 and fo.course_id = $1 and not fo.deleted;

-- folder_of_group (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 id int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.id = $2 and fo.group_id = $1 and not fo.deleted;

-- folder_of_user (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 id int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.id = $2 and fo.user_id = $1 and not fo.deleted;

-- folder_root_of_course (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.course_id = $1 and fo.parent_id is null for update;

-- folder_root_of_group (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.group_id = $1 and fo.parent_id is null for update;

-- folder_root_of_user (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4
-- gives id int4, ancestors int4[]
select fo.id, fo.ancestors from folders fo where fo.user_id = $1 and fo.parent_id is null for update;

-- folder_way_of_course (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 names text[]
-- gives id int4, ancestors int4[]
with recursive way as (
  select fo.id, fo.ancestors, 1 as next from folders fo where fo.course_id = $1 and fo.parent_id is null
  union all
  select below.id, below.ancestors, way.next + 1 from way
  join folders below on below.parent_id = way.id and below.name = ($2::text[])[way.next] and not below.deleted)
  select id, ancestors from way order by next;

-- folder_way_of_group (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 names text[]
-- gives id int4, ancestors int4[]
with recursive way as (
  select fo.id, fo.ancestors, 1 as next from folders fo where fo.group_id = $1 and fo.parent_id is null
  union all
  select below.id, below.ancestors, way.next + 1 from way
  join folders below on below.parent_id = way.id and below.name = ($2::text[])[way.next] and not below.deleted)
  select id, ancestors from way order by next;

-- folder_way_of_user (src/areas/files/folder-tree.ts)
-- takes $1 ownerId int4, $2 names text[]
-- gives id int4, ancestors int4[]
with recursive way as (
  select fo.id, fo.ancestors, 1 as next from folders fo where fo.user_id = $1 and fo.parent_id is null
  union all
  select below.id, below.ancestors, way.next + 1 from way
  join folders below on below.parent_id = way.id and below.name = ($2::text[])[way.next] and not below.deleted)
  select id, ancestors from way order by next;

-- folder_depth_below (src/areas/files/folders.ts)
-- takes $1 folderId int4
-- gives depth int4
select coalesce(max(cardinality(fo.ancestors)), 0) as depth from folders fo
  where fo.id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down)) and not fo.deleted;

-- folder_emptied (src/areas/files/folders.ts)
-- takes $1 id int4, $2 now timestamptz
-- gives id int4
with gone as (update folders set deleted = true, updated_at = $2 where id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down)) and not deleted returning id),
  files as (update attachments set deleted = true, carried = false, updated_at = $2 where folder_id in (select id from gone) and not deleted)
  select f.id from attachments f where f.folder_id in (select id from gone) and not f.deleted and f.carried order by f.id;

-- folder_held (src/areas/files/folders.ts)
-- takes $1 id int4
-- gives id int4, ancestors int4[], parentId int4?, name text
select fo.id, fo.ancestors, fo.parent_id as "parentId", fo.name from folders fo where fo.id = $1 and not fo.deleted for update;

-- folder_moved (src/areas/files/folders.ts)
-- takes $1 folderId int4, $2 above int4[], $3 ancestorsCount int4
update folders set ancestors = $2::int[] || ancestors[$3::int + 1:] where id = any(array(with recursive down as (select $1::int as id
  union all select below.id from down cross join lateral (select b.id from folders b where b.parent_id = down.id offset 0) below)
  select id from down));

-- folders_by_id (src/areas/files/folders.ts)
-- takes $1 ids int4[], $2 seesConcealed bool
-- gives id int4, name text, sortKey text, fullName text, parentId int4?, filesCount int4, foldersCount int4, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
  fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and ($2::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
  and ($2::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt" from folders fo where fo.id = any($1::int[]) and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden)))) order by cardinality(fo.ancestors);

-- folders_in_folder_after_11 (src/areas/files/folders.ts)
-- takes $1 id int4, $2 seesConcealed bool, $3 key 1 text, $4 key 2 int4
-- gives id int4, name text, sortKey text, fullName text, parentId int4?, filesCount int4, foldersCount int4, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
  fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and ($2::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
  and ($2::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt" from folders fo where fo.parent_id = $1 and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))  and (fo.sort_key, fo.id) > ($3::text, $4::int) order by fo.sort_key asc, fo.id asc limit 11;

-- folders_of_course_after_11 (src/areas/files/folders.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 key 1 int4
-- gives id int4, name text, sortKey text, fullName text, parentId int4?, filesCount int4, foldersCount int4, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
  fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and ($2::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
  and ($2::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt" from folders fo where fo.course_id = $1 and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))  and (fo.id) > ($3::int) order by fo.id asc limit 11;

-- folders_of_group_after_11 (src/areas/files/folders.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 key 1 int4
-- gives id int4, name text, sortKey text, fullName text, parentId int4?, filesCount int4, foldersCount int4, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
  fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and ($2::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
  and ($2::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt" from folders fo where fo.group_id = $1 and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))  and (fo.id) > ($3::int) order by fo.id asc limit 11;

-- folders_of_user_after_11 (src/areas/files/folders.ts)
-- takes $1 ownerId int4, $2 seesConcealed bool, $3 key 1 int4
-- gives id int4, name text, sortKey text, fullName text, parentId int4?, filesCount int4, foldersCount int4, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select fo.id, fo.user_id as "userId", fo.course_id as "courseId", fo.group_id as "groupId", fo.name, fo.sort_key as "sortKey",
  concat_ws('/', (select string_agg(above.name, '/' order by cardinality(above.ancestors)) from folders above where above.id = any(fo.ancestors)),
  fo.name) as "fullName", fo.parent_id as "parentId",
  (select count(*) from attachments f where f.folder_id = fo.id and not f.deleted and ($2::boolean or not (f.locked or f.hidden))) as "filesCount",
  (select count(*) from folders below where below.parent_id = fo.id and not below.deleted
  and ($2::boolean or not (below.locked or below.hidden))) as "foldersCount",
  fo.locked, fo.hidden, fo.created_at as "createdAt", fo.updated_at as "updatedAt" from folders fo where fo.user_id = $1 and not fo.deleted and ($2::boolean or not (fo.locked or fo.hidden
  or exists (select 1 from folders above where above.id = any(fo.ancestors) and (above.locked or above.hidden))))  and (fo.id) > ($3::int) order by fo.id asc limit 11;

-- upload_given_up (src/areas/files/giving-up.ts)
-- takes $1 broughtId int4
-- gives id int4
update uploads set state = 'abandoned' where id = $1 returning id;

-- pictures_of_user (src/areas/files/pictures.ts)
-- takes $1 userId int4
-- gives id int4, uuid uuid, folderId int4, displayName text, sortKey text, filename text, contentType text, size int4, storageKey text?, locked bool, hidden bool, createdAt timestamptz, updatedAt timestamptz, userId int4?, courseId int4?, groupId int4?
select f.id, f.uuid, f.user_id as "userId", f.course_id as "courseId", f.group_id as "groupId", f.folder_id as "folderId",
  f.display_name as "displayName", f.sort_key as "sortKey", f.filename, f.content_type as "contentType", f.size, f.storage_key as "storageKey",
  f.locked, f.hidden, f.created_at as "createdAt", f.updated_at as "updatedAt"
  from folders root join folders fo on fo.parent_id = root.id and fo.name = 'profile pictures' and not fo.deleted
  join attachments f on f.folder_id = fo.id
  where root.user_id = $1 and root.parent_id is null and not f.deleted and f.content_type like 'image/%'
  order by f.id desc limit 100;

-- files_purged (src/areas/files/purging.ts)
-- takes $1 ids int4[]
update attachments set storage_key = null where id = any($1::int[]);

-- files_to_purge (src/areas/files/purging.ts)
-- takes $1 batch int4
-- gives id int4, storageKey text, shared bool
select f.id, f.storage_key as "storageKey",
  exists (select 1 from attachments other where other.storage_key = f.storage_key
  and (not other.deleted or other.carried or other.turned_in) offset 0) as shared
  from attachments f where f.deleted and not (f.carried or f.turned_in) and f.storage_key is not null order by f.id limit $1;

-- uploads_abandoned (src/areas/files/purging.ts)
-- takes $1 batch int4
-- gives id int4, storageKey text?
update uploads set state = 'abandoned' where id in (select u.id from uploads u
  where u.created_at < now() - interval '1 day' and u.state <> 'confirmed' order by u.created_at, u.id limit $1)
  returning id, storage_key as "storageKey";

-- uploads_done (src/areas/files/purging.ts)
delete from uploads where created_at < now() - interval '1 day' and state = 'confirmed';

-- uploads_forgotten (src/areas/files/purging.ts)
-- takes $1 ids int4[]
delete from uploads where id = any($1::int[]);

-- quota_of_course (src/areas/files/quotas.ts)
-- takes $1 id int4
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.course_id = $1 and f.counts and (not f.deleted or f.carried)) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from courses o join accounts own on own.id = o.account_id join accounts a on a.id = any(own.chain) where o.id = $1), '[]') as settings;

-- quota_of_group (src/areas/files/quotas.ts)
-- takes $1 id int4
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.group_id = $1 and f.counts and (not f.deleted or f.carried)) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from groups o join accounts a on a.id = o.root_account_id where o.id = $1), '[]') as settings;

-- quota_of_user (src/areas/files/quotas.ts)
-- takes $1 id int4
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.user_id = $1 and f.counts and (not f.deleted or f.carried)) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from users o join accounts a on a.id = o.root_account_id where o.id = $1), '[]') as settings;

-- room_of_course (src/areas/files/quotas.ts)
-- takes $1 id int4, $2 begun timestamptz, $3 uploadId int4?, $4 folderId int4?, $5 name text?
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.course_id = $1 and f.counts and (not f.deleted or f.carried)) + (select coalesce(sum(coalesce(u.size, u.announced_size, 0)), 0)::int8 from uploads u where u.course_id = $1 and u.counts
  and u.state <> 'confirmed' and (u.storage_key is not null or u.created_at > $2)
  and not (u.state = 'receiving' and coalesce(u.received_at < now() - interval '2 minutes', false)) and u.id is distinct from $3::int) - coalesce((select f.size from attachments f
  where f.folder_id = $4::int and f.display_name = $5 and f.counts and not f.deleted and not f.carried), 0) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from courses o join accounts own on own.id = o.account_id join accounts a on a.id = any(own.chain) where o.id = $1), '[]') as settings;

-- room_of_group (src/areas/files/quotas.ts)
-- takes $1 id int4, $2 begun timestamptz, $3 uploadId int4?, $4 folderId int4?, $5 name text?
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.group_id = $1 and f.counts and (not f.deleted or f.carried)) + (select coalesce(sum(coalesce(u.size, u.announced_size, 0)), 0)::int8 from uploads u where u.group_id = $1 and u.counts
  and u.state <> 'confirmed' and (u.storage_key is not null or u.created_at > $2)
  and not (u.state = 'receiving' and coalesce(u.received_at < now() - interval '2 minutes', false)) and u.id is distinct from $3::int) - coalesce((select f.size from attachments f
  where f.folder_id = $4::int and f.display_name = $5 and f.counts and not f.deleted and not f.carried), 0) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from groups o join accounts a on a.id = o.root_account_id where o.id = $1), '[]') as settings;

-- room_of_user (src/areas/files/quotas.ts)
-- takes $1 id int4, $2 begun timestamptz, $3 uploadId int4?, $4 folderId int4?, $5 name text?
-- gives used int4, settings jsonb
select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.user_id = $1 and f.counts and (not f.deleted or f.carried)) + (select coalesce(sum(coalesce(u.size, u.announced_size, 0)), 0)::int8 from uploads u where u.user_id = $1 and u.counts
  and u.state <> 'confirmed' and (u.storage_key is not null or u.created_at > $2)
  and not (u.state = 'receiving' and coalesce(u.received_at < now() - interval '2 minutes', false)) and u.id is distinct from $3::int) - coalesce((select f.size from attachments f
  where f.folder_id = $4::int and f.display_name = $5 and f.counts and not f.deleted and not f.carried), 0) as used, coalesce((select json_agg(a.settings order by cardinality(a.chain)) from users o join accounts a on a.id = o.root_account_id where o.id = $1), '[]') as settings;

-- stored_of_files (src/areas/files/stored.ts)
-- takes $1 after int4, $2 batch int4
-- gives id int4, storageKey text, size float8, needed bool
select f.id, f.storage_key as "storageKey", f.size::float8 as size, (not f.deleted or f.carried or f.turned_in) as needed
  from attachments f where f.id > $1 and f.storage_key is not null order by f.id limit $2;

-- stored_of_uploads (src/areas/files/stored.ts)
-- takes $1 after int4, $2 batch int4
-- gives id int4, storageKey text, size float8?, needed bool
select u.id, u.storage_key as "storageKey", u.size::float8 as size, false as needed
  from uploads u where u.id > $1 and u.state = 'received' and u.storage_key is not null order by u.id limit $2;

-- file_names_like (src/areas/files/storing.ts)
-- takes $1 folderId int4, $2 stem text
-- gives name text
select f.display_name as name from attachments f where f.folder_id = $1 and starts_with(f.display_name, $2) and not f.deleted;

-- lead_on_to_file (src/areas/files/storing.ts)
-- takes $1 id int4, $2 by int4
with others as (update replaced_files set by_id = $2 where by_id = $1)
  insert into replaced_files (file_id, by_id) select f.id, $2 from attachments f where f.id = $1 and not f.carried;

-- upload_failed (src/areas/files/uploads.ts)
-- takes $1 id int4, $2 storageKey text
-- gives id int4
with again as (
  update uploads set state = 'reserved', storage_key = null, size = null where id = $1 and storage_key = $2 and state = 'receiving' returning *)
  insert into uploads (user_id, course_id, group_id, folder_id, uploader_id, name, on_duplicate, counts, state, storage_key, created_at)
  select user_id, course_id, group_id, folder_id, uploader_id, name, on_duplicate, false, 'abandoned', $2, created_at from again returning id;

-- upload_held (src/areas/files/uploads.ts)
-- takes $1 id int4
-- gives id int4
select u.id from uploads u where u.id = $1 for update;

-- upload_left (src/areas/files/uploads.ts)
-- takes $1 id int4
-- gives id int4, storageKey text
select u.id, u.storage_key as "storageKey" from uploads u
  where u.id = $1 and u.storage_key is not null and u.state = 'receiving' and coalesce(u.received_at < now() - interval '2 minutes', false);

-- upload_lives (src/areas/files/uploads.ts)
-- takes $1 id int4, $2 storageKey text
update uploads set received_at = now() where id = $1 and storage_key = $2 and state = 'receiving';
