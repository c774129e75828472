CREATE TYPE "public"."on_duplicate" AS ENUM('overwrite', 'rename');--> statement-breakpoint
CREATE TYPE "public"."upload_state" AS ENUM('reserved', 'receiving', 'received', 'confirmed', 'abandoned');--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uuid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer,
	"course_id" integer,
	"group_id" integer,
	"folder_id" integer NOT NULL,
	"uploader_id" integer NOT NULL,
	"display_name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"filename" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"storage_key" text,
	"counts" boolean DEFAULT true NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "attachments_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "folders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "folders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"course_id" integer,
	"group_id" integer,
	"parent_id" integer,
	"ancestors" integer[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "folders_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1),
	CONSTRAINT "folders_below_root" CHECK (("folders"."parent_id" is null) = (cardinality("folders"."ancestors") = 0))
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"course_id" integer,
	"group_id" integer,
	"folder_id" integer NOT NULL,
	"uploader_id" integer NOT NULL,
	"name" text NOT NULL,
	"content_type" text,
	"announced_size" bigint,
	"on_duplicate" "on_duplicate" NOT NULL,
	"counts" boolean NOT NULL,
	"state" "upload_state" NOT NULL,
	"storage_key" text,
	"size" bigint,
	"attachment_id" integer,
	"received_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_one_owner" CHECK (num_nonnulls(user_id, course_id, group_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folders" ADD CONSTRAINT "folders_parent_id_folders_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "public"."folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_attachment_id_attachments_id_fk" FOREIGN KEY ("attachment_id") REFERENCES "public"."attachments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_user" ON "attachments" USING btree ("user_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "attachments_course" ON "attachments" USING btree ("course_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "attachments_group" ON "attachments" USING btree ("group_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "attachments_folder" ON "attachments" USING btree ("folder_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "attachments_uploader" ON "attachments" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "attachments_storage_key" ON "attachments" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "attachments_to_purge" ON "attachments" USING btree ("id") WHERE deleted and storage_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "attachments_name" ON "attachments" USING btree ("folder_id","display_name") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "folders_user" ON "folders" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "folders_course" ON "folders" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "folders_group" ON "folders" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "folders_parent" ON "folders" USING btree ("parent_id","sort_key","id");--> statement-breakpoint
CREATE UNIQUE INDEX "folders_root_of_user" ON "folders" USING btree ("user_id") WHERE parent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "folders_root_of_course" ON "folders" USING btree ("course_id") WHERE parent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "folders_root_of_group" ON "folders" USING btree ("group_id") WHERE parent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "folders_name" ON "folders" USING btree ("parent_id","name") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "uploads_user" ON "uploads" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "uploads_course" ON "uploads" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "uploads_group" ON "uploads" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "uploads_folder" ON "uploads" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "uploads_uploader" ON "uploads" USING btree ("uploader_id");--> statement-breakpoint
CREATE INDEX "uploads_attachment" ON "uploads" USING btree ("attachment_id");--> statement-breakpoint
CREATE INDEX "uploads_created_at" ON "uploads" USING btree ("created_at","id");