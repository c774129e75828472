-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- outcomes_available_shared (src/areas/outcomes/available.ts)
-- takes $1 wanted int4[], $2 courseId int4, $3 chain int4[]
-- gives shared int4
select count(*) as shared from (select o.id from outcomes o where o.id = any($1::int[]) and not o.deleted
  and (o.course_id = $2::int or o.account_id = any($3::int[]) or num_nonnulls(o.course_id, o.account_id) = 0) order by o.id for share) o;

-- outcomes_of_rubric_shared (src/areas/outcomes/available.ts)
-- takes $1 rubricId int4
-- gives id int4
select o.id from outcomes o where o.id in (select rc.learning_outcome_id from rubric_criteria rc where rc.rubric_id = $1)
  order by o.id for share;

-- outcome_groups_of_account_after_11 (src/areas/outcomes/context-lists.ts)
-- takes $1 ownerId int4, $2 key 1 int4
-- gives id int4, title text, vendorGuid text?, description text?, parent jsonb?
select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid", g.description, case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent from (select g.* from outcome_groups g where g.account_id = $1 and not g.deleted  and (g.id) > ($2::int) order by g.id asc limit 11 ) g left join outcome_groups p on p.id = g.parent_id left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id order by g.id asc;

-- outcome_groups_of_course_after_11 (src/areas/outcomes/context-lists.ts)
-- takes $1 ownerId int4, $2 key 1 int4
-- gives id int4, title text, vendorGuid text?, description text?, parent jsonb?
select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid", g.description, case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent from (select g.* from outcome_groups g where g.course_id = $1 and not g.deleted  and (g.id) > ($2::int) order by g.id asc limit 11 ) g left join outcome_groups p on p.id = g.parent_id left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id order by g.id asc;

