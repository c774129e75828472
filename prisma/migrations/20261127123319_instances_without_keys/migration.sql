-- DropForeignKey
ALTER TABLE "stream_item_instances" DROP CONSTRAINT "stream_item_instances_stream_item_id_fkey",
  DROP CONSTRAINT "stream_item_instances_user_id_fkey";
