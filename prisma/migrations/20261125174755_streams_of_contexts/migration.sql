-- What is said to a whole course or group is found in streams by its one item. Instances of it stay until the nightly removal, in batches:
-- an old release that works meanwhile goes on with them.

-- CreateTable
CREATE TABLE "stream_item_groups" (
    "stream_item_id" INTEGER NOT NULL,
    "group_id" INTEGER NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stream_item_groups_pkey" PRIMARY KEY ("stream_item_id","group_id")
);

-- CreateIndex
CREATE INDEX "stream_item_groups_of_group" ON "stream_item_groups"("group_id", "updated_at", "stream_item_id");

-- AddForeignKey
ALTER TABLE "stream_item_groups" ADD CONSTRAINT "stream_item_groups_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "groups"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "stream_item_groups" ADD CONSTRAINT "stream_item_groups_stream_item_id_fkey" FOREIGN KEY ("stream_item_id") REFERENCES "stream_items"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- A root topic lay where any entry had brought it: that of a group moves to the group, and the rest is the root topic's own.
INSERT INTO "stream_item_groups" ("stream_item_id", "group_id", "updated_at")
SELECT i.id, c.group_id, max(e.created_at)
FROM "stream_items" i JOIN "discussion_topics" c ON c.root_topic_id = i.topic_id AND c.group_id IS NOT NULL
    JOIN "discussion_entries" e ON e.topic_id = c.id AND e.root_entry_id IS NULL
GROUP BY i.id, c.group_id;
UPDATE "stream_items" i SET "updated_at" = least(i.updated_at, greatest(i.created_at, t.posted_at, (SELECT max(e.created_at)
    FROM "discussion_entries" e WHERE e.topic_id = t.id AND e.root_entry_id IS NULL)))
FROM "discussion_topics" t
WHERE t.id = i.topic_id AND i.id IN (SELECT stream_item_id FROM "stream_item_groups");

-- CreateIndex
CREATE INDEX "stream_items_all_in_course" ON "stream_items"("course_id", "updated_at", "id") WHERE ((course_id IS NOT NULL) AND (type = ANY (ARRAY['Announcement'::stream_type, 'Collaboration'::stream_type, 'Conference'::stream_type, 'DiscussionTopic'::stream_type])));

-- CreateIndex
CREATE INDEX "stream_items_all_in_group" ON "stream_items"("group_id", "updated_at", "id") WHERE ((group_id IS NOT NULL) AND (type = ANY (ARRAY['Announcement'::stream_type, 'Collaboration'::stream_type, 'Conference'::stream_type, 'DiscussionTopic'::stream_type])));

-- An item that a whole course or group has is noted once, of everybody.
CREATE FUNCTION stream_items_changed() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  insert into stream_changes (user_id, place) select distinct null::int, stream_place(course_id, group_id) from changed
  where type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic');
  return null;
end $function$;
CREATE TRIGGER stream_changed_by_insert AFTER INSERT ON "stream_items" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_items_changed();
CREATE TRIGGER stream_changed_by_delete AFTER DELETE ON "stream_items" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stream_items_changed();
