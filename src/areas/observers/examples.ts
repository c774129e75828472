import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts, with a token of a student of it. */
export const examples: Examples = {
  createObservee: { by: 'observer', path: { user_id: 'self' }, body: { access_token: 'the token of the person to observe' } },
};
