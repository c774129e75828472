CREATE TABLE "grade_changes" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "grade_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"assignment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"attempt" integer,
	"score" double precision,
	"grade" text,
	"grader_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grade_changes_assignment_id_user_id_id_pk" PRIMARY KEY("assignment_id","user_id","id")
);
--> statement-breakpoint
CREATE TABLE "submission_attempts" (
	"assignment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"submission_type" text,
	"body" text,
	"url" text,
	"media_comment_id" text,
	"media_comment_type" "media_type",
	"file_ids" integer[] DEFAULT '{}' NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	"submitter_id" integer NOT NULL,
	CONSTRAINT "submission_attempts_assignment_id_user_id_attempt_pk" PRIMARY KEY("assignment_id","user_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "submission_comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submission_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"assignment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"comment" text NOT NULL,
	"media_comment_id" text,
	"media_comment_type" "media_type",
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "attachments_to_purge";--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "turned_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "media_comment_id" text;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "media_comment_type" "media_type";--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "file_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "assessment" jsonb;--> statement-breakpoint
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_grader_id_users_id_fk" FOREIGN KEY ("grader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grade_changes" ADD CONSTRAINT "grade_changes_submission" FOREIGN KEY ("assignment_id","user_id") REFERENCES "public"."submissions"("assignment_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submitter_id_users_id_fk" FOREIGN KEY ("submitter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_attempts" ADD CONSTRAINT "submission_attempts_submission" FOREIGN KEY ("assignment_id","user_id") REFERENCES "public"."submissions"("assignment_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_comments" ADD CONSTRAINT "submission_comments_submission" FOREIGN KEY ("assignment_id","user_id") REFERENCES "public"."submissions"("assignment_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grade_changes_grader" ON "grade_changes" USING btree ("grader_id");--> statement-breakpoint
CREATE INDEX "submission_attempts_submitter" ON "submission_attempts" USING btree ("submitter_id");--> statement-breakpoint
CREATE INDEX "submission_attempts_files" ON "submission_attempts" USING gin ("file_ids") WHERE file_ids <> '{}';--> statement-breakpoint
CREATE INDEX "submission_comments_submission" ON "submission_comments" USING btree ("assignment_id","user_id","id");--> statement-breakpoint
CREATE INDEX "submission_comments_author" ON "submission_comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "submission_comments_hidden" ON "submission_comments" USING btree ("assignment_id") WHERE hidden;--> statement-breakpoint
CREATE INDEX "submissions_course_order" ON "submissions" USING btree ("course_id","assignment_id","user_id");--> statement-breakpoint
CREATE INDEX "attachments_to_purge" ON "attachments" USING btree ("id") WHERE deleted and not turned_in and storage_key is not null;