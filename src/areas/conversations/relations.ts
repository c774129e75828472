import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** Of a participant, a row of `conversation_participants`: the conversation has something new for them. */
export const isUnread = (cp: string): Sql => sql`${identifier(cp)}.state = 'unread'`;
