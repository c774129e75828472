-- What the tables of prisma/schema have that the language there cannot say, table by table, as it stands after all migrations.
-- Nothing runs this file: it is read out of a migrated database, and a test holds the two together. Change it by a migration, then run
-- npm test -- test/guards/schema.test.ts -u

-- access_tokens
alter table access_tokens set (fillfactor=85);
alter table access_tokens alter id add generated always as identity;
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF hash, user_id, expires_at OR TRUNCATE ON access_tokens FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- account_admins
CREATE TRIGGER standing_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON account_admins FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER INSERT OR DELETE ON account_admins FOR EACH ROW EXECUTE FUNCTION stream_administrators_changed();

-- accounts
alter table accounts alter id add generated always as identity;
alter table accounts alter chain set not null;
alter table accounts add constraint accounts_chain_ends_here CHECK (((chain[cardinality(chain)] = id) AND (chain[1] = root_account_id)));
CREATE TRIGGER default_term AFTER INSERT ON accounts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION default_term();
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OR TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF settings, chain ON accounts FOR EACH ROW WHEN (((old.settings IS DISTINCT FROM new.settings) OR (old.chain IS DISTINCT FROM new.chain))) EXECUTE FUNCTION stream_everywhere_changed();

-- assignment_groups
alter table assignment_groups alter id add generated always as identity;

-- assignment_overrides
alter table assignment_overrides alter id add generated always as identity;
alter table assignment_overrides add constraint assignment_overrides_one_target CHECK ((num_nonnulls(course_section_id, group_id) <= 1));

-- assignments
alter table assignments alter id add generated always as identity;
alter table assignments alter allowed_extensions set not null;
alter table assignments alter submission_types set not null;
alter table assignments add constraint assignments_dates_in_order CHECK ((COALESCE((unlock_at <= due_at), true) AND COALESCE((unlock_at <= lock_at), true) AND COALESCE((due_at <= lock_at), true)));
CREATE TRIGGER stream_changed AFTER UPDATE OF deleted, muted, published ON assignments FOR EACH ROW WHEN (((old.deleted IS DISTINCT FROM new.deleted) OR (old.muted IS DISTINCT FROM new.muted) OR (old.published IS DISTINCT FROM new.published))) EXECUTE FUNCTION stream_of_course_changed();

-- attachments
alter table attachments alter id add generated always as identity;
alter table attachments alter sort_key type text collate "C";
alter table attachments add constraint attachments_one_owner CHECK ((num_nonnulls(user_id, course_id, group_id) = 1));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF user_id, course_id, group_id, folder_id, locked, hidden, deleted OR TRUNCATE ON attachments FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- bookmarks
alter table bookmarks alter id add generated always as identity;

-- calendar_events
alter table calendar_events alter id add generated always as identity;
alter table calendar_events add constraint calendar_events_children_of_courses CHECK (((num_nulls(parent_event_id, course_section_id) = ANY (ARRAY[0, 2])) AND ((parent_event_id IS NULL) OR (course_id IS NOT NULL))));
alter table calendar_events add constraint calendar_events_dates_in_order CHECK ((end_at >= start_at));
alter table calendar_events add constraint calendar_events_one_context CHECK ((num_nonnulls(course_id, group_id, user_id) = 1));

-- collaborations
alter table collaborations alter id add generated always as identity;

-- collection_items
alter table collection_items alter id add generated always as identity;
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OR TRUNCATE ON collection_items FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF deleted ON collection_items FOR EACH ROW WHEN ((old.deleted IS DISTINCT FROM new.deleted)) EXECUTE FUNCTION stream_collections_changed();

-- collections
alter table collections alter id add generated always as identity;
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OR TRUNCATE ON collections FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF deleted, visibility ON collections FOR EACH ROW WHEN (((old.deleted IS DISTINCT FROM new.deleted) OR (old.visibility IS DISTINCT FROM new.visibility))) EXECUTE FUNCTION stream_collections_changed();

-- communication_channels
alter table communication_channels alter id add generated always as identity;
CREATE INDEX communication_channels_mail ON communication_channels USING btree (lower(address)) WHERE ((type = 'email'::text) AND (state = 'active'::channel_state));
CREATE UNIQUE INDEX communication_channels_address ON communication_channels USING btree (user_id, type, lower(address)) WHERE (state <> 'retired'::channel_state);

