import { z } from 'zod';
import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { sign, untilFullHour, verify } from '../../http/signing.ts';
import { DAY_MS } from '../../kernel/dates.ts';
import { foundIn, invalidField } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest, pageOf } from '../../kernel/pages.ts';
import { statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, nullable, text } from '../../store/sql/types.ts';
import { picturesOf } from '../files/pictures.ts';
import type { File } from '../files/schemas.ts';
import { GRAVATAR_HASH, gravatarUrl, noPictureUrl } from '../users/avatars.ts';
import type { Avatar } from '../users/editing.ts';
import type { AvatarOption } from './schemas.ts';

type Picture = Pick<File, 'id' | 'display_name' | 'filename' | 'content-type' | 'size' | 'url'>;

/** What a user may be pictured by. */
interface Offer {
  type: AvatarOption['type'];
  url: string;
  displayName: string;
  /** The uploaded picture; null for all other choices. */
  picture: Picture | null;
}

/** In the order of the list: no picture always, Gravatar where it may and can be, then the uploaded pictures (profiles#5). */
export function offers(ctx: Pick<Ctx, 'baseUrl'>, gravatarHash: string | null, uploaded: readonly Picture[]): Offer[] {
  return [
    { type: 'no_pic', url: noPictureUrl(ctx), displayName: 'no pic', picture: null },
    ...(gravatarHash === null
      ? []
      : [{ type: 'external' as const, url: gravatarUrl(gravatarHash), displayName: 'gravatar pic', picture: null }]),
    ...uploaded.map((picture) => ({ type: 'attachment' as const, url: picture.url, displayName: picture.display_name, picture })),
  ];
}

const gravatar = statement({
  name: 'user_gravatar',
  takes: { userId: int },
  gives: { hash: nullable(text) },
  sql: (p) => sql`select ${GRAVATAR_HASH} as "hash" from users u where u.id = ${p.userId}`,
});

async function offeredTo(ctx: Ctx, userId: number): Promise<Offer[]> {
  const found = foundIn(await ctx.db.rows(gravatar, { userId }));
  return offers(ctx, found.hash, await picturesOf(ctx, userId));
}

/** What tokens of avatars are signed for. */
export const AVATAR = 'avatar';
const Signed = z.object({ user: z.int(), type: z.enum(['no_pic', 'external', 'attachment']), file: z.int().nullable(), until: z.int() });

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** An internal value (profiles#12): bound to the user and good for about a day; what it names has to be offered still when it is used. */
const tokenFor = (ctx: Pick<Ctx, 'services' | 'now'>, user: number, { type, picture }: Offer): string =>
  sign(ctx.services.secretKey, AVATAR, { user, type, file: picture?.id ?? null, until: seconds(untilFullHour(ctx.now, DAY_MS)) });

/** profiles#5. */
export const optionsJson = (ctx: Pick<Ctx, 'services' | 'now'>, userId: number, offered: readonly Offer[]): AvatarOption[] =>
  offered.map((offer) => ({
    type: offer.type,
    url: offer.url,
    token: tokenFor(ctx, userId, offer),
    display_name: offer.displayName,
    ...(offer.picture === null
      ? {}
      : {
          id: offer.picture.id,
          'content-type': offer.picture['content-type'],
          filename: offer.picture.filename,
          size: offer.picture.size,
        }),
  }));

export async function listAvatars(ctx: Ctx, at: UserAccess, page: PageRequest): Promise<Page<AvatarOption>> {
  const offered = await offeredTo(ctx, at.user.id);
  const found = pageOf(offered, page);
  return mapPage(found, optionsJson(ctx, at.user.id, found.rows));
}

/** What a token stands for among what is offered; undefined for one that is forged, old, another's, or of what is offered no more. */
export function offerOf(ctx: Pick<Ctx, 'services' | 'now'>, userId: number, token: string, offered: readonly Offer[]): Offer | undefined {
  const signed = Signed.safeParse(verify(ctx.services.secretKey, AVATAR, token));
  if (!signed.success || signed.data.user !== userId || signed.data.until < seconds(ctx.now)) return undefined;
  return offered.find((offer) => offer.type === signed.data.type && (offer.picture?.id ?? null) === signed.data.file);
}

export const avatarOf = ({ type, picture }: Offer): Avatar => {
  if (picture) return { kind: 'attachment', fileId: picture.id };
  return type === 'external' ? { kind: 'gravatar' } : { kind: null };
};

export interface SentAvatar {
  token?: string | undefined;
  url?: string | undefined;
}

/** The avatar that an edit chooses: by token, else by address (profiles#11); undefined where by none. */
export async function chosenAvatar(ctx: Ctx, userId: number, { token, url }: SentAvatar): Promise<Avatar | undefined> {
  if (token !== undefined) {
    const offer = offerOf(ctx, userId, token, await offeredTo(ctx, userId));
    if (!offer) throw invalidField('avatar', 'invalid', 'is no token of an avatar of this user, or one of long ago');
    return avatarOf(offer);
  }
  if (url === undefined) return undefined;
  if (!isWebAddress(url)) throw invalidField('url', 'invalid', 'must be an http or https address');
  return { kind: 'external', url };
}

/** An address as it can stand in a page: absolute, http or https, without blanks and quotes. */
export function isWebAddress(text: string): boolean {
  if (/[\s"<>\\^`{|}]/.test(text) || !/^https?:\/\/[^/]/i.test(text)) return false;
  return URL.canParse(text);
}
