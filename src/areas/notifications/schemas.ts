import { z } from 'zod';
import { CATEGORIES, FREQUENCIES } from '../../store/schema/activity.ts';

/** D11.6. */
export const Preferences = z
  .object({ notification_preferences: z.array(z.object({ category: z.enum(CATEGORIES), frequency: z.enum(FREQUENCIES) })) })
  .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<typeof Preferences>;
