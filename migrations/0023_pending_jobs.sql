CREATE TABLE "pending_jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "pending_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"task" text NOT NULL,
	"payload" jsonb NOT NULL,
	"key" text,
	"run_at" timestamp (3) with time zone,
	"keeps_time" boolean DEFAULT false NOT NULL
);
