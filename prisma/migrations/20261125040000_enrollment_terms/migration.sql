-- CreateTable
CREATE TABLE "enrollment_terms" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "root_account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),
    "sis_term_id" TEXT,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "deleted" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrollment_terms_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "enrollment_terms_default_stays" CHECK (NOT ("is_default" AND "deleted"))
);

-- CreateTable
CREATE TABLE "enrollment_term_overrides" (
    "term_id" INTEGER NOT NULL,
    "type" "enrollment_type" NOT NULL,
    "start_at" TIMESTAMPTZ(3),
    "end_at" TIMESTAMPTZ(3),

    CONSTRAINT "enrollment_term_overrides_pkey" PRIMARY KEY ("term_id","type")
);

-- Null: the default term of the root account.
ALTER TABLE "courses" ADD COLUMN "enrollment_term_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "enrollment_terms_sis_term_id" ON "enrollment_terms"("root_account_id", "sis_term_id");
CREATE UNIQUE INDEX "enrollment_terms_one_default" ON "enrollment_terms"("root_account_id") WHERE is_default;
CREATE INDEX "enrollment_terms_root_account" ON "enrollment_terms"("root_account_id", "id");
CREATE INDEX "courses_enrollment_term" ON "courses"("enrollment_term_id");

-- AddForeignKey
ALTER TABLE "enrollment_terms" ADD CONSTRAINT "enrollment_terms_root_account_id_fkey" FOREIGN KEY ("root_account_id") REFERENCES "accounts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "enrollment_term_overrides" ADD CONSTRAINT "enrollment_term_overrides_term_id_fkey" FOREIGN KEY ("term_id") REFERENCES "enrollment_terms"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "courses" ADD CONSTRAINT "courses_enrollment_term_id_fkey" FOREIGN KEY ("enrollment_term_id") REFERENCES "enrollment_terms"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- Every root account has a default term (terms#1): new ones also from a process that knows nothing of terms yet. The trigger is there before
-- those that there are get theirs, so that none comes in between.
create function default_term() returns trigger language plpgsql as $$
begin
  insert into enrollment_terms (root_account_id, name, is_default) select id, 'Default Term', true from added where parent_account_id is null;
  return null;
end $$;
create trigger default_term after insert on accounts referencing new table as added for each statement execute function default_term();

insert into enrollment_terms (root_account_id, name, is_default) select id, 'Default Term', true from accounts where parent_account_id is null;
