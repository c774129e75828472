import { z } from 'zod';
import { operation } from '../../http/operation.ts';
import { oneOf, optional } from '../../http/parameters/types.ts';
import { invalidField } from '../../kernel/errors.ts';
import { NotificationFrequency } from '../../store/generated/enums.ts';
import { categoryNamed, choosePreference, showPreferences } from './preferences.ts';
import { Preferences } from './schemas.ts';

const tag = 'Notifications';
const path = '/users/:user_id/communication_channels/:id/notification_preferences';
const frequency = () => optional(oneOf(...Object.values(NotificationFrequency)));

/** notifications#10: a channel's preferences are its owner's, and those of who administers the owner. */
export const notificationOperations = [
  operation({
    method: 'GET',
    path,
    operationId: 'listNotificationPreferences',
    summary: 'How often a channel of a user is told of each category',
    tag,
    context: 'user',
    permission: 'user.manage',
    ids: { id: 'plain' },
    answer: Preferences,
    run: (ctx, sent, at) => showPreferences(ctx, at, sent.path.id),
  }),
  operation({
    method: 'PUT',
    path: `${path}/:category`,
    operationId: 'chooseNotificationPreference',
    requires: [['frequency', 'notification_preferences']],
    summary: 'Say how often a channel of a user is told of a category',
    tag,
    context: 'user',
    permission: 'user.manage',
    ids: { id: 'plain', category: 'rest' },
    input: { frequency: frequency(), notification_preferences: z.object({ frequency: frequency() }) },
    answer: Preferences,
    run(ctx, sent, at) {
      const category = categoryNamed(sent.path.category);
      const chosen = sent.notification_preferences.frequency ?? sent.frequency;
      if (chosen === undefined) throw invalidField('frequency', 'blank', 'is required');
      return choosePreference(ctx, at, sent.path.id, { category, frequency: chosen });
    },
  }),
];
