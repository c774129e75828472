import type { FoundCourse } from '../../access/found.ts';
import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { statement } from '../../store/sql/statement.ts';
import { boolean, int } from '../../store/sql/types.ts';

/** What the states of courses mean in SQL; a course is a row under the name that it has in the statement. */

/** It is not deleted. */
export const isCourse = (c: string): Sql => sql`${identifier(c)}.state <> 'deleted'`;

/** A statement that keeps a course from being deleted until the transaction ends, for what is to go with it. */
export const keepingCourse = (id: Piece): Sql => sql`select c.id from courses c where c.id = ${id} and ${isCourse('c')} for key share`;

/** It is offered or concluded: its students may take part, or read on. */
export const isOpen = (c: string): Sql => sql`${identifier(c)}.state in ('available', 'completed')`;

/** It is offered and not concluded. */
export const isGoingOn = (c: string): Sql => sql`${identifier(c)}.state = 'available'`;

/** It is over. */
export const isOver = (c: string): Sql => sql`${identifier(c)}.state = 'completed'`;

/** Whether a course that has been read is over. */
export const isConcluded = ({ state }: { state: FoundCourse['state'] | 'deleted' }): boolean => state === 'completed';

/** It is not offered yet, and nobody's but its staff's. */
export const isUnpublished = (c: string): Sql => sql`${identifier(c)}.state = 'unpublished'`;

/** The name that a user is shown of it: the nickname that they have given it, else its own (courses#34). */
export const shownName = (c: string, user: Piece): Sql =>
  sql`coalesce((select nn.nickname from course_nicknames nn where nn.user_id = ${user} and nn.course_id = ${identifier(c)}.id), ${identifier(c)}.name)`;

/** Its modules may hold content back. */
export const isGated = (c: string): Sql => sql`${identifier(c)}.gated`;

/** Whether its modules may hold content back; each request that is about the course knows it. */
export const COURSE_GATED = statement({
  name: 'course_gated',
  takes: { id: int, gated: boolean },
  sql: (p) => sql`update courses set gated = ${p.gated} where id = ${p.id} and gated <> ${p.gated}`,
});
