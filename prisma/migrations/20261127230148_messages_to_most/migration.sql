-- A message to most of a course or group is found by its one item, as what is said to all of them is.

-- AlterTable
ALTER TABLE "stream_items" ADD COLUMN     "audience" INTEGER[];

-- CreateIndex
CREATE INDEX "stream_items_most_in_course" ON "stream_items"("course_id", "updated_at", "id") WHERE ((course_id IS NOT NULL) AND (audience IS NOT NULL));

-- CreateIndex
CREATE INDEX "stream_items_most_in_group" ON "stream_items"("group_id", "updated_at", "id") WHERE ((group_id IS NOT NULL) AND (audience IS NOT NULL));

-- A message that has an audience is noted once, of everybody in its place, too.
CREATE OR REPLACE FUNCTION stream_items_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  insert into stream_changes (user_id, place) select distinct null::int, stream_place(course_id, group_id) from changed
  where type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic') or audience is not null;
  return null;
end $function$;