-- conversation_batches
alter table conversation_batches alter id add generated always as identity;

-- conversation_messages
alter table conversation_messages alter id add generated always as identity;
alter table conversation_messages alter attachment_ids set not null;
alter table conversation_messages alter carried_file_ids set not null;
alter table conversation_messages alter forwarded_ids set not null;
alter table conversation_messages add constraint conversation_messages_media CHECK (((media_comment_id IS NULL) = (media_comment_type IS NULL)));

-- conversation_participants
alter table conversation_participants alter tags set not null;
CREATE TRIGGER stream_changed AFTER UPDATE OF state, last_message_at ON conversation_participants FOR EACH ROW WHEN ((((old.state = 'unread'::conversation_state) IS DISTINCT FROM (new.state = 'unread'::conversation_state)) OR ((old.last_message_at IS NULL) IS DISTINCT FROM (new.last_message_at IS NULL)))) EXECUTE FUNCTION stream_elsewhere_changed();

-- conversations
alter table conversations alter id add generated always as identity;
alter table conversations add constraint conversations_one_context CHECK ((num_nonnulls(course_id, group_id) <= 1));
alter table conversations add constraint conversations_pair_in_order CHECK ((((lower_user_id IS NULL) = (higher_user_id IS NULL)) AND (lower_user_id <= higher_user_id)));

-- course_modules
alter table course_modules alter id add generated always as identity;
alter table course_modules alter prerequisite_ids set not null;
alter table course_modules alter waits_for set not null;

-- course_sections
alter table course_sections alter id add generated always as identity;
alter table course_sections add constraint course_sections_dates_in_order CHECK ((end_at >= start_at));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF course_id, deleted OR TRUNCATE ON course_sections FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- courses
alter table courses alter id add generated always as identity;
CREATE INDEX courses_code ON courses USING gin (replace(lower(course_code), 'ς'::text, 'σ'::text) gin_trgm_ops);
CREATE INDEX courses_name ON courses USING gin (replace(lower(name), 'ς'::text, 'σ'::text) gin_trgm_ops);
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF account_id, root_account_id, name, state, is_public, allow_student_forum_attachments, allow_student_discussion_editing, time_zone, gated OR TRUNCATE ON courses FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF state, account_id ON courses FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.account_id IS DISTINCT FROM new.account_id))) EXECUTE FUNCTION stream_course_changed();

-- custom_gradebook_columns
alter table custom_gradebook_columns alter id add generated always as identity;

-- discussion_entries
alter table discussion_entries alter id add generated always as identity;
alter table discussion_entries alter ancestors set not null;
alter table discussion_entries add constraint discussion_entries_ratings CHECK (((rating_sum >= 0) AND (rating_sum <= rating_count)));
alter table discussion_entries add constraint discussion_entries_thread_is_one CHECK (((NOT (root_entry_id IS DISTINCT FROM ancestors[1])) AND (NOT (parent_id IS DISTINCT FROM ancestors[cardinality(ancestors)]))));
CREATE TRIGGER stream_changed AFTER UPDATE OF deleted ON discussion_entries FOR EACH ROW WHEN ((old.deleted IS DISTINCT FROM new.deleted)) EXECUTE FUNCTION stream_entry_changed();

-- discussion_entry_ratings
alter table discussion_entry_ratings add constraint discussion_entry_ratings_zero_or_one CHECK ((rating = ANY (ARRAY[0, 1])));

-- discussion_participants
alter table discussion_participants add constraint discussion_participants_read_count CHECK ((read_count >= 0));
CREATE TRIGGER stream_changed AFTER UPDATE OF read ON discussion_participants FOR EACH ROW WHEN ((old.read IS DISTINCT FROM new.read)) EXECUTE FUNCTION stream_topic_read();
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON discussion_participants FOR EACH ROW WHEN (old.read) EXECUTE FUNCTION stream_topic_read();
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON discussion_participants FOR EACH ROW WHEN (new.read) EXECUTE FUNCTION stream_topic_read();

