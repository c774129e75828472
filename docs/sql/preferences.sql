-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- places_of_user (src/areas/preferences/places.ts)
-- takes $1 userId int4
-- gives place text, color text?, position int4?
select p.place, p.color, p.position from place_preferences p where p.user_id = $1 order by p.place;

-- set_positions (src/areas/preferences/places.ts)
-- takes $1 userId int4, $2 places text[], $3 positions int4[]
insert into place_preferences (user_id, place, position)
  select $1::int, given.place, given.position
  from unnest($2::text[], $3::int[]) as given(place, position) order by given.place
  on conflict (user_id, place) do update set position = excluded.position;

-- some_places_of_user (src/areas/preferences/places.ts)
-- takes $1 userId int4, $2 places text[]
-- gives place text, color text?, position int4?
select p.place, p.color, p.position from place_preferences p where p.user_id = $1 and p.place = any($2::text[]);
