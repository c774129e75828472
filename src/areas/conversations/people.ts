import { AVATAR_COLUMNS, type AvatarRow } from '../users/avatars.ts';
import { type Contexts, contextsFrom, type Shared } from './in-common.ts';
import { mine } from './messageable.ts';

/** The caller's own side of what others have in common with the caller $1, read once for all of them. */
export const OWN_SIDE = `own as materialized (select * from (${mine('$1')}) m where m.available or m.staff),
  own_groups as materialized (
    select g.id, g.course_id from groups g join group_memberships m on m.group_id = g.id left join courses c on c.id = g.course_id
    where m.user_id = $1 and m.state = 'accepted' and not g.deleted and (c.id is null or (c.state = 'available' and exists (
      select 1 from enrollments e where e.course_id = g.course_id and e.user_id = $1 and e.state = 'active'))))`;

const IN_COMMON = `(
  select json_agg(json_build_array(t.kind, t.id, t.type) order by t.kind, t.id, t.type) from (
    select distinct 'course' as kind, e.course_id as id, e.type::text as type
    from enrollments e join own on own.course_id = e.course_id and (not own.limited or own.course_section_id = e.course_section_id)
    where e.user_id = u.id and e.state = 'active'
    union all
    select 'group', m.group_id, 'Member' from own_groups g join group_memberships m on m.group_id = g.id
    where m.user_id = u.id and m.state = 'accepted' and (g.course_id is null or exists (
      select 1 from enrollments e where e.course_id = g.course_id and e.user_id = u.id and e.state = 'active'))) t)`;

/**
 * A user `u`, who last wrote at `at`, in a statement that has `OWN_SIDE`. Values alone: a page shows many people, whose keys
 * would cost more than they do. Of the many without a picture nothing is read that it would follow from.
 */
export const person = (at: string): string => `json_build_array(u.id, u.short_name, ${at},
  case when u.avatar_kind is not null then (select row_to_json(picture) from (select ${AVATAR_COLUMNS}) picture) end,
  case when u.id <> $1 then ${IN_COMMON} end)`;

export type StoredPerson = [id: number, name: string, at: number | null, picture: AvatarRow | null, inCommon: Shared[] | null];

export interface ParticipantRow extends AvatarRow {
  id: number;
  name: string;
  /** When they last wrote, in milliseconds. */
  at: number | null;
  /** What they have in common with the caller; nothing for the caller. */
  inCommon: Contexts;
}

const NO_PICTURE: AvatarRow = { avatarKind: null, avatarUrl: null, avatarFileId: null, gravatarHash: null, avatarsOn: false };

export const personOf = ([id, name, at, picture, inCommon]: StoredPerson): ParticipantRow => ({
  id,
  name,
  at,
  ...(picture ?? NO_PICTURE),
  inCommon: contextsFrom(inCommon ?? []),
});
