import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { isOfObservee, observerOf } from '../observers/relations.ts';
import { refreshAccounts } from '../users/belonging.ts';
import { ofObserver, ofStudent, stands, takesPart } from './relations.ts';

// Observers are held, too: of who is deleted meanwhile no enrollment is left (users#31).
const follow = statement({
  name: 'observers_follow_student',
  takes: { studentId: int, observerId: nullable(int), courseId: nullable(int) },
  gives: { userId: int },
  sql: (p) => sql`insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, associated_user_id)
   select s.course_id, s.course_section_id, ${observerOf('o')}, s.root_account_id, 'ObserverEnrollment', s.state, s.user_id
   from enrollments s join courses c on c.id = s.course_id and ${isCourse('c')} join observations o on ${isOfObservee('o', sql`s.user_id`)}
     join users u on u.id = ${observerOf('o')} and not u.deleted
   where s.user_id = ${p.studentId} and ${ofStudent('s')} and ${takesPart('s')}
     and (${p.observerId}::int is null or ${observerOf('o')} = ${p.observerId}) and (${p.courseId}::int is null or s.course_id = ${p.courseId})
   order by s.course_section_id, ${observerOf('o')} for key share of u
   on conflict (course_section_id, user_id, type, associated_user_id) do update set state = excluded.state, updated_at = now()
     where enrollments.state <> excluded.state
   returning user_id as "userId"`,
});

const letGo = statement({
  name: 'observers_let_student_go',
  takes: { enrollmentId: int },
  gives: { userId: int },
  sql: (p) => sql`update enrollments e set state = case when ${stands('s')} then s.state else 'deleted' end, updated_at = now()
   from enrollments s join observations o on ${isOfObservee('o', sql`s.user_id`)}
   where s.id = ${p.enrollmentId} and ${ofStudent('s')} and not ${takesPart('s')} and e.course_section_id = s.course_section_id
     and e.user_id = ${observerOf('o')} and ${ofObserver('e')} and e.associated_user_id = s.user_id and ${stands('e')}
   returning e.user_id as "userId"`,
});

const end = statement({
  name: 'observer_enrollments_end',
  takes: { observerIds: array(int), observeeIds: array(int) },
  gives: { userId: int },
  sql: (p) => sql`update enrollments e set state = 'deleted', updated_at = now()
   from unnest(${p.observerIds}::int[], ${p.observeeIds}::int[]) as pair(observer_id, observee_id)
   where e.user_id = pair.observer_id and ${ofObserver('e')} and e.associated_user_id = pair.observee_id and ${stands('e')}
   returning e.user_id as "userId"`,
});

const usersOf = (rows: readonly { userId: number }[]): number[] => [...new Set(rows.map((row) => row.userId))];

/** The enrollments to follow a student's: those of one observer, or of all whom links make one, in one course or in all. */
interface Followed {
  studentId: number;
  observerId: number | null;
  courseId: number | null;
}

/**
 * Those who observe a student by a link are enrolled where the student takes part, in the same state (observers#8). Whoever calls this
 * holds the student, with those who observe them.
 */
export async function followStudent(tx: TxCtx, followed: Followed): Promise<void> {
  const rows = await tx.db.rows(follow, { ...followed });
  await refreshAccounts(tx, usersOf(rows));
}

/** The same after a change of one enrollment, which may have ended: what its observers had by it ends too (observers#9). */
export async function followEnrollment(
  tx: TxCtx,
  row: { id: number; type: string; userId: number; courseId: number; state: string },
): Promise<void> {
  if (row.type !== 'StudentEnrollment' || row.state === 'invited') return;
  if (row.state === 'active' || row.state === 'completed')
    return followStudent(tx, { studentId: row.userId, observerId: null, courseId: row.courseId });
  await refreshAccounts(tx, usersOf(await tx.db.rows(letGo, { enrollmentId: row.id })));
}

/** Observers observe these people no more, by whatever enrollment it was (observers#10). */
export async function endObservation(tx: TxCtx, pairs: readonly { observerId: number; observeeId: number }[]): Promise<void> {
  if (pairs.length === 0) return;
  const ids = { observerIds: pairs.map((pair) => pair.observerId), observeeIds: pairs.map((pair) => pair.observeeId) };
  await refreshAccounts(tx, usersOf(await tx.db.rows(end, ids)));
}
