import { z } from 'zod';
import { NotificationFrequency } from '../../store/generated/enums.ts';
import { CATEGORIES } from '../../store/stored/activity.ts';

/** notifications#8. */
export const Preferences = z
  .object({ notification_preferences: z.array(z.object({ category: z.enum(CATEGORIES), frequency: z.enum(NotificationFrequency) })) })
  .meta({ id: 'NotificationPreferences' });
export type Preferences = z.infer<typeof Preferences>;
