import type { Ctx } from '../../access/context.ts';
import { avatarUrl, noPictureUrl, type Pictured } from '../users/avatars.ts';

/** Conversations always have a picture (conversations#34): nobody's where avatars are off. */
export const personAvatar = (ctx: Ctx, person: Pictured): string => avatarUrl(ctx, person) ?? noPictureUrl(ctx);

/** The picture of several people together. */
export const groupAvatar = (ctx: Ctx): string => noPictureUrl(ctx);
