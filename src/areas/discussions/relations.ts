import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** What the states of topics mean in SQL; a topic is a row under the name that it has in the statement. */

/** It is posted: it is neither a draft nor waits for its day. */
export const isPosted = (t: string): Sql => sql`${identifier(t)}.state = 'active'`;

/** It is not deleted. */
export const isTopic = (t: string): Sql => sql`${identifier(t)}.state <> 'deleted'`;

/** It is an announcement, and no discussion. */
export const isAnnouncement = (t: string): Sql => sql`${identifier(t)}.is_announcement`;

/** Its entries are read by students who have posted one themselves (discussions#50). */
export const asksForPost = (t: string): Sql => sql`${identifier(t)}.require_initial_post`;
