DROP INDEX "discussion_topics_course";--> statement-breakpoint
DROP INDEX "discussion_topics_group";--> statement-breakpoint
CREATE INDEX "discussion_topics_course" ON "discussion_topics" USING btree ("course_id","is_announcement","pinned" DESC NULLS LAST,"position","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "discussion_topics_group" ON "discussion_topics" USING btree ("group_id","is_announcement","pinned" DESC NULLS LAST,"position","id" DESC NULLS LAST);