CREATE TABLE "quiz_events" (
    "id" INTEGER NOT NULL GENERATED ALWAYS AS IDENTITY,
    "attempt_id" INTEGER NOT NULL,
    "digest" BYTEA NOT NULL,
    "type" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "data" JSONB,

    CONSTRAINT "quiz_events_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "quiz_events_attempt" ON "quiz_events"("attempt_id", "at", "id");

CREATE UNIQUE INDEX "quiz_events_once" ON "quiz_events"("attempt_id", "digest");

ALTER TABLE "quiz_events" ADD CONSTRAINT "quiz_events_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "quiz_attempts"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;
