-- Every statement as PostgreSQL gets it, with what it takes and gives ("?": perhaps null). Written by `npm test -- test/guards/sql -u`.

-- files_held_by_backup (src/store/backup-hold.ts)
-- gives held bool
select not pg_try_advisory_xact_lock_shared(1651663213) as held;
