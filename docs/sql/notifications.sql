-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- take_deliveries (src/areas/notifications/mailing.ts)
-- gives taken int4, waiting jsonb
with free as materialized (
  select d.id, d.block, cardinality(d.channel_ids) as channels from notification_deliveries d where d.frequency = 'immediately'
  order by d.block, d.id limit 250 for update skip locked),
  next as (select f.id, sum(f.channels) over (order by f.block, f.id) - f.channels as before from free f),
  gone as (delete from notification_deliveries where id in (select n.id from next n where n.before < 250) returning *)
  select (select count(*) from gone) as taken, coalesce((select json_agg(json_build_object('userId', c.user_id, 'address', c.address,
  'subject', n.subject, 'body', n.body, 'path', n.path) order by n.id, c.id) from gone cross join lateral unnest(gone.channel_ids) channel(id) join notifications n on n.id = gone.notification_id
  join communication_channels c on c.id = channel.id and c.state = 'active' join users u on u.id = c.user_id and not u.deleted
  left join notification_preferences p on p.channel_id = c.id and p.category = n.category
  where coalesce(p.frequency, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency) <> 'never' and n.created_at > now() - interval '5 days'
  - case gone.frequency when 'weekly' then interval '7 days' when 'daily' then interval '1 day' else interval '0' end), '[]') as waiting;

-- notifications_deliver (src/areas/notifications/notify.ts)
-- takes $1 notificationIds int4[], $2 lists int4[], $3 butFor int4[], $4 listOf int4[], $5 people int4[]
-- gives now bool
with told as materialized (select *
  from unnest($1::int[], $2::int[], $3::int[]) t(notification_id, list, but_for)),
  person as materialized (select * from unnest($4::int[], $5::int[]) p(list, id)),
  kind as materialized (select row_number() over () as nr, t.list, n.category, (case n.category when 'Due Date' then 'immediately' when 'Assignment Changed' then 'daily' when 'Grading' then 'immediately' when 'Submission Comment' then 'daily' when 'Announcement' then 'immediately' when 'Discussion' then 'weekly' when 'Discussion Entry' then 'daily' when 'Conversation Message' then 'immediately' when 'Added To Conversation' then 'immediately' when 'Invitation' then 'immediately' when 'Registration' then 'immediately' end)::notification_frequency as by_default,
  array_agg(n.id) as notification_ids, array_agg(t.but_for) as but_for
  from told t join notifications n on n.id = t.notification_id group by t.list, n.category),
  channels as (
  select kind.nr, f.frequency, c.id / 1000 as block, array_agg(c.id order by c.id) as ids
  from kind join person on person.list = kind.list
  join communication_channels c on c.user_id = person.id and c.state = 'active' and c.type = 'email'
  cross join lateral (select coalesce((select p.frequency from notification_preferences p where p.channel_id = c.id and p.category = kind.category),
  kind.by_default) as frequency offset 0) f
  where f.frequency <> 'never' group by kind.nr, f.frequency, c.id / 1000),
  heard as (
  select one.id, channels.frequency, channels.block, case when channels.ids && own.ids
  then array(select x.id from unnest(channels.ids) x(id) where x.id <> all(own.ids)) else channels.ids end as ids
  from channels join kind on kind.nr = channels.nr cross join lateral unnest(kind.notification_ids, kind.but_for) one(id, but_for)
  cross join lateral (select array(select c.id from communication_channels c where c.user_id = one.but_for) as ids offset 0) own offset 0),
  made as (
  insert into notification_deliveries (notification_id, frequency, block, channel_ids)
  select id, frequency, block, ids from heard where ids <> '{}' order by id returning frequency)
  select exists (select 1 from made where frequency = 'immediately') as now;

-- notifications_insert (src/areas/notifications/notify.ts)
-- takes $1 stored jsonb, $2 now timestamptz
-- gives id int4, key text
insert into notifications (key, category, subject, body, path, course_id, group_id, assignment_id, entry_id, quiz_id, created_at)
  select n.key, n.category::notification_category, n.subject, n.body, n.path, n."courseId", n."groupId", n."assignmentId", n."entryId", n."quizId", coalesce(n.at, $2::timestamptz)
  from json_to_recordset($1::json) as n(key text, category text, subject text, body text, path text, "courseId" int, "groupId" int,
  "assignmentId" int, "entryId" int, "quizId" int, at timestamptz)
  order by n.key on conflict (key) do nothing returning id, key;

-- choose_notification_preferences (src/areas/notifications/preferences.ts)
-- takes $1 userId int4, $2 id int4?, $3 type text?, $4 address text?, $5 categories notification_category[], $6 frequencies notification_frequency[]
-- gives id int4
insert into notification_preferences (channel_id, category, frequency)
  select own.id, chosen.category, chosen.frequency from (select c.id from communication_channels c
  where c.user_id = $1 and c.state <> 'retired'
  and (c.id = $2 or (c.type = $3 and lower(c.address) = lower($4))) order by c.position, c.id limit 1) own,
  unnest($5::notification_category[], $6::notification_frequency[]) as chosen(category, frequency)
  on conflict (channel_id, category) do update set frequency = excluded.frequency returning channel_id as id;

-- notification_preferences (src/areas/notifications/preferences.ts)
-- takes $1 userId int4, $2 id int4?, $3 type text?, $4 address text?
-- gives id int4, chosen jsonb
select own.id,
  coalesce((select json_object_agg(p.category, p.frequency) from notification_preferences p where p.channel_id = own.id), '{}') as chosen
  from (select c.id from communication_channels c
  where c.user_id = $1 and c.state <> 'retired'
  and (c.id = $2 or (c.type = $3 and lower(c.address) = lower($4))) order by c.position, c.id limit 1) own;
