import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** A collection, a row under the name that it has in the statement, is for everybody to see and follow. */
export const isPublic = (cl: string): Sql => sql`${identifier(cl)}.visibility = 'public'`;
