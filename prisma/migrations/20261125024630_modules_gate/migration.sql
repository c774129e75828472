-- AlterTable
ALTER TABLE "courses" ADD COLUMN     "gated" BOOLEAN NOT NULL DEFAULT false;

-- As src/areas/modules/relations.ts says it of one course (canGate). Few courses have modules.
update courses c set gated = true where c.id in (select m.course_id from course_modules m where not m.deleted
  and (not m.published or m.unlock_at is not null or m.require_sequential_progress or m.prerequisite_ids <> '{}'
    or exists (select 1 from module_items i where i.module_id = m.id and not i.deleted and i.requirement = 'must_view')));

-- What is kept of a course's standing has it too.
drop trigger standing_changed on courses;
create trigger standing_changed after delete or truncate
    or update of account_id, root_account_id, name, state, is_public, allow_student_forum_attachments, allow_student_discussion_editing, time_zone, gated on courses
  for each statement execute function standing_changed();
