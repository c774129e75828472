import { z } from 'zod';
import { invalidField } from '../../http/errors.ts';
import { operation } from '../../http/operation.ts';
import { oneOf, optional } from '../../http/parameters/types.ts';
import { FREQUENCIES } from '../../store/schema/activity.ts';
import { categoryNamed, choosePreference, showPreferences } from './preferences.ts';
import { Preferences } from './schemas.ts';

const tag = 'Notifications';
const path = '/users/self/communication_channels/:id/notification_preferences';
const frequency = () => optional(oneOf(...FREQUENCIES));

/** D11.6: a channel's preferences are its owner's alone. */
export const notificationOperations = [
  operation({
    method: 'GET',
    path,
    operationId: 'listNotificationPreferences',
    summary: 'How often a channel of the caller is told of each category',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { id: 'plain' },
    answer: Preferences,
    run: (ctx, sent) => showPreferences(ctx, sent.path.id),
  }),
  operation({
    method: 'PUT',
    path: `${path}/:category`,
    operationId: 'chooseNotificationPreference',
    summary: 'Say how often a channel of the caller is told of a category',
    tag,
    context: 'none',
    permission: 'anyone',
    ids: { id: 'plain', category: 'rest' },
    input: { frequency: frequency(), notification_preferences: z.object({ frequency: frequency() }) },
    answer: Preferences,
    run(ctx, sent) {
      const category = categoryNamed(sent.path.category);
      const chosen = sent.notification_preferences.frequency ?? sent.frequency;
      if (chosen === undefined) throw invalidField('frequency', 'blank', 'is required');
      return choosePreference(ctx, sent.path.id, category, chosen);
    },
  }),
];
