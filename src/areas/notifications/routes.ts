import { z } from 'zod';
import { type Ids, type Operation, operation, type PathKind } from '../../http/operation.ts';
import { optional, required } from '../../http/parameters/types.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Frequency } from './categories.ts';
import { categoryNamed, choosePreferences, listCategories, showPreferences, type Which } from './preferences.ts';
import { Categories, choices, frequencyReader, Preferences } from './schemas.ts';

const tag = 'Notifications';

const ONE = {
  frequency: optional(frequencyReader()),
  notification_preferences: z.object({ frequency: optional(frequencyReader()) }),
};

/** By either name of the parameter (notifications#9). */
function frequencyIn(sent: {
  frequency?: Frequency | undefined;
  notification_preferences: { frequency?: Frequency | undefined };
}): Frequency {
  const chosen = sent.notification_preferences.frequency ?? sent.frequency;
  if (chosen === undefined) throw invalidField('frequency', 'blank', 'is required');
  return chosen;
}

interface OfOne extends Record<string, PathKind> {
  category: 'rest';
}

/** A channel by its id, or by its type and address (notifications#11). */
interface Address<P extends Record<string, PathKind>> {
  path: string;
  ids: P;
  /** What the operations' ids end with; `by` is what their summaries end with. */
  name: string;
  by: string;
  which: (path: Ids<P>) => Which;
  category: (path: Ids<P & OfOne>) => string;
}

const withCategory = <P extends Record<string, PathKind>>(ids: P): P & OfOne => ({ ...ids, category: 'rest' });

const common = { tag, context: 'user', permission: 'user.manage', answer: Preferences } as const;

const reading = <P extends Record<string, PathKind>>({ path, ids, name, by, which, category }: Address<P>): Operation[] => [
  operation({
    ...common,
    method: 'GET',
    path: `${path}/notification_preferences`,
    operationId: `listNotificationPreferences${name}`,
    summary: `How often a channel of a user is told of each category${by}`,
    ids,
    run: (ctx, sent, at) => showPreferences(ctx, at, which(sent.path)),
  }),
  operation({
    ...common,
    method: 'GET',
    path: `${path}/notification_preferences/:category`,
    operationId: `showNotificationPreference${name}`,
    summary: `How often a channel of a user is told of a category${by}`,
    ids: withCategory(ids),
    run: (ctx, sent, at) => showPreferences(ctx, at, which(sent.path), [categoryNamed(category(sent.path))]),
  }),
];

const choosing = <P extends Record<string, PathKind>>({ path, ids, name, by, which, category }: Address<P>): Operation[] => [
  operation({
    ...common,
    method: 'PUT',
    path: `${path}/notification_preferences`,
    operationId: `chooseNotificationPreferences${name}`,
    summary: `Say how often a channel of a user is told of several categories${by}`,
    ids,
    input: { notification_preferences: required(choices()) },
    run: (ctx, sent, at) => choosePreferences(ctx, at, which(sent.path), sent.notification_preferences),
  }),
  operation({
    ...common,
    method: 'PUT',
    path: `${path}/notification_preferences/:category`,
    operationId: `chooseNotificationPreference${name}`,
    requires: [['frequency', 'notification_preferences']],
    summary: `Say how often a channel of a user is told of a category${by}`,
    ids: withCategory(ids),
    input: ONE,
    run(ctx, sent, at) {
      const chosen = { category: categoryNamed(category(sent.path)), frequency: frequencyIn(sent) };
      return choosePreferences(ctx, at, which(sent.path), [chosen]);
    },
  }),
];

const addressed = <P extends Record<string, PathKind>>(address: Address<P>): Operation[] => [...reading(address), ...choosing(address)];

const CHANNEL = '/users/:user_id/communication_channels/:id';

/** notifications#10: a channel's preferences are its owner's, and those of who administers the owner. */
export const notificationOperations: Operation[] = [
  ...addressed({
    path: CHANNEL,
    ids: { id: 'plain' } as const,
    name: '',
    by: '',
    which: ({ id }) => ({ id }),
    category: (one) => one.category,
  }),
  ...addressed({
    path: '/users/:user_id/communication_channels/:type/:address',
    ids: { type: 'rest', address: 'rest' } as const,
    name: 'ByAddress',
    by: ', by the address of the channel',
    which: ({ type, address }) => ({ type, address }),
    category: (one) => one.category,
  }),
  operation({
    method: 'GET',
    path: `${CHANNEL}/notification_preference_categories`,
    operationId: 'listNotificationCategories',
    summary: 'The names of the categories of which a channel is told',
    tag,
    context: 'user',
    permission: 'user.manage',
    ids: { id: 'plain' },
    answer: Categories,
    run: (ctx, sent, at) => listCategories(ctx, at, { id: sent.path.id }),
  }),
  operation({
    method: 'PUT',
    path: `${CHANNEL}/notification_preference_categories/:category`,
    operationId: 'chooseNotificationCategory',
    requires: [['frequency', 'notification_preferences']],
    summary: 'Say how often a channel of a user is told of all of a category',
    tag,
    context: 'user',
    permission: 'user.manage',
    ids: { id: 'plain', category: 'rest' },
    input: ONE,
    answer: Preferences,
    run(ctx, sent, at) {
      const category = categoryNamed(sent.path.category);
      return choosePreferences(ctx, at, { id: sent.path.id }, [{ category, frequency: frequencyIn(sent) }]);
    },
  }),
];