-- discussion_topics
alter table discussion_topics alter id add generated always as identity;
alter table discussion_topics add constraint discussion_topics_entry_count CHECK ((entry_count >= 0));
alter table discussion_topics add constraint discussion_topics_one_context CHECK ((num_nonnulls(course_id, group_id, collection_item_id) = 1));
CREATE INDEX discussion_topics_course ON discussion_topics USING btree (course_id, is_announcement, pinned DESC NULLS LAST, "position", id DESC NULLS LAST);
CREATE INDEX discussion_topics_course_activity ON discussion_topics USING btree (course_id, is_announcement, COALESCE(last_reply_at, posted_at, created_at), id) WHERE (state <> 'deleted'::topic_state);
CREATE INDEX discussion_topics_group ON discussion_topics USING btree (group_id, is_announcement, pinned DESC NULLS LAST, "position", id DESC NULLS LAST) WHERE (group_id IS NOT NULL);
CREATE INDEX discussion_topics_group_activity ON discussion_topics USING btree (group_id, is_announcement, COALESCE(last_reply_at, posted_at, created_at), id) WHERE ((group_id IS NOT NULL) AND (state <> 'deleted'::topic_state));
CREATE TRIGGER stream_changed AFTER UPDATE OF state, is_announcement ON discussion_topics FOR EACH ROW WHEN ((((old.state = 'active'::topic_state) IS DISTINCT FROM (new.state = 'active'::topic_state)) OR (old.is_announcement IS DISTINCT FROM new.is_announcement))) EXECUTE FUNCTION stream_topic_changed();

-- discussion_views
alter table discussion_views alter participants set not null;

-- enrollment_terms
alter table enrollment_terms alter id add generated always as identity;
alter table enrollment_terms add constraint enrollment_terms_default_stays CHECK ((NOT (is_default AND deleted)));

-- enrollments
alter table enrollments set (fillfactor=85);
alter table enrollments alter id add generated always as identity;
alter table enrollments alter sort_key type text collate "C";
CREATE UNIQUE INDEX enrollments_once ON enrollments USING btree (course_section_id, user_id, type, associated_user_id) NULLS NOT DISTINCT;
CREATE TRIGGER sort_key_of_enrollment BEFORE INSERT OR UPDATE OF user_id ON enrollments FOR EACH ROW EXECUTE FUNCTION sort_key_of_enrollment();
CREATE TRIGGER standing_changed AFTER INSERT OR DELETE OR UPDATE OF course_id, course_section_id, user_id, associated_user_id, type, state, limit_privileges_to_course_section OR TRUNCATE ON enrollments FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF course_id, user_id, course_section_id, type, state, limit_privileges_to_course_section ON enrollments FOR EACH ROW WHEN (((((((old.user_id IS DISTINCT FROM new.user_id) OR (old.course_section_id IS DISTINCT FROM new.course_section_id)) OR (old.type IS DISTINCT FROM new.type)) OR (old.state IS DISTINCT FROM new.state)) OR (old.limit_privileges_to_course_section IS DISTINCT FROM new.limit_privileges_to_course_section)) OR (old.course_id IS DISTINCT FROM new.course_id))) EXECUTE FUNCTION stream_enrollment_changed();
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON enrollments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_of_courses_changed();
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON enrollments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_of_courses_changed();

-- folders
alter table folders alter id add generated always as identity;
alter table folders alter sort_key type text collate "C";
alter table folders alter ancestors set not null;
alter table folders add constraint folders_below_root CHECK (((parent_id IS NULL) = (cardinality(ancestors) = 0)));
alter table folders add constraint folders_one_owner CHECK ((num_nonnulls(user_id, course_id, group_id) = 1));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF user_id, course_id, group_id, parent_id, ancestors, locked, hidden, deleted OR TRUNCATE ON folders FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- follows
alter table follows add constraint follows_somebody_else CHECK ((following_user_id <> followed_user_id));
CREATE TRIGGER stream_changed AFTER INSERT OR DELETE ON follows FOR EACH ROW EXECUTE FUNCTION stream_follows_changed();

-- grade_changes
alter table grade_changes alter id add generated always as identity;

-- grading_period_sets
alter table grading_period_sets alter id add generated always as identity;

-- grading_periods
alter table grading_periods alter id add generated always as identity;
alter table grading_periods add constraint grading_periods_dates CHECK (((start_date < end_date) AND (end_date <= close_date)));
alter table grading_periods add constraint grading_periods_of_one CHECK (((set_id IS NULL) <> (course_id IS NULL)));

