CREATE TYPE "public"."collection_visibility" AS ENUM('public', 'private');--> statement-breakpoint
CREATE TYPE "public"."discussion_type" AS ENUM('side_comment', 'threaded');--> statement-breakpoint
CREATE TYPE "public"."topic_state" AS ENUM('draft', 'delayed', 'active', 'deleted');--> statement-breakpoint
CREATE TABLE "collection_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collection_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"collection_id" integer NOT NULL,
	"link_url" text NOT NULL,
	"user_comment" text,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"visibility" "collection_visibility" NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discussion_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discussion_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"topic_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"editor_id" integer,
	"parent_id" integer,
	"root_entry_id" integer,
	"ancestors" integer[] DEFAULT '{}' NOT NULL,
	"message" text NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discussion_entries_of_topic" UNIQUE("topic_id","id"),
	CONSTRAINT "discussion_entries_thread_is_one" CHECK ("discussion_entries"."root_entry_id" is not distinct from "discussion_entries"."ancestors"[1] and "discussion_entries"."parent_id" is not distinct from "discussion_entries"."ancestors"[cardinality("discussion_entries"."ancestors")])
);
--> statement-breakpoint
CREATE TABLE "discussion_entry_marks" (
	"topic_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"entry_id" integer NOT NULL,
	"read" boolean,
	"forced" boolean,
	CONSTRAINT "discussion_entry_marks_topic_id_user_id_entry_id_pk" PRIMARY KEY("topic_id","user_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_notifications" (
	"entry_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discussion_notifications_entry_id_user_id_pk" PRIMARY KEY("entry_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_participants" (
	"topic_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"read" boolean DEFAULT false NOT NULL,
	"subscribed" boolean DEFAULT false NOT NULL,
	"read_count" integer DEFAULT 0 NOT NULL,
	"marked_through" integer DEFAULT 0 NOT NULL,
	"marked_read" boolean DEFAULT false NOT NULL,
	"forced_through" integer DEFAULT 0 NOT NULL,
	"forced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "discussion_participants_topic_id_user_id_pk" PRIMARY KEY("topic_id","user_id"),
	CONSTRAINT "discussion_participants_read_count" CHECK ("discussion_participants"."read_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discussion_topics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discussion_topics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer,
	"group_id" integer,
	"collection_item_id" integer,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"message" text,
	"type" "discussion_type" DEFAULT 'side_comment' NOT NULL,
	"is_announcement" boolean DEFAULT false NOT NULL,
	"state" "topic_state" NOT NULL,
	"position" bigint NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"require_initial_post" boolean DEFAULT false NOT NULL,
	"podcast_enabled" boolean DEFAULT false NOT NULL,
	"podcast_has_student_posts" boolean DEFAULT false NOT NULL,
	"posted_at" timestamp (3) with time zone,
	"delayed_post_at" timestamp (3) with time zone,
	"lock_at" timestamp (3) with time zone,
	"last_reply_at" timestamp (3) with time zone,
	"group_category_id" integer,
	"root_topic_id" integer,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"last_entry_id" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "discussion_topics_one_of_a_group" UNIQUE("root_topic_id","group_id"),
	CONSTRAINT "discussion_topics_one_context" CHECK (num_nonnulls("discussion_topics"."course_id", "discussion_topics"."group_id", "discussion_topics"."collection_item_id") = 1),
	CONSTRAINT "discussion_topics_entry_count" CHECK ("discussion_topics"."entry_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "discussion_views" (
	"topic_id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"participants" integer[] NOT NULL,
	"json" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_items" ADD CONSTRAINT "collection_items_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_topic_id_discussion_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."discussion_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_editor_id_users_id_fk" FOREIGN KEY ("editor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entries" ADD CONSTRAINT "discussion_entries_root_entry" FOREIGN KEY ("topic_id","root_entry_id") REFERENCES "public"."discussion_entries"("topic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entry_marks" ADD CONSTRAINT "discussion_entry_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_entry_marks" ADD CONSTRAINT "discussion_entry_marks_entry_of_topic" FOREIGN KEY ("topic_id","entry_id") REFERENCES "public"."discussion_entries"("topic_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_notifications" ADD CONSTRAINT "discussion_notifications_entry_id_discussion_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."discussion_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_notifications" ADD CONSTRAINT "discussion_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_participants" ADD CONSTRAINT "discussion_participants_topic_id_discussion_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."discussion_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_participants" ADD CONSTRAINT "discussion_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_collection_item_id_collection_items_id_fk" FOREIGN KEY ("collection_item_id") REFERENCES "public"."collection_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_group_category_id_group_categories_id_fk" FOREIGN KEY ("group_category_id") REFERENCES "public"."group_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_topics" ADD CONSTRAINT "discussion_topics_root_topic_id_discussion_topics_id_fk" FOREIGN KEY ("root_topic_id") REFERENCES "public"."discussion_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_views" ADD CONSTRAINT "discussion_views_topic_id_discussion_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."discussion_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_items_collection" ON "collection_items" USING btree ("collection_id","id");--> statement-breakpoint
CREATE INDEX "collections_user" ON "collections" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "discussion_entries_top_level" ON "discussion_entries" USING btree ("topic_id","id") WHERE root_entry_id is null and not deleted;--> statement-breakpoint
CREATE INDEX "discussion_entries_thread" ON "discussion_entries" USING btree ("topic_id","root_entry_id","id");--> statement-breakpoint
CREATE INDEX "discussion_entries_version" ON "discussion_entries" USING btree ("topic_id","version");--> statement-breakpoint
CREATE INDEX "discussion_entries_user" ON "discussion_entries" USING btree ("user_id","topic_id");--> statement-breakpoint
CREATE INDEX "discussion_entries_editor" ON "discussion_entries" USING btree ("editor_id");--> statement-breakpoint
CREATE INDEX "discussion_entry_marks_entry" ON "discussion_entry_marks" USING btree ("topic_id","entry_id");--> statement-breakpoint
CREATE INDEX "discussion_entry_marks_user" ON "discussion_entry_marks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "discussion_notifications_user" ON "discussion_notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "discussion_participants_user" ON "discussion_participants" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "discussion_topics_course" ON "discussion_topics" USING btree ("course_id","is_announcement","pinned" DESC NULLS LAST,"position");--> statement-breakpoint
CREATE INDEX "discussion_topics_group" ON "discussion_topics" USING btree ("group_id","is_announcement","pinned" DESC NULLS LAST,"position");--> statement-breakpoint
CREATE INDEX "discussion_topics_course_activity" ON "discussion_topics" USING btree ("course_id","is_announcement",coalesce("last_reply_at", "posted_at", "created_at"),"id") WHERE state <> 'deleted';--> statement-breakpoint
CREATE INDEX "discussion_topics_group_activity" ON "discussion_topics" USING btree ("group_id","is_announcement",coalesce("last_reply_at", "posted_at", "created_at"),"id") WHERE state <> 'deleted';--> statement-breakpoint
CREATE INDEX "discussion_topics_collection_item" ON "discussion_topics" USING btree ("collection_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "discussion_topics_one_of_an_item" ON "discussion_topics" USING btree ("collection_item_id") WHERE state <> 'deleted';--> statement-breakpoint
CREATE INDEX "discussion_topics_group_category" ON "discussion_topics" USING btree ("group_category_id");--> statement-breakpoint
CREATE INDEX "discussion_topics_user" ON "discussion_topics" USING btree ("user_id");