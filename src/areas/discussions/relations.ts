import { identifier, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isMemberOf } from '../groups/relations.ts';

/** What the states of topics mean in SQL; a topic is a row under the name that it has in the statement. */

/** It is posted: it is neither a draft nor waits for its day. */
export const isPosted = (t: string): Sql => sql`${identifier(t)}.state = 'active'`;

/** It is not deleted. */
export const isTopic = (t: string): Sql => sql`${identifier(t)}.state <> 'deleted'`;

/** It is an announcement, and no discussion. */
export const isAnnouncement = (t: string): Sql => sql`${identifier(t)}.is_announcement`;

/** Its entries are read by students who have posted one themselves (discussions#50). */
export const asksForPost = (t: string): Sql => sql`${identifier(t)}.require_initial_post`;

/** A user has an active entry in it, or, where it is a root, in a child that they see (discussions#76). */
export const hasPosted = (t: string, user: Piece): Sql => sql`(exists (select 1 from discussion_entries own
    where own.user_id = ${user} and own.topic_id = ${identifier(t)}.id and not own.deleted)
  or exists (select 1 from discussion_topics child join discussion_entries own on own.topic_id = child.id and own.user_id = ${user} and not own.deleted
    where child.root_topic_id = ${identifier(t)}.id and ${isTopic('child')} and ${isMemberOf(sql`child.group_id`, user)}))`;
