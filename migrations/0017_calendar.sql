CREATE TYPE "public"."collaboration_kind" AS ENUM('conference', 'collaboration');--> statement-breakpoint
CREATE TYPE "public"."todo_kind" AS ENUM('grading', 'submitting');--> statement-breakpoint
CREATE TABLE "calendar_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "calendar_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"course_id" integer,
	"group_id" integer,
	"user_id" integer,
	"parent_event_id" integer,
	"course_section_id" integer,
	"title" text NOT NULL,
	"description" text,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"all_day_date" date,
	"location_name" text,
	"location_address" text,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_events_one_context" CHECK (num_nonnulls("calendar_events"."course_id", "calendar_events"."group_id", "calendar_events"."user_id") = 1),
	CONSTRAINT "calendar_events_children_of_courses" CHECK (num_nulls("calendar_events"."parent_event_id", "calendar_events"."course_section_id") in (0, 2) and ("calendar_events"."parent_event_id" is null or "calendar_events"."course_id" is not null)),
	CONSTRAINT "calendar_events_dates_in_order" CHECK ("calendar_events"."end_at" >= "calendar_events"."start_at")
);
--> statement-breakpoint
CREATE TABLE "collaboration_users" (
	"collaboration_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "collaboration_users_collaboration_id_user_id_pk" PRIMARY KEY("collaboration_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "collaborations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collaborations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" "collaboration_kind" NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ignored_todos" (
	"user_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"kind" "todo_kind" NOT NULL,
	"ignored_at" timestamp (3) with time zone NOT NULL,
	"permanent" boolean NOT NULL,
	CONSTRAINT "ignored_todos_user_id_assignment_id_kind_pk" PRIMARY KEY("user_id","assignment_id","kind")
);
--> statement-breakpoint
DROP INDEX "assignment_overrides_section";--> statement-breakpoint
DROP INDEX "assignment_overrides_group";--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_parent_event_id_calendar_events_id_fk" FOREIGN KEY ("parent_event_id") REFERENCES "public"."calendar_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_course_section_id_course_sections_id_fk" FOREIGN KEY ("course_section_id") REFERENCES "public"."course_sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_collaboration_id_collaborations_id_fk" FOREIGN KEY ("collaboration_id") REFERENCES "public"."collaborations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_events_course" ON "calendar_events" USING btree ("course_id","start_at","id");--> statement-breakpoint
CREATE INDEX "calendar_events_group" ON "calendar_events" USING btree ("group_id","start_at","id");--> statement-breakpoint
CREATE INDEX "calendar_events_user" ON "calendar_events" USING btree ("user_id","start_at","id");--> statement-breakpoint
CREATE INDEX "calendar_events_course_long" ON "calendar_events" USING btree ("course_id","end_at") WHERE course_id is not null and end_at - start_at >= interval '24 hours';--> statement-breakpoint
CREATE INDEX "calendar_events_group_long" ON "calendar_events" USING btree ("group_id","end_at") WHERE group_id is not null and end_at - start_at >= interval '24 hours';--> statement-breakpoint
CREATE INDEX "calendar_events_user_long" ON "calendar_events" USING btree ("user_id","end_at") WHERE user_id is not null and end_at - start_at >= interval '24 hours';--> statement-breakpoint
CREATE INDEX "calendar_events_parent" ON "calendar_events" USING btree ("parent_event_id");--> statement-breakpoint
CREATE INDEX "calendar_events_section" ON "calendar_events" USING btree ("course_section_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_events_one_of_section" ON "calendar_events" USING btree ("parent_event_id","course_section_id") WHERE not deleted;--> statement-breakpoint
CREATE INDEX "collaboration_users_user" ON "collaboration_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "collaborations_course" ON "collaborations" USING btree ("course_id","kind","id");--> statement-breakpoint
CREATE INDEX "collaborations_user" ON "collaborations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ignored_todos_assignment" ON "ignored_todos" USING btree ("assignment_id");--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("course_id","due_at");--> statement-breakpoint
CREATE INDEX "assignment_overrides_section" ON "assignment_overrides" USING btree ("course_section_id","due_at");--> statement-breakpoint
CREATE INDEX "assignment_overrides_group" ON "assignment_overrides" USING btree ("group_id","due_at");