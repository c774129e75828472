-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- user_gravatar (src/areas/profiles/avatar-options.ts)
-- takes $1 userId int4
-- gives hash text?
select (select case when coalesce((a.settings->>'enable_gravatar')::boolean, false) then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
  from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state = 'active' order by c.position, c.id limit 1) end from accounts a where a.id = u.root_account_id) as "hash" from users u where u.id = $1;

-- following_record (src/areas/profiles/followers.ts)
-- takes $1 followingUserId int4, $2 followedUserId int4
-- gives createdAt timestamptz
select f.created_at as "createdAt" from follows f
  where f.following_user_id = $1 and f.followed_user_id = $2;

-- profile_to_follow_held (src/areas/profiles/followers.ts)
-- takes $1 followingUserId int4, $2 followedUserId int4
-- gives public bool
select followed.public_profile as public from users followed
  join users follower on follower.id = $1 and not follower.deleted
  where followed.id = $2 and not followed.deleted for share;

-- user_followed (src/areas/profiles/followers.ts)
-- takes $1 followingUserId int4, $2 followedUserId int4
-- gives createdAt timestamptz
insert into follows as f (following_user_id, followed_user_id) values ($1, $2)
  on conflict (following_user_id, followed_user_id) do update set created_at = f.created_at returning f.created_at as "createdAt";
