import type { TxCtx } from '../../access/context.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, text } from '../../store/sql/types.ts';
import { isActive, isInvited } from '../enrollments/relations.ts';
import { belongs, isInvitedMember, isMember } from '../groups/relations.ts';
import { notifyByMessage } from './messages.ts';

/** What is there already becomes visible to those who join now (activity#20): where it lies in time. */
const spread = statement({
  name: 'streams_of_joined',
  takes: { courseId: nullable(int), groupId: nullable(int), userIds: array(int) },
  sql: (p) => sql`insert into stream_item_instances (user_id, stream_item_id, type, course_id, group_id, topic_id, updated_at)
   select distinct p.user_id, i.id, i.type, i.course_id, i.group_id, i.topic_id, i.updated_at
   from stream_items i join (
     select e.user_id from enrollments e where e.course_id = ${p.courseId} and e.user_id = any(${p.userIds}::int[]) and ${isActive('e')}
     union
     select m.user_id from group_memberships m join groups g on g.id = m.group_id
     where m.group_id = ${p.groupId} and m.user_id = any(${p.userIds}::int[]) and ${isMember('m')} and ${belongs(sql`m.user_id`)}) p on true
   where (i.course_id = ${p.courseId} or i.group_id = ${p.groupId}) and i.type in ('Announcement', 'Collaboration', 'Conference', 'DiscussionTopic')
     and i.updated_at > now() - interval '1 year'
   order by i.id, p.user_id on conflict do nothing`,
});

export async function fillStreams(tx: TxCtx, courseId: number | null, groupId: number | null, userIds: readonly number[]): Promise<void> {
  await tx.db.rows(spread, { courseId, groupId, userIds });
}

/** Open invitations alone: who has answered one needs no word of it. */
const invitation = statement({
  name: 'invitation_to_notify_of',
  takes: { courseId: nullable(int), groupId: nullable(int), userId: int },
  gives: { name: text },
  sql: (p) => sql`select c.name from courses c where c.id = ${p.courseId} and exists (select 1 from enrollments e
     where e.course_id = c.id and e.user_id = ${p.userId} and ${isInvited('e')})
   union all
   select g.name from groups g where g.id = ${p.groupId} and not g.deleted and exists (select 1 from group_memberships m
     where m.group_id = g.id and m.user_id = ${p.userId} and ${isInvitedMember('m')})`,
});

interface Invited {
  courseId: number | null;
  groupId: number | null;
  userId: number;
  at: number;
}

/** Of no context: the invited take part in none yet, and would not see it. */
export async function notifyOfInvitation(tx: TxCtx, { courseId, groupId, userId, at }: Invited): Promise<void> {
  const [found] = await tx.db.rows(invitation, { courseId, groupId, userId });
  if (!found) return;
  const where = courseId === null ? `groups/${groupId}` : `courses/${courseId}`;
  await notifyByMessage(tx, [
    {
      key: `invitation:${where}:${userId}:${at}`,
      category: 'Invitation',
      subject: `You are invited: ${found.name}`,
      body: '',
      path: `/${where}`,
      courseId: null,
      groupId: null,
      people: [userId],
    },
  ]);
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
