CREATE TYPE "public"."conversation_batch_state" AS ENUM('created', 'sending', 'sent', 'error');--> statement-breakpoint
CREATE TYPE "public"."conversation_state" AS ENUM('read', 'unread', 'archived');--> statement-breakpoint
CREATE TYPE "public"."media_type" AS ENUM('audio', 'video');--> statement-breakpoint
CREATE TYPE "public"."progress_state" AS ENUM('queued', 'running', 'completed', 'failed');--> statement-breakpoint
CREATE TABLE "conversation_batch_recipients" (
	"batch_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "conversation_batch_recipients_batch_id_user_id_pk" PRIMARY KEY("batch_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_batches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	"subject" text,
	"course_id" integer,
	"group_id" integer,
	"state" "conversation_batch_state" DEFAULT 'created' NOT NULL,
	"recipient_count" integer NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversation_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"conversation_id" integer,
	"author_id" integer NOT NULL,
	"body" text NOT NULL,
	"generated" boolean DEFAULT false NOT NULL,
	"media_comment_id" text,
	"media_comment_type" "media_type",
	"attachment_ids" integer[] DEFAULT '{}' NOT NULL,
	"forwarded_ids" integer[] DEFAULT '{}' NOT NULL,
	"forwarded_total" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_messages_media" CHECK (("conversation_messages"."media_comment_id" is null) = ("conversation_messages"."media_comment_type" is null))
);
--> statement-breakpoint
CREATE TABLE "conversation_participants" (
	"user_id" integer NOT NULL,
	"conversation_id" integer NOT NULL,
	"state" "conversation_state" DEFAULT 'read' NOT NULL,
	"starred" boolean DEFAULT false NOT NULL,
	"subscribed" boolean DEFAULT true NOT NULL,
	"missed" boolean DEFAULT false NOT NULL,
	"last_message_at" timestamp (3) with time zone,
	"last_message" text,
	"last_authored_at" timestamp (3) with time zone,
	"last_authored_message" text,
	"message_count" integer DEFAULT 0 NOT NULL,
	"is_last_author" boolean DEFAULT false NOT NULL,
	"has_attachments" boolean DEFAULT false NOT NULL,
	"has_media" boolean DEFAULT false NOT NULL,
	"removed_through" integer DEFAULT 0 NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "conversation_participants_user_id_conversation_id_pk" PRIMARY KEY("user_id","conversation_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_removals" (
	"user_id" integer NOT NULL,
	"message_id" integer NOT NULL,
	CONSTRAINT "conversation_removals_user_id_message_id_pk" PRIMARY KEY("user_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subject" text,
	"lower_user_id" integer,
	"higher_user_id" integer,
	"course_id" integer,
	"group_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversations_pair_in_order" CHECK (("conversations"."lower_user_id" is null) = ("conversations"."higher_user_id" is null) and "conversations"."lower_user_id" <= "conversations"."higher_user_id"),
	CONSTRAINT "conversations_one_context" CHECK (num_nonnulls("conversations"."course_id", "conversations"."group_id") <= 1)
);
--> statement-breakpoint
CREATE TABLE "progresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "progresses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"context_type" text NOT NULL,
	"context_id" integer NOT NULL,
	"tag" text NOT NULL,
	"job" text NOT NULL,
	"work" jsonb NOT NULL,
	"state" "progress_state" DEFAULT 'queued' NOT NULL,
	"completion" integer DEFAULT 0 NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "progresses_completion" CHECK ("progresses"."completion" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "conversation_batch_recipients" ADD CONSTRAINT "conversation_batch_recipients_batch_id_conversation_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."conversation_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_batch_recipients" ADD CONSTRAINT "conversation_batch_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_message_id_conversation_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."conversation_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_batches" ADD CONSTRAINT "conversation_batches_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_removals" ADD CONSTRAINT "conversation_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_removals" ADD CONSTRAINT "conversation_removals_message_id_conversation_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."conversation_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_lower_user_id_users_id_fk" FOREIGN KEY ("lower_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_higher_user_id_users_id_fk" FOREIGN KEY ("higher_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "progresses" ADD CONSTRAINT "progresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversation_batch_recipients_user" ON "conversation_batch_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversation_batches_user" ON "conversation_batches" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "conversation_batches_message" ON "conversation_batches" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "conversation_batches_course" ON "conversation_batches" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "conversation_batches_group" ON "conversation_batches" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "conversation_batches_under_way" ON "conversation_batches" USING btree ("updated_at") WHERE state in ('created', 'sending');--> statement-breakpoint
CREATE INDEX "conversation_messages_conversation" ON "conversation_messages" USING btree ("conversation_id","id");--> statement-breakpoint
CREATE INDEX "conversation_messages_author" ON "conversation_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "conversation_participants_conversation" ON "conversation_participants" USING btree ("conversation_id","user_id");--> statement-breakpoint
CREATE INDEX "conversation_participants_inbox" ON "conversation_participants" USING btree ("user_id","last_message_at","conversation_id") WHERE last_message_at is not null and state <> 'archived';--> statement-breakpoint
CREATE INDEX "conversation_participants_unread" ON "conversation_participants" USING btree ("user_id","last_message_at","conversation_id") WHERE last_message_at is not null and state = 'unread';--> statement-breakpoint
CREATE INDEX "conversation_participants_archived" ON "conversation_participants" USING btree ("user_id","last_message_at","conversation_id") WHERE last_message_at is not null and state = 'archived';--> statement-breakpoint
CREATE INDEX "conversation_participants_starred" ON "conversation_participants" USING btree ("user_id","last_message_at","conversation_id") WHERE last_message_at is not null and starred;--> statement-breakpoint
CREATE INDEX "conversation_removals_message" ON "conversation_removals" USING btree ("message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversations_private" ON "conversations" USING btree ("lower_user_id","higher_user_id");--> statement-breakpoint
CREATE INDEX "conversations_higher_user" ON "conversations" USING btree ("higher_user_id");--> statement-breakpoint
CREATE INDEX "conversations_course" ON "conversations" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "conversations_group" ON "conversations" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "progresses_user" ON "progresses" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "progresses_under_way" ON "progresses" USING btree ("updated_at") WHERE state in ('queued', 'running');