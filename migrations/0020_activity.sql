CREATE TYPE "public"."notification_category" AS ENUM('Due Date', 'Assignment Changed', 'Grading', 'Submission Comment', 'Announcement', 'Discussion', 'Discussion Entry', 'Conversation Message', 'Added To Conversation', 'Invitation', 'Registration');--> statement-breakpoint
CREATE TYPE "public"."notification_frequency" AS ENUM('immediately', 'daily', 'weekly', 'never');--> statement-breakpoint
CREATE TYPE "public"."stream_type" AS ENUM('Announcement', 'Collaboration', 'CollectionItem', 'Conference', 'Conversation', 'DiscussionTopic', 'Message', 'Submission');--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"notification_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"frequency" "notification_frequency" NOT NULL,
	CONSTRAINT "notification_deliveries_notification_id_channel_id_pk" PRIMARY KEY("notification_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"channel_id" integer NOT NULL,
	"category" "notification_category" NOT NULL,
	"frequency" "notification_frequency" NOT NULL,
	CONSTRAINT "notification_preferences_channel_id_category_pk" PRIMARY KEY("channel_id","category")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"category" "notification_category" NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"path" text NOT NULL,
	"course_id" integer,
	"group_id" integer,
	"assignment_id" integer,
	"entry_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "stream_item_instances" (
	"user_id" integer NOT NULL,
	"stream_item_id" integer NOT NULL,
	"type" "stream_type" NOT NULL,
	"category" "notification_category",
	"course_id" integer,
	"group_id" integer,
	"topic_id" integer,
	"conversation_id" integer,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_item_instances_stream_item_id_user_id_pk" PRIMARY KEY("stream_item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "stream_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stream_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" "stream_type" NOT NULL,
	"course_id" integer,
	"group_id" integer,
	"topic_id" integer,
	"conversation_id" integer,
	"assignment_id" integer,
	"student_id" integer,
	"notification_id" integer,
	"collection_item_id" integer,
	"collaboration_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stream_items_topic" UNIQUE("topic_id"),
	CONSTRAINT "stream_items_conversation" UNIQUE("conversation_id"),
	CONSTRAINT "stream_items_submission" UNIQUE("assignment_id","student_id"),
	CONSTRAINT "stream_items_notification" UNIQUE("notification_id"),
	CONSTRAINT "stream_items_collection_item" UNIQUE("collection_item_id"),
	CONSTRAINT "stream_items_collaboration" UNIQUE("collaboration_id"),
	CONSTRAINT "stream_items_one_source" CHECK (num_nonnulls("stream_items"."topic_id", "stream_items"."conversation_id", "stream_items"."assignment_id", "stream_items"."notification_id",
          "stream_items"."collection_item_id", "stream_items"."collaboration_id") = 1
        and ("stream_items"."assignment_id" is null) = ("stream_items"."student_id" is null))
);
--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_channel_id_communication_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."communication_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel_id_communication_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."communication_channels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_entry_id_discussion_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."discussion_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_item_instances" ADD CONSTRAINT "stream_item_instances_stream_item_id_stream_items_id_fk" FOREIGN KEY ("stream_item_id") REFERENCES "public"."stream_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_topic_id_discussion_topics_id_fk" FOREIGN KEY ("topic_id") REFERENCES "public"."discussion_topics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_collection_item_id_collection_items_id_fk" FOREIGN KEY ("collection_item_id") REFERENCES "public"."collection_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_collaboration_id_collaborations_id_fk" FOREIGN KEY ("collaboration_id") REFERENCES "public"."collaborations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_items" ADD CONSTRAINT "stream_items_submission_of_student" FOREIGN KEY ("assignment_id","student_id") REFERENCES "public"."submissions"("assignment_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_deliveries_channel" ON "notification_deliveries" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_waiting" ON "notification_deliveries" USING btree ("frequency","channel_id","notification_id");--> statement-breakpoint
CREATE INDEX "notifications_course" ON "notifications" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "notifications_group" ON "notifications" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "notifications_assignment" ON "notifications" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "notifications_entry" ON "notifications" USING btree ("entry_id");--> statement-breakpoint
CREATE INDEX "notifications_created_at" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stream_item_instances_of_user" ON "stream_item_instances" USING btree ("user_id","updated_at","stream_item_id");--> statement-breakpoint
CREATE INDEX "stream_item_instances_of_course" ON "stream_item_instances" USING btree ("user_id","course_id","updated_at","stream_item_id") WHERE course_id is not null;--> statement-breakpoint
CREATE INDEX "stream_item_instances_of_group" ON "stream_item_instances" USING btree ("user_id","group_id","updated_at","stream_item_id") WHERE group_id is not null;--> statement-breakpoint
CREATE INDEX "stream_items_course" ON "stream_items" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "stream_items_group" ON "stream_items" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "stream_items_updated_at" ON "stream_items" USING btree ("updated_at");