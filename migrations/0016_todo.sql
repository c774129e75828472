CREATE TYPE "public"."todo_kind" AS ENUM('grading', 'submitting');--> statement-breakpoint
CREATE TABLE "ignored_todos" (
	"user_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"kind" "todo_kind" NOT NULL,
	"ignored_at" timestamp (3) with time zone NOT NULL,
	"permanent" boolean NOT NULL,
	CONSTRAINT "ignored_todos_user_id_assignment_id_kind_pk" PRIMARY KEY("user_id","assignment_id","kind")
);
--> statement-breakpoint
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_todos" ADD CONSTRAINT "ignored_todos_assignment_id_assignments_id_fk" FOREIGN KEY ("assignment_id") REFERENCES "public"."assignments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ignored_todos_assignment" ON "ignored_todos" USING btree ("assignment_id");