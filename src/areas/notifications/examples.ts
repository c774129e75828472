import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  chooseNotificationPreference: {
    by: 'student1',
    path: { user_id: 'self', id: 3, category: 'announcement' },
    body: { frequency: 'daily' },
  },
  chooseNotificationPreferenceByAddress: {
    by: 'student1',
    path: { user_id: 'self', type: 'email', address: 'student1@school.example', category: 'announcement' },
    body: { frequency: 'daily' },
  },
  chooseNotificationCategory: {
    by: 'student1',
    path: { user_id: 'self', id: 3, category: 'announcement' },
    body: { frequency: 'daily' },
  },
  chooseNotificationPreferences: {
    by: 'student1',
    path: { user_id: 'self', id: 3 },
    body: { notification_preferences: { announcement: { frequency: 'daily' }, grading: { frequency: 'never' } } },
  },
  chooseNotificationPreferencesByAddress: {
    by: 'student1',
    path: { user_id: 'self', type: 'email', address: 'student1@school.example' },
    body: { notification_preferences: { announcement: { frequency: 'daily' } } },
  },
};
