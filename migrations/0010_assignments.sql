CREATE TYPE "public"."grading_type" AS ENUM('pass_fail', 'percent', 'letter_grade', 'points');--> statement-breakpoint
CREATE TYPE "public"."group_weighting_scheme" AS ENUM('equal', 'percent');--> statement-breakpoint
CREATE TYPE "public"."peer_review_state" AS ENUM('assigned', 'completed');--> statement-breakpoint
CREATE TYPE "public"."submission_state" AS ENUM('unsubmitted', 'submitted', 'graded', 'pending_review');--> statement-breakpoint
CREATE TABLE "assignment_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignment_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"group_weight" double precision DEFAULT 0 NOT NULL,
	"rules" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"assignment_group_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"submission_types" text[] NOT NULL,
	"allowed_extensions" text[] NOT NULL,
	"points_possible" double precision,
	"grading_type" "grading_type" NOT NULL,
	"grading_standard_id" integer,
	"due_at" timestamp (3) with time zone,
	"unlock_at" timestamp (3) with time zone,
	"lock_at" timestamp (3) with time zone,
	"published" boolean NOT NULL,
	"muted" boolean DEFAULT false NOT NULL,
	"group_category_id" integer,
	"grade_group_students_individually" boolean DEFAULT false NOT NULL,
	"peer_reviews" boolean DEFAULT false NOT NULL,
	"automatic_peer_reviews" boolean DEFAULT false NOT NULL,
	"peer_review_count" integer DEFAULT 0 NOT NULL,
	"peer_reviews_assign_at" timestamp (3) with time zone,
	"peer_reviews_assigned" boolean DEFAULT false NOT NULL,
	"external_tool" jsonb,
	"checker_enabled" boolean DEFAULT false NOT NULL,
	"checker_settings" jsonb,
	"freeze_on_copy" boolean DEFAULT false NOT NULL,
	"frozen" boolean DEFAULT false NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignments_dates_in_order" CHECK (coalesce("assignments"."unlock_at" <= "assignments"."due_at", true) and coalesce("assignments"."unlock_at" <= "assignments"."lock_at", true) and coalesce("assignments"."due_at" <= "assignments"."lock_at", true))
);
--> statement-breakpoint
CREATE TABLE "grading_standards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "grading_standards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer,
	"course_id" integer,
	"title" text NOT NULL,
	"scheme" jsonb NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grading_standards_one_context" CHECK (num_nonnulls("grading_standards"."account_id", "grading_standards"."course_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "assignment_override_students" (
	"assignment_id" integer NOT NULL,
	"override_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "assignment_override_students_assignment_id_user_id_pk" PRIMARY KEY("assignment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "assignment_overrides" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignment_overrides_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"assignment_id" integer NOT NULL,
	"course_section_id" integer,
	"group_id" integer,
	"title" text,
	"due_at_overridden" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"unlock_at_overridden" boolean DEFAULT false NOT NULL,
	"unlock_at" timestamp (3) with time zone,
	"lock_at_overridden" boolean DEFAULT false NOT NULL,
	"lock_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "assignment_overrides_of_assignment" UNIQUE("id","assignment_id"),
	CONSTRAINT "assignment_overrides_one_target" CHECK (num_nonnulls("assignment_overrides"."course_section_id", "assignment_overrides"."group_id") <= 1)
);
--> statement-breakpoint
CREATE TABLE "rubric_associations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rubric_associations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rubric_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"use_for_grading" boolean NOT NULL,
	"purpose" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rubric_criteria" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rubric_criteria_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rubric_id" integer NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"points" double precision NOT NULL,
	"learning_outcome_id" integer,
	"mastery_points" double precision,
	"ratings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rubrics" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rubrics_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"title" text NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "peer_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "peer_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"assignment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"assessor_id" integer NOT NULL,
	"state" "peer_review_state" DEFAULT 'assigned' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "peer_reviews_of_somebody_else" CHECK ("peer_reviews"."user_id" <> "peer_reviews"."assessor_id")
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"assignment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"state" "submission_state" DEFAULT 'unsubmitted' NOT NULL,
	"attempt" integer,
	"submission_type" text,
	"body" text,
	"url" text,
	"submitted_at" timestamp (3) with time zone,
	"score" double precision,
	"grade" text,
	"graded_at" timestamp (3) with time zone,
	"grader_id" integer,
	"grade_matches_current_submission" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "submissions_assignment_id_user_id_pk" PRIMARY KEY("assignment_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "grading_standard_id" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "group_weighting_scheme" "group_weighting_scheme" DEFAULT 'equal' NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment_groups" ADD CONSTRAINT "assignment_groups_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_assignment_group_id_assignment_groups_id_fk" FOREIGN KEY ("assignment_group_id") REFERENCES "public"."assignment_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_grading_standard_id_grading_standards_id_fk" FOREIGN KEY ("grading_standard_id") REFERENCES "public"."grading_standards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_group_category_id_group_categories_id_fk" FOREIGN KEY ("group_category_id") REFERENCES "public"."group_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grading_standards" ADD CONSTRAINT "grading_standards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grading_standards" ADD CONSTRAINT "grading_standards_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_override_students" ADD CONSTRAINT "assignment_override_students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_override_students" ADD CONSTRAINT "assignment_override_students_override" FOREIGN KEY ("override_id","assignment_id") REFERENCES "public"."assignment_overrides"("id","assignment_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_course_section_id_course_sections_id_fk" FOREIGN KEY ("course_section_id") REFERENCES "public"."course_sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_overrides" ADD CONSTRAINT "assignment_overrides_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rubric_associations" ADD CONSTRAINT "rubric_associations_rubric_id_rubrics_id_fk" FOREIGN KEY ("rubric_id") REFERENCES "public"."rubrics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rubric_associations" ADD CONSTRAINT "rubric_associations_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rubric_criteria" ADD CONSTRAINT "rubric_criteria_rubric_id_rubrics_id_fk" FOREIGN KEY ("rubric_id") REFERENCES "public"."rubrics"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rubrics" ADD CONSTRAINT "rubrics_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "peer_reviews" ADD CONSTRAINT "peer_reviews_assessor_id_users_id_fk" FOREIGN KEY ("assessor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_grader_id_users_id_fk" FOREIGN KEY ("grader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_groups_course" ON "assignment_groups" USING btree ("course_id","position","id");--> statement-breakpoint
CREATE INDEX "assignments_course" ON "assignments" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "assignments_group" ON "assignments" USING btree ("assignment_group_id","position","id");--> statement-breakpoint
CREATE INDEX "assignments_group_category" ON "assignments" USING btree ("group_category_id");--> statement-breakpoint
CREATE INDEX "assignments_grading_standard" ON "assignments" USING btree ("grading_standard_id");--> statement-breakpoint
CREATE INDEX "grading_standards_account" ON "grading_standards" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "grading_standards_course" ON "grading_standards" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX "assignment_override_students_override" ON "assignment_override_students" USING btree ("override_id","assignment_id","user_id");--> statement-breakpoint
CREATE INDEX "assignment_override_students_user" ON "assignment_override_students" USING btree ("user_id","assignment_id");--> statement-breakpoint
CREATE INDEX "assignment_overrides_assignment" ON "assignment_overrides" USING btree ("assignment_id","id");--> statement-breakpoint
CREATE INDEX "assignment_overrides_section" ON "assignment_overrides" USING btree ("course_section_id");--> statement-breakpoint
CREATE INDEX "assignment_overrides_group" ON "assignment_overrides" USING btree ("group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_overrides_one_of_section" ON "assignment_overrides" USING btree ("assignment_id","course_section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_overrides_one_of_group" ON "assignment_overrides" USING btree ("assignment_id","group_id");--> statement-breakpoint
CREATE INDEX "rubric_associations_rubric" ON "rubric_associations" USING btree ("rubric_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rubric_associations_assignment" ON "rubric_associations" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "rubric_criteria_rubric" ON "rubric_criteria" USING btree ("rubric_id","position");--> statement-breakpoint
CREATE INDEX "rubric_criteria_outcome" ON "rubric_criteria" USING btree ("learning_outcome_id");--> statement-breakpoint
CREATE INDEX "rubrics_course" ON "rubrics" USING btree ("course_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "peer_reviews_once" ON "peer_reviews" USING btree ("assignment_id","user_id","assessor_id");--> statement-breakpoint
CREATE INDEX "peer_reviews_user" ON "peer_reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "peer_reviews_assessor" ON "peer_reviews" USING btree ("assessor_id","assignment_id");--> statement-breakpoint
CREATE INDEX "submissions_course" ON "submissions" USING btree ("course_id","user_id","assignment_id");--> statement-breakpoint
CREATE INDEX "submissions_user" ON "submissions" USING btree ("user_id","course_id");--> statement-breakpoint
CREATE INDEX "submissions_grader" ON "submissions" USING btree ("grader_id");--> statement-breakpoint
CREATE INDEX "submissions_to_grade" ON "submissions" USING btree ("assignment_id","user_id") WHERE state in ('submitted', 'pending_review');--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_grading_standard_id_grading_standards_id_fk" FOREIGN KEY ("grading_standard_id") REFERENCES "public"."grading_standards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "courses_grading_standard" ON "courses" USING btree ("grading_standard_id");