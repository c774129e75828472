import { listing } from '../../http/operation.ts';
import { searchRecipients } from './recipient-search.ts';
import { FoundRecipient, RecipientQuery } from './schemas.ts';

const search = {
  method: 'GET',
  tag: 'Search',
  context: 'none',
  permission: 'anyone',
  input: RecipientQuery.shape,
  paged: 'by key',
  item: FoundRecipient,
} as const;

/** conversations#65; the second is the first's older name. */
export const recipientOperations = [
  listing({
    ...search,
    path: '/search/recipients',
    operationId: 'searchRecipients',
    summary: 'Whom the caller may message: contexts first, then people, by name',
    run: (ctx, { page, ...query }) => searchRecipients(ctx, query, page),
  }),
  listing({
    ...search,
    path: '/conversations/find_recipients',
    operationId: 'findRecipients',
    summary: 'The same as the search for recipients',
    deprecated: true,
    run: (ctx, { page, ...query }) => searchRecipients(ctx, query, page),
  }),
];
