import { requireOwnToken } from '../../access/caller.ts';
import type { Ctx } from '../../access/context.ts';
import type { UserStanding } from '../../access/standing.ts';
import { foundIn, invalidFields } from '../../http/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../http/pagination.ts';
import { insertedRow, statement } from '../../store/database.ts';
import type { CommunicationChannelModel } from '../../store/generated/models.ts';
import { numberedList } from '../../store/lists.ts';
import { refreshSearchText } from './belonging.ts';
import { mailConfirmation } from './confirmation.ts';
import { malformedAddress } from './creation.ts';
import { isAddress } from './parameters.ts';
import type { Channel } from './schemas.ts';

type Row = Pick<CommunicationChannelModel, 'id' | 'address' | 'type' | 'position' | 'userId' | 'state'>;

const COLUMNS = 'c.id, c.address, c.type, c.position, c.user_id as "userId", c.state';

const ofUser = numberedList<Row>({
  name: 'channels_of_user',
  select: `select ${COLUMNS} from communication_channels c where c.user_id = $1 and c.state <> 'retired' order by c.position, c.id`,
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

const held = statement<{ id: number }>('user_of_channels_held', 'select id from users where id = $1 for update');
const insert = statement<Row>(
  'channel_insert',
  `insert into communication_channels as c (user_id, type, address, position, state)
   select $1, $2, $3, (select coalesce(max(position), 0) + 1 from communication_channels where user_id = $1), $4::channel_state
   returning ${COLUMNS}`,
);

/** `skip_confirmation` is for administrators; else ignored (D2, communication channels). */
export async function createChannel(ctx: Ctx, at: UserStanding, channel: ChannelToMake, skipConfirmation: boolean): Promise<Channel> {
  requireOwnToken(ctx.caller);
  const type = channel.type ?? 'email';
  if (!isAddress(type, channel.address)) throw invalidFields([malformedAddress(type)]);
  return ctx.tx(async (tx) => {
    await tx.db.rows(held, [at.user.id]);
    const state = skipConfirmation && at.roles.has('superior') ? 'active' : 'unconfirmed';
    const row = insertedRow(await tx.db.rows(insert, [at.user.id, type, channel.address, state]));
    await refreshSearchText(tx, at.user.id);
    await mailConfirmation(tx, row);
    return foundIn(json([row]));
  });
}

export async function deleteChannel(ctx: Ctx, at: UserStanding, id: number): Promise<Channel> {
  requireOwnToken(ctx.caller);
  return ctx.tx(async (tx) => {
    const rows = await tx.db.prisma.communicationChannel.updateManyAndReturn({
      where: { id, userId: at.user.id, state: { not: 'retired' } },
      data: { state: 'retired', updatedAt: ctx.now },
    });
    await refreshSearchText(tx, at.user.id);
    return foundIn(json(rows));
  });
}
