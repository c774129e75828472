import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { editUser, type UserEdit } from '../users/editing.ts';
import type { User } from '../users/schemas.ts';
import { chosenAvatar, type SentAvatar } from './avatar-options.ts';

interface PersonEdit extends Omit<UserEdit, 'avatar'> {
  avatar: SentAvatar;
}

/** The parameters of an edit (users#29), with the avatar that they choose (profiles#11). */
export async function editPerson(ctx: Ctx, at: UserAccess, { avatar, ...edit }: PersonEdit): Promise<User> {
  return editUser(ctx, at, { ...edit, avatar: await chosenAvatar(ctx, at.user.id, avatar) });
}
