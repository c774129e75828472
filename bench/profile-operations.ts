import { z } from 'zod';
import { calendarAddress } from '../src/areas/feeds/calendars.ts';
import { codeOf } from '../src/areas/feeds/codes.ts';
import { firstIdAt, timeOf } from '../src/areas/page-views/ids.ts';
import { PageView } from '../src/areas/page-views/schemas.ts';
import { Profile } from '../src/areas/profiles/schemas.ts';
import { iso } from '../src/http/timestamps.ts';
import { AVATAR_URL, BASE_URL, floor, type Operation } from './floors.ts';

interface ProfileRow {
  id: number;
  name: string;
  short_name: string;
  sortable_name: string;
  email: string | null;
  login_id: string | null;
  time_zone: string | null;
  avatars_on: boolean;
  selector: Buffer;
  secret: Buffer;
}

export const profileOperations: readonly Operation[] = [
  {
    name: 'GET /users/self/profile',
    as: 'student',
    path: () => '/users/self/profile',
    answer: Profile,
    floor: floor<ProfileRow>({
      id: (store) => store.studentId,
      text: `select u.id, u.name, u.short_name, u.sortable_name, u.time_zone, f.selector, f.secret,
          (select coalesce((a.settings->>'enable_avatars')::boolean, true) from accounts a where a.id = u.root_account_id) as avatars_on,
          (select p.unique_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) as login_id,
          (select c.address from communication_channels c where c.user_id = u.id and c.type = 'email' and c.state <> 'retired'
            order by c.position, c.id limit 1) as email
        from users u join feed_codes f on f.user_id = u.id where u.id = $1`,
      present: ([row]) =>
        row && {
          id: row.id,
          name: row.name,
          short_name: row.short_name,
          sortable_name: row.sortable_name,
          title: null,
          bio: null,
          primary_email: row.email ?? undefined,
          login_id: row.login_id ?? undefined,
          avatar_url: row.avatars_on ? AVATAR_URL : undefined,
          time_zone: row.time_zone ?? undefined,
          calendar: { ics: calendarAddress(BASE_URL, (feed) => codeOf(row, feed, null), null) },
        },
    }),
  },
  {
    name: 'GET /users/:id/page_views',
    as: 'admin',
    path: (store) => `/users/${store.teacherId}/page_views?end_time=2026-02-01`,
    answer: z.array(PageView),
    floor: floor({
      id: (store) => store.teacherId,
      values: (id) => [id, firstIdAt(new Date('2026-02-01T00:00:01Z'))],
      text: `select v.id, v.url, v.http_method, v.controller, v.action, v.context_type, v.context_id, v.user_agent, v.user_id,
          v.real_user_id, v.account_id, v.interaction_seconds, v.participated, v.render_time, v.remote_ip
        from page_views v where v.user_id = $1 and v.id < $2 order by v.id desc limit 10`,
      present: (rows: { id: string }[]) => rows.map(({ id, ...row }) => ({ id, created_at: iso(timeOf(id)), ...row })),
    }),
  },
];