-- outcome_links_of_account_after_11 (src/areas/outcomes/context-lists.ts)
-- takes $1 ownerId int4, $2 key 1 int4, $3 key 2 int4
-- gives description text?, ratings jsonb?, masteryPoints int4?, calculationMethod calculation_method, calculationInt int4?, id int4, title text, vendorGuid text?, courseId int4?, accountId int4?, group jsonb
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt",
  (select to_json(q) from (select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid", g.description, case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent from outcome_groups g left join outcome_groups p on p.id = g.parent_id left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id where g.id = l.group_id) q) as group
  from (select l.group_id, l.outcome_id from outcome_groups g join outcome_links l on l.group_id = g.id where g.account_id = $1 and not g.deleted  and (l.group_id, l.outcome_id) > ($2::int, $3::int) order by l.group_id asc, l.outcome_id asc limit 11 ) l join outcomes o on o.id = l.outcome_id order by l.group_id asc, l.outcome_id asc;

-- outcome_links_of_course_after_11 (src/areas/outcomes/context-lists.ts)
-- takes $1 ownerId int4, $2 key 1 int4, $3 key 2 int4
-- gives description text?, ratings jsonb?, masteryPoints int4?, calculationMethod calculation_method, calculationInt int4?, id int4, title text, vendorGuid text?, courseId int4?, accountId int4?, group jsonb
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt",
  (select to_json(q) from (select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid", g.description, case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent from outcome_groups g left join outcome_groups p on p.id = g.parent_id left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id where g.id = l.group_id) q) as group
  from (select l.group_id, l.outcome_id from outcome_groups g join outcome_links l on l.group_id = g.id where g.course_id = $1 and not g.deleted  and (l.group_id, l.outcome_id) > ($2::int, $3::int) order by l.group_id asc, l.outcome_id asc limit 11 ) l join outcomes o on o.id = l.outcome_id order by l.group_id asc, l.outcome_id asc;

-- outcome_subgroups_after_11 (src/areas/outcomes/groups.ts)
-- takes $1 groupId int4, $2 courseId int4?, $3 accountId int4?, $4 key 1 text, $5 key 2 int4
-- gives group jsonb, id int4?, title text?, vendorGuid text?, description text?, sortKey text?
select json_build_object('id', asked.id, 'title', asked.title, 'vendorGuid', asked."vendorGuid") as group, page.*
  from (select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid" from outcome_groups g left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id where g.id = $1::int and not g.deleted and g.course_id is not distinct from $2::int
  and g.account_id is not distinct from $3::int) asked left join (select s.id, s.title, s.vendor_guid as "vendorGuid", s.description, s.sort_key as "sortKey"
  from outcome_groups s where s.parent_id = $1 and not s.deleted  and (s.sort_key, s.id) > ($4::text collate "C", $5::int) order by s.sort_key asc, s.id asc limit 11 ) page on true order by page."sortKey" asc, page.id asc;

-- outcome_group_copy (src/areas/outcomes/importing.ts)
-- takes $1 sourceId int4, $2 targetId int4, $3 rootAccountId int4?, $4 accountId int4?, $5 courseId int4?
-- gives id int4
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below), copies as materialized (
  select old.id as old_id, old.parent_id as old_parent_id, nextval(pg_get_serial_sequence('outcome_groups', 'id'))::int as id
  from (select tree.id, tree.parent_id from tree order by tree.id) old),
  made as (
  insert into outcome_groups (id, parent_id, root_account_id, account_id, course_id, title, sort_key, description)
  overriding system value
  select copies.id, coalesce(above.id, $2::int), $3::int, $4::int, $5::int, g.title, g.sort_key, g.description
  from copies join outcome_groups g on g.id = copies.old_id left join copies above on above.old_id = copies.old_parent_id),
  linked as (
  insert into outcome_links (group_id, outcome_id, sort_key)
  select copies.id, l.outcome_id, l.sort_key from copies join outcome_links l on l.group_id = copies.old_id)
  select id from copies where old_id = $1::int;

-- outcome_group_size (src/areas/outcomes/importing.ts)
-- takes $1 sourceId int4, $2 mostImported int4
-- gives size int4
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below) select count(*) as size from (
  select from tree union all select from tree join outcome_links l on l.group_id = tree.id limit $2) found;

-- outcomes_linked_below_shared (src/areas/outcomes/importing.ts)
-- takes $1 sourceId int4
-- gives shared int4
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below) select count(*) as shared from (select o.id from outcomes o
  where o.id in (select l.outcome_id from tree join outcome_links l on l.group_id = tree.id) order by o.id for share of o) o;

-- outcome_links_after_11 (src/areas/outcomes/links.ts)
-- takes $1 groupId int4, $2 courseId int4?, $3 accountId int4?, $4 key 1 text, $5 key 2 int4
-- gives group jsonb, id int4?, title text?, vendorGuid text?, courseId int4?, accountId int4?, sortKey text?
select json_build_object('id', asked.id, 'title', asked.title, 'vendorGuid', asked."vendorGuid") as group, page.*
  from (select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid" from outcome_groups g left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id where g.id = $1::int and not g.deleted and g.course_id is not distinct from $2::int
  and g.account_id is not distinct from $3::int) asked left join (select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", l.sort_key as "sortKey" from outcome_links l join outcomes o on o.id = l.outcome_id where l.group_id = $1  and (l.sort_key, l.outcome_id) > ($4::text collate "C", $5::int) order by l.sort_key asc, l.outcome_id asc limit 11 ) page on true order by page."sortKey" asc, page.id asc;

-- outcome_shared (src/areas/outcomes/links.ts)
-- takes $1 id int4, $2 rootAccountId int4
-- gives id int4, title text, vendorGuid text?, courseId int4?, accountId int4?, sortKey text
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.sort_key as "sortKey" from outcomes o
  left join courses c on c.id = o.course_id left join accounts a on a.id = o.account_id
  where o.id = $1 and not o.deleted and coalesce(c.state <> 'deleted', not a.deleted, true) and (o.root_account_id is null or o.root_account_id = $2)
  for share of o;

-- outcome (src/areas/outcomes/outcomes.ts)
-- takes $1 id int4
-- gives description text?, ratings jsonb?, masteryPoints int4?, calculationMethod calculation_method, calculationInt int4?, id int4, title text, vendorGuid text?, courseId int4?, accountId int4?
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt"
  from outcomes o where o.id = $1 and not o.deleted;

-- outcome_held (src/areas/outcomes/outcomes.ts)
-- takes $1 id int4
-- gives description text?, ratings jsonb?, masteryPoints int4?, calculationMethod calculation_method, calculationInt int4?, id int4, title text, vendorGuid text?, courseId int4?, accountId int4?
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId", o.description, o.ratings, o.mastery_points as "masteryPoints",
  o.calculation_method as "calculationMethod", o.calculation_int as "calculationInt"
  from outcomes o where o.id = $1 and not o.deleted for no key update;

-- outcome_group_losing (src/areas/outcomes/removal.ts)
-- takes $1 id int4
-- gives refused bool
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below), lost as materialized (select l.group_id, l.outcome_id from tree join outcome_links l on l.group_id = tree.id), doomed as materialized (
  select distinct lost.outcome_id as id from lost where not exists (
  select 1 from outcome_links l join outcome_groups g on g.id = l.group_id
  left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
  where l.outcome_id = lost.outcome_id and l.group_id not in (select id from tree) and coalesce(c.state <> 'deleted', not a.deleted, true))) select exists (select 1 from doomed where exists (select 1 from rubric_criteria rc join rubrics r on r.id = rc.rubric_id and not r.deleted
  join rubric_associations ra on ra.rubric_id = r.id join assignments a on a.id = ra.assignment_id and not a.deleted
  join courses c on c.id = a.course_id and c.state <> 'deleted'
  where rc.learning_outcome_id = doomed.id)) as refused;

-- outcome_group_remove (src/areas/outcomes/removal.ts)
-- takes $1 id int4, $2 now timestamptz
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below), lost as materialized (select l.group_id, l.outcome_id from tree join outcome_links l on l.group_id = tree.id), doomed as materialized (
  select distinct lost.outcome_id as id from lost where not exists (
  select 1 from outcome_links l join outcome_groups g on g.id = l.group_id
  left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
  where l.outcome_id = lost.outcome_id and l.group_id not in (select id from tree) and coalesce(c.state <> 'deleted', not a.deleted, true))),
  unlinked as (delete from outcome_links l using (select group_id, outcome_id from lost
  union select l.group_id, l.outcome_id from doomed join outcome_links l on l.outcome_id = doomed.id) gone
  where l.group_id = gone.group_id and l.outcome_id = gone.outcome_id),
  forgotten as (update rubric_criteria set learning_outcome_id = null where learning_outcome_id in (select id from doomed)), ended as (update outcomes set deleted = true, updated_at = $2::timestamptz where id in (select id from doomed))
  update outcome_groups set deleted = true, updated_at = $2::timestamptz where id in (select id from tree);

