import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** A notification tells of an invitation; so does what has its category. */
export const tellsOfInvitation = (n: string): Sql => sql`${identifier(n)}.category = 'Invitation'`;
