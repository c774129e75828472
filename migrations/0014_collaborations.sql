CREATE TYPE "public"."collaboration_kind" AS ENUM('conference', 'collaboration');--> statement-breakpoint
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
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_collaboration_id_collaborations_id_fk" FOREIGN KEY ("collaboration_id") REFERENCES "public"."collaborations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaboration_users" ADD CONSTRAINT "collaboration_users_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collaborations" ADD CONSTRAINT "collaborations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collaboration_users_user" ON "collaboration_users" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "collaborations_course" ON "collaborations" USING btree ("course_id","kind","id");--> statement-breakpoint
CREATE INDEX "collaborations_user" ON "collaborations" USING btree ("user_id");