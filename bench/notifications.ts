import { DEFAULTS, nameOf } from '../src/areas/notifications/categories.ts';
import { Categories, Preferences } from '../src/areas/notifications/schemas.ts';
import { CATEGORIES } from '../src/store/stored/activity.ts';
import { BASE_URL, floor, type Operation } from './floors.ts';
import type { Step } from './sizes.ts';

/** Everybody has chosen how often they are told of some categories. */
export const notificationSteps = (): Step[] => [
  {
    text: `insert into notification_preferences (channel_id, category, frequency)
      select c.id, category::notification_category, 'daily' from communication_channels c
        cross join (values ('Due Date'), ('Grading'), ('Announcement'), ('Discussion')) chosen(category)`,
  },
];

type Preference = Preferences['notification_preferences'][number];

interface ChannelRow {
  id: number;
  chosen: Partial<Record<Preference['category'], Preference['frequency']>> | null;
}

export const notificationOperations: readonly Operation[] = [
  {
    name: 'GET /users/:id/communication_channels/:id/notification_preferences',
    as: 'student',
    path: (store) => `/users/self/communication_channels/${store.studentChannelId}/notification_preferences`,
    answer: Preferences,
    floor: floor<ChannelRow>({
      id: (store) => store.studentChannelId,
      text: `select c.id, (select json_object_agg(p.category, p.frequency) from notification_preferences p where p.channel_id = c.id) as chosen
        from communication_channels c where c.id = $1 and c.state <> 'retired'`,
      present: ([row], store): Preferences | undefined =>
        row && {
          notification_preferences: CATEGORIES.map((category) => ({
            category,
            frequency: row.chosen?.[category] ?? DEFAULTS[category],
            notification: nameOf(category),
            href: `${BASE_URL}/api/v1/users/${store.studentId}/communication_channels/${row.id}/notification_preferences/${nameOf(category)}`,
          })),
        },
    }),
  },
  {
    name: 'GET /users/:id/communication_channels/:id/notification_preference_categories',
    as: 'student',
    path: (store) => `/users/self/communication_channels/${store.studentChannelId}/notification_preference_categories`,
    answer: Categories,
    floor: floor({
      id: (store) => store.studentChannelId,
      text: `select c.id from communication_channels c where c.id = $1 and c.state <> 'retired'`,
      // The categories are those of the code, whoever asks; only whether there is the channel is looked up.
      present: ([row]): Categories | undefined => row && { categories: CATEGORIES.map(nameOf) },
    }),
  },
];
