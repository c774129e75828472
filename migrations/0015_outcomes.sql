CREATE TABLE "outcome_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outcome_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"root_account_id" integer,
	"account_id" integer,
	"course_id" integer,
	"parent_id" integer,
	"title" text,
	"sort_key" text collate "C" NOT NULL,
	"description" text,
	"vendor_guid" text,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outcome_groups_one_owner" CHECK (num_nonnulls(account_id, course_id) <= 1 and (root_account_id is null) = (num_nonnulls(account_id, course_id) = 0)),
	CONSTRAINT "outcome_groups_titled" CHECK (("outcome_groups"."parent_id" is null) = ("outcome_groups"."title" is null) and ("outcome_groups"."parent_id" is not null or not "outcome_groups"."deleted")),
	CONSTRAINT "outcome_groups_not_in_itself" CHECK ("outcome_groups"."parent_id" <> "outcome_groups"."id")
);
--> statement-breakpoint
CREATE TABLE "outcome_links" (
	"group_id" integer NOT NULL,
	"outcome_id" integer NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outcome_links_group_id_outcome_id_pk" PRIMARY KEY("group_id","outcome_id")
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outcomes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"root_account_id" integer,
	"account_id" integer,
	"course_id" integer,
	"title" text NOT NULL,
	"sort_key" text collate "C" NOT NULL,
	"description" text,
	"vendor_guid" text,
	"ratings" jsonb,
	"mastery_points" integer,
	"deleted" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outcomes_one_owner" CHECK (num_nonnulls(account_id, course_id) <= 1 and (root_account_id is null) = (num_nonnulls(account_id, course_id) = 0)),
	CONSTRAINT "outcomes_one_criterion" CHECK (("outcomes"."ratings" is null) = ("outcomes"."mastery_points" is null))
);
--> statement-breakpoint
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_groups" ADD CONSTRAINT "outcome_groups_parent_id_outcome_groups_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."outcome_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_links" ADD CONSTRAINT "outcome_links_group_id_outcome_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."outcome_groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcome_links" ADD CONSTRAINT "outcome_links_outcome_id_outcomes_id_fk" FOREIGN KEY ("outcome_id") REFERENCES "public"."outcomes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_root_account_id_accounts_id_fk" FOREIGN KEY ("root_account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outcome_groups_root_account" ON "outcome_groups" USING btree ("root_account_id");--> statement-breakpoint
CREATE INDEX "outcome_groups_account" ON "outcome_groups" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "outcome_groups_course" ON "outcome_groups" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "outcome_groups_parent" ON "outcome_groups" USING btree ("parent_id","sort_key","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outcome_groups_root_of_account" ON "outcome_groups" USING btree ("account_id") WHERE parent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outcome_groups_root_of_course" ON "outcome_groups" USING btree ("course_id") WHERE parent_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outcome_groups_root_of_site" ON "outcome_groups" USING btree ((parent_id is null)) WHERE parent_id is null and account_id is null and course_id is null;--> statement-breakpoint
CREATE INDEX "outcome_links_outcome" ON "outcome_links" USING btree ("outcome_id");--> statement-breakpoint
CREATE INDEX "outcome_links_in_order" ON "outcome_links" USING btree ("group_id","sort_key","outcome_id");--> statement-breakpoint
CREATE INDEX "outcomes_root_account" ON "outcomes" USING btree ("root_account_id");--> statement-breakpoint
CREATE INDEX "outcomes_account" ON "outcomes" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "outcomes_course" ON "outcomes" USING btree ("course_id");--> statement-breakpoint
-- By hand: criteria could name any outcome while there was none.
UPDATE "rubric_criteria" SET "learning_outcome_id" = NULL WHERE "learning_outcome_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "rubric_criteria" ADD CONSTRAINT "rubric_criteria_learning_outcome_id_outcomes_id_fk" FOREIGN KEY ("learning_outcome_id") REFERENCES "public"."outcomes"("id") ON DELETE no action ON UPDATE no action;