import { z } from 'zod';
import { LONG_TEXT } from '../../http/parameters/html.ts';
import { nullable, oneOf, optional, required, text } from '../../http/parameters/types.ts';
import { name, webAddress } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { CollectionVisibility } from '../../store/generated/enums.ts';
import { ShownUser } from '../users/schemas.ts';

/** collections#2. */
export const Collection = z
  .object({
    id: z.int(),
    name: z.string(),
    visibility: z.enum(CollectionVisibility),
    user_id: z.int(),
    created_at: moment,
    url: z.string(),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;

/** collections#4. */
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

export const collectionParameters = { name: required(name()), visibility: optional(oneOf(...Object.values(CollectionVisibility))) };
export const collectionChanges = { name: optional(name()), visibility: optional(oneOf(...Object.values(CollectionVisibility))) };
export const itemParameters = { link_url: required(webAddress()), user_comment: nullable(text(LONG_TEXT)) };
export const itemChanges = { link_url: optional(webAddress()), user_comment: nullable(text(LONG_TEXT)) };
