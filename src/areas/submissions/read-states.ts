import type { Ctx } from '../../access/context.ts';
import { notFound } from '../../kernel/errors.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, type RowOf, timestamptz } from '../../store/sql/types.ts';
import { isBlind } from './json.ts';
import { KEYS_TAKES, keyOf, keyRows, keysOf } from './keys.ts';
import { addressedSections, gradedIn, pathUser, requireViewer, type ScopedAccess, type SubmissionViewer } from './reach.ts';
import { oneSubmission, type SubmissionRow } from './rows.ts';

/** What of a submission is read by itself (submissions#87). */
const ITEMS = ['grade', 'comment', 'rubric'] as const;
type Item = (typeof ITEMS)[number];

const STATE_ROW = {
  assignmentId: int,
  userId: int,
  marked: boolean,
  /** There is something newer by somebody else than the caller has read. */
  grade: boolean,
  comment: boolean,
  /** A comment that a muted assignment hides from the student. */
  hiddenComment: boolean,
  rubric: boolean,
};
type StateRow = RowOf<typeof STATE_ROW>;

const states = statement({
  name: 'read_states_of_submissions',
  takes: { callerId: int, ...KEYS_TAKES },
  gives: STATE_ROW,
  sql: (p) => sql`select s.assignment_id as "assignmentId", s.user_id as "userId", coalesce(r.unread, false) as marked,
     coalesce(s.graded_at > coalesce(r.grade_at, '-infinity') and s.grader_id is distinct from ${p.callerId}, false) as grade,
     coalesce(c.shown, false) as comment, coalesce(c.hidden, false) as "hiddenComment",
     exists (select 1 from rubric_assessments x where x.assignment_id = s.assignment_id and x.user_id = s.user_id and x.type = 'grading'
       and x.assessor_id is distinct from ${p.callerId} and x.updated_at > coalesce(r.rubric_at, '-infinity')) as rubric
   from ${keyRows(p, 'k')}
     join submissions s on s.assignment_id = k.assignment_id and s.user_id = k.user_id
     left join submission_reads r on r.assignment_id = s.assignment_id and r.user_id = s.user_id and r.reader_id = ${p.callerId}
     left join lateral (select bool_or(not c.hidden) as shown, bool_or(c.hidden) as hidden from submission_comments c
       where c.assignment_id = s.assignment_id and c.user_id = s.user_id and c.author_id <> ${p.callerId}
         and c.created_at > coalesce(r.comment_at, '-infinity')) c on true`,
});

/** Whether a caller has something to read; what a muted assignment hides is nothing (submissions#58, submissions#60). */
export function isUnread(row: StateRow, blind: boolean, viewer: SubmissionViewer): boolean {
  const said = viewer !== 'reviewer' && (row.comment || (viewer === 'grader' && row.hiddenComment));
  return row.marked || said || (!blind && (row.grade || row.rubric));
}

/** submissions#88: of submissions that the caller may read; before there is one, there is nothing to read. */
export async function readStatesOf(
  ctx: Pick<Ctx, 'db' | 'caller'>,
  rows: readonly SubmissionRow[],
): Promise<(row: SubmissionRow, viewer: SubmissionViewer) => 'read' | 'unread'> {
  const found = rows.length === 0 ? [] : await ctx.db.rows(states, { callerId: ctx.caller.userId, ...keysOf(rows) });
  const byKey = new Map(found.map((one) => [keyOf(one), one]));
  return (row, viewer) => {
    const state = byKey.get(keyOf(row));
    return state && isUnread(state, isBlind(row, viewer), viewer) ? 'unread' : 'read';
  };
}

// Only of what is there: of nothing there is nothing to mark.
const mark = statement({
  name: 'mark_submission',
  takes: {
    assignmentId: int,
    userId: int,
    readerId: int,
    grade: nullable(timestamptz),
    comment: nullable(timestamptz),
    rubric: nullable(timestamptz),
    unread: nullable(boolean),
  },
  sql: (p) => sql`insert into submission_reads as r (assignment_id, user_id, reader_id, grade_at, comment_at, rubric_at, unread)
   select s.assignment_id, s.user_id, ${p.readerId}, ${p.grade}::timestamptz, ${p.comment}::timestamptz, ${p.rubric}::timestamptz, coalesce(${p.unread}::boolean, false)
   from submissions s where s.assignment_id = ${p.assignmentId} and s.user_id = ${p.userId}
   on conflict (assignment_id, user_id, reader_id) do update set grade_at = coalesce(excluded.grade_at, r.grade_at),
     comment_at = coalesce(excluded.comment_at, r.comment_at), rubric_at = coalesce(excluded.rubric_at, r.rubric_at),
     unread = coalesce(${p.unread}::boolean, r.unread)`,
});

const itemOf = (word: string): Item => {
  const item = ITEMS.find((one) => one === word);
  if (!item) throw notFound();
  return item;
};

/** submissions#87: all of it as read or unread, or one thing of it as read. */
export async function markSubmission(
  ctx: Ctx,
  at: ScopedAccess,
  { assignmentId, student }: { assignmentId: number; student: IdForm },
  sent: 'read' | 'unread' | { item: string },
): Promise<void> {
  const userId = await pathUser(ctx, at, student);
  const readerId = ctx.caller.userId;
  const reach = { within: addressedSections(at), gradedIn: gradedIn(at) };
  const [row] = await ctx.db.rows(oneSubmission, { assignmentId, courseId: at.course.id, userId, callerId: readerId, ...reach });
  await requireViewer(ctx, at, userId, row);
  const as = typeof sent === 'string' ? sent : itemOf(sent.item);
  const when = (item: Item) => (as === 'read' || as === item ? ctx.now : null);
  const unread = as === 'read' ? false : as === 'unread' ? true : null;
  await ctx.db.rows(mark, {
    assignmentId,
    userId,
    readerId,
    grade: when('grade'),
    comment: when('comment'),
    rubric: when('rubric'),
    unread,
  });
}
