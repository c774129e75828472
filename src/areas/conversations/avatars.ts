import type { Ctx } from '../../access/context.ts';
import { type AvatarRow, avatarUrl, noPictureUrl } from '../users/avatars.ts';

/** Somebody with a picture, as `AVATAR_COLUMNS` reads it. */
export type Pictured = AvatarRow & { id: number };

/** Conversations always have a picture (part-a, Conversation): nobody's where avatars are off. */
export const personAvatar = (ctx: Ctx, person: Pictured): string => (person.avatarsOn ? avatarUrl(ctx, person) : noPictureUrl(ctx));

/** Of several people together. */
export const groupAvatar = (ctx: Ctx): string => noPictureUrl(ctx);
