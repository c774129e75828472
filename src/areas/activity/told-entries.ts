import { plainText, readable } from '../../http/plain-text.ts';
import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { asksForPost, hasPosted } from '../discussions/relations.ts';
import type { ReaderKind } from './asking.ts';
import { mayModerate } from './topics.ts';

/** An entry that somebody was told of, as it is now, and where it stands, by what keeps it from them: a module, or that they have to post first. */
export interface ToldEntry {
  author: string;
  /** In HTML. */
  message: string;
  /** The course of a group, too. */
  courseId: number | null;
  /** The root of a topic of a group set: that is what stands in modules. */
  topicId: number;
  assignmentId: number | null;
  /** The caller has yet to post there before reading what others did (discussions#50). */
  owesPost: boolean;
}

/** What a message says of an entry (activity#16). */
export const entryText = ({ author, message }: Pick<ToldEntry, 'author' | 'message'>): string => `By ${author}\n\n${plainText(message)}`;

const isOwnCollection = (
  caller: Piece,
): Sql => sql`exists (select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
      where ci.id = nt.collection_item_id and cl.user_id = ${caller})`;

/** Of notification `n`; null where it is of no entry, which costs no look. Only of topics that ask for a post more is looked at. */
export const toldEntry = (
  to: ReaderKind,
  caller: Piece,
): Sql => sql`(select json_build_object('author', nu.short_name, 'message', ${readable(sql`ne.message`)},
      'courseId', coalesce(nt.course_id, (select g.course_id from groups g where g.id = nt.group_id)),
      'topicId', coalesce(nt.root_topic_id, nt.id), 'assignmentId', nt.assignment_id,
      'owesPost', case when ${asksForPost('nt')} then not (${hasPosted('nt', caller)} or ${mayModerate(to, 'nt', caller)} or ${isOwnCollection(caller)}) else false end)
    from discussion_entries ne join discussion_topics nt on nt.id = ne.topic_id join users nu on nu.id = ne.user_id where ne.id = n.entry_id)`;
