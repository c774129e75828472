import { requireOwnToken } from '../../access/caller.ts';
import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn, invalidFields } from '../../kernel/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../kernel/pages.ts';
import { insertedRow, statement } from '../../store/database.ts';
import { numberedList } from '../../store/lists.ts';
import { channelState } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, type RowOf, text } from '../../store/sql/types.ts';
import { cancelMail } from '../mail/mails.ts';
import { refreshSearchText } from './belonging.ts';
import { mailConfirmation } from './confirmation.ts';
import { malformedAddress } from './creation.ts';
import { holdUser } from './holding.ts';
import { isAddress } from './parameters.ts';
import { isChannel } from './relations.ts';
import type { Channel } from './schemas.ts';

const ROW = { id: int, address: text, type: text, position: int, userId: int, state: channelState };
type Row = RowOf<typeof ROW>;

const COLUMNS = sql`c.id, c.address, c.type, c.position, c.user_id as "userId", c.state`;

const ofUser = numberedList({
  name: 'channels_of_user',
  takes: { userId: int },
  gives: ROW,
  select: (p) =>
    sql`select ${COLUMNS} from communication_channels c where c.user_id = ${p.userId} and ${isChannel('c')} order by c.position, c.id`,
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

export async function listChannels(ctx: Ctx, at: UserAccess, page: PageRequest): Promise<Page<Channel>> {
  const found = await ofUser.read(ctx.db, { userId: at.user.id }, page);
  return mapPage(found, json(found.rows));
}

interface ChannelToMake {
  address: string;
  type?: string | undefined;
}

const insert = statement({
  name: 'channel_insert',
  takes: { userId: int, type: text, address: text, state: channelState },
  gives: ROW,
  sql: (p) => sql`insert into communication_channels as c (user_id, type, address, position, state)
   select ${p.userId}, ${p.type}, ${p.address}, (select coalesce(max(position), 0) + 1 from communication_channels where user_id = ${p.userId}),
     ${p.state}::channel_state
   returning ${COLUMNS}`,
});

/** `skip_confirmation` is for administrators; else ignored (users#49). */
export async function createChannel(ctx: Ctx, at: UserAccess, channel: ChannelToMake, skipConfirmation: boolean): Promise<Channel> {
  requireOwnToken(ctx.caller);
  const type = channel.type ?? 'email';
  if (!isAddress(type, channel.address)) throw invalidFields([malformedAddress(type)]);
  return ctx.tx(async (tx) => {
    await holdUser(tx, at.user.id);
    const state = skipConfirmation && at.roles.has('superior') ? 'active' : 'unconfirmed';
    const row = insertedRow(await tx.db.rows(insert, { userId: at.user.id, type, address: channel.address, state }));
    await refreshSearchText(tx, at.user.id);
    await mailConfirmation(tx, row);
    return foundIn(json([row]));
  });
}

export async function deleteChannel(ctx: Ctx, at: UserAccess, id: number): Promise<Channel> {
  requireOwnToken(ctx.caller);
  return ctx.tx(async (tx) => {
    await holdUser(tx, at.user.id);
    const rows = await tx.db.prisma.communicationChannel.updateManyAndReturn({
      where: { id, userId: at.user.id, state: { not: 'retired' } },
      data: { state: 'retired', updatedAt: ctx.now },
    });
    const removed = foundIn(json(rows));
    await refreshSearchText(tx, at.user.id);
    if (removed.type === 'email') await cancelMail(tx, { userId: at.user.id, address: removed.address });
    return removed;
  });
}
