CREATE TYPE "public"."mail_state" AS ENUM('waiting', 'sending', 'sent', 'refused', 'unsent');--> statement-breakpoint
CREATE TYPE "public"."page_view_context" AS ENUM('Account', 'Course', 'Group', 'User');--> statement-breakpoint
CREATE TYPE "public"."avatar_kind" AS ENUM('external', 'gravatar', 'attachment');--> statement-breakpoint
CREATE TABLE "feed_codes" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"selector" "bytea" NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"state" "mail_state" DEFAULT 'waiting' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "page_views" (
	"user_id" integer NOT NULL,
	"id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"url" text NOT NULL,
	"http_method" text NOT NULL,
	"controller" text NOT NULL,
	"action" text NOT NULL,
	"context_type" "page_view_context",
	"context_id" integer,
	"real_user_id" integer,
	"account_id" integer NOT NULL,
	"user_agent" text,
	"interaction_seconds" double precision DEFAULT 5 NOT NULL,
	"participated" boolean NOT NULL,
	"render_time" double precision NOT NULL,
	"remote_ip" text NOT NULL,
	CONSTRAINT "page_views_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"following_user_id" integer NOT NULL,
	"followed_user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_following_user_id_followed_user_id_pk" PRIMARY KEY("following_user_id","followed_user_id"),
	CONSTRAINT "follows_somebody_else" CHECK ("follows"."following_user_id" <> "follows"."followed_user_id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar_kind" "avatar_kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar_url" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "avatar_file_id" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "public_profile" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "manual_mark_as_read" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_codes" ADD CONSTRAINT "feed_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_following_user_id_users_id_fk" FOREIGN KEY ("following_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_user_id_users_id_fk" FOREIGN KEY ("followed_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "feed_codes_selector" ON "feed_codes" USING btree ("selector");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "page_views_created_at" ON "page_views" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "follows_followed_user" ON "follows" USING btree ("followed_user_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_one_avatar" CHECK (("users"."avatar_url" is not null) = ("users"."avatar_kind" is not distinct from 'external')
        and ("users"."avatar_file_id" is not null) = ("users"."avatar_kind" is not distinct from 'attachment'));