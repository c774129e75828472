CREATE TYPE "public"."hide_results" AS ENUM('always', 'until_after_last_attempt');--> statement-breakpoint
CREATE TYPE "public"."question_type" AS ENUM('multiple_choice_question', 'true_false_question', 'multiple_answers_question', 'short_answer_question', 'numerical_question', 'matching_question', 'fill_in_multiple_blanks_question', 'essay_question', 'file_upload_question', 'text_only_question');--> statement-breakpoint
CREATE TYPE "public"."quiz_type" AS ENUM('practice_quiz', 'assignment', 'graded_survey', 'survey');--> statement-breakpoint
CREATE TYPE "public"."scoring_policy" AS ENUM('keep_highest', 'keep_latest');--> statement-breakpoint
CREATE TABLE "quiz_answers" (
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"answer" jsonb,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quiz_answers_attempt_id_question_id_pk" PRIMARY KEY("attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quiz_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" integer NOT NULL,
	"version" integer NOT NULL,
	"validation_token" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"score" double precision,
	"pending" boolean DEFAULT false NOT NULL,
	"fudge_points" double precision DEFAULT 0 NOT NULL,
	"manual_scores" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quiz_questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"quiz_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"text" text,
	"type" "question_type" NOT NULL,
	"points_possible" double precision NOT NULL,
	"answers" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quiz_versions" (
	"quiz_id" integer NOT NULL,
	"version" integer NOT NULL,
	"questions" jsonb NOT NULL,
	CONSTRAINT "quiz_versions_quiz_id_version_pk" PRIMARY KEY("quiz_id","version")
);
--> statement-breakpoint
CREATE TABLE "quizzes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quizzes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer NOT NULL,
	"assignment_id" integer,
	"title" text NOT NULL,
	"description" text,
	"type" "quiz_type" NOT NULL,
	"assignment_group_id" integer,
	"time_limit" integer,
	"shuffle_answers" boolean NOT NULL,
	"hide_results" "hide_results",
	"show_correct_answers" boolean NOT NULL,
	"scoring_policy" "scoring_policy" NOT NULL,
	"allowed_attempts" integer NOT NULL,
	"one_question_at_a_time" boolean NOT NULL,
	"cant_go_back" boolean NOT NULL,
	"access_code" text,
	"ip_filter" text,
	"due_at" timestamp (3) with time zone,
	"unlock_at" timestamp (3) with time zone,
	"lock_at" timestamp (3) with time zone,
	"published" boolean NOT NULL,
	"question_count" integer DEFAULT 0 NOT NULL,
	"points_possible" double precision DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quizzes_dates_in_order" CHECK (coalesce("quizzes"."unlock_at" <= "quizzes"."due_at", true) and coalesce("quizzes"."unlock_at" <= "quizzes"."lock_at", true) and coalesce("quizzes"."due_at" <= "quizzes"."lock_at", true))
);
--> statement-breakpoint
ALTER TABLE "grade_changes" ALTER COLUMN "grader_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quiz_answers" ADD CONSTRAINT "quiz_answers_attempt_id_quiz_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."quiz_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_questions" ADD CONSTRAINT "quiz_questions_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_versions" ADD CONSTRAINT "quiz_versions_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_assignment_group_id_assignment_groups_id_fk" FOREIGN KEY ("assignment_group_id") REFERENCES "public"."assignment_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_attempts_once" ON "quiz_attempts" USING btree ("quiz_id","user_id","number");--> statement-breakpoint
CREATE INDEX "quiz_attempts_user" ON "quiz_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_to_close" ON "quiz_attempts" USING btree ("end_at") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "quiz_questions_quiz" ON "quiz_questions" USING btree ("quiz_id","position","id");--> statement-breakpoint
CREATE INDEX "quizzes_course" ON "quizzes" USING btree ("course_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quizzes_assignment" ON "quizzes" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "quizzes_assignment_group" ON "quizzes" USING btree ("assignment_group_id");