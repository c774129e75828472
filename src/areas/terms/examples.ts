import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createTerm: { by: 'admin', path: { account_id: 1 }, body: { enrollment_term: { name: 'Spring', start_at: '2027-02-01T00:00:00Z' } } },
  updateTerm: { by: 'admin', path: { account_id: 1, id: '1' }, body: { enrollment_term: { name: 'All the time' } } },
};
