-- CreateTable
CREATE TABLE "observations" (
    "observer_id" INTEGER NOT NULL,
    "observee_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "observations_pkey" PRIMARY KEY ("observer_id","observee_id"),
    CONSTRAINT "observations_of_others" CHECK ("observer_id" <> "observee_id")
);

-- CreateIndex
CREATE INDEX "observations_observee" ON "observations"("observee_id");

-- AddForeignKey
ALTER TABLE "observations" ADD CONSTRAINT "observations_observer_id_fkey" FOREIGN KEY ("observer_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "observations" ADD CONSTRAINT "observations_observee_id_fkey" FOREIGN KEY ("observee_id") REFERENCES "users"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
