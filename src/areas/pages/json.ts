import type { Ctx } from '../../access/context.ts';
import type { Gate } from '../../access/gates.ts';
import { gateFields } from '../../http/gates.ts';
import { iso, isoOrNull } from '../../http/timestamps.ts';
import { shownUser } from '../users/avatars.ts';
import type { ShownUser } from '../users/schemas.ts';
import type { PageContext } from './page-contexts.ts';
import type { ListedRow, PageRow } from './rows.ts';
import type { Page } from './schemas.ts';

interface Edited {
  editorId: number;
  editorName: string;
  picture: string | null;
}

export const editorOf = (ctx: Ctx, context: PageContext, { editorId: id, editorName, picture }: Edited): ShownUser =>
  shownUser(ctx, { id, picture }, editorName, `${ctx.webUrl}/${context.path}/users/${id}`);

/** pages#6 and pages#7; without a body, as lists have it. */
export const listedPageJson = (ctx: Ctx, context: PageContext, row: ListedRow, gate: Gate | null): Page => ({
  page_id: row.id,
  url: row.url,
  title: row.title,
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
  hide_from_students: !row.published,
  editing_roles: row.editingRoles,
  last_edited_by: editorOf(ctx, context, row),
  published: row.published,
  publish_at: isoOrNull(row.publishAt),
  front_page: row.frontPage,
  ...gateFields(gate, `wiki_page_${row.id}`, ctx.caller.timeZone),
  html_url: `${ctx.webUrl}/${context.path}/pages/${encodeURIComponent(row.url)}`,
});

/** Nobody reads ahead of what a module holds back. */
export const pageJson = (ctx: Ctx, context: PageContext, row: PageRow, gate: Gate | null = null): Page => ({
  ...listedPageJson(ctx, context, row, gate),
  body: gate === null ? row.body : null,
});
