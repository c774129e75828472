import { z } from 'zod';
import { LockInfo } from '../../http/gates.ts';
import { html } from '../../http/parameters/html.ts';
import { anyOf, boolean, nullable, oneOf, optional, text, timestamp, verbatim } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { ShownUser } from '../users/schemas.ts';

/** pages#6 */
export const Page = z
  .object({
    page_id: z.int(),
    url: z.string(),
    title: z.string(),
    created_at: moment,
    updated_at: moment,
    hide_from_students: z.boolean(),
    editing_roles: z.string(),
    last_edited_by: ShownUser,
    published: z.boolean(),
    publish_at: moment.nullable(),
    front_page: z.boolean(),
    locked_for_user: z.boolean(),
    lock_info: LockInfo.optional(),
    lock_explanation: z.string().optional(),
    html_url: z.string(),
    body: z.string().nullable().optional(),
  })
  .meta({ id: 'WikiPage' });
export type Page = z.infer<typeof Page>;

/** pages#24 */
export const Revision = z
  .object({
    revision_id: z.int(),
    updated_at: moment,
    latest: z.boolean(),
    edited_by: ShownUser,
    url: z.string().optional(),
    title: z.string().optional(),
    body: z.string().nullable().optional(),
  })
  .meta({ id: 'WikiPageRevision' });
export type Revision = z.infer<typeof Revision>;

/** pages#27 */
export const Preview = z.object({ html: z.string() }).meta({ id: 'HtmlPreview' });
export type Preview = z.infer<typeof Preview>;

/** A text that is empty is previewed, too. */
export const previewed = { html: verbatim(html()) };

const parameters = {
  body: nullable(html()),
  editing_roles: optional(text()),
  published: optional(boolean()),
  publish_at: nullable(timestamp()),
  front_page: optional(boolean()),
};

/** Titles are kept as they are sent, for what is blank is refused and not left out (pages#13). */
export const PageParameters = z.object({ title: verbatim(text()), ...parameters });
export type PageParameters = z.output<typeof PageParameters>;

const SORTS = ['title', 'created_at', 'updated_at'] as const;
export type Sort = (typeof SORTS)[number];

export const pageFilters = {
  sort: optional(oneOf(...SORTS)),
  order: optional(oneOf('asc', 'desc')),
  search_term: optional(text()),
  published: optional(boolean()),
  include: optional(anyOf('body')),
};
const PageFilters = z.object(pageFilters);
export type PageFilters = z.output<typeof PageFilters>;
