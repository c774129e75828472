import { identifier, type Sql, sql } from '../../store/sql/sql.ts';

/** Of a participant, a row of `conversation_participants`: the conversation has something new for them. */
export const isUnread = (cp: string): Sql => sql`${identifier(cp)}.state = 'unread'`;

/** Of a message: somebody wrote it, the product did not. */
export const isWritten = (m: string): Sql => sql`not ${identifier(m)}.generated`;

/** Of a participant: there are messages that they have not removed. */
export const holdsMessages = (cp: string): Sql => sql`${identifier(cp)}.last_message_at is not null`;
