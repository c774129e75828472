-- DropIndex
DROP INDEX "notification_deliveries_waiting";

-- AlterTable
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "notification_deliveries_pkey",
ADD COLUMN     "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
ADD COLUMN     "block" INTEGER,
ADD COLUMN     "channel_ids" INTEGER[],
ALTER COLUMN "channel_id" DROP NOT NULL,
ADD CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id");

-- What waits, and what an old release that works meanwhile writes: one channel a row.
UPDATE "notification_deliveries" SET "block" = channel_id / 1000, "channel_ids" = ARRAY[channel_id];
CREATE FUNCTION delivery_of_one_channel() RETURNS trigger LANGUAGE plpgsql AS $function$
begin
  new.block := new.channel_id / 1000;
  new.channel_ids := array[new.channel_id];
  return new;
end $function$;
CREATE TRIGGER of_one_channel BEFORE INSERT ON "notification_deliveries" FOR EACH ROW WHEN (new.channel_id IS NOT NULL) EXECUTE FUNCTION delivery_of_one_channel();

-- AlterTable
ALTER TABLE "notification_deliveries" ALTER COLUMN "block" SET NOT NULL, ALTER COLUMN "channel_ids" SET NOT NULL;

-- CreateIndex
CREATE INDEX "notification_deliveries_by_block" ON "notification_deliveries"("frequency", "block", "id");