-- outcome_link_losing (src/areas/outcomes/removal.ts)
-- takes $1 groupId int4, $2 outcomeId int4
-- gives refused bool
with tree as (select $1::int as id),
  lost as materialized (select l.group_id, l.outcome_id from outcome_links l where l.group_id = $1::int and l.outcome_id = $2::int), doomed as materialized (
  select distinct lost.outcome_id as id from lost where not exists (
  select 1 from outcome_links l join outcome_groups g on g.id = l.group_id
  left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
  where l.outcome_id = lost.outcome_id and l.group_id not in (select id from tree) and coalesce(c.state <> 'deleted', not a.deleted, true))) select exists (select 1 from doomed where exists (select 1 from rubric_criteria rc join rubrics r on r.id = rc.rubric_id and not r.deleted
  join rubric_associations ra on ra.rubric_id = r.id join assignments a on a.id = ra.assignment_id and not a.deleted
  join courses c on c.id = a.course_id and c.state <> 'deleted'
  where rc.learning_outcome_id = doomed.id)) as refused;

-- outcome_link_remove (src/areas/outcomes/removal.ts)
-- takes $1 groupId int4, $2 outcomeId int4, $3 now timestamptz
with tree as (select $1::int as id),
  lost as materialized (select l.group_id, l.outcome_id from outcome_links l where l.group_id = $1::int and l.outcome_id = $2::int), doomed as materialized (
  select distinct lost.outcome_id as id from lost where not exists (
  select 1 from outcome_links l join outcome_groups g on g.id = l.group_id
  left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
  where l.outcome_id = lost.outcome_id and l.group_id not in (select id from tree) and coalesce(c.state <> 'deleted', not a.deleted, true))),
  unlinked as (delete from outcome_links l using (select group_id, outcome_id from lost
  union select l.group_id, l.outcome_id from doomed join outcome_links l on l.outcome_id = doomed.id) gone
  where l.group_id = gone.group_id and l.outcome_id = gone.outcome_id),
  forgotten as (update rubric_criteria set learning_outcome_id = null where learning_outcome_id in (select id from doomed)) update outcomes set deleted = true, updated_at = $3::timestamptz where id in (select id from doomed);

