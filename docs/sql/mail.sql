-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- mail_claim (src/areas/mail/delivery.ts)
-- takes $1 id int4
-- gives address text, subject text, text text
update mails set state = 'sending' where id = $1 and state = 'waiting' returning address, subject, text;

-- mail_put_off (src/areas/mail/delivery.ts)
-- takes $1 id int4
update mails set state = 'waiting' where id = $1;

-- mail_settle (src/areas/mail/delivery.ts)
-- takes $1 id int4, $2 is mail_state
update mails set state = $2, settled_at = now() where id = $1;

-- mail_waits (src/areas/mail/delivery.ts)
-- takes $1 id int4
-- gives old bool
select created_at < now() - interval '5 days' as old from mails where id = $1 and state = 'waiting';

-- mails_insert (src/areas/mail/mails.ts)
-- takes $1 mails jsonb
-- gives id int4
insert into mails (user_id, address, subject, text)
  select m."userId", m.address, m.subject, m.text
  from json_to_recordset($1::json) as m("userId" int, address text, subject text, text text) returning id;

-- mails_send (src/areas/mail/mails.ts)
-- takes $1 deliver text, $2 ids int4[]
insert into pending_jobs (task, payload) select $1, jsonb_build_object('mail', id) from unnest($2::int[]) id;

-- mails_sending_count (src/areas/mail/measures.ts)
-- gives count int4
select count(*) as count from mails where state = 'sending';

-- mails_remove (src/areas/mail/removal.ts)
-- takes $1 after int4, $2 before timestamptz
-- gives last int4?, someOld bool?
with these as materialized (select r.id, r.created_at < $2 as old from mails r where r.id > $1 order by r.id limit 1000),
  gone as (delete from mails x using these t where x.id = t.id and t.old and true returning x.*)
  select max(id) as last, bool_or(old) as "someOld" from these;
