-- Written by every process each second, and worth nothing after its minute: the log of PostgreSQL is spared it.
CREATE UNLOGGED TABLE "request_counts" (
    "minute" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "request_counts_pkey" PRIMARY KEY ("minute","key")
);
