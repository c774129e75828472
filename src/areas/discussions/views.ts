import type { Ctx } from '../../access/context.ts';
import { notThereYet } from '../../http/errors.ts';
import type { IdForm } from '../../http/parameters/ids.ts';
import { RawJson } from '../../http/raw-json.ts';
import { statement } from '../../store/database.ts';
import { readableTopic } from './entry-access.ts';
import { MARKS, READ } from './entry-rows.ts';
import { personUrl } from './json.ts';
import { keptViews } from './kept-views.ts';
import type { Room } from './rooms.ts';
import type { Participant, ViewEntry } from './schemas.ts';
import { reachOf } from './topic-rows.ts';
import { peopleOf, rebuildSoon, VIEW_COLUMNS, type ViewRow, viewEntry } from './view-building.ts';

interface Stored {
  topicId: number;
  version: number;
  participants: number[];
  /** Something has changed since. */
  stale: boolean;
}

const stored = statement<Stored>(
  'view',
  `select v.topic_id as "topicId", v.version, v.participants, v.version < t.version as stale
   from discussion_views v join discussion_topics t on t.id = v.topic_id where v.topic_id = any($1::int[]) order by v.topic_id`,
);
const texts = statement<{ topicId: number; version: number; json: string }>(
  'view_json',
  'select topic_id as "topicId", version, json from discussion_views where topic_id = any($1::int[])',
);

// Both as JSON already: a topic may have ten thousand of them.
const unread = statement<{ ids: string | null }>(
  'view_unread',
  `select string_agg(e.id::text, ',' order by e.id) as ids
   from discussion_entries e ${MARKS} where e.topic_id = any($2::int[]) and not e.deleted and not ${READ}`,
);
// Those that were forced one by one, and those that were all at once.
const forced = statement<{ ids: string | null }>(
  'view_forced',
  `select string_agg(f.id::text, ',' order by f.id) as ids from (
     select e.id from discussion_entry_marks m join discussion_entries e on e.topic_id = m.topic_id and e.id = m.entry_id and not e.deleted
     where m.topic_id = any($2::int[]) and m.user_id = $1 and m.forced
     union all
     select e.id from discussion_participants p join discussion_entries e on e.topic_id = p.topic_id and e.id <= p.forced_through and not e.deleted
       left join discussion_entry_marks m on m.topic_id = e.topic_id and m.user_id = $1 and m.entry_id = e.id
     where p.topic_id = any($2::int[]) and p.user_id = $1 and p.forced and m.forced is null) f`,
);

const since = statement<ViewRow>(
  'view_new_entries',
  `select ${VIEW_COLUMNS} from discussion_views v join discussion_entries e on e.topic_id = v.topic_id and e.version > v.version
   where v.topic_id = any($1::int[]) order by e.created_at, e.id`,
);

const people = statement<{ id: number; name: string }>(
  'view_participants',
  'select id, short_name as name from users where id = any($1::int[]) order by id',
);

async function participants(ctx: Ctx, room: Room, ids: readonly number[]): Promise<Participant[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.rows(people, [ids]);
  return rows.map((row) => ({
    id: row.id,
    display_name: row.name,
    avatar_url: null,
    avatar_image_url: null,
    html_url: personUrl(ctx.baseUrl, room, row.id),
  }));
}

/** The JSON of each view, in their order: kept from an earlier request, or read now. */
async function jsonOf(ctx: Ctx, views: readonly Stored[]): Promise<Buffer[]> {
  const kept = keptViews(ctx.db);
  const found = new Map(views.map((view) => [view.topicId, kept.find(view.topicId, view.version)]));
  const missing = views.filter((view) => found.get(view.topicId) === undefined).map((view) => view.topicId);
  for (const { topicId, version, json } of missing.length === 0 ? [] : await ctx.db.rows(texts, [missing])) {
    const bytes = Buffer.from(json);
    kept.keep(topicId, version, bytes);
    found.set(topicId, bytes);
  }
  return views.flatMap((view) => found.get(view.topicId) ?? []);
}

/** One topic's view is sent as it is stored; those that a root gathers are put in order together. */
function together(views: readonly Buffer[]): Buffer | string {
  const [only] = views;
  if (views.length === 1 && only) return only;
  const all = views.flatMap((view) => JSON.parse(view.toString()) as ViewEntry[]);
  return JSON.stringify(all.sort((a, b) => a.id - b.id));
}

/** What is not built yet, although it should have been with its topic, is built soon. */
async function requireBuilt(ctx: Ctx, reach: readonly number[], views: readonly Stored[]): Promise<void> {
  const built = new Set(views.map((view) => view.topicId));
  const missing = reach.filter((id) => !built.has(id));
  if (missing.length === 0) return;
  await ctx.tx(async (tx) => {
    for (const id of missing) await rebuildSoon(tx, id);
  });
  throw notThereYet(1);
}

const EMPTY = '{"unread_entries":[],"forced_entries":[],"participants":[],"view":[]';

/** part-a, the view; D5.9. What is stored of it is the same for everybody; the rest is the caller's own. */
export async function showView(ctx: Ctx, room: Room, form: IdForm, withNew: boolean): Promise<RawJson> {
  const topic = await readableTopic(ctx, room, form);
  if (!topic) return new RawJson([EMPTY, withNew ? ',"new_entries":[]}' : '}']);
  const reach = reachOf(topic);
  const views = await ctx.db.rows(stored, [reach]);
  await requireBuilt(ctx, reach, views);
  const own = [ctx.caller.userId, reach];
  const [notRead] = topic.readCount === topic.entryCount ? [] : await ctx.db.rows(unread, own);
  const [keptForced] = await ctx.db.rows(forced, own);
  const fresh = withNew && views.some((view) => view.stale) ? await ctx.db.rows(since, [reach]) : [];
  const ids = new Set([...views.flatMap((view) => view.participants), ...peopleOf(fresh)]);
  const shown = JSON.stringify(await participants(ctx, room, [...ids]));
  const head = `{"unread_entries":[${notRead?.ids ?? ''}],"forced_entries":[${keptForced?.ids ?? ''}],"participants":${shown},"view":`;
  const added = withNew ? `,"new_entries":${JSON.stringify(fresh.map(viewEntry))}}` : '}';
  return new RawJson([head, together(await jsonOf(ctx, views)), added]);
}
