ALTER TABLE "enrollments" ADD COLUMN "sort_key" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- That of the user, whichever release enrolls them or changes their name. Of a user who is enrolled and renamed at once, either the
-- enrolling waits and finds the new key, or the renaming waits and finds the enrollment. Where there is no such user the foreign key
-- says so.
create function sort_key_of_enrollment() returns trigger language plpgsql as $$
begin
  -- A statement that locks gives the key from before it waited.
  perform from users where id = new.user_id for key share;
  new.sort_key := coalesce((select sort_key from users where id = new.user_id), '');
  return new;
end $$;
create trigger sort_key_of_enrollment before insert or update of user_id on enrollments for each row execute function sort_key_of_enrollment();

create function sort_keys_of_enrollments() returns trigger language plpgsql as $$
begin
  perform from users where id = new.id for update;
  update enrollments set sort_key = new.sort_key where user_id = new.id;
  return null;
end $$;
create trigger sort_keys_of_enrollments after update of sort_key on users for each row
  when (old.sort_key is distinct from new.sort_key) execute function sort_keys_of_enrollments();
