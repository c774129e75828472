import type { User } from '../src/areas/users/schemas.ts';
import { AVATAR_URL, BASE_URL } from './floors.ts';

/** The logins of the selected rows `u`, which are the page already: they are read for no one else. */
export const LOGINS = `left join lateral (
    select p.unique_id as login_id from pseudonyms p where p.user_id = u.id and p.state = 'active' order by p.id limit 1) login on true
  left join lateral (
    select p.sis_user_id, p.unique_id as sis_login_id from pseudonyms p
    where p.user_id = u.id and p.state = 'active' and p.sis_user_id is not null order by p.id limit 1) sis on true`;
export const USER = 'u.id, u.name, u.sortable_name, u.short_name';
export const LOGIN = 'login.login_id, sis.sis_user_id, sis.sis_login_id';

/** Avatars follow the root account, $1 here. */
export const AVATARS_ON = `(select coalesce((a.settings->>'enable_avatars')::boolean, true) from accounts a where a.id = $1) as avatars_on`;

export interface UserRow {
  id: number;
  name: string;
  sortable_name: string;
  short_name: string;
  login_id: string | null;
  sis_user_id: string | null;
  sis_login_id: string | null;
  /** Absent where the list does not show avatars unasked. */
  avatars_on?: boolean;
  /** Absent where the list does not show it; null of who has used nothing. */
  last_login?: string | null;
}

export const users = (rows: UserRow[]): User[] =>
  rows.map((row) => ({
    id: row.id,
    name: row.name,
    sortable_name: row.sortable_name,
    short_name: row.short_name,
    login_id: row.login_id ?? undefined,
    sis_user_id: row.sis_user_id ?? undefined,
    sis_login_id: row.sis_login_id ?? undefined,
    avatar_url: row.avatars_on ? AVATAR_URL : undefined,
    last_login: row.last_login ?? undefined,
  }));

/** Whether the root account of a user `u` shows avatars. */
export const PICTURED = `(select coalesce((a.settings->>'enable_avatars')::boolean, true) from accounts a where a.id = u.root_account_id) as avatars_on`;

export interface ShownRow {
  user_id: number;
  user_name: string;
  avatars_on: boolean;
}

/** A user as others of a course see whose something is. */
export const shownUser = (row: ShownRow, courseId: number) => ({
  id: row.user_id,
  display_name: row.user_name,
  avatar_image_url: row.avatars_on ? AVATAR_URL : null,
  html_url: `${BASE_URL}/courses/${courseId}/users/${row.user_id}`,
});
