import type { Examples } from '../../http/openapi/examples.ts';

/** Requests that the demo school accepts. */
export const examples: Examples = {
  createCollection: { body: { name: 'Maps', visibility: 'private' } },
  updateCollection: { path: { collection_id: 1 }, body: { name: 'Cells and tissues in pictures' } },
  createCollectionItem: { path: { collection_id: 1 }, body: { link_url: 'https://example.com/onion', user_comment: 'Onion skin.' } },
  updateCollectionItem: { path: { collection_item_id: 1 }, body: { user_comment: 'Free to use in class.' } },
};
