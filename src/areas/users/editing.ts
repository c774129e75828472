import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { notFound } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { sortKey } from '../../store/sort-key.ts';
import { sql } from '../../store/sql/sql.ts';
import { boolean, int, nullable, text } from '../../store/sql/types.ts';
import { refreshAccounts, refreshSearchText } from './belonging.ts';
import { sortableName } from './names.ts';
import { singleUser, userViewer } from './people.ts';
import type { User } from './schemas.ts';

/** What a user is to be pictured by; null: nothing. */
export type Avatar = { kind: null | 'gravatar' } | { kind: 'external'; url: string } | { kind: 'attachment'; fileId: number };

export interface UserEdit {
  name?: string | undefined;
  short_name?: string | undefined;
  sortable_name?: string | undefined;
  time_zone?: string | null | undefined;
  locale?: string | null | undefined;
  public_profile?: boolean | undefined;
  avatar?: Avatar | undefined;
}

const avatarColumns = (avatar: Avatar) => ({
  avatarKind: avatar.kind,
  avatarUrl: avatar.kind === 'external' ? avatar.url : null,
  avatarFileId: avatar.kind === 'attachment' ? avatar.fileId : null,
});

interface Names {
  name: string;
  sortableName: string;
}

/** `sortable_name` is made again when `name` changes and it still matched the old one (users#11). */
export function sortableAfter(before: Names, edit: Pick<UserEdit, 'name' | 'sortable_name'>): string {
  if (edit.sortable_name !== undefined) return edit.sortable_name;
  const followed = before.sortableName === sortableName(before.name);
  return edit.name !== undefined && followed ? sortableName(edit.name) : before.sortableName;
}

const HELD_ROW = {
  name: text,
  sortableName: text,
  deleted: boolean,
  timeZone: nullable(text),
  locale: nullable(text),
  shortName: text,
  /** Whether others may follow the user (profiles#17). */
  publicProfile: boolean,
};
const held = statement({
  name: 'user_to_edit_held',
  takes: { id: int },
  gives: HELD_ROW,
  sql: (p) => sql`select name, sortable_name as "sortableName", short_name as "shortName", time_zone as "timeZone", locale,
     public_profile as "publicProfile", deleted
   from users where id = ${p.id} for no key update`,
});

/** What is not sent stays (users#29). */
export async function editUser(ctx: Ctx, at: UserAccess, edit: UserEdit): Promise<User> {
  const id = at.user.id;
  return ctx.tx(async (tx) => {
    const [before] = await tx.db.rows(held, { id });
    if (!before || before.deleted) throw notFound();
    const sortable = sortableAfter(before, edit);
    await tx.db.prisma.user.updateMany({
      where: { id },
      data: {
        name: edit.name ?? before.name,
        shortName: edit.short_name ?? before.shortName,
        sortableName: sortable,
        sortKey: sortKey(sortable),
        timeZone: edit.time_zone === undefined ? before.timeZone : edit.time_zone,
        locale: edit.locale === undefined ? before.locale : edit.locale,
        publicProfile: edit.public_profile ?? before.publicProfile,
        ...(edit.avatar === undefined ? {} : avatarColumns(edit.avatar)),
        updatedAt: ctx.now,
      },
    });
    await refreshSearchText(tx, id);
    await refreshAccounts(tx, [id]);
    return singleUser(tx, id, userViewer(at));
  });
}
