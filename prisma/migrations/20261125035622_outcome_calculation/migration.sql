CREATE TYPE "calculation_method" AS ENUM ('decaying_average', 'n_mastery', 'latest', 'highest', 'average');

ALTER TABLE "outcomes" ADD COLUMN     "calculation_int" INTEGER DEFAULT 65,
ADD COLUMN     "calculation_method" "calculation_method" NOT NULL DEFAULT 'decaying_average';

-- outcomes#42.
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes_calculation" CHECK (CASE "calculation_method"
    WHEN 'decaying_average' THEN coalesce("calculation_int" BETWEEN 1 AND 99, false)
    WHEN 'n_mastery' THEN coalesce("calculation_int" BETWEEN 1 AND 10, false)
    ELSE "calculation_int" IS NULL END);
