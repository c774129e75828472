import type { Ctx } from '../../access/context.ts';
import { sign } from '../../http/signing.ts';
import { quoted, type Sql, sql } from '../../store/sql/sql.ts';
import { SETTING_DEFAULTS } from '../../store/stored/accounts.ts';
import { isConfirmed } from './relations.ts';
import type { ShownUser } from './schemas.ts';

/** A setting of the root account `a` of `users u`, which avatars follow (users#5). */
const rootSetting = (name: 'enable_avatars' | 'enable_gravatar'): Sql =>
  sql`coalesce((a.settings->>${quoted(name)})::boolean, ${SETTING_DEFAULTS[name] ? sql`true` : sql`false`})`;
const ofRoot = (value: Sql): Sql => sql`(select ${value} from accounts a where a.id = u.root_account_id)`;

/** The hash by which Gravatar knows the first confirmed address; null where there is none, or the account forbids it (profiles#8). */
const HASH = sql`case when ${rootSetting('enable_gravatar')} then (select encode(sha256(convert_to(lower(c.address), 'UTF8')), 'hex')
    from communication_channels c where c.user_id = u.id and c.type = 'email' and ${isConfirmed('c')} order by c.position, c.id limit 1) end`;
/** The hash of users `u` by which Gravatar finds their picture. */
export const GRAVATAR_HASH = ofRoot(HASH);

const FILE = 'file:';
const GRAVATAR = 'gravatar:';

/**
 * Of `users u`, as the one column `picture`, because lists have it for every row: null where avatars are off, empty where
 * there is none, else an address or what one is made from. Addresses that users give begin with http (profiles#13).
 */
export const PICTURE_COLUMN = sql`${ofRoot(sql`case when ${rootSetting('enable_avatars')} then coalesce(u.avatar_url, ${quoted(FILE)} || u.avatar_file_id,
    case when u.avatar_kind = 'gravatar' then ${quoted(GRAVATAR)} || ${HASH} end, '') end`)} as picture`;

/** A user with what PICTURE_COLUMN has read. */
export interface Pictured {
  id: number;
  picture: string | null;
}

/** Where the picture of those who have none is served. */
export const NO_PICTURE_PATH = '/images/no-picture.svg';
export const noPictureUrl = (ctx: Pick<Ctx, 'baseUrl'>): string => `${ctx.baseUrl}${NO_PICTURE_PATH}`;

/** 128 pixels square (profiles#8), and a silhouette for an address that Gravatar does not know. */
export const gravatarUrl = (hash: string): string => `https://www.gravatar.com/avatar/${hash}?s=128&d=mp`;

/** What the address of an uploaded picture is signed for. */
export const PICTURE = 'avatar picture';
/** An address that lasts, and leads to one of the user's files, whose own addresses end after a day (profiles#10). */
const fileUrl = (ctx: Pick<Ctx, 'baseUrl' | 'services'>, user: number, file: number): string =>
  `${ctx.baseUrl}/images/avatars/${sign(ctx.services.secretKey, PICTURE, { user, file })}`;

/** The picture of a user: always one where avatars are on, null where they are off (users#5). */
export function avatarUrl(ctx: Pick<Ctx, 'baseUrl' | 'services'>, { id, picture }: Pictured): string | null {
  if (picture === '') return noPictureUrl(ctx);
  if (picture?.startsWith(GRAVATAR)) return gravatarUrl(picture.slice(GRAVATAR.length));
  if (picture?.startsWith(FILE)) return fileUrl(ctx, id, Number(picture.slice(FILE.length)));
  return picture;
}

/** A user with a name to show (discussions#12: `author`); `htmlUrl` is where people read about them. */
export const shownUser = (ctx: Pick<Ctx, 'baseUrl' | 'services'>, user: Pictured, name: string, htmlUrl: string): ShownUser => ({
  id: user.id,
  display_name: name,
  avatar_image_url: avatarUrl(ctx, user),
  html_url: htmlUrl,
});
