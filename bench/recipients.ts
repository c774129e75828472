import { z } from 'zod';
import { FoundRecipient } from '../src/areas/conversations/schemas.ts';
import { folded } from '../src/store/folding.ts';
import { sortKeySql } from '../src/store/sort-key.ts';
import { sql } from '../src/store/sql/sql.ts';
import { AVATAR_URL, floor, type Operation } from './floors.ts';

interface RecipientRow {
  id: number;
  name: string;
  full_name: string;
  courses: [id: number, type: string][] | null;
  groups: number[] | null;
}

/** No course and no group of the store is named as what is searched for: people are found alone. */
const recipients = (rows: RecipientRow[]): FoundRecipient[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    avatar_url: AVATAR_URL,
    full_name: row.full_name,
    common_courses: Object.fromEntries((row.courses ?? []).map(([id, type]) => [id, [type]])),
    common_groups: Object.fromEntries((row.groups ?? []).map((id) => [id, ['Member']])),
  }));

/** Nobody of the store is limited to a section or observes, and the groups of the student are those of the account. */
const FOUND = `with own as materialized (select e.course_id from enrollments e join courses c on c.id = e.course_id
      where e.user_id = $1 and e.state = 'active' and c.state = 'available'),
    own_groups as materialized (select m.group_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
      where m.user_id = $1 and m.state = 'accepted')
  select page.id, page.short_name as name, page.name as full_name,
    (select json_agg(json_build_array(you.course_id, you.type)) from own join enrollments you on you.course_id = own.course_id
      where you.user_id = page.id and you.state = 'active') as courses,
    (select json_agg(m.group_id) from own_groups join group_memberships m on m.group_id = own_groups.group_id
      where m.user_id = page.id and m.state = 'accepted') as groups
  from (select u.*, ${sortKeySql(sql`u.short_name`).text} as key from users u
      where u.id in (
          select you.user_id from own join enrollments you on you.course_id = own.course_id where you.state = 'active'
          union select m.user_id from own_groups join group_memberships m on m.group_id = own_groups.group_id where m.state = 'accepted')
        and u.id <> $1 and not u.deleted and (${folded(sql`u.name`).text} like $2 or ${folded(sql`u.short_name`).text} like $2)
      order by key, u.id::text collate "C" limit 10) page
  order by page.key, page.id::text collate "C"`;

export const recipientOperations: readonly Operation[] = [
  {
    name: 'GET /search/recipients?search=',
    as: 'student',
    path: (store) => `/search/recipients?search=${store.searchTerm}`,
    answer: z.array(FoundRecipient),
    floor: floor<RecipientRow>({
      id: (store) => store.studentId,
      values: (id, store) => [id, `%${store.searchTerm}%`],
      text: FOUND,
      present: recipients,
    }),
  },
];
