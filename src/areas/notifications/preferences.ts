import type { Ctx } from '../../access/context.ts';
import type { UserAccess } from '../../access/context-access.ts';
import { foundIn } from '../../kernel/errors.ts';
import { statement } from '../../store/database.ts';
import { notificationCategory, notificationFrequency } from '../../store/sql/enums.ts';
import { type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, int, json, nullable, text, type ValuesOf } from '../../store/sql/types.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';
import { isChannel } from '../users/relations.ts';
import { type Category, categoryOf, DEFAULTS, type Frequency, nameOf } from './categories.ts';
import type { Categories, Choice, Preferences } from './schemas.ts';

/** A channel of a user, by its id, or by its type and address (notifications#11). */
export type Which = { id: number } | { type: string; address: string };

const WHICH = { userId: int, id: nullable(int), type: nullable(text), address: nullable(text) };
const channel = (p: ParametersOf<typeof WHICH>): Sql => sql`select c.id from communication_channels c
     where c.user_id = ${p.userId} and ${isChannel('c')}
       and (c.id = ${p.id} or (c.type = ${p.type} and lower(c.address) = lower(${p.address}))) order by c.position, c.id limit 1`;
const valuesOf = ({ user }: UserAccess, which: Which): ValuesOf<typeof WHICH> => ({
  userId: user.id,
  ...('id' in which ? { id: which.id, type: null, address: null } : { id: null, ...which }),
});

const ofChannel = statement({
  name: 'notification_preferences',
  takes: WHICH,
  gives: {
    id: int,
    /** By category, what the channel's owner has chosen. */
    chosen: json<Partial<Record<Category, Frequency>>>(),
  },
  sql: (p) => sql`select own.id,
     coalesce((select json_object_agg(p.category, p.frequency) from notification_preferences p where p.channel_id = own.id), '{}') as chosen
   from (${channel(p)}) own`,
});
const choose = statement({
  name: 'choose_notification_preferences',
  takes: { ...WHICH, categories: array(notificationCategory), frequencies: array(notificationFrequency) },
  gives: { id: int },
  sql: (p) => sql`insert into notification_preferences (channel_id, category, frequency)
   select own.id, chosen.category, chosen.frequency from (${channel(p)}) own,
     unnest(${p.categories}::notification_category[], ${p.frequencies}::notification_frequency[]) as chosen(category, frequency)
   on conflict (channel_id, category) do update set frequency = excluded.frequency returning channel_id as id`,
});

function shown(ctx: Ctx, { user }: UserAccess, channelId: number, choices: readonly Choice[]): Preferences {
  const preferences = `${ctx.baseUrl}/api/v1/users/${user.id}/communication_channels/${channelId}/notification_preferences`;
  return {
    notification_preferences: choices.map(({ category, frequency }) => ({
      category,
      frequency,
      notification: nameOf(category),
      href: `${preferences}/${nameOf(category)}`,
    })),
  };
}

/** Some categories, or all, for a channel of the user's; 404 for another (notifications#8). */
export async function showPreferences(ctx: Ctx, at: UserAccess, which: Which, of: readonly Category[] = CATEGORIES): Promise<Preferences> {
  const { id, chosen } = foundIn(await ctx.db.rows(ofChannel, valuesOf(at, which)));
  const choices = of.map((category) => ({ category, frequency: chosen[category] ?? DEFAULTS[category] }));
  return shown(ctx, at, id, choices);
}

/** A category by its name, or in lower case with `_` for spaces (notifications#9); 404 where there is none. */
export const categoryNamed = (name: string): Category => foundIn([categoryOf(name)].filter((one) => one !== undefined));

/** All of these or none; what is named twice is chosen as it is named last. */
export async function choosePreferences(ctx: Ctx, at: UserAccess, which: Which, sent: readonly Choice[]): Promise<Preferences> {
  const chosen = [...new Map(sent.map((one) => [one.category, one])).values()];
  const { id } = foundIn(
    await ctx.db.rows(choose, {
      ...valuesOf(at, which),
      categories: chosen.map((one) => one.category),
      frequencies: chosen.map((one) => one.frequency),
    }),
  );
  return shown(ctx, at, id, chosen);
}

/** The names of the categories, for a channel that is there (notifications#12). */
export async function listCategories(ctx: Ctx, at: UserAccess, which: Which): Promise<Categories> {
  await showPreferences(ctx, at, which, []);
  return { categories: CATEGORIES.map(nameOf) };
}
