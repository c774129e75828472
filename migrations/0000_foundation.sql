CREATE TYPE "public"."course_state" AS ENUM('unpublished', 'available', 'completed', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."enrollment_state" AS ENUM('active', 'invited', 'completed', 'inactive', 'rejected', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."enrollment_type" AS ENUM('StudentEnrollment', 'TeacherEnrollment', 'TaEnrollment', 'DesignerEnrollment', 'ObserverEnrollment');--> statement-breakpoint
CREATE TYPE "public"."join_level" AS ENUM('invitation_only', 'parent_context_request', 'parent_context_auto_join');--> statement-breakpoint
CREATE TYPE "public"."membership_state" AS ENUM('accepted', 'invited', 'requested', 'deleted');--> statement-breakpoint
CREATE TYPE "public"."channel_state" AS ENUM('unconfirmed', 'active', 'retired');--> statement-breakpoint
CREATE TYPE "public"."login_state" AS ENUM('active', 'deleted');--> statement-breakpoint
CREATE TABLE "account_admins" (
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_admins_account_id_user_id_pk" PRIMARY KEY("account_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"parent_account_id" integer,
	"chain" integer[] NOT NULL,
	"root_account_id" integer NOT NULL,
	"default_time_zone" text,
	"sis_account_id" text,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_chain_ends_here" CHECK ("accounts"."chain"[cardinality("accounts"."chain")] = "accounts"."id" and "accounts"."chain"[1] = "accounts"."root_account_id")
);
--> statement-breakpoint
CREATE TABLE "course_sections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_sections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"nonxlist_course_id" integer,
	"root_account_id" integer NOT NULL,
	"name" text NOT NULL,
	"sis_section_id" text,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_sections_dates_in_order" CHECK ("course_sections"."end_at" >= "course_sections"."start_at")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"root_account_id" integer NOT NULL,
	"name" text NOT NULL,
	"course_code" text NOT NULL,
	"state" "course_state" DEFAULT 'unpublished' NOT NULL,
	"start_at" timestamp (3) with time zone,
	"end_at" timestamp (3) with time zone,
	"time_zone" text,
	"sis_course_id" text,
	"is_public" boolean DEFAULT false NOT NULL,
	"allow_student_discussion_topics" boolean DEFAULT true NOT NULL,
	"allow_student_forum_attachments" boolean DEFAULT true NOT NULL,
	"allow_student_discussion_editing" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrollments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"course_section_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"root_account_id" integer NOT NULL,
	"type" "enrollment_type" NOT NULL,
	"state" "enrollment_state" NOT NULL,
	"associated_user_id" integer,
	"limit_privileges_to_course_section" boolean DEFAULT false NOT NULL,
	"last_activity_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollments_once" UNIQUE NULLS NOT DISTINCT("course_section_id","user_id","type","associated_user_id")
);
--> statement-breakpoint
CREATE TABLE "group_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"self_signup" text,
	"group_limit" integer,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_memberships" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"group_id" integer NOT NULL,
	"group_category_id" integer,
	"user_id" integer NOT NULL,
	"state" "membership_state" NOT NULL,
	"moderator" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"root_account_id" integer NOT NULL,
	"group_category_id" integer,
	"course_id" integer,
	"account_id" integer,
	"name" text NOT NULL,
	"description" text,
	"is_public" boolean DEFAULT false NOT NULL,
	"join_level" "join_level" DEFAULT 'invitation_only' NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "groups_one_context" CHECK (num_nonnulls("groups"."course_id", "groups"."account_id") = 1 and ("groups"."course_id" is null) = ("groups"."group_category_id" is null))
);
--> statement-breakpoint
CREATE TABLE "access_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"hint" text,
	"purpose" text,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "communication_channels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "communication_channels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"address" text NOT NULL,
	"position" integer NOT NULL,
	"state" "channel_state" DEFAULT 'unconfirmed' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pseudonyms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pseudonyms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"root_account_id" integer NOT NULL,
	"unique_id" text NOT NULL,
	"sis_user_id" text,
	"password_hash" text,
	"state" "login_state" DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_accounts" (
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"direct" boolean NOT NULL,
	CONSTRAINT "user_accounts_user_id_account_id_pk" PRIMARY KEY("user_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"root_account_id" integer NOT NULL,
	"name" text NOT NULL,
	"sortable_name" text NOT NULL,
	"short_name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"search_text" text DEFAULT '' NOT NULL,
	"locale" text,
	"time_zone" text,
	"birthdate" date,
	"deleted" boolean DEFAULT false NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_admins" ADD CONSTRAINT "account_admins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_admins" ADD CONSTRAINT "account_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_parent_account_id_accounts_id_fk" FOREIGN KEY ("parent_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_nonxlist_course_id_courses_id_fk" FOREIGN KEY ("nonxlist_course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_sections" ADD CONSTRAINT "course_sections_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_section_id_course_sections_id_fk" FOREIGN KEY ("course_section_id") REFERENCES "public"."course_sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_associated_user_id_users_id_fk" FOREIGN KEY ("associated_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_categories" ADD CONSTRAINT "group_categories_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_group_category_id_group_categories_id_fk" FOREIGN KEY ("group_category_id") REFERENCES "public"."group_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_memberships" ADD CONSTRAINT "group_memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_group_category_id_group_categories_id_fk" FOREIGN KEY ("group_category_id") REFERENCES "public"."group_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "groups" ADD CONSTRAINT "groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_tokens" ADD CONSTRAINT "access_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communication_channels" ADD CONSTRAINT "communication_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_accounts" ADD CONSTRAINT "user_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_admins_user" ON "account_admins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "accounts_parent" ON "accounts" USING btree ("parent_account_id","id");--> statement-breakpoint
CREATE INDEX "accounts_chain" ON "accounts" USING gin ("chain");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_sis_account_id" ON "accounts" USING btree ("root_account_id","sis_account_id");--> statement-breakpoint
CREATE INDEX "course_sections_course" ON "course_sections" USING btree ("course_id","id") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "course_sections_course_id" ON "course_sections" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "course_sections_nonxlist_course" ON "course_sections" USING btree ("nonxlist_course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "course_sections_sis_section_id" ON "course_sections" USING btree ("root_account_id","sis_section_id");--> statement-breakpoint
CREATE INDEX "courses_account" ON "courses" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "courses_root_account" ON "courses" USING btree ("root_account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "courses_sis_course_id" ON "courses" USING btree ("root_account_id","sis_course_id");--> statement-breakpoint
CREATE INDEX "courses_name" ON "courses" USING gin (replace(lower(name), 'ς', 'σ') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enrollments_course" ON "enrollments" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "enrollments_course_user" ON "enrollments" USING btree ("course_id","user_id");--> statement-breakpoint
CREATE INDEX "enrollments_section" ON "enrollments" USING btree ("course_section_id","id");--> statement-breakpoint
CREATE INDEX "enrollments_user" ON "enrollments" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "enrollments_associated_user" ON "enrollments" USING btree ("associated_user_id");--> statement-breakpoint
CREATE INDEX "enrollments_root_account" ON "enrollments" USING btree ("root_account_id","id");--> statement-breakpoint
CREATE INDEX "group_categories_course" ON "group_categories" USING btree ("course_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_memberships_once" ON "group_memberships" USING btree ("group_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_memberships_one_group_of_a_set" ON "group_memberships" USING btree ("group_category_id","user_id") WHERE state = 'accepted';--> statement-breakpoint
CREATE INDEX "group_memberships_category" ON "group_memberships" USING btree ("group_category_id");--> statement-breakpoint
CREATE INDEX "group_memberships_user" ON "group_memberships" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE INDEX "groups_root_account" ON "groups" USING btree ("root_account_id","id");--> statement-breakpoint
CREATE INDEX "groups_category" ON "groups" USING btree ("group_category_id","id");--> statement-breakpoint
CREATE INDEX "groups_course" ON "groups" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "groups_account" ON "groups" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "access_tokens_hash" ON "access_tokens" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "access_tokens_user" ON "access_tokens" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "access_tokens_expires_at" ON "access_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "communication_channels_user" ON "communication_channels" USING btree ("user_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "communication_channels_address" ON "communication_channels" USING btree ("user_id","type",lower("address")) WHERE state <> 'retired';--> statement-breakpoint
CREATE INDEX "pseudonyms_user" ON "pseudonyms" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "pseudonyms_account" ON "pseudonyms" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "pseudonyms_root_account" ON "pseudonyms" USING btree ("root_account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pseudonyms_unique_id" ON "pseudonyms" USING btree ("root_account_id",lower("unique_id")) WHERE state = 'active';--> statement-breakpoint
CREATE UNIQUE INDEX "pseudonyms_sis_user_id" ON "pseudonyms" USING btree ("root_account_id","sis_user_id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "user_accounts_in_order" ON "user_accounts" USING btree ("account_id","sort_key","user_id");--> statement-breakpoint
CREATE INDEX "users_root_account" ON "users" USING btree ("root_account_id","id");--> statement-breakpoint
CREATE INDEX "users_search_text" ON "users" USING gin ("search_text" gin_trgm_ops);