-- No row is written: those that are there count as grades that were given, as before.
ALTER TABLE "grade_changes" ADD COLUMN     "so_far" BOOLEAN NOT NULL DEFAULT false;
