import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  updateUserSettings: { by: 'student1', path: { user_id: 'self' }, body: { manual_mark_as_read: true } },
  editUser: { by: 'student1', path: { user_id: 'self' }, body: { user: { short_name: 'Annie', time_zone: 'Europe/Lisbon' } } },
};
