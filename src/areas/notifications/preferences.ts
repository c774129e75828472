import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { notificationCategory, notificationFrequency } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { int, json } from '../../store/sql/types.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';
import { isChannel } from '../users/relations.ts';
import { type Category, DEFAULTS, type Frequency } from './categories.ts';
import type { Preferences } from './schemas.ts';

const CHOSEN_ROW = {
  /** By category, what the channel's owner has chosen. */
  chosen: json<Partial<Record<Category, Frequency>>>(),
};
const ofChannel = statement({
  name: 'notification_preferences',
  takes: { channelId: int, userId: int },
  gives: CHOSEN_ROW,
  sql: (
    p,
  ) => sql`select coalesce((select json_object_agg(p.category, p.frequency) from notification_preferences p where p.channel_id = c.id), '{}') as chosen
   from communication_channels c where c.id = ${p.channelId} and c.user_id = ${p.userId} and ${isChannel('c')}`,
});
const choose = statement({
  name: 'choose_notification_preference',
  takes: { channelId: int, userId: int, category: notificationCategory, frequency: notificationFrequency },
  gives: { category: notificationCategory },
  sql: (p) => sql`insert into notification_preferences (channel_id, category, frequency)
   select c.id, ${p.category}::notification_category, ${p.frequency}::notification_frequency from communication_channels c
   where c.id = ${p.channelId} and c.user_id = ${p.userId} and ${isChannel('c')}
   on conflict (channel_id, category) do update set frequency = excluded.frequency returning category`,
});

/** Every category, for a channel of the user's; 404 for another (notifications#8). */
export async function showPreferences(ctx: Ctx, { user }: UserAccess, channelId: number): Promise<Preferences> {
  const { chosen } = foundIn(await ctx.db.rows(ofChannel, { channelId, userId: user.id }));
  return { notification_preferences: CATEGORIES.map((category) => ({ category, frequency: chosen[category] ?? DEFAULTS[category] })) };
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
const BY_NAME: ReadonlyMap<string, Category> = new Map(CATEGORIES.map((category) => [plain(category), category]));

/** A category by its name, or in lower case with `_` for spaces (notifications#9); 404 where there is none. */
export const categoryNamed = (name: string): Category => foundIn([BY_NAME.get(plain(name))].filter((one) => one !== undefined));

export async function choosePreference(
  ctx: Ctx,
  { user }: UserAccess,
  channelId: number,
  { category, frequency }: { category: Category; frequency: Frequency },
): Promise<Preferences> {
  foundIn(await ctx.db.rows(choose, { channelId, userId: user.id, category, frequency }));
  return { notification_preferences: [{ category, frequency }] };
}
