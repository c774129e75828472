import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** What the states of topics mean in SQL; a topic is a row under the name that it has in the statement. */

/** It is posted: it is neither a draft nor waits for its day. */
export const isPosted = (t: string): Sql => sql`${identifier(t)}.state = 'active'`;

/** It is not deleted. */
export const isTopic = (t: string): Sql => sql`${identifier(t)}.state <> 'deleted'`;