-- grading_standards
alter table grading_standards alter id add generated always as identity;
alter table grading_standards add constraint grading_standards_one_context CHECK ((num_nonnulls(account_id, course_id) = 1));

-- group_categories
alter table group_categories alter id add generated always as identity;
alter table group_categories add constraint group_categories_one_context CHECK ((num_nonnulls(course_id, account_id) = 1));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF course_id, deleted OR TRUNCATE ON group_categories FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- group_memberships
alter table group_memberships alter id add generated always as identity;
CREATE TRIGGER standing_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON group_memberships FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- groups
alter table groups alter id add generated always as identity;
alter table groups add constraint groups_one_context CHECK (((num_nonnulls(course_id, account_id) = 1) AND ((course_id IS NULL) OR (group_category_id IS NOT NULL))));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OR TRUNCATE ON groups FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- late_policies
alter table late_policies alter id add generated always as identity;
alter table late_policies add constraint late_policies_percent CHECK ((((missing_submission_deduction >= (0)::double precision) AND (missing_submission_deduction <= (100)::double precision)) AND ((late_submission_deduction >= (0)::double precision) AND (late_submission_deduction <= (100)::double precision)) AND ((late_submission_minimum_percent >= (0)::double precision) AND (late_submission_minimum_percent <= (100)::double precision))));

-- late_policy_sweeps
alter table late_policy_sweeps add constraint late_policy_sweeps_one CHECK ((id = 1));

-- mails
alter table mails alter id add generated always as identity;

-- module_items
alter table module_items alter id add generated always as identity;
alter table module_items add constraint module_items_one_content CHECK ((num_nonnulls(assignment_id, quiz_id, topic_id, file_id, page_id) <= 1));

-- notification_deliveries
alter table notification_deliveries alter id add generated always as identity;
alter table notification_deliveries alter channel_ids set not null;
CREATE TRIGGER of_one_channel BEFORE INSERT ON notification_deliveries FOR EACH ROW WHEN ((new.channel_id IS NOT NULL)) EXECUTE FUNCTION delivery_of_one_channel();

-- notifications
alter table notifications alter id add generated always as identity;

-- observations
alter table observations add constraint observations_of_others CHECK ((observer_id <> observee_id));

-- outcome_groups
alter table outcome_groups alter id add generated always as identity;
alter table outcome_groups alter sort_key type text collate "C";
alter table outcome_groups add constraint outcome_groups_not_in_itself CHECK ((parent_id <> id));
alter table outcome_groups add constraint outcome_groups_one_owner CHECK (((num_nonnulls(account_id, course_id) <= 1) AND ((root_account_id IS NULL) = (num_nonnulls(account_id, course_id) = 0))));
alter table outcome_groups add constraint outcome_groups_titled CHECK ((((parent_id IS NULL) = (title IS NULL)) AND ((parent_id IS NOT NULL) OR (NOT deleted))));
CREATE UNIQUE INDEX outcome_groups_root_of_site ON outcome_groups USING btree (((parent_id IS NULL))) WHERE ((parent_id IS NULL) AND (account_id IS NULL) AND (course_id IS NULL));

-- outcome_links
alter table outcome_links alter sort_key type text collate "C";

-- outcomes
alter table outcomes alter id add generated always as identity;
alter table outcomes alter sort_key type text collate "C";
alter table outcomes add constraint outcomes_calculation CHECK (
CASE calculation_method
    WHEN 'decaying_average'::calculation_method THEN COALESCE(((calculation_int >= 1) AND (calculation_int <= 99)), false)
    WHEN 'n_mastery'::calculation_method THEN COALESCE(((calculation_int >= 1) AND (calculation_int <= 10)), false)
    ELSE (calculation_int IS NULL)
END);
alter table outcomes add constraint outcomes_one_criterion CHECK (((ratings IS NULL) = (mastery_points IS NULL)));
alter table outcomes add constraint outcomes_one_owner CHECK (((num_nonnulls(account_id, course_id) <= 1) AND ((root_account_id IS NULL) = (num_nonnulls(account_id, course_id) = 0))));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF root_account_id, account_id, course_id, deleted OR TRUNCATE ON outcomes FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- peer_reviews
alter table peer_reviews alter id add generated always as identity;
alter table peer_reviews add constraint peer_reviews_of_somebody_else CHECK ((user_id <> assessor_id));

