import type { Ctx } from '../../access/context.ts';
import type { FoundSelf } from '../../access/found.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { isItemFor } from '../collections/relations.ts';
import { isPosted } from '../discussions/relations.ts';
import { isActiveStaffOf } from '../enrollments/relations.ts';
import type { Contexts } from './contexts.ts';

/** Who is staff nowhere and administers nothing is not asked for what those see. */
export type ReaderKind = 'student' | 'anybody';
export const readerKindOf = ({ caller }: Ctx, { works }: FoundSelf): ReaderKind =>
  works || caller.adminOf.length > 0 ? 'anybody' : 'student';

/** Who asks for something of a stream, as SQL. */
export interface Asking {
  caller: Piece;
  /** The caller studies in its course. */
  studies: Sql;
  /** Whether an assignment `a`, or a quiz, is published for the reader. */
  published: (of: Sql) => Sql;
  /** What only staff and administrators see is asked for, too. */
  works: boolean;
  /** The quiz `q` of a notification `n`, joined. */
  quiz: Sql;
}

/** For rows of a page, that are of this course. */
export const askingOf = (to: ReaderKind, p: Contexts, courseId: Sql): Asking => ({
  caller: p.callerId,
  studies: sql`${courseId} = any(${p.studiedIds}::int[])`,
  published: (of) => sql`(${of}.published or ${courseId} = any(${p.withoutDrafts}::int[]))`,
  works: to === 'anybody',
  // By key: few messages are of a quiz, and there are so few quizzes that all would be read for each.
  quiz: sql`left join lateral (select * from quizzes q where q.id = n.quiz_id ${ONE_BY_ONE}) q on true`,
});

/** What notifications `n` are about. */
export const messageSource = ({ quiz, works }: Asking): Sql => sql`(notifications n left join discussion_entries ne on ne.id = n.entry_id
    left join discussion_topics nt on nt.id = ne.topic_id left join assignments a on a.id = n.assignment_id ${quiz}
    ${works ? sql`left join courses c on c.id = coalesce(a.course_id, q.course_id)` : none})`;

/** A message is gone with what it is about. */
export function isMessageSeen({ caller, published, works }: Asking): Sql {
  const staff = isActiveStaffOf(sql`coalesce(a.course_id, q.course_id)`, caller);
  const isThere = (of: Sql) => sql`not ${of}.deleted and ${works ? sql`(${published(of)} or ${staff})` : published(of)}`;
  // Few topics are of an item, and the others cost no look.
  const item = sql`select 1 from collection_items ci join collections cl on cl.id = ci.collection_id
    where ci.id = nt.collection_item_id and ${isItemFor('ci', 'cl', caller)} ${ONE_BY_ONE}`;
  return sql`(n.entry_id is null or (not ne.deleted and ${isPosted('nt')} and (nt.collection_item_id is null or exists (${item}))))
    and (n.assignment_id is null or (${isThere(sql`a`)})) and (n.quiz_id is null or (${isThere(sql`q`)}))`;
}
