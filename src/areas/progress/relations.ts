import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** Work that a progress is of has not ended. */
export const isUnderWay = (p: string): Sql => sql`${identifier(p)}.state in ('queued', 'running')`;
