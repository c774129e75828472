import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  setColor: { by: 'student1', path: { user_id: 'self', asset_string: 'course_1' }, body: { hexcode: '#0a7b3c' } },
  setDashboardPositions: { by: 'student1', path: { user_id: 'self' }, body: { dashboard_positions: { course_1: 1 } } },
};
