import { type Piece, type Sql, sql } from '../../store/sql/sql.ts';
import { PICTURE_COLUMN, type Pictured } from '../users/avatars.ts';
import { type Contexts, contextsFrom, IN_COMMON, type Shared } from './in-common.ts';

/**
 * A user `u`, who last wrote at `at`, in a statement that has `ownSide`. Values alone: a page shows many people, whose keys
 * would cost more than they do. Of the many without a picture nothing is read that it would follow from.
 */
export const person = (me: Piece, at: Piece): Sql => sql`json_build_array(u.id, u.short_name, ${at},
  case when u.avatar_kind is not null then (select picture from (select ${PICTURE_COLUMN}) p) end,
  case when u.id <> ${me} then ${IN_COMMON} end)`;

export type StoredPerson = [id: number, name: string, at: number | null, picture: string | null, inCommon: Shared[] | null];

export interface ParticipantRow extends Pictured {
  name: string;
  /** When they last wrote, in milliseconds. */
  at: number | null;
  /** What they have in common with the caller; nothing for the caller. */
  inCommon: Contexts;
}

export const personOf = ([id, name, at, picture, inCommon]: StoredPerson): ParticipantRow => ({
  id,
  name,
  at,
  picture,
  inCommon: contextsFrom(inCommon ?? []),
});
