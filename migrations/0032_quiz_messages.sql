ALTER TABLE "notifications" ADD COLUMN "quiz_id" integer;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notifications_quiz" ON "notifications" USING btree ("quiz_id");--> statement-breakpoint
update notifications n set quiz_id = q.id from quizzes q where n.category = 'Assignment Changed' and n.assignment_id is null
  and n.key like 'quiz:%' and q.id::text = split_part(n.key, ':', 2);
--> statement-breakpoint
-- What counts of streams are made of tells when it changes (0027).
create trigger stream_changed after update of deleted, published on quizzes
  for each row when (old.deleted is distinct from new.deleted or old.published is distinct from new.published)
  execute function stream_of_course_changed();