-- pending_jobs
alter table pending_jobs alter id add generated always as identity;

-- planner_notes
alter table planner_notes alter id add generated always as identity;

-- planner_overrides
alter table planner_overrides alter id add generated always as identity;

-- progresses
alter table progresses alter id add generated always as identity;
alter table progresses add constraint progresses_completion CHECK (((completion >= 0) AND (completion <= 100)));

-- pseudonyms
alter table pseudonyms alter id add generated always as identity;
CREATE UNIQUE INDEX pseudonyms_unique_id ON pseudonyms USING btree (root_account_id, lower(unique_id)) WHERE (state = 'active'::login_state);

-- quiz_attempts
alter table quiz_attempts alter id add generated always as identity;
alter table quiz_attempts alter drawn set not null;

-- quiz_events
alter table quiz_events alter id add generated always as identity;

-- quiz_groups
alter table quiz_groups alter id add generated always as identity;

-- quiz_questions
alter table quiz_questions alter id add generated always as identity;

-- quiz_reports
alter table quiz_reports alter id add generated always as identity;

-- quizzes
alter table quizzes alter id add generated always as identity;
alter table quizzes add constraint quizzes_dates_in_order CHECK ((COALESCE((unlock_at <= due_at), true) AND COALESCE((unlock_at <= lock_at), true) AND COALESCE((due_at <= lock_at), true)));
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF course_id, deleted, ip_filter, one_question_at_a_time, cant_go_back OR TRUNCATE ON quizzes FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();
CREATE TRIGGER stream_changed AFTER UPDATE OF deleted, published ON quizzes FOR EACH ROW WHEN (((old.deleted IS DISTINCT FROM new.deleted) OR (old.published IS DISTINCT FROM new.published))) EXECUTE FUNCTION stream_of_course_changed();

-- request_counts
alter table request_counts set unlogged;

-- rubric_assessments
alter table rubric_assessments alter id add generated always as identity;
alter table rubric_assessments add constraint rubric_assessments_of_whom CHECK (
CASE type
    WHEN 'grading'::assessment_type THEN (data IS NULL)
    ELSE ((data IS NOT NULL) AND (assessor_id IS NOT NULL))
END);

-- rubric_associations
alter table rubric_associations alter id add generated always as identity;

-- rubric_criteria
alter table rubric_criteria alter id add generated always as identity;

-- rubrics
alter table rubrics alter id add generated always as identity;

-- stream_changes
alter table stream_changes set unlogged;

-- stream_counts
alter table stream_counts set unlogged;

-- stream_item_instances
alter table stream_item_instances add constraint stream_item_instances_one_context CHECK ((num_nonnulls(course_id, group_id) <= 1));
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON stream_item_instances REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_instances_changed();
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON stream_item_instances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_instances_changed();

-- stream_items
alter table stream_items alter id add generated always as identity;
alter table stream_items add constraint stream_items_one_source CHECK (((num_nonnulls(topic_id, conversation_id, assignment_id, notification_id, collection_item_id, collaboration_id) = 1) AND ((assignment_id IS NULL) = (student_id IS NULL))));
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON stream_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_items_changed();
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON stream_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_items_changed();

-- submission_attempts
alter table submission_attempts alter file_ids set not null;

-- submission_comments
alter table submission_comments alter id add generated always as identity;
alter table submission_comments alter file_ids set not null;
CREATE TRIGGER stream_changed AFTER UPDATE ON submission_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_comments_changed();
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON submission_comments REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_comments_removed();
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON submission_comments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_comments_changed();

-- submissions
alter table submissions alter id add generated always as identity;
alter table submissions alter file_ids set not null;
CREATE TRIGGER stream_changed AFTER UPDATE OF graded_at ON submissions FOR EACH ROW WHEN (((old.graded_at IS NULL) IS DISTINCT FROM (new.graded_at IS NULL))) EXECUTE FUNCTION stream_grade_changed();

-- uploads
alter table uploads alter id add generated always as identity;
alter table uploads add constraint uploads_one_owner CHECK ((num_nonnulls(user_id, course_id, group_id) = 1));

-- user_accounts
alter table user_accounts alter sort_key type text collate "C";
CREATE TRIGGER standing_changed AFTER INSERT OR DELETE OR UPDATE OF account_id, user_id, direct OR TRUNCATE ON user_accounts FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- users
alter table users set (fillfactor=85);
alter table users alter id add generated always as identity;
alter table users alter sort_key type text collate "C";
alter table users add constraint users_one_avatar CHECK ((((avatar_url IS NOT NULL) = (NOT (avatar_kind IS DISTINCT FROM 'external'::avatar_kind))) AND ((avatar_file_id IS NOT NULL) = (NOT (avatar_kind IS DISTINCT FROM 'attachment'::avatar_kind)))));
CREATE TRIGGER sort_keys_of_enrollments AFTER UPDATE OF sort_key ON users FOR EACH ROW WHEN ((old.sort_key IS DISTINCT FROM new.sort_key)) EXECUTE FUNCTION sort_keys_of_enrollments();
CREATE TRIGGER standing_changed AFTER DELETE OR UPDATE OF root_account_id, time_zone, deleted OR TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION standing_changed();

-- wiki_page_former_urls
alter table wiki_page_former_urls alter id add generated always as identity;
alter table wiki_page_former_urls add constraint wiki_page_former_urls_one_context CHECK ((num_nonnulls(course_id, group_id) = 1));

-- wiki_pages
alter table wiki_pages alter id add generated always as identity;
alter table wiki_pages alter sort_key type text collate "C";
alter table wiki_pages add constraint wiki_pages_front_is_published CHECK ((published OR (NOT front_page)));
alter table wiki_pages add constraint wiki_pages_one_context CHECK ((num_nonnulls(course_id, group_id) = 1));
alter table wiki_pages add constraint wiki_pages_waits_unpublished CHECK (((publish_at IS NULL) OR (NOT published)));

-- write_positions
alter table write_positions set unlogged;

-- Functions

CREATE OR REPLACE FUNCTION default_term()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into enrollment_terms (root_account_id, name, is_default) select id, 'Default Term', true from added where parent_account_id is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION delivery_of_one_channel()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.block := new.channel_id / 1000;
  new.channel_ids := array[new.channel_id];
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sort_key_of_enrollment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- A statement that locks gives the key from before it waited.
  perform from users where id = new.user_id for key share;
  new.sort_key := coalesce((select sort_key from users where id = new.user_id), '');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION sort_keys_of_enrollments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id = new.id for update;
  update enrollments set sort_key = new.sort_key where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION standing_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('standing', '');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_administrators_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.user_id, old.user_id), null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_changed_for(users integer[], places integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into stream_changes (user_id, place)
  select distinct case when count(*) over (partition by place) <= 100 then user_id end, place
  from (select distinct user_id, place from unnest(users, places) one(user_id, place)) one
$function$;

CREATE OR REPLACE FUNCTION stream_collections_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (null, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_comments_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform stream_changed_for(array_agg(c.user_id), array_agg(a.course_id)) from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_comments_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place)
  select distinct null::int, a.course_id from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_course_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (null, new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_elsewhere_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (new.user_id, 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_enrollment_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) select distinct null::int, unnest(array[old.course_id, new.course_id]);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_entry_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) select null, stream_place(t.course_id, t.group_id) from discussion_topics t where t.id = new.topic_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_everywhere_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (null, null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_follows_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.following_user_id, old.following_user_id), 0);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_grade_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (new.user_id, new.course_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_instances_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform stream_changed_for(array_agg(user_id), array_agg(case when conversation_id is null then stream_place(course_id, group_id) else 0 end))
  from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_items_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) select distinct null::int, stream_place(course_id, group_id) from changed
  where type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') or audience is not null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_of_course_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (null, new.course_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_of_courses_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) select distinct null::int, course_id from changed;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_place(course_id integer, group_id integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$ select coalesce(course_id, -group_id, 0) $function$;

CREATE OR REPLACE FUNCTION stream_topic_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place) values (null, stream_place(new.course_id, new.group_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION stream_topic_read()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into stream_changes (user_id, place)
  select coalesce(new.user_id, old.user_id), stream_place(t.course_id, t.group_id)
  from discussion_topics t where t.id = coalesce(new.topic_id, old.topic_id);
  return null;
end $function$;
