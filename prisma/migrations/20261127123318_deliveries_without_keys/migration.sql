-- DropForeignKey
ALTER TABLE "notification_deliveries" DROP CONSTRAINT "notification_deliveries_channel_id_fkey",
  DROP CONSTRAINT "notification_deliveries_notification_id_fkey";

-- DropIndex
DROP INDEX "notification_deliveries_channel";
