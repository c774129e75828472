import type { Ctx } from '../../access/context.ts';

/** What the picture of a participant is made of, as fields of a JSON object about users `u`. */
export const AVATAR_FIELDS = `'id', u.id`;

export interface Pictured {
  id: number;
}

/** Where the picture is of those who have none, and of several people together. */
const NO_PICTURE = '/images/no-picture.svg';

export const groupAvatar = (ctx: Pick<Ctx, 'baseUrl'>): string => `${ctx.baseUrl}${NO_PICTURE}`;

export const personAvatar = (ctx: Pick<Ctx, 'baseUrl'>, _person: Pictured): string => groupAvatar(ctx);
