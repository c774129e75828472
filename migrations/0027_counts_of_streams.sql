CREATE UNLOGGED TABLE "stream_changes" (
	"user_id" integer,
	"place" integer,
	"transaction_id" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"made_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "stream_counts" (
	"user_id" integer NOT NULL,
	"place" integer NOT NULL,
	"counts" jsonb NOT NULL,
	"as_of" "pg_snapshot" NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone DEFAULT pg_postmaster_start_time() NOT NULL,
	CONSTRAINT "stream_counts_user_id_place_pk" PRIMARY KEY("user_id","place")
);
--> statement-breakpoint
CREATE INDEX "stream_changes_of_user" ON "stream_changes" USING btree ("user_id","place","transaction_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "stream_changes_of_place" ON "stream_changes" USING btree ("place","transaction_id") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "stream_item_instances_elsewhere" ON "stream_item_instances" USING btree ("user_id") WHERE conversation_id is not null or (course_id is null and group_id is null);--> statement-breakpoint
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_one_context" CHECK (num_nonnulls("stream_item_instances"."course_id", "stream_item_instances"."group_id") <= 1);
--> statement-breakpoint
-- What counts are made of tells when it changes (src/areas/activity/counts.ts says how that is heard). A guard holds the columns of
-- these triggers to those that the counting statement reads.
create function stream_place(course_id int, group_id int) returns int language sql immutable as
  $$ select coalesce(course_id, -group_id, 0) $$;
--> statement-breakpoint
-- Of many people at once one row is written, of everybody: each of theirs would take longer than counting again where nothing changed.
create function stream_changed_for(users int[], places int[]) returns void language sql as $$
  insert into stream_changes (user_id, place)
  select distinct case when count(*) over (partition by place) <= 100 then user_id end, place
  from (select distinct user_id, place from unnest(users, places) one(user_id, place)) one
$$;
--> statement-breakpoint
create function stream_instances_changed() returns trigger language plpgsql as $$
begin
  perform stream_changed_for(array_agg(user_id), array_agg(case when conversation_id is null then stream_place(course_id, group_id) else 0 end))
  from changed;
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed_by_insert after insert on stream_item_instances referencing new table as changed
  for each statement execute function stream_instances_changed();
--> statement-breakpoint
create trigger stream_changed_by_delete after delete on stream_item_instances referencing old table as changed
  for each statement execute function stream_instances_changed();
--> statement-breakpoint
create function stream_topic_read() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place)
  select coalesce(new.user_id, old.user_id), stream_place(t.course_id, t.group_id)
  from discussion_topics t where t.id = coalesce(new.topic_id, old.topic_id);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed_by_insert after insert on discussion_participants
  for each row when (new.read) execute function stream_topic_read();
--> statement-breakpoint
create trigger stream_changed after update of read on discussion_participants
  for each row when (old.read is distinct from new.read) execute function stream_topic_read();
--> statement-breakpoint
create trigger stream_changed_by_delete after delete on discussion_participants
  for each row when (old.read) execute function stream_topic_read();
--> statement-breakpoint
create function stream_elsewhere_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (new.user_id, 0);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of state, last_message_at on conversation_participants
  for each row when ((old.state = 'unread') is distinct from (new.state = 'unread')
    or (old.last_message_at is null) is distinct from (new.last_message_at is null))
  execute function stream_elsewhere_changed();
--> statement-breakpoint
create function stream_follows_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.following_user_id, old.following_user_id), 0);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after insert or delete on follows for each row execute function stream_follows_changed();
--> statement-breakpoint
create function stream_collections_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, 0);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of deleted, visibility on collections
  for each row when (old.deleted is distinct from new.deleted or old.visibility is distinct from new.visibility)
  execute function stream_collections_changed();
--> statement-breakpoint
create trigger stream_changed after update of deleted on collection_items
  for each row when (old.deleted is distinct from new.deleted) execute function stream_collections_changed();
--> statement-breakpoint
create function stream_grade_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (new.user_id, new.course_id);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of graded_at on submissions
  for each row when ((old.graded_at is null) is distinct from (new.graded_at is null)) execute function stream_grade_changed();
--> statement-breakpoint
-- The student's. It is not in a grader's stream before the student has said something, and then comes as an instance.
create function stream_comments_changed() returns trigger language plpgsql as $$
begin
  perform stream_changed_for(array_agg(c.user_id), array_agg(a.course_id)) from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $$;
--> statement-breakpoint
create function stream_comments_removed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place)
  select distinct null::int, a.course_id from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed_by_insert after insert on submission_comments referencing new table as changed
  for each statement execute function stream_comments_changed();
--> statement-breakpoint
create trigger stream_changed after update on submission_comments referencing new table as changed
  for each statement execute function stream_comments_changed();
--> statement-breakpoint
create trigger stream_changed_by_delete after delete on submission_comments referencing old table as changed
  for each statement execute function stream_comments_removed();
--> statement-breakpoint
create function stream_topic_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, stream_place(new.course_id, new.group_id));
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of state, is_announcement on discussion_topics
  for each row when ((old.state = 'active') is distinct from (new.state = 'active') or old.is_announcement is distinct from new.is_announcement)
  execute function stream_topic_changed();
--> statement-breakpoint
create function stream_entry_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select null, stream_place(t.course_id, t.group_id) from discussion_topics t where t.id = new.topic_id;
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of deleted on discussion_entries
  for each row when (old.deleted is distinct from new.deleted) execute function stream_entry_changed();
--> statement-breakpoint
create function stream_of_course_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, new.course_id);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of deleted, muted, published on assignments
  for each row when (old.deleted is distinct from new.deleted or old.muted is distinct from new.muted or old.published is distinct from new.published)
  execute function stream_of_course_changed();
--> statement-breakpoint
create function stream_enrollment_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select distinct null::int, unnest(array[old.course_id, new.course_id]);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of course_id, user_id, course_section_id, type, state, limit_privileges_to_course_section on enrollments
  for each row when ((old.user_id, old.course_section_id, old.type, old.state, old.limit_privileges_to_course_section, old.course_id)
    is distinct from (new.user_id, new.course_section_id, new.type, new.state, new.limit_privileges_to_course_section, new.course_id))
  execute function stream_enrollment_changed();
--> statement-breakpoint
create function stream_of_courses_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select distinct null::int, course_id from changed;
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed_by_insert after insert on enrollments referencing new table as changed
  for each statement execute function stream_of_courses_changed();
--> statement-breakpoint
create trigger stream_changed_by_delete after delete on enrollments referencing old table as changed
  for each statement execute function stream_of_courses_changed();
--> statement-breakpoint
create function stream_course_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of state, account_id on courses
  for each row when (old.state is distinct from new.state or old.account_id is distinct from new.account_id) execute function stream_course_changed();
--> statement-breakpoint
create function stream_everywhere_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, null);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after update of settings, chain on accounts
  for each row when (old.settings is distinct from new.settings or old.chain is distinct from new.chain) execute function stream_everywhere_changed();
--> statement-breakpoint
create function stream_administrators_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.user_id, old.user_id), null);
  return null;
end $$;
--> statement-breakpoint
create trigger stream_changed after insert or delete on account_admins for each row execute function stream_administrators_changed();
