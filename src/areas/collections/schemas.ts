import { z } from 'zod';
import { oneOf, optional, type Reader, Refused, required, text } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { VISIBILITIES } from '../../store/schema/collections.ts';
import { ShownUser } from '../users/schemas.ts';

/** D5.14. */
export const Collection = z
  .object({
    id: z.int(),
    name: z.string(),
    visibility: z.enum(VISIBILITIES),
    user_id: z.int(),
    created_at: moment,
    url: z.string(),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;

/** D5.14. */
export const CollectionItem = z
  .object({
    id: z.int(),
    collection_id: z.int(),
    item_type: z.literal('url'),
    link_url: z.string(),
    user: ShownUser,
    user_comment: z.string().nullable(),
    created_at: moment,
    url: z.string(),
    post_count: z.int(),
    upvote_count: z.int(),
  })
  .meta({ id: 'CollectionItem' });
export type CollectionItem = z.infer<typeof CollectionItem>;

const MOST = 2_000;

/** An address of the web: what a browser would run, or does not know, is none. */
const webAddress = (): Reader<string> => ({
  schema: { type: 'string', format: 'uri', maxLength: MOST },
  read(raw) {
    const value = text(MOST).read(raw);
    if (value instanceof Refused) return value;
    const url = URL.canParse(value) ? new URL(value) : null;
    return url && /^https?:$/.test(url.protocol) && url.hostname !== ''
      ? value
      : new Refused('invalid', 'must be an http or https address');
  },
});

export const collectionParameters = { name: required(text()), visibility: optional(oneOf(...VISIBILITIES)) };
export const collectionChanges = { name: optional(text()), visibility: optional(oneOf(...VISIBILITIES)) };
export const itemParameters = { link_url: required(webAddress()), user_comment: optional(text(MOST)) };
export const itemChanges = { link_url: optional(webAddress()), user_comment: optional(text(MOST)) };
