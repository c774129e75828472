-- Says of each 32 pages when something in them was changed last. Few pages are to be looked through, also where a row was changed among
-- old ones; what a row says is not in it, so that updates of a row stay within its page.
CREATE INDEX "enrollments_updated_at" ON "enrollments" USING BRIN ("updated_at") WITH (pages_per_range = 32, autosummarize = on);
