DROP INDEX "assignments_due";--> statement-breakpoint
DROP INDEX "discussion_participants_user";--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("course_id","due_at","id");--> statement-breakpoint
CREATE INDEX "discussion_participants_user" ON "discussion_participants" USING btree ("user_id","topic_id");