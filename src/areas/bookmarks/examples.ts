import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createBookmark: { body: { name: 'Biology', url: '/courses/1' } },
  updateBookmark: { path: { id: 1 }, body: { position: 2 } },
};
