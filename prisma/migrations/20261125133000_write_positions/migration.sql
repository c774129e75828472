-- Written after each request that writes, where reads go to replicas: the log of PostgreSQL is spared it, and who asks waits for no disk.
CREATE UNLOGGED TABLE "write_positions" (
    "user_id" INTEGER NOT NULL,
    "position" BIGINT NOT NULL,

    CONSTRAINT "write_positions_pkey" PRIMARY KEY ("user_id")
);
