import { requireOwnToken } from '../../access/caller.ts';
import type { Ctx } from '../../access/context.ts';
import type { UserStanding } from '../../access/standing.ts';
import { foundIn, invalidFields } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { and, eq, ne, sql } from '../../store/drizzle.ts';
import { numberedList } from '../../store/lists.ts';
import { communicationChannels as channels } from '../../store/schema/users.ts';
import { refreshSearchText } from './belonging.ts';
import { mailConfirmation } from './confirmation.ts';
import { malformedAddress } from './creation.ts';
import { isAddress } from './parameters.ts';
import type { Channel } from './schemas.ts';

type Row = Pick<typeof channels.$inferSelect, 'id' | 'address' | 'type' | 'position' | 'userId' | 'state'>;

const ofUser = numberedList<Row>({
  name: 'channels_of_user',
  select: `select c.id, c.address, c.type, c.position, c.user_id as "userId", c.state from communication_channels c
   where c.user_id = $1 and c.state <> 'retired' order by c.position, c.id`,
  parameters: 1,
});

const json = (rows: readonly Row[]): Channel[] =>
  rows.map((row) => ({
    id: row.id,
    address: row.address,
    type: row.type,
    position: row.position,
    user_id: row.userId,
    workflow_state: row.state,
  }));

export async function listChannels(ctx: Ctx, at: UserStanding, page: PageRequest): Promise<Page<Channel>> {
  const found = await ofUser.read(ctx.db, [at.user.id], page);
  return mapPage(found, json(found.rows));
}

export interface ChannelToMake {
  address: string;
  type?: string | undefined;
}

/** `skip_confirmation` is for administrators; else ignored (D2, communication channels). */
export async function createChannel(ctx: Ctx, at: UserStanding, channel: ChannelToMake, skipConfirmation: boolean): Promise<Channel> {
  requireOwnToken(ctx.caller);
  const type = channel.type ?? 'email';
  if (!isAddress(type, channel.address)) throw invalidFields([malformedAddress(type)]);
  return ctx.tx(async (tx) => {
    await tx.db.orm.execute(sql`select id from users where id = ${at.user.id} for update`);
    const [row] = await tx.db.orm
      .insert(channels)
      .values({
        userId: at.user.id,
        type,
        address: channel.address,
        position: sql`(select coalesce(max(position), 0) + 1 from communication_channels where user_id = ${at.user.id})`,
        state: skipConfirmation && at.roles.has('superior') ? 'active' : 'unconfirmed',
      })
      .returning();
    await refreshSearchText(tx, at.user.id);
    if (row) await mailConfirmation(tx, row);
    return foundIn(json(row ? [row] : []));
  });
}

export async function deleteChannel(ctx: Ctx, at: UserStanding, id: number): Promise<Channel> {
  requireOwnToken(ctx.caller);
  return ctx.tx(async (tx) => {
    const [row] = await tx.db.orm
      .update(channels)
      .set({ state: 'retired', updatedAt: ctx.now })
      .where(and(eq(channels.id, id), eq(channels.userId, at.user.id), ne(channels.state, 'retired')))
      .returning();
    await refreshSearchText(tx, at.user.id);
    return foundIn(json(row ? [row] : []));
  });
}
