import { type Db, statement } from '../../store/database.ts';
import { STAFF_TYPES } from '../../store/schema/courses.ts';

// Of a subscriber `p` of topic `t`: takes part in its context still, and nothing holds the subscription (D5.11).
const PARTICIPATES = `case
    when t.course_id is not null then exists (select 1 from enrollments x where x.course_id = t.course_id and x.user_id = p.user_id and x.state = 'active')
    when t.group_id is not null then exists (select 1 from group_memberships x where x.group_id = t.group_id and x.user_id = p.user_id and x.state = 'accepted')
    else exists (select 1 from collection_items i join collections c on c.id = i.collection_id
      where i.id = t.collection_item_id and not i.deleted and not c.deleted and (c.visibility = 'public' or c.user_id = p.user_id)) end
  or exists (select 1 from courses c join accounts a on a.id = c.account_id join account_admins x on x.account_id = any(a.chain)
    where c.id = t.course_id and x.user_id = p.user_id)`;
const MAY_READ = `not t.require_initial_post
  or exists (select 1 from discussion_entries x where x.user_id = p.user_id and x.topic_id = t.id and not x.deleted)
  or exists (select 1 from enrollments x where x.course_id = t.course_id and x.user_id = p.user_id and x.state = 'active'
    and x.type in ${STAFF_TYPES})
  or exists (select 1 from group_memberships x where x.group_id = t.group_id and x.user_id = p.user_id and x.state = 'accepted' and x.moderator)`;

const notify = statement<never>(
  'entry_notifications',
  `insert into discussion_notifications (entry_id, user_id)
   select e.id, p.user_id from discussion_entries e join discussion_topics t on t.id = e.topic_id
     join discussion_participants p on p.topic_id = t.id and p.subscribed and p.user_id <> e.user_id
     join users u on u.id = p.user_id and not u.deleted
   where e.id = $1 and not e.deleted and t.state = 'active' and not t.is_announcement and (${PARTICIPATES}) and (${MAY_READ})
   on conflict do nothing`,
);

/** One row per subscriber and entry, however often it runs. */
export async function notifyOfEntry(db: Db, entryId: number): Promise<void> {
  await db.rows(notify, [entryId]);
}
