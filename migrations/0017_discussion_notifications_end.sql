ALTER TABLE "discussion_notifications" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "discussion_notifications" CASCADE;--> statement-breakpoint
DROP INDEX "assignment_overrides_section";--> statement-breakpoint
DROP INDEX "assignment_overrides_group";--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("course_id","due_at");--> statement-breakpoint
CREATE INDEX "assignment_overrides_section" ON "assignment_overrides" USING btree ("course_section_id","due_at");--> statement-breakpoint
CREATE INDEX "assignment_overrides_group" ON "assignment_overrides" USING btree ("group_id","due_at");