CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TYPE "notification_category" AS ENUM ('Due Date', 'Assignment Changed', 'Grading', 'Submission Comment', 'Announcement', 'Discussion', 'Discussion Entry', 'Conversation Message', 'Added To Conversation', 'Invitation', 'Registration');
CREATE TYPE "notification_frequency" AS ENUM ('immediately', 'daily', 'weekly', 'never');
CREATE TYPE "stream_type" AS ENUM ('Announcement', 'Collaboration', 'CollectionItem', 'Conference', 'Conversation', 'DiscussionTopic', 'Message', 'Submission');
CREATE TYPE "grading_type" AS ENUM ('pass_fail', 'percent', 'letter_grade', 'points');
CREATE TYPE "collaboration_kind" AS ENUM ('conference', 'collaboration');
CREATE TYPE "collection_visibility" AS ENUM ('public', 'private');
CREATE TYPE "conversation_state" AS ENUM ('read', 'unread', 'archived');
CREATE TYPE "media_type" AS ENUM ('audio', 'video');
CREATE TYPE "conversation_batch_state" AS ENUM ('created', 'sending', 'sent', 'error');
CREATE TYPE "course_state" AS ENUM ('unpublished', 'available', 'completed', 'deleted');
CREATE TYPE "group_weighting_scheme" AS ENUM ('equal', 'percent');
CREATE TYPE "enrollment_type" AS ENUM ('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment');
CREATE TYPE "enrollment_state" AS ENUM ('active', 'invited', 'completed', 'inactive', 'rejected', 'deleted');
CREATE TYPE "discussion_type" AS ENUM ('side_comment', 'threaded');
CREATE TYPE "topic_state" AS ENUM ('draft', 'delayed', 'active', 'deleted');
CREATE TYPE "on_duplicate" AS ENUM ('overwrite', 'rename');
CREATE TYPE "upload_state" AS ENUM ('reserved', 'receiving', 'received', 'confirmed', 'abandoned');
CREATE TYPE "join_level" AS ENUM ('invitation_only', 'parent_context_request', 'parent_context_auto_join');
CREATE TYPE "membership_state" AS ENUM ('accepted', 'invited', 'requested', 'deleted');
CREATE TYPE "mail_state" AS ENUM ('waiting', 'sending', 'sent', 'refused', 'unsent');
CREATE TYPE "page_view_context" AS ENUM ('Account', 'Course', 'Group', 'User');
CREATE TYPE "progress_state" AS ENUM ('queued', 'running', 'completed', 'failed');
CREATE TYPE "quiz_type" AS ENUM ('practice_quiz', 'assignment', 'graded_survey', 'survey');
CREATE TYPE "hide_results" AS ENUM ('always', 'until_after_last_attempt');
CREATE TYPE "scoring_policy" AS ENUM ('keep_highest', 'keep_latest');
CREATE TYPE "question_type" AS ENUM ('multiple_choice_question', 'true_false_question', 'multiple_answers_question', 'short_answer_question', 'numerical_question', 'matching_question', 'fill_in_multiple_blanks_question', 'essay_question', 'file_upload_question', 'text_only_question');
CREATE TYPE "submission_state" AS ENUM ('unsubmitted', 'submitted', 'graded', 'pending_review');
CREATE TYPE "peer_review_state" AS ENUM ('assigned', 'completed');
CREATE TYPE "todo_kind" AS ENUM ('grading', 'submitting');
CREATE TYPE "avatar_kind" AS ENUM ('external', 'gravatar', 'attachment');
CREATE TYPE "login_state" AS ENUM ('active', 'deleted');
CREATE TYPE "channel_state" AS ENUM ('unconfirmed', 'active', 'retired');

CREATE TABLE "accounts" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "name" TEXT NOT NULL,
    "parent_account_id" INTEGER,
    "chain" INTEGER[] NOT NULL,
    "root_account_id" INTEGER NOT NULL,
    "default_time_zone" TEXT,
    "sis_account_id" TEXT,
    "settings" JSONB NOT NULL DEFAULT '{}',
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_preferences" (
    "channel_id" INTEGER NOT NULL,
    "category" "notification_category" NOT NULL,
    "frequency" "notification_frequency" NOT NULL,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("channel_id","category")
);

CREATE TABLE "notifications" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "key" TEXT NOT NULL,
    "category" "notification_category" NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "assignment_id" INTEGER,
    "entry_id" INTEGER,
    "quiz_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_deliveries" (
    "notification_id" INTEGER NOT NULL,
    "channel_id" INTEGER NOT NULL,
    "frequency" "notification_frequency" NOT NULL,

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("notification_id","channel_id")
);

CREATE TABLE "stream_items" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "type" "stream_type" NOT NULL,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "topic_id" INTEGER,
    "conversation_id" INTEGER,
    "assignment_id" INTEGER,
    "student_id" INTEGER,
    "notification_id" INTEGER,
    "collection_item_id" INTEGER,
    "collaboration_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "stream_items_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "stream_item_instances" (
    "user_id" INTEGER NOT NULL,
    "stream_item_id" INTEGER NOT NULL,
    "type" "stream_type" NOT NULL,
    "category" "notification_category",
    "course_id" INTEGER,
    "group_id" INTEGER,
    "topic_id" INTEGER,
    "conversation_id" INTEGER,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_item_instances_pkey" PRIMARY KEY ("stream_item_id","user_id")
);

CREATE TABLE "account_admins" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_admins_pkey" PRIMARY KEY ("account_id","user_id")
);

CREATE TABLE "assignment_groups" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "group_weight" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "rules" JSONB NOT NULL DEFAULT '{}',
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignment_groups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "assignments" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "assignment_group_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "submission_types" TEXT[] NOT NULL,
    "allowed_extensions" TEXT[] NOT NULL,
    "points_possible" DOUBLE PRECISION,
    "grading_type" "grading_type" NOT NULL,
    "grading_standard_id" INTEGER,
    "due_at" TIMESTAMPTZ(3),
    "unlock_at" TIMESTAMPTZ(3),
    "lock_at" TIMESTAMPTZ(3),
    "published" BOOLEAN NOT NULL,
    "muted" BOOLEAN NOT NULL DEFAULT false,
    "group_category_id" INTEGER,
    "grade_group_students_individually" BOOLEAN NOT NULL DEFAULT false,
    "peer_reviews" BOOLEAN NOT NULL DEFAULT false,
    "automatic_peer_reviews" BOOLEAN NOT NULL DEFAULT false,
    "peer_review_count" INTEGER NOT NULL DEFAULT 0,
    "peer_reviews_assign_at" TIMESTAMPTZ(3),
    "peer_reviews_assigned" BOOLEAN NOT NULL DEFAULT false,
    "external_tool" JSONB,
    "checker_enabled" BOOLEAN NOT NULL DEFAULT false,
    "checker_settings" JSONB,
    "freeze_on_copy" BOOLEAN NOT NULL DEFAULT false,
    "frozen" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "calendar_events" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "user_id" INTEGER,
    "parent_event_id" INTEGER,
    "course_section_id" INTEGER,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "start_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3) NOT NULL,
    "all_day_date" DATE,
    "location_name" TEXT,
    "location_address" TEXT,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "calendar_events_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "collaborations" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "kind" "collaboration_kind" NOT NULL,
    "course_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collaborations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "collaboration_users" (
    "collaboration_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "collaboration_users_pkey" PRIMARY KEY ("collaboration_id","user_id")
);

CREATE TABLE "collections" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "visibility" "collection_visibility" NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collections_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "collection_items" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "collection_id" INTEGER NOT NULL,
    "link_url" TEXT NOT NULL,
    "user_comment" TEXT,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "collection_items_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversations" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "subject" TEXT,
    "lower_user_id" INTEGER,
    "higher_user_id" INTEGER,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversation_participants" (
    "user_id" INTEGER NOT NULL,
    "conversation_id" INTEGER NOT NULL,
    "state" "conversation_state" NOT NULL DEFAULT 'read',
    "starred" BOOLEAN NOT NULL DEFAULT false,
    "subscribed" BOOLEAN NOT NULL DEFAULT true,
    "missed" BOOLEAN NOT NULL DEFAULT false,
    "last_message_at" TIMESTAMPTZ(3),
    "last_message" TEXT,
    "last_authored_at" TIMESTAMPTZ(3),
    "last_authored_message" TEXT,
    "message_count" INTEGER NOT NULL DEFAULT 0,
    "comment_count" INTEGER NOT NULL DEFAULT 0,
    "is_last_author" BOOLEAN NOT NULL DEFAULT false,
    "has_attachments" BOOLEAN NOT NULL DEFAULT false,
    "has_media" BOOLEAN NOT NULL DEFAULT false,
    "removed_through" INTEGER NOT NULL DEFAULT 0,
    "tags" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "conversation_participants_pkey" PRIMARY KEY ("user_id","conversation_id")
);

CREATE TABLE "conversation_messages" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "conversation_id" INTEGER,
    "author_id" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "generated" BOOLEAN NOT NULL DEFAULT false,
    "media_comment_id" TEXT,
    "media_comment_type" "media_type",
    "attachment_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "forwarded_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "forwarded_total" INTEGER NOT NULL DEFAULT 0,
    "carried_file_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversation_removals" (
    "user_id" INTEGER NOT NULL,
    "message_id" INTEGER NOT NULL,

    CONSTRAINT "conversation_removals_pkey" PRIMARY KEY ("user_id","message_id")
);

CREATE TABLE "conversation_batches" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "message_id" INTEGER NOT NULL,
    "subject" TEXT,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "state" "conversation_batch_state" NOT NULL DEFAULT 'created',
    "recipient_count" INTEGER NOT NULL,
    "sent_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_batches_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversation_batch_recipients" (
    "batch_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "conversation_batch_recipients_pkey" PRIMARY KEY ("batch_id","user_id")
);

CREATE TABLE "courses" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "account_id" INTEGER NOT NULL,
    "root_account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "course_code" TEXT NOT NULL,
    "state" "course_state" NOT NULL DEFAULT 'unpublished',
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "time_zone" TEXT,
    "sis_course_id" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "grading_standard_id" INTEGER,
    "group_weighting_scheme" "group_weighting_scheme" NOT NULL DEFAULT 'equal',
    "allow_student_discussion_topics" BOOLEAN NOT NULL DEFAULT true,
    "allow_student_forum_attachments" BOOLEAN NOT NULL DEFAULT true,
    "allow_student_discussion_editing" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "courses_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "grading_standards" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "account_id" INTEGER,
    "course_id" INTEGER,
    "title" TEXT NOT NULL,
    "scheme" JSONB NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grading_standards_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "course_sections" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "nonxlist_course_id" INTEGER,
    "root_account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sis_section_id" TEXT,
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "course_sections_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "enrollments" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "course_section_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "root_account_id" INTEGER NOT NULL,
    "type" "enrollment_type" NOT NULL,
    "state" "enrollment_state" NOT NULL,
    "associated_user_id" INTEGER,
    "limit_privileges_to_course_section" BOOLEAN NOT NULL DEFAULT false,
    "last_activity_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrollments_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 85);

CREATE TABLE "discussion_topics" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "collection_item_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "message" TEXT,
    "type" "discussion_type" NOT NULL DEFAULT 'side_comment',
    "is_announcement" BOOLEAN NOT NULL DEFAULT false,
    "state" "topic_state" NOT NULL,
    "position" BIGINT NOT NULL,
    "pinned" BOOLEAN NOT NULL DEFAULT false,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "require_initial_post" BOOLEAN NOT NULL DEFAULT false,
    "podcast_enabled" BOOLEAN NOT NULL DEFAULT false,
    "podcast_has_student_posts" BOOLEAN NOT NULL DEFAULT false,
    "posted_at" TIMESTAMPTZ(3),
    "delayed_post_at" TIMESTAMPTZ(3),
    "lock_at" TIMESTAMPTZ(3),
    "last_reply_at" TIMESTAMPTZ(3),
    "group_category_id" INTEGER,
    "root_topic_id" INTEGER,
    "assignment_id" INTEGER,
    "entry_count" INTEGER NOT NULL DEFAULT 0,
    "last_entry_id" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "discussion_topics_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "discussion_entries" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "topic_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "editor_id" INTEGER,
    "parent_id" INTEGER,
    "root_entry_id" INTEGER,
    "ancestors" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "message" TEXT NOT NULL,
    "attachment_id" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "discussion_entries_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "discussion_participants" (
    "topic_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "subscribed" BOOLEAN NOT NULL DEFAULT false,
    "read_count" INTEGER NOT NULL DEFAULT 0,
    "marked_through" INTEGER NOT NULL DEFAULT 0,
    "marked_read" BOOLEAN NOT NULL DEFAULT false,
    "forced_through" INTEGER NOT NULL DEFAULT 0,
    "forced" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "discussion_participants_pkey" PRIMARY KEY ("topic_id","user_id")
);

CREATE TABLE "discussion_entry_marks" (
    "topic_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "entry_id" INTEGER NOT NULL,
    "read" BOOLEAN,
    "forced" BOOLEAN,

    CONSTRAINT "discussion_entry_marks_pkey" PRIMARY KEY ("topic_id","user_id","entry_id")
);

CREATE TABLE "discussion_views" (
    "topic_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "participants" INTEGER[] NOT NULL,
    "json" TEXT NOT NULL,

    CONSTRAINT "discussion_views_pkey" PRIMARY KEY ("topic_id")
);

CREATE TABLE "feed_codes" (
    "user_id" INTEGER NOT NULL,
    "selector" BYTEA NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feed_codes_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "folders" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "parent_id" INTEGER,
    "ancestors" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "name" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "folders_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "attachments" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "uuid" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" INTEGER,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "folder_id" INTEGER NOT NULL,
    "uploader_id" INTEGER NOT NULL,
    "display_name" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "storage_key" TEXT,
    "counts" BOOLEAN NOT NULL DEFAULT true,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "carried" BOOLEAN NOT NULL DEFAULT false,
    "turned_in" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attachments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "uploads" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER,
    "course_id" INTEGER,
    "group_id" INTEGER,
    "folder_id" INTEGER NOT NULL,
    "uploader_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "content_type" TEXT,
    "announced_size" BIGINT,
    "on_duplicate" "on_duplicate" NOT NULL,
    "counts" BOOLEAN NOT NULL,
    "state" "upload_state" NOT NULL,
    "storage_key" TEXT,
    "size" BIGINT,
    "attachment_id" INTEGER,
    "received_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "uploads_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "group_categories" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT,
    "self_signup" TEXT,
    "group_limit" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_categories_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "groups" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "root_account_id" INTEGER NOT NULL,
    "group_category_id" INTEGER,
    "course_id" INTEGER,
    "account_id" INTEGER,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "is_public" BOOLEAN NOT NULL DEFAULT false,
    "join_level" "join_level" NOT NULL DEFAULT 'invitation_only',
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "group_memberships" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "group_id" INTEGER NOT NULL,
    "group_category_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "state" "membership_state" NOT NULL,
    "moderator" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "group_memberships_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "pending_jobs" (
    "id" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    "task" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "key" TEXT,
    "run_at" TIMESTAMPTZ(3),
    "keeps_time" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "pending_jobs_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mails" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "address" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outcome_groups" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "root_account_id" INTEGER,
    "account_id" INTEGER,
    "course_id" INTEGER,
    "parent_id" INTEGER,
    "title" TEXT,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "description" TEXT,
    "vendor_guid" TEXT,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outcome_groups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outcomes" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "root_account_id" INTEGER,
    "account_id" INTEGER,
    "course_id" INTEGER,
    "title" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "description" TEXT,
    "vendor_guid" TEXT,
    "ratings" JSONB,
    "mastery_points" INTEGER,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outcomes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "outcome_links" (
    "group_id" INTEGER NOT NULL,
    "outcome_id" INTEGER NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outcome_links_pkey" PRIMARY KEY ("group_id","outcome_id")
);

CREATE TABLE "assignment_overrides" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "course_section_id" INTEGER,
    "group_id" INTEGER,
    "title" TEXT,
    "due_at_overridden" BOOLEAN NOT NULL DEFAULT false,
    "due_at" TIMESTAMPTZ(3),
    "unlock_at_overridden" BOOLEAN NOT NULL DEFAULT false,
    "unlock_at" TIMESTAMPTZ(3),
    "lock_at_overridden" BOOLEAN NOT NULL DEFAULT false,
    "lock_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "assignment_overrides_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "assignment_override_students" (
    "assignment_id" INTEGER NOT NULL,
    "override_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "assignment_override_students_pkey" PRIMARY KEY ("assignment_id","user_id")
);

CREATE TABLE "page_views" (
    "user_id" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "http_method" TEXT NOT NULL,
    "controller" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "context_type" "page_view_context",
    "context_id" INTEGER,
    "real_user_id" INTEGER,
    "account_id" INTEGER NOT NULL,
    "user_agent" TEXT,
    "interaction_seconds" DOUBLE PRECISION NOT NULL DEFAULT 5,
    "participated" BOOLEAN NOT NULL,
    "render_time" DOUBLE PRECISION NOT NULL,
    "remote_ip" TEXT NOT NULL,

    CONSTRAINT "page_views_pkey" PRIMARY KEY ("user_id","id")
);

CREATE TABLE "progresses" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "context_type" TEXT NOT NULL,
    "context_id" INTEGER NOT NULL,
    "tag" TEXT NOT NULL,
    "job" TEXT NOT NULL,
    "work" JSONB NOT NULL,
    "state" "progress_state" NOT NULL DEFAULT 'queued',
    "completion" INTEGER NOT NULL DEFAULT 0,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "progresses_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "quizzes" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "assignment_id" INTEGER,
    "title" TEXT NOT NULL,
    "description" TEXT,
    "type" "quiz_type" NOT NULL,
    "assignment_group_id" INTEGER,
    "time_limit" INTEGER,
    "shuffle_answers" BOOLEAN NOT NULL,
    "hide_results" "hide_results",
    "show_correct_answers" BOOLEAN NOT NULL,
    "scoring_policy" "scoring_policy" NOT NULL,
    "allowed_attempts" INTEGER NOT NULL,
    "one_question_at_a_time" BOOLEAN NOT NULL,
    "cant_go_back" BOOLEAN NOT NULL,
    "access_code" TEXT,
    "ip_filter" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "unlock_at" TIMESTAMPTZ(3),
    "lock_at" TIMESTAMPTZ(3),
    "published" BOOLEAN NOT NULL,
    "question_count" INTEGER NOT NULL DEFAULT 0,
    "points_possible" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quizzes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "quiz_questions" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "quiz_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT,
    "type" "question_type" NOT NULL,
    "points_possible" DOUBLE PRECISION NOT NULL,
    "answers" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quiz_questions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "quiz_versions" (
    "quiz_id" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "questions" JSONB NOT NULL,

    CONSTRAINT "quiz_versions_pkey" PRIMARY KEY ("quiz_id","version")
);

CREATE TABLE "quiz_attempts" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "quiz_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "validation_token" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "end_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "score" DOUBLE PRECISION,
    "pending" BOOLEAN NOT NULL DEFAULT false,
    "fudge_points" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "manual_scores" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "quiz_attempts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "quiz_answers" (
    "attempt_id" INTEGER NOT NULL,
    "question_id" INTEGER NOT NULL,
    "answer" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quiz_answers_pkey" PRIMARY KEY ("attempt_id","question_id")
);

CREATE TABLE "rubrics" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "course_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rubrics_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "rubric_criteria" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "rubric_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "points" DOUBLE PRECISION NOT NULL,
    "learning_outcome_id" INTEGER,
    "mastery_points" DOUBLE PRECISION,
    "ratings" JSONB NOT NULL,

    CONSTRAINT "rubric_criteria_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "rubric_associations" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "rubric_id" INTEGER NOT NULL,
    "assignment_id" INTEGER NOT NULL,
    "use_for_grading" BOOLEAN NOT NULL,
    "purpose" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "rubric_associations_pkey" PRIMARY KEY ("id")
);

CREATE UNLOGGED TABLE "stream_counts" (
    "user_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,
    "counts" JSONB NOT NULL,
    "as_of" pg_snapshot NOT NULL,
    "counted_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(6) NOT NULL DEFAULT pg_postmaster_start_time(),

    CONSTRAINT "stream_counts_pkey" PRIMARY KEY ("user_id","place")
);

CREATE UNLOGGED TABLE "stream_changes" (
    "user_id" INTEGER,
    "place" INTEGER,
    "transaction_id" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "made_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE "submissions" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "course_id" INTEGER NOT NULL,
    "state" "submission_state" NOT NULL DEFAULT 'unsubmitted',
    "attempt" INTEGER,
    "submission_type" TEXT,
    "body" TEXT,
    "url" TEXT,
    "media_comment_id" TEXT,
    "media_comment_type" "media_type",
    "file_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "submitted_at" TIMESTAMPTZ(3),
    "score" DOUBLE PRECISION,
    "grade" TEXT,
    "graded_at" TIMESTAMPTZ(3),
    "grader_id" INTEGER,
    "grade_matches_current_submission" BOOLEAN NOT NULL DEFAULT true,
    "assessment" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submissions_pkey" PRIMARY KEY ("assignment_id","user_id")
);

CREATE TABLE "submission_attempts" (
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL,
    "submission_type" TEXT,
    "body" TEXT,
    "url" TEXT,
    "media_comment_id" TEXT,
    "media_comment_type" "media_type",
    "file_ids" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "submitted_at" TIMESTAMPTZ(3) NOT NULL,
    "submitter_id" INTEGER NOT NULL,

    CONSTRAINT "submission_attempts_pkey" PRIMARY KEY ("assignment_id","user_id","attempt")
);

CREATE TABLE "grade_changes" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "attempt" INTEGER,
    "score" DOUBLE PRECISION,
    "grade" TEXT,
    "grader_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grade_changes_pkey" PRIMARY KEY ("assignment_id","user_id","id")
);

CREATE TABLE "submission_comments" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "author_id" INTEGER NOT NULL,
    "comment" TEXT NOT NULL,
    "media_comment_id" TEXT,
    "media_comment_type" "media_type",
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "submission_comments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversation_comments" (
    "message_id" INTEGER NOT NULL,
    "comment_id" INTEGER NOT NULL,
    "conversation_id" INTEGER NOT NULL,

    CONSTRAINT "conversation_comments_pkey" PRIMARY KEY ("message_id")
);

CREATE TABLE "peer_reviews" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "assignment_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "assessor_id" INTEGER NOT NULL,
    "state" "peer_review_state" NOT NULL DEFAULT 'assigned',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "peer_reviews_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "ignored_todos" (
    "user_id" INTEGER NOT NULL,
    "assignment_id" INTEGER NOT NULL,
    "kind" "todo_kind" NOT NULL,
    "ignored_at" TIMESTAMPTZ(3) NOT NULL,
    "permanent" BOOLEAN NOT NULL,

    CONSTRAINT "ignored_todos_pkey" PRIMARY KEY ("user_id","assignment_id","kind")
);

CREATE TABLE "users" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "root_account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sortable_name" TEXT NOT NULL,
    "short_name" TEXT NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "search_text" TEXT NOT NULL DEFAULT '',
    "locale" TEXT,
    "time_zone" TEXT,
    "birthdate" DATE,
    "avatar_kind" "avatar_kind",
    "avatar_url" TEXT,
    "avatar_file_id" INTEGER,
    "public_profile" BOOLEAN NOT NULL DEFAULT false,
    "manual_mark_as_read" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 85);

CREATE TABLE "user_accounts" (
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "sort_key" TEXT COLLATE "C" NOT NULL,
    "direct" BOOLEAN NOT NULL,

    CONSTRAINT "user_accounts_pkey" PRIMARY KEY ("user_id","account_id")
);

CREATE TABLE "pseudonyms" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "root_account_id" INTEGER NOT NULL,
    "unique_id" TEXT NOT NULL,
    "sis_user_id" TEXT,
    "password_hash" TEXT,
    "state" "login_state" NOT NULL DEFAULT 'active',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pseudonyms_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "communication_channels" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "state" "channel_state" NOT NULL DEFAULT 'unconfirmed',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "communication_channels_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "follows" (
    "following_user_id" INTEGER NOT NULL,
    "followed_user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("following_user_id","followed_user_id")
);

CREATE TABLE "access_tokens" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "user_id" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "hint" TEXT,
    "purpose" TEXT,
    "created_by_id" INTEGER,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "access_tokens_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 85);
CREATE INDEX "accounts_parent" ON "accounts"("parent_account_id", "id");
CREATE INDEX "accounts_chain" ON "accounts" USING GIN ("chain");
CREATE UNIQUE INDEX "accounts_sis_account_id" ON "accounts"("root_account_id", "sis_account_id");
CREATE INDEX "notifications_course" ON "notifications"("course_id");
CREATE INDEX "notifications_group" ON "notifications"("group_id");
CREATE INDEX "notifications_assignment" ON "notifications"("assignment_id");
CREATE INDEX "notifications_entry" ON "notifications"("entry_id");
CREATE INDEX "notifications_quiz" ON "notifications"("quiz_id");
CREATE INDEX "notifications_created_at" ON "notifications"("created_at");
CREATE UNIQUE INDEX "notifications_once" ON "notifications"("key");
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries"("channel_id");
CREATE INDEX "notification_deliveries_waiting" ON "notification_deliveries"("frequency", "channel_id", "notification_id");
CREATE INDEX "stream_items_course" ON "stream_items"("course_id");
CREATE INDEX "stream_items_group" ON "stream_items"("group_id");
CREATE INDEX "stream_items_updated_at" ON "stream_items"("updated_at");
CREATE UNIQUE INDEX "stream_items_topic" ON "stream_items"("topic_id");
CREATE UNIQUE INDEX "stream_items_conversation" ON "stream_items"("conversation_id");
CREATE UNIQUE INDEX "stream_items_submission" ON "stream_items"("assignment_id", "student_id");
CREATE UNIQUE INDEX "stream_items_notification" ON "stream_items"("notification_id");
CREATE UNIQUE INDEX "stream_items_collection_item" ON "stream_items"("collection_item_id");
CREATE UNIQUE INDEX "stream_items_collaboration" ON "stream_items"("collaboration_id");
CREATE INDEX "stream_item_instances_of_user" ON "stream_item_instances"("user_id", "updated_at", "stream_item_id");
CREATE INDEX "stream_item_instances_of_course" ON "stream_item_instances"("user_id", "course_id", "updated_at", "stream_item_id") WHERE (course_id IS NOT NULL);
CREATE INDEX "stream_item_instances_of_group" ON "stream_item_instances"("user_id", "group_id", "updated_at", "stream_item_id") WHERE (group_id IS NOT NULL);
CREATE INDEX "stream_item_instances_elsewhere" ON "stream_item_instances"("user_id") WHERE ((conversation_id IS NOT NULL) OR ((course_id IS NULL) AND (group_id IS NULL)));
CREATE INDEX "account_admins_user" ON "account_admins"("user_id");
CREATE INDEX "assignment_groups_course" ON "assignment_groups"("course_id", "position", "id");
CREATE INDEX "assignments_course" ON "assignments"("course_id", "id");
CREATE INDEX "assignments_due" ON "assignments"("course_id", "due_at", "id");
CREATE INDEX "assignments_group" ON "assignments"("assignment_group_id", "position", "id");
CREATE INDEX "assignments_group_category" ON "assignments"("group_category_id");
CREATE INDEX "assignments_grading_standard" ON "assignments"("grading_standard_id");
CREATE INDEX "calendar_events_course" ON "calendar_events"("course_id", "start_at", "id");
CREATE INDEX "calendar_events_group" ON "calendar_events"("group_id", "start_at", "id");
CREATE INDEX "calendar_events_user" ON "calendar_events"("user_id", "start_at", "id");
CREATE INDEX "calendar_events_course_long" ON "calendar_events"("course_id", "end_at") WHERE ((course_id IS NOT NULL) AND ((end_at - start_at) >= '24:00:00'::interval));
CREATE INDEX "calendar_events_group_long" ON "calendar_events"("group_id", "end_at") WHERE ((group_id IS NOT NULL) AND ((end_at - start_at) >= '24:00:00'::interval));
CREATE INDEX "calendar_events_user_long" ON "calendar_events"("user_id", "end_at") WHERE ((user_id IS NOT NULL) AND ((end_at - start_at) >= '24:00:00'::interval));
CREATE INDEX "calendar_events_parent" ON "calendar_events"("parent_event_id");
CREATE INDEX "calendar_events_section" ON "calendar_events"("course_section_id");
CREATE UNIQUE INDEX "calendar_events_one_of_section" ON "calendar_events"("parent_event_id", "course_section_id") WHERE (NOT deleted);
CREATE INDEX "collaborations_course" ON "collaborations"("course_id", "kind", "id");
CREATE INDEX "collaborations_user" ON "collaborations"("user_id");
CREATE INDEX "collaboration_users_user" ON "collaboration_users"("user_id");
CREATE INDEX "collections_user" ON "collections"("user_id", "id");
CREATE INDEX "collection_items_collection" ON "collection_items"("collection_id", "id");
CREATE INDEX "conversations_higher_user" ON "conversations"("higher_user_id");
CREATE INDEX "conversations_course" ON "conversations"("course_id");
CREATE INDEX "conversations_group" ON "conversations"("group_id");
CREATE UNIQUE INDEX "conversations_private" ON "conversations"("lower_user_id", "higher_user_id");
CREATE INDEX "conversation_participants_conversation" ON "conversation_participants"("conversation_id", "user_id");
CREATE INDEX "conversation_participants_inbox" ON "conversation_participants"("user_id", "last_message_at", "conversation_id") WHERE ((last_message_at IS NOT NULL) AND (state <> 'archived'::conversation_state));
CREATE INDEX "conversation_participants_unread" ON "conversation_participants"("user_id", "last_message_at", "conversation_id") WHERE ((last_message_at IS NOT NULL) AND (state = 'unread'::conversation_state));
CREATE INDEX "conversation_participants_archived" ON "conversation_participants"("user_id", "last_message_at", "conversation_id") WHERE ((last_message_at IS NOT NULL) AND (state = 'archived'::conversation_state));
CREATE INDEX "conversation_participants_starred" ON "conversation_participants"("user_id", "last_message_at", "conversation_id") WHERE ((last_message_at IS NOT NULL) AND starred);
CREATE INDEX "conversation_messages_conversation" ON "conversation_messages"("conversation_id", "id");
CREATE INDEX "conversation_messages_attached" ON "conversation_messages"("conversation_id", "id") WHERE (attachment_ids <> '{}'::integer[]);
CREATE INDEX "conversation_messages_author" ON "conversation_messages"("author_id");
CREATE INDEX "conversation_messages_files" ON "conversation_messages" USING GIN ("carried_file_ids") WHERE (carried_file_ids <> '{}'::integer[]);
CREATE INDEX "conversation_removals_message" ON "conversation_removals"("message_id");
CREATE INDEX "conversation_batches_user" ON "conversation_batches"("user_id", "id");
CREATE INDEX "conversation_batches_message" ON "conversation_batches"("message_id");
CREATE INDEX "conversation_batches_course" ON "conversation_batches"("course_id");
CREATE INDEX "conversation_batches_group" ON "conversation_batches"("group_id");
CREATE INDEX "conversation_batches_under_way" ON "conversation_batches"("updated_at") WHERE (state = ANY (ARRAY['created'::conversation_batch_state, 'sending'::conversation_batch_state]));
CREATE INDEX "conversation_batch_recipients_user" ON "conversation_batch_recipients"("user_id");
CREATE INDEX "courses_account" ON "courses"("account_id", "id");
CREATE INDEX "courses_root_account" ON "courses"("root_account_id", "id");
CREATE INDEX "courses_grading_standard" ON "courses"("grading_standard_id");
CREATE UNIQUE INDEX "courses_sis_course_id" ON "courses"("root_account_id", "sis_course_id");
CREATE INDEX "grading_standards_account" ON "grading_standards"("account_id", "id");
CREATE INDEX "grading_standards_course" ON "grading_standards"("course_id", "id");
CREATE INDEX "course_sections_course" ON "course_sections"("course_id", "id") WHERE (NOT deleted);
CREATE INDEX "course_sections_course_id" ON "course_sections"("course_id");
CREATE INDEX "course_sections_nonxlist_course" ON "course_sections"("nonxlist_course_id");
CREATE UNIQUE INDEX "course_sections_sis_section_id" ON "course_sections"("root_account_id", "sis_section_id");
CREATE INDEX "enrollments_course" ON "enrollments"("course_id", "id");
CREATE INDEX "enrollments_course_user" ON "enrollments"("course_id", "user_id");
CREATE INDEX "enrollments_section" ON "enrollments"("course_section_id", "id");
CREATE INDEX "enrollments_user" ON "enrollments"("user_id", "course_id");
CREATE INDEX "enrollments_associated_user" ON "enrollments"("associated_user_id");
CREATE INDEX "enrollments_root_account" ON "enrollments"("root_account_id", "id");
CREATE UNIQUE INDEX "enrollments_once" ON "enrollments"("course_section_id", "user_id", "type", "associated_user_id") NULLS NOT DISTINCT;
CREATE INDEX "discussion_topics_course" ON "discussion_topics"("course_id", "is_announcement", "pinned" DESC NULLS LAST, "position", "id" DESC NULLS LAST);
CREATE INDEX "discussion_topics_group" ON "discussion_topics"("group_id", "is_announcement", "pinned" DESC NULLS LAST, "position", "id" DESC NULLS LAST);
CREATE INDEX "discussion_topics_collection_item" ON "discussion_topics"("collection_item_id");
CREATE INDEX "discussion_topics_group_category" ON "discussion_topics"("group_category_id");
CREATE INDEX "discussion_topics_assignment" ON "discussion_topics"("assignment_id");
CREATE INDEX "discussion_topics_user" ON "discussion_topics"("user_id");
CREATE UNIQUE INDEX "discussion_topics_one_of_a_group" ON "discussion_topics"("root_topic_id", "group_id");
CREATE UNIQUE INDEX "discussion_topics_one_of_an_item" ON "discussion_topics"("collection_item_id") WHERE (state <> 'deleted'::topic_state);
CREATE UNIQUE INDEX "discussion_topics_one_of_an_assignment" ON "discussion_topics"("assignment_id") WHERE ((root_topic_id IS NULL) AND (state <> 'deleted'::topic_state));
CREATE INDEX "discussion_entries_top_level" ON "discussion_entries"("topic_id", "id") WHERE ((root_entry_id IS NULL) AND (NOT deleted));
CREATE INDEX "discussion_entries_thread" ON "discussion_entries"("topic_id", "root_entry_id", "id");
CREATE INDEX "discussion_entries_version" ON "discussion_entries"("topic_id", "version");
CREATE INDEX "discussion_entries_user" ON "discussion_entries"("user_id", "topic_id");
CREATE INDEX "discussion_entries_editor" ON "discussion_entries"("editor_id");
CREATE INDEX "discussion_entries_attachment" ON "discussion_entries"("attachment_id");
CREATE UNIQUE INDEX "discussion_entries_of_topic" ON "discussion_entries"("topic_id", "id");
CREATE INDEX "discussion_participants_user" ON "discussion_participants"("user_id", "topic_id");
CREATE INDEX "discussion_entry_marks_entry" ON "discussion_entry_marks"("topic_id", "entry_id");
CREATE INDEX "discussion_entry_marks_user" ON "discussion_entry_marks"("user_id");
CREATE UNIQUE INDEX "feed_codes_selector" ON "feed_codes"("selector");
CREATE INDEX "folders_user" ON "folders"("user_id", "id");
CREATE INDEX "folders_course" ON "folders"("course_id", "id");
CREATE INDEX "folders_group" ON "folders"("group_id", "id");
CREATE INDEX "folders_parent" ON "folders"("parent_id", "sort_key", "id");
CREATE UNIQUE INDEX "folders_root_of_user" ON "folders"("user_id") WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX "folders_root_of_course" ON "folders"("course_id") WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX "folders_root_of_group" ON "folders"("group_id") WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX "folders_name" ON "folders"("parent_id", "name") WHERE (NOT deleted);
CREATE INDEX "attachments_user" ON "attachments"("user_id", "sort_key", "id");
CREATE INDEX "attachments_course" ON "attachments"("course_id", "sort_key", "id");
CREATE INDEX "attachments_group" ON "attachments"("group_id", "sort_key", "id");
CREATE INDEX "attachments_folder" ON "attachments"("folder_id", "sort_key", "id");
CREATE INDEX "attachments_uploader" ON "attachments"("uploader_id");
CREATE INDEX "attachments_storage_key" ON "attachments"("storage_key");
CREATE INDEX "attachments_to_purge" ON "attachments"("id") WHERE (deleted AND (NOT (carried OR turned_in)) AND (storage_key IS NOT NULL));
CREATE UNIQUE INDEX "attachments_name" ON "attachments"("folder_id", "display_name") WHERE (NOT deleted);
CREATE INDEX "uploads_user" ON "uploads"("user_id");
CREATE INDEX "uploads_course" ON "uploads"("course_id");
CREATE INDEX "uploads_group" ON "uploads"("group_id");
CREATE INDEX "uploads_folder" ON "uploads"("folder_id");
CREATE INDEX "uploads_uploader" ON "uploads"("uploader_id");
CREATE INDEX "uploads_attachment" ON "uploads"("attachment_id");
CREATE INDEX "uploads_created_at" ON "uploads"("created_at", "id");
CREATE INDEX "group_categories_course" ON "group_categories"("course_id", "id");
CREATE INDEX "groups_root_account" ON "groups"("root_account_id", "id");
CREATE INDEX "groups_category" ON "groups"("group_category_id", "id");
CREATE INDEX "groups_course" ON "groups"("course_id", "id");
CREATE INDEX "groups_account" ON "groups"("account_id", "id");
CREATE INDEX "group_memberships_category" ON "group_memberships"("group_category_id");
CREATE INDEX "group_memberships_user" ON "group_memberships"("user_id", "group_id");
CREATE UNIQUE INDEX "group_memberships_once" ON "group_memberships"("group_id", "user_id");
CREATE UNIQUE INDEX "group_memberships_one_group_of_a_set" ON "group_memberships"("group_category_id", "user_id") WHERE (state = 'accepted'::membership_state);
CREATE INDEX "mails_user" ON "mails"("user_id", "id");
CREATE INDEX "mails_sending" ON "mails"("id") WHERE (state = 'sending'::mail_state);
CREATE INDEX "outcome_groups_root_account" ON "outcome_groups"("root_account_id");
CREATE INDEX "outcome_groups_account" ON "outcome_groups"("account_id");
CREATE INDEX "outcome_groups_course" ON "outcome_groups"("course_id");
CREATE INDEX "outcome_groups_parent" ON "outcome_groups"("parent_id", "sort_key", "id");
CREATE UNIQUE INDEX "outcome_groups_root_of_account" ON "outcome_groups"("account_id") WHERE (parent_id IS NULL);
CREATE UNIQUE INDEX "outcome_groups_root_of_course" ON "outcome_groups"("course_id") WHERE (parent_id IS NULL);
CREATE INDEX "outcomes_root_account" ON "outcomes"("root_account_id");
CREATE INDEX "outcomes_account" ON "outcomes"("account_id");
CREATE INDEX "outcomes_course" ON "outcomes"("course_id");
CREATE INDEX "outcome_links_outcome" ON "outcome_links"("outcome_id");
CREATE INDEX "outcome_links_in_order" ON "outcome_links"("group_id", "sort_key", "outcome_id");
CREATE INDEX "assignment_overrides_assignment" ON "assignment_overrides"("assignment_id", "id");
CREATE INDEX "assignment_overrides_section" ON "assignment_overrides"("course_section_id", "due_at");
CREATE INDEX "assignment_overrides_group" ON "assignment_overrides"("group_id", "due_at");
CREATE UNIQUE INDEX "assignment_overrides_of_assignment" ON "assignment_overrides"("id", "assignment_id");
CREATE UNIQUE INDEX "assignment_overrides_one_of_section" ON "assignment_overrides"("assignment_id", "course_section_id");
CREATE UNIQUE INDEX "assignment_overrides_one_of_group" ON "assignment_overrides"("assignment_id", "group_id");
CREATE INDEX "assignment_override_students_override" ON "assignment_override_students"("override_id", "assignment_id", "user_id");
CREATE INDEX "assignment_override_students_user" ON "assignment_override_students"("user_id", "assignment_id");
CREATE INDEX "progresses_user" ON "progresses"("user_id", "id");
CREATE INDEX "progresses_under_way" ON "progresses"("updated_at") WHERE (state = ANY (ARRAY['queued'::progress_state, 'running'::progress_state]));
CREATE INDEX "quizzes_course" ON "quizzes"("course_id", "due_at");
CREATE INDEX "quizzes_assignment_group" ON "quizzes"("assignment_group_id");
CREATE UNIQUE INDEX "quizzes_assignment" ON "quizzes"("assignment_id");
CREATE INDEX "quiz_questions_quiz" ON "quiz_questions"("quiz_id", "position", "id");
CREATE INDEX "quiz_attempts_user" ON "quiz_attempts"("user_id");
CREATE INDEX "quiz_attempts_to_close" ON "quiz_attempts"("end_at") WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX "quiz_attempts_once" ON "quiz_attempts"("quiz_id", "user_id", "number");
CREATE INDEX "rubrics_course" ON "rubrics"("course_id", "id");
CREATE INDEX "rubric_criteria_rubric" ON "rubric_criteria"("rubric_id", "position");
CREATE INDEX "rubric_criteria_outcome" ON "rubric_criteria"("learning_outcome_id");
CREATE INDEX "rubric_associations_rubric" ON "rubric_associations"("rubric_id", "id");
CREATE UNIQUE INDEX "rubric_associations_assignment" ON "rubric_associations"("assignment_id");
CREATE INDEX "stream_changes_of_user" ON "stream_changes"("user_id", "place", "transaction_id") WHERE (user_id IS NOT NULL);
CREATE INDEX "stream_changes_of_place" ON "stream_changes"("place", "transaction_id") WHERE (user_id IS NULL);
CREATE INDEX "submissions_course" ON "submissions"("course_id", "user_id", "assignment_id");
CREATE INDEX "submissions_course_order" ON "submissions"("course_id", "assignment_id", "user_id");
CREATE INDEX "submissions_user" ON "submissions"("user_id", "course_id");
CREATE INDEX "submissions_grader" ON "submissions"("grader_id");
CREATE INDEX "submissions_to_grade" ON "submissions"("assignment_id", "user_id") WHERE (state = ANY (ARRAY['submitted'::submission_state, 'pending_review'::submission_state]));
CREATE INDEX "submission_attempts_submitter" ON "submission_attempts"("submitter_id");
CREATE INDEX "submission_attempts_files" ON "submission_attempts" USING GIN ("file_ids") WHERE (file_ids <> '{}'::integer[]);
CREATE INDEX "grade_changes_grader" ON "grade_changes"("grader_id");
CREATE INDEX "submission_comments_submission" ON "submission_comments"("assignment_id", "user_id", "id");
CREATE INDEX "submission_comments_author" ON "submission_comments"("author_id");
CREATE INDEX "submission_comments_hidden" ON "submission_comments"("assignment_id") WHERE (hidden);
CREATE INDEX "conversation_comments_conversation" ON "conversation_comments"("conversation_id", "message_id");
CREATE UNIQUE INDEX "conversation_comments_once" ON "conversation_comments"("comment_id", "conversation_id");
CREATE INDEX "peer_reviews_user" ON "peer_reviews"("user_id");
CREATE INDEX "peer_reviews_assessor" ON "peer_reviews"("assessor_id", "assignment_id");
CREATE UNIQUE INDEX "peer_reviews_once" ON "peer_reviews"("assignment_id", "user_id", "assessor_id");
CREATE INDEX "ignored_todos_assignment" ON "ignored_todos"("assignment_id");
CREATE INDEX "users_root_account" ON "users"("root_account_id", "id");
CREATE INDEX "users_avatar_file" ON "users"("avatar_file_id");
CREATE INDEX "users_search_text" ON "users" USING GIN ("search_text" gin_trgm_ops);
CREATE INDEX "user_accounts_in_order" ON "user_accounts"("account_id", "sort_key", "user_id");
CREATE INDEX "pseudonyms_user" ON "pseudonyms"("user_id", "id");
CREATE INDEX "pseudonyms_account" ON "pseudonyms"("account_id", "id");
CREATE INDEX "pseudonyms_root_account" ON "pseudonyms"("root_account_id", "id");
CREATE UNIQUE INDEX "pseudonyms_sis_user_id" ON "pseudonyms"("root_account_id", "sis_user_id") WHERE (state = 'active'::login_state);
CREATE INDEX "communication_channels_user" ON "communication_channels"("user_id", "position", "id");
CREATE INDEX "follows_followed_user" ON "follows"("followed_user_id");
CREATE INDEX "access_tokens_user" ON "access_tokens"("user_id", "id");
CREATE INDEX "access_tokens_created_by" ON "access_tokens"("created_by_id");
CREATE INDEX "access_tokens_expires_at" ON "access_tokens"("expires_at");
CREATE UNIQUE INDEX "access_tokens_hash" ON "access_tokens"("hash");
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_parent_account_id_fkey" FOREIGN KEY ("parent_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "communication_channels"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_entry_id_fkey" FOREIGN KEY ("entry_id") REFERENCES "discussion_entries"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "communication_channels"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_assignment_id_student_id_fkey" FOREIGN KEY ("assignment_id", "student_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_collection_item_id_fkey" FOREIGN KEY ("collection_item_id") REFERENCES "collection_items"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_collaboration_id_fkey" FOREIGN KEY ("collaboration_id") REFERENCES "collaborations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_stream_item_id_fkey" FOREIGN KEY ("stream_item_id") REFERENCES "stream_items"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "account_admins" ADD CONSTRAINT "account_admins_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "account_admins" ADD CONSTRAINT "account_admins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignment_groups" ADD CONSTRAINT "assignment_groups_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assignment_group_id_fkey" FOREIGN KEY ("assignment_group_id") REFERENCES "assignment_groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_grading_standard_id_fkey" FOREIGN KEY ("grading_standard_id") REFERENCES "grading_standards"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_group_category_id_fkey" FOREIGN KEY ("group_category_id") REFERENCES "group_categories"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_parent_event_id_fkey" FOREIGN KEY ("parent_event_id") REFERENCES "calendar_events"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_course_section_id_fkey" FOREIGN KEY ("course_section_id") REFERENCES "course_sections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_collaboration_id_fkey" FOREIGN KEY ("collaboration_id") REFERENCES "collaborations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_lower_user_id_fkey" FOREIGN KEY ("lower_user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_higher_user_id_fkey" FOREIGN KEY ("higher_user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_removals" ADD CONSTRAINT "conversation_removals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_removals" ADD CONSTRAINT "conversation_removals_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "conversation_messages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "conversation_messages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batch_recipients" ADD CONSTRAINT "conversation_batch_recipients_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "conversation_batches"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_batch_recipients" ADD CONSTRAINT "conversation_batch_recipients_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "courses" ADD CONSTRAINT "courses_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "courses" ADD CONSTRAINT "courses_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "courses" ADD CONSTRAINT "courses_grading_standard_id_fkey" FOREIGN KEY ("grading_standard_id") REFERENCES "grading_standards"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "grading_standards" ADD CONSTRAINT "grading_standards_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "grading_standards" ADD CONSTRAINT "grading_standards_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_nonxlist_course_id_fkey" FOREIGN KEY ("nonxlist_course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_section_id_fkey" FOREIGN KEY ("course_section_id") REFERENCES "course_sections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_associated_user_id_fkey" FOREIGN KEY ("associated_user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_collection_item_id_fkey" FOREIGN KEY ("collection_item_id") REFERENCES "collection_items"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_group_category_id_fkey" FOREIGN KEY ("group_category_id") REFERENCES "group_categories"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_root_topic_id_fkey" FOREIGN KEY ("root_topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_editor_id_fkey" FOREIGN KEY ("editor_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_topic_id_root_entry_id_fkey" FOREIGN KEY ("topic_id", "root_entry_id") REFERENCES "discussion_entries"("topic_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_participants" ADD CONSTRAINT "discussion_participants_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_participants" ADD CONSTRAINT "discussion_participants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entry_marks" ADD CONSTRAINT "discussion_entry_marks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_entry_marks" ADD CONSTRAINT "discussion_entry_marks_topic_id_entry_id_fkey" FOREIGN KEY ("topic_id", "entry_id") REFERENCES "discussion_entries"("topic_id", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "discussion_views" ADD CONSTRAINT "discussion_views_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "discussion_topics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "feed_codes" ADD CONSTRAINT "feed_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "folders" ADD CONSTRAINT "folders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "folders" ADD CONSTRAINT "folders_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "folders" ADD CONSTRAINT "folders_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "folders" ADD CONSTRAINT "folders_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "folders"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folders"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_id_fkey" FOREIGN KEY ("uploader_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_folder_id_fkey" FOREIGN KEY ("folder_id") REFERENCES "folders"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploader_id_fkey" FOREIGN KEY ("uploader_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_attachment_id_fkey" FOREIGN KEY ("attachment_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "group_categories" ADD CONSTRAINT "group_categories_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "groups" ADD CONSTRAINT "groups_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "groups" ADD CONSTRAINT "groups_group_category_id_fkey" FOREIGN KEY ("group_category_id") REFERENCES "group_categories"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "groups" ADD CONSTRAINT "groups_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "groups" ADD CONSTRAINT "groups_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_category_id_fkey" FOREIGN KEY ("group_category_id") REFERENCES "group_categories"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "outcome_groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_links" ADD CONSTRAINT "outcome_links_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "outcome_groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "outcome_links" ADD CONSTRAINT "outcome_links_outcome_id_fkey" FOREIGN KEY ("outcome_id") REFERENCES "outcomes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_course_section_id_fkey" FOREIGN KEY ("course_section_id") REFERENCES "course_sections"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "assignment_override_students" ADD CONSTRAINT "assignment_override_students_override_id_assignment_id_fkey" FOREIGN KEY ("override_id", "assignment_id") REFERENCES "assignment_overrides"("id", "assignment_id") ON DELETE CASCADE ON UPDATE NO ACTION;
ALTER TABLE "assignment_override_students" ADD CONSTRAINT "assignment_override_students_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "progresses" ADD CONSTRAINT "progresses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_assignment_group_id_fkey" FOREIGN KEY ("assignment_group_id") REFERENCES "assignment_groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quiz_versions" ADD CONSTRAINT "quiz_versions_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_quiz_id_fkey" FOREIGN KEY ("quiz_id") REFERENCES "quizzes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "quiz_attempts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "rubrics" ADD CONSTRAINT "rubrics_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "rubric_criteria" ADD CONSTRAINT "rubric_criteria_rubric_id_fkey" FOREIGN KEY ("rubric_id") REFERENCES "rubrics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "rubric_criteria" ADD CONSTRAINT "rubric_criteria_learning_outcome_id_fkey" FOREIGN KEY ("learning_outcome_id") REFERENCES "outcomes"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "rubric_associations" ADD CONSTRAINT "rubric_associations_rubric_id_fkey" FOREIGN KEY ("rubric_id") REFERENCES "rubrics"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "rubric_associations" ADD CONSTRAINT "rubric_associations_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_course_id_fkey" FOREIGN KEY ("course_id") REFERENCES "courses"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_grader_id_fkey" FOREIGN KEY ("grader_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_assignment_id_user_id_fkey" FOREIGN KEY ("assignment_id", "user_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submitter_id_fkey" FOREIGN KEY ("submitter_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_assignment_id_user_id_fkey" FOREIGN KEY ("assignment_id", "user_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_grader_id_fkey" FOREIGN KEY ("grader_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_assignment_id_user_id_fkey" FOREIGN KEY ("assignment_id", "user_id") REFERENCES "submissions"("assignment_id", "user_id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "conversation_messages"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "submission_comments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_assessor_id_fkey" FOREIGN KEY ("assessor_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_assignment_id_fkey" FOREIGN KEY ("assignment_id") REFERENCES "assignments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "users" ADD CONSTRAINT "users_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "users" ADD CONSTRAINT "users_avatar_file_id_fkey" FOREIGN KEY ("avatar_file_id") REFERENCES "attachments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "communication_channels" ADD CONSTRAINT "communication_channels_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "follows" ADD CONSTRAINT "follows_following_user_id_fkey" FOREIGN KEY ("following_user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_user_id_fkey" FOREIGN KEY ("followed_user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- What the schema's language cannot say

CREATE UNIQUE INDEX communication_channels_address ON communication_channels (user_id, type, lower(address)) WHERE (state <> 'retired'::channel_state);
CREATE UNIQUE INDEX pseudonyms_unique_id ON pseudonyms (root_account_id, lower(unique_id)) WHERE (state = 'active'::login_state);
CREATE INDEX courses_name ON courses USING gin (replace(lower(name), 'ς'::text, 'σ'::text) gin_trgm_ops);
CREATE INDEX discussion_topics_course_activity ON discussion_topics (course_id, is_announcement, COALESCE(last_reply_at, posted_at, created_at), id) WHERE (state <> 'deleted'::topic_state);
CREATE INDEX discussion_topics_group_activity ON discussion_topics (group_id, is_announcement, COALESCE(last_reply_at, posted_at, created_at), id) WHERE (state <> 'deleted'::topic_state);
CREATE UNIQUE INDEX outcome_groups_root_of_site ON outcome_groups (((parent_id IS NULL))) WHERE ((parent_id IS NULL) AND (account_id IS NULL) AND (course_id IS NULL));

ALTER TABLE "accounts" ADD CONSTRAINT "accounts_chain_ends_here" CHECK (chain[cardinality(chain)] = id and chain[1] = root_account_id);
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_one_context" CHECK (num_nonnulls(course_id, group_id) <= 1);
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_one_source" CHECK (num_nonnulls(topic_id, conversation_id, assignment_id, notification_id, collection_item_id, collaboration_id) = 1 and (assignment_id is null) = (student_id is null));
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_dates_in_order" CHECK (coalesce(unlock_at <= due_at, true) and coalesce(unlock_at <= lock_at, true) and coalesce(due_at <= lock_at, true));
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_one_context" CHECK (num_nonnulls(course_id, group_id, user_id) = 1);
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_children_of_courses" CHECK (num_nulls(parent_event_id, course_section_id) in (0, 2) and (parent_event_id is null or course_id is not null));
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_dates_in_order" CHECK (end_at >= start_at);
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_media" CHECK ((media_comment_id is null) = (media_comment_type is null));
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_pair_in_order" CHECK ((lower_user_id is null) = (higher_user_id is null) and lower_user_id <= higher_user_id);
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_one_context" CHECK (num_nonnulls(course_id, group_id) <= 1);
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_dates_in_order" CHECK (end_at >= start_at);
ALTER TABLE "grading_standards" ADD CONSTRAINT "grading_standards_one_context" CHECK (num_nonnulls(account_id, course_id) = 1);
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_thread_is_one" CHECK (root_entry_id is not distinct from ancestors[1] and parent_id is not distinct from ancestors[cardinality(ancestors)]);
ALTER TABLE "discussion_participants" ADD CONSTRAINT "discussion_participants_read_count" CHECK (read_count >= 0);
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_one_context" CHECK (num_nonnulls(course_id, group_id, collection_item_id) = 1);
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_entry_count" CHECK (entry_count >= 0);
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1);
ALTER TABLE "folders" ADD CONSTRAINT "folders_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1);
ALTER TABLE "folders" ADD CONSTRAINT "folders_below_root" CHECK ((parent_id is null) = (cardinality(ancestors) = 0));
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1);
ALTER TABLE "groups" ADD CONSTRAINT "groups_one_context" CHECK (num_nonnulls(course_id, account_id) = 1 and (course_id is null) = (group_category_id is null));
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_one_owner" CHECK (num_nonnulls(account_id, course_id) <= 1 and (root_account_id is null) = (num_nonnulls(account_id, course_id) = 0));
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_titled" CHECK ((parent_id is null) = (title is null) and (parent_id is not null or not deleted));
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_not_in_itself" CHECK (parent_id <> id);
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_one_owner" CHECK (num_nonnulls(account_id, course_id) <= 1 and (root_account_id is null) = (num_nonnulls(account_id, course_id) = 0));
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_one_criterion" CHECK ((ratings is null) = (mastery_points is null));
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_one_target" CHECK (num_nonnulls(course_section_id, group_id) <= 1);
ALTER TABLE "progresses" ADD CONSTRAINT "progresses_completion" CHECK (completion between 0 and 100);
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_dates_in_order" CHECK (coalesce(unlock_at <= due_at, true) and coalesce(unlock_at <= lock_at, true) and coalesce(due_at <= lock_at, true));
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_of_somebody_else" CHECK (user_id <> assessor_id);
ALTER TABLE "follows" ADD CONSTRAINT "follows_somebody_else" CHECK (following_user_id <> followed_user_id);
ALTER TABLE "users" ADD CONSTRAINT "users_one_avatar" CHECK ((avatar_url is not null) = (avatar_kind is not distinct from 'external') and (avatar_file_id is not null) = (avatar_kind is not distinct from 'attachment'));

-- What standings are made of tells when it changes: servers keep standings until then (src/access/standing-cache.ts).
-- Notes of use (last_used_at, last_activity_at) change no standing, and new tokens and users cannot be known to any server yet.
create function standing_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('standing', '');
  return null;
end $$;

create trigger standing_changed after delete or truncate or update of hash, user_id, expires_at on access_tokens
  for each statement execute function standing_changed();

create trigger standing_changed after delete or truncate or update of root_account_id, time_zone, deleted on users
  for each statement execute function standing_changed();

create trigger standing_changed after insert or delete or truncate or update of account_id, user_id, direct on user_accounts
  for each statement execute function standing_changed();

create trigger standing_changed after update or delete or truncate on accounts
  for each statement execute function standing_changed();

create trigger standing_changed after insert or update or delete or truncate on account_admins
  for each statement execute function standing_changed();

create trigger standing_changed after delete or truncate or update of course_id, deleted on course_sections
  for each statement execute function standing_changed();

create trigger standing_changed after insert or delete or truncate
    or update of course_id, course_section_id, user_id, associated_user_id, type, state, limit_privileges_to_course_section on enrollments
  for each statement execute function standing_changed();

create trigger standing_changed after delete or truncate or update of course_id, deleted on group_categories
  for each statement execute function standing_changed();

create trigger standing_changed after update or delete or truncate on groups
  for each statement execute function standing_changed();

create trigger standing_changed after insert or update or delete or truncate on group_memberships
  for each statement execute function standing_changed();

-- A standing in a file or a folder is made of where it lies and whether it is concealed (src/access/finding.ts).
create trigger standing_changed after delete or truncate or update of user_id, course_id, group_id, folder_id, locked, hidden, deleted on attachments
  for each statement execute function standing_changed();

create trigger standing_changed after delete or truncate or update of user_id, course_id, group_id, parent_id, ancestors, locked, hidden, deleted on folders
  for each statement execute function standing_changed();

-- Collections and their items are contexts: standings are made of them (see 0001).
create trigger standing_changed after update or delete or truncate on collections
  for each statement execute function standing_changed();

create trigger standing_changed after update or delete or truncate on collection_items
  for each statement execute function standing_changed();

-- Outcomes are contexts: standings are made of them (see 0001).
create trigger standing_changed after delete or truncate or update of root_account_id, account_id, course_id, deleted on outcomes
  for each statement execute function standing_changed();

-- Standings in what a caller takes part in are made of the zones of courses, too (see 0001).
create trigger standing_changed
  after delete or truncate or update of account_id, root_account_id, name, state, is_public, allow_student_forum_attachments,
    allow_student_discussion_editing, time_zone on courses
  for each statement execute function standing_changed();

-- What counts are made of tells when it changes (src/areas/activity/counts.ts says how that is heard). A guard holds the columns of
-- these triggers to those that the counting statement reads.
create function stream_place(course_id int, group_id int) returns int language sql immutable as
  $$ select coalesce(course_id, -group_id, 0) $$;

-- Of many people at once one row is written, of everybody: each of theirs would take longer than counting again where nothing changed.
create function stream_changed_for(users int[], places int[]) returns void language sql as $$
  insert into stream_changes (user_id, place)
  select distinct case when count(*) over (partition by place) <= 100 then user_id end, place
  from (select distinct user_id, place from unnest(users, places) one(user_id, place)) one
$$;

create function stream_instances_changed() returns trigger language plpgsql as $$
begin
  perform stream_changed_for(array_agg(user_id), array_agg(case when conversation_id is null then stream_place(course_id, group_id) else 0 end))
  from changed;
  return null;
end $$;

create trigger stream_changed_by_insert after insert on stream_item_instances referencing new table as changed
  for each statement execute function stream_instances_changed();

create trigger stream_changed_by_delete after delete on stream_item_instances referencing old table as changed
  for each statement execute function stream_instances_changed();

create function stream_topic_read() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place)
  select coalesce(new.user_id, old.user_id), stream_place(t.course_id, t.group_id)
  from discussion_topics t where t.id = coalesce(new.topic_id, old.topic_id);
  return null;
end $$;

create trigger stream_changed_by_insert after insert on discussion_participants
  for each row when (new.read) execute function stream_topic_read();

create trigger stream_changed after update of read on discussion_participants
  for each row when (old.read is distinct from new.read) execute function stream_topic_read();

create trigger stream_changed_by_delete after delete on discussion_participants
  for each row when (old.read) execute function stream_topic_read();

create function stream_elsewhere_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (new.user_id, 0);
  return null;
end $$;

create trigger stream_changed after update of state, last_message_at on conversation_participants
  for each row when ((old.state = 'unread') is distinct from (new.state = 'unread')
    or (old.last_message_at is null) is distinct from (new.last_message_at is null))
  execute function stream_elsewhere_changed();

create function stream_follows_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.following_user_id, old.following_user_id), 0);
  return null;
end $$;

create trigger stream_changed after insert or delete on follows for each row execute function stream_follows_changed();

create function stream_collections_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, 0);
  return null;
end $$;

create trigger stream_changed after update of deleted, visibility on collections
  for each row when (old.deleted is distinct from new.deleted or old.visibility is distinct from new.visibility)
  execute function stream_collections_changed();

create trigger stream_changed after update of deleted on collection_items
  for each row when (old.deleted is distinct from new.deleted) execute function stream_collections_changed();

create function stream_grade_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (new.user_id, new.course_id);
  return null;
end $$;

create trigger stream_changed after update of graded_at on submissions
  for each row when ((old.graded_at is null) is distinct from (new.graded_at is null)) execute function stream_grade_changed();

-- The student's. It is not in a grader's stream before the student has said something, and then comes as an instance.
create function stream_comments_changed() returns trigger language plpgsql as $$
begin
  perform stream_changed_for(array_agg(c.user_id), array_agg(a.course_id)) from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $$;

create function stream_comments_removed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place)
  select distinct null::int, a.course_id from changed c join assignments a on a.id = c.assignment_id;
  return null;
end $$;

create trigger stream_changed_by_insert after insert on submission_comments referencing new table as changed
  for each statement execute function stream_comments_changed();

create trigger stream_changed after update on submission_comments referencing new table as changed
  for each statement execute function stream_comments_changed();

create trigger stream_changed_by_delete after delete on submission_comments referencing old table as changed
  for each statement execute function stream_comments_removed();

create function stream_topic_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, stream_place(new.course_id, new.group_id));
  return null;
end $$;

create trigger stream_changed after update of state, is_announcement on discussion_topics
  for each row when ((old.state = 'active') is distinct from (new.state = 'active') or old.is_announcement is distinct from new.is_announcement)
  execute function stream_topic_changed();

create function stream_entry_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select null, stream_place(t.course_id, t.group_id) from discussion_topics t where t.id = new.topic_id;
  return null;
end $$;

create trigger stream_changed after update of deleted on discussion_entries
  for each row when (old.deleted is distinct from new.deleted) execute function stream_entry_changed();

create function stream_of_course_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, new.course_id);
  return null;
end $$;

create trigger stream_changed after update of deleted, muted, published on assignments
  for each row when (old.deleted is distinct from new.deleted or old.muted is distinct from new.muted or old.published is distinct from new.published)
  execute function stream_of_course_changed();

create trigger stream_changed after update of deleted, published on quizzes
  for each row when (old.deleted is distinct from new.deleted or old.published is distinct from new.published)
  execute function stream_of_course_changed();

create function stream_enrollment_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select distinct null::int, unnest(array[old.course_id, new.course_id]);
  return null;
end $$;

create trigger stream_changed after update of course_id, user_id, course_section_id, type, state, limit_privileges_to_course_section on enrollments
  for each row when ((old.user_id, old.course_section_id, old.type, old.state, old.limit_privileges_to_course_section, old.course_id)
    is distinct from (new.user_id, new.course_section_id, new.type, new.state, new.limit_privileges_to_course_section, new.course_id))
  execute function stream_enrollment_changed();

create function stream_of_courses_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) select distinct null::int, course_id from changed;
  return null;
end $$;

create trigger stream_changed_by_insert after insert on enrollments referencing new table as changed
  for each statement execute function stream_of_courses_changed();

create trigger stream_changed_by_delete after delete on enrollments referencing old table as changed
  for each statement execute function stream_of_courses_changed();

create function stream_course_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, new.id);
  return null;
end $$;

create trigger stream_changed after update of state, account_id on courses
  for each row when (old.state is distinct from new.state or old.account_id is distinct from new.account_id) execute function stream_course_changed();

create function stream_everywhere_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (null, null);
  return null;
end $$;

create trigger stream_changed after update of settings, chain on accounts
  for each row when (old.settings is distinct from new.settings or old.chain is distinct from new.chain) execute function stream_everywhere_changed();

create function stream_administrators_changed() returns trigger language plpgsql as $$
begin
  insert into stream_changes (user_id, place) values (coalesce(new.user_id, old.user_id), null);
  return null;
end $$;

create trigger stream_changed after insert or delete on account_admins for each row execute function stream_administrators_changed();

-- Standings in attempts say whether questions come one at a time, with and without going back (see 0021).
create trigger standing_changed after delete or truncate or update of course_id, deleted, ip_filter, one_question_at_a_time, cant_go_back
  on quizzes for each statement execute function standing_changed();
