import type { Examples } from '../../helpers/examples.ts';
import type { World } from '../../helpers/filled-world.ts';

const place = (w: World) => ({ by: w.rich.client, ids: { user_id: 'self', asset_string: `course_${w.course}` } });

export const examples: Examples = {
  requests: {
    listColors: (w) => ({ by: w.rich.client, ids: { user_id: 'self' } }),
    showColor: async (w) => {
      await w.rich.client.put(`/users/self/colors/course_${w.course}`, { hexcode: 'abc' }).expect(200);
      return place(w);
    },
    setColor: (w) => ({ ...place(w), sent: { hexcode: '#abc' } }),
    showDashboardPositions: (w) => ({ by: w.rich.client, ids: { user_id: 'self' } }),
    setDashboardPositions: (w) => ({
      by: w.rich.client,
      ids: { user_id: 'self' },
      sent: { dashboard_positions: { [`course_${w.course}`]: 1 } },
    }),
  },
};
