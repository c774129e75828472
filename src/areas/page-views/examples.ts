import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  reportPageView: { by: 'student1', path: { id: '01890a5d-ac96-774b-bcce-b302099a8057' }, body: { interaction_seconds: 30 } },
};
