import { AVATAR_COLUMNS, type AvatarRow } from '../users/avatars.ts';
import { type Contexts, contextsFrom, IN_COMMON, type Shared } from './in-common.ts';

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
