import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, text } from '../../store/sql/types.ts';
import { isCourse } from '../courses/relations.ts';
import { isInvited, stands } from '../enrollments/relations.ts';
import { isInvitedMember, isMember } from '../groups/relations.ts';
import { tellsOfInvitation } from '../notifications/relations.ts';
import { notifyByMessage } from './messages.ts';

/** Open invitations alone: who has answered one needs no word of it. */
const invitation = statement({
  name: 'invitation_to_notify_of',
  takes: { courseId: nullable(int), groupId: nullable(int), userId: int },
  gives: { name: text },
  sql: (p) => sql`select c.name from courses c where c.id = ${p.courseId} and ${isCourse('c')} and exists (select 1 from enrollments e
     where e.course_id = c.id and e.user_id = ${p.userId} and ${isInvited('e')})
   union all
   select g.name from groups g left join courses c on c.id = g.course_id where g.id = ${p.groupId} and not g.deleted and coalesce(${isCourse('c')}, true) and exists (select 1 from group_memberships m
     where m.group_id = g.id and m.user_id = ${p.userId} and ${isInvitedMember('m')})`,
});

interface Invitation {
  courseId: number | null;
  groupId: number | null;
  userId: number;
}

const pathOf = ({ courseId, groupId }: Invitation): string => (courseId === null ? `/groups/${groupId}` : `/courses/${courseId}`);

/** Tells somebody that they are invited. The message is of no context: they take part in none yet, and would not see it there. */
export async function notifyOfInvitation(tx: TxCtx, invited: Invitation & { at: number }): Promise<void> {
  const { courseId, groupId, userId, at } = invited;
  const [found] = await tx.db.rows(invitation, { courseId, groupId, userId });
  if (!found) return;
  const path = pathOf(invited);
  await notifyByMessage(tx, [
    {
      key: `invitation:${path.slice(1)}:${userId}:${at}`,
      category: 'Invitation',
      subject: `You are invited: ${found.name}`,
      body: '',
      path,
      courseId: null,
      groupId: null,
      people: [userId],
    },
  ]);
}

const forget = statement({
  name: 'invitation_messages_remove',
  takes: { courseId: nullable(int), groupId: nullable(int), userId: int, path: text },
  sql: (p) => sql`delete from stream_item_instances x using stream_items i, notifications n
   where x.user_id = ${p.userId} and ${tellsOfInvitation('x')} and x.course_id is null and x.group_id is null
     and i.id = x.stream_item_id and n.id = i.notification_id and n.path = ${p.path}
     and not exists (select 1 from enrollments e where e.course_id = ${p.courseId} and e.user_id = ${p.userId} and ${stands('e')})
     and not exists (select 1 from group_memberships m where m.group_id = ${p.groupId} and m.user_id = ${p.userId} 
       and (${isMember('m')} or ${isInvitedMember('m')}))`,
});

/** Who is neither invited any more nor has taken part is told no longer that they are (activity#18). */
export async function forgetInvitation(tx: TxCtx, ended: Invitation): Promise<void> {
  await tx.db.rows(forget, { ...ended, path: pathOf(ended) });
}

const forgetAllOfCourse = statement({
  name: 'invitation_messages_of_course_remove',
  takes: { courseId: int },
  sql: (p) => sql`with place as materialized (select '/courses/' || ${p.courseId}::int as path
     union all select '/groups/' || g.id from groups g where g.course_id = ${p.courseId}),
   person as materialized (select e.user_id from enrollments e where e.course_id = ${p.courseId}
     union select m.user_id from groups g join group_memberships m on m.group_id = g.id where g.course_id = ${p.courseId})
   delete from stream_item_instances x using person, stream_items i, notifications n
   where x.user_id = person.user_id and ${tellsOfInvitation('x')} and x.course_id is null and x.group_id is null
     and i.id = x.stream_item_id and n.id = i.notification_id and n.path in (select path from place)`,
});

/** Nobody is told of invitations to what is deleted, accepted or not (activity#18). */
export async function forgetInvitationsOfCourse(tx: TxCtx, courseId: number): Promise<void> {
  await tx.db.rows(forgetAllOfCourse, { courseId });
}

const account = statement({
  name: 'registration_to_notify_of',
  takes: { userId: int },
  gives: { name: text },
  sql: (p) => sql`select a.name from users u join accounts a on a.id = u.root_account_id where u.id = ${p.userId} and not u.deleted`,
});

/** The mail of a registration says more, to addresses that are not confirmed yet: whoever makes the account sends it. */
export async function notifyOfRegistration(tx: TxCtx, userId: number): Promise<void> {
  const [found] = await tx.db.rows(account, { userId });
  if (!found) return;
  const note = { key: `registration:${userId}`, subject: `Your account at ${found.name}`, body: '', path: '/profile' };
  await notifyByMessage(tx, [{ ...note, category: 'Registration', courseId: null, groupId: null, people: [userId] }], 'without mail');
}