-- outcome_linked_held (src/areas/outcomes/removal.ts)
-- takes $1 groupId int4, $2 outcomeId int4
-- gives id int4, title text, vendorGuid text?, courseId int4?, accountId int4?
select o.id, o.title, o.vendor_guid as "vendorGuid", o.course_id as "courseId", o.account_id as "accountId" from outcomes o
  where o.id = $2 and exists (select 1 from outcome_links l where l.group_id = $1 and l.outcome_id = o.id) for no key update of o;

-- outcomes_linked_below_held (src/areas/outcomes/removal.ts)
-- takes $1 id int4
-- gives held int4
with recursive tree as (
  select g.id, g.parent_id from outcome_groups g where g.id = $1::int and not g.deleted
  union all
  select below.id, below.parent_id from tree cross join lateral
  (select g.id, g.parent_id from outcome_groups g where g.parent_id = tree.id and not g.deleted offset 0) below) select count(*) as held from (select o.id from outcomes o
  where o.id in (select l.outcome_id from tree join outcome_links l on l.group_id = tree.id) order by o.id for no key update of o) o;

-- outcome_group (src/areas/outcomes/tree.ts)
-- takes $1 groupId int4, $2 courseId int4?, $3 accountId int4?
-- gives id int4, title text, vendorGuid text?, description text?, parent jsonb?
select g.id, coalesce(g.title, gc.name, ga.name, 'ROOT') as title, g.vendor_guid as "vendorGuid", g.description, case when p.id is not null then json_build_object('id', p.id, 'title', coalesce(p.title, gc.name, ga.name, 'ROOT'),
  'vendorGuid', p.vendor_guid) end as parent
  from outcome_groups g left join outcome_groups p on p.id = g.parent_id left join courses gc on gc.id = g.course_id left join accounts ga on ga.id = g.account_id where g.id = $1::int and not g.deleted and g.course_id is not distinct from $2::int
  and g.account_id is not distinct from $3::int;

-- outcome_group_anywhere (src/areas/outcomes/tree.ts)
-- takes $1 id int4, $2 rootAccountId int4
-- gives id int4, parentId int4?, courseId int4?, accountId int4?
select g.id, g.parent_id as "parentId", g.course_id as "courseId", g.account_id as "accountId"
  from outcome_groups g left join courses c on c.id = g.course_id left join accounts a on a.id = g.account_id
  where g.id = $1 and not g.deleted and coalesce(c.state <> 'deleted', not a.deleted, true) and (g.root_account_id is null or g.root_account_id = $2);

-- outcome_group_lies_within (src/areas/outcomes/tree.ts)
-- takes $1 id int4, $2 otherId int4
-- gives within bool
with recursive way as (
  select $1::int as id
  union all
  select above.parent_id from way
  cross join lateral (select g.parent_id from outcome_groups g where g.id = way.id and g.parent_id is not null offset 0) above)
  select exists (select 1 from way where id = $2) as within;

-- outcome_root_of_account (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.account_id = $1;

-- outcome_root_of_account_held (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.account_id = $1 for no key update;

-- outcome_root_of_account_shared (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.account_id = $1 for share;

-- outcome_root_of_course (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id = $1;

-- outcome_root_of_course_held (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id = $1 for no key update;

-- outcome_root_of_course_shared (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id = $1 for share;

-- outcome_root_of_global (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id is null and g.account_id is null and $1::int is null;

-- outcome_root_of_global_held (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id is null and g.account_id is null and $1::int is null for no key update;

-- outcome_root_of_global_shared (src/areas/outcomes/tree.ts)
-- takes $1 ownerId int4?
-- gives id int4
select g.id from outcome_groups g where g.parent_id is null and g.course_id is null and g.account_id is null and $1::int is null for share;
