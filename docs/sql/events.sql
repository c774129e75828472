-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- publish_events (src/areas/events/events.ts)
-- takes $1 job text, $2 payloads jsonb
insert into pending_jobs (task, payload) select $1, told.payload from jsonb_array_elements($2::jsonb) as told(payload);
