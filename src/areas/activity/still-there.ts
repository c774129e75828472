import { type Sql, sql } from '../../store/sql/sql.ts';
import { administersCourse } from '../accounts/relations.ts';
import { isCourse } from '../courses/relations.ts';
import { isActive, isOpenTo } from '../enrollments/relations.ts';
import { belongsOpenly, isMember } from '../groups/relations.ts';
import { tellsOfInvitation } from '../notifications/relations.ts';
import { isMessageSeen, messageSource } from './asking.ts';
import { isMessageThere } from './conversation-items.ts';
import { isGradeOrCommentThere } from './submission-items.ts';
import { isTopicThere } from './topic-items.ts';
import { fromTables } from './visible.ts';

// Enrollments first: nearly all who are told have one.
const isInCourse = (user: Sql): Sql => sql`(n.course_id is null
    or exists (select 1 from enrollments e join courses c on c.id = e.course_id
      where e.course_id = n.course_id and e.user_id = ${user} and ${isActive('e')} and ${isOpenTo('e', 'c')})
    or ${administersCourse(sql`n.course_id`, user)})`;
const isInGroup = (user: Sql): Sql => sql`(n.group_id is null or exists (select 1 from group_memberships m
    join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
    where m.group_id = n.group_id and m.user_id = ${user} and ${isMember('m')} and coalesce(${isCourse('c')}, true) and ${belongsOpenly(user, 'c')}))`;

/** An invitation that has ended was taken out of the stream (invitation-messages.ts). */
const isInvitationThere = (user: Sql): Sql => sql`(not ${tellsOfInvitation('n')} or exists (select 1 from stream_items i
    join stream_item_instances x on x.stream_item_id = i.id and x.user_id = ${user} where i.notification_id = n.id))`;

/** What somebody was told is theirs to see still, as it would be in their stream (activity#18): for mail that tells of it later. */
export const isStillThere = (notification: Sql, user: Sql): Sql => sql`(select ${isInCourse(user)} and ${isInGroup(user)}
     and ${isMessageSeen(fromTables(user))} and ${isTopicThere('n')} and ${isInvitationThere(user)}
     and ${isGradeOrCommentThere('n', user)} and ${isMessageThere('n', user)} from ${messageSource(fromTables(user))} where n.id = ${notification})`;
