import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  chooseNotificationPreference: {
    by: 'student1',
    path: { user_id: 'self', id: 3, category: 'announcement' },
    body: { frequency: 'daily' },
  },
};
