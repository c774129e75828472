import type { Ctx } from '../../../access/context.ts';
import { RawJson } from '../../../http/raw-json.ts';
import { notThereYet, refusal } from '../../../kernel/errors.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, boolean, int, json, nullable, type RowOf, text } from '../../../store/sql/types.ts';
import { avatarUrl, PICTURE_COLUMN } from '../../users/avatars.ts';
import type { Participant, ViewEntry } from '../schemas.ts';
import type { TopicContext } from '../topic-contexts.ts';
import { personUrl, readableTopic, topicIdsOf } from '../topics/topics.ts';
import { LARGEST_VIEW, peopleOf, rebuildSoon, VIEW_COLUMNS, VIEW_ROW, type ViewRow, viewEntry, withBase } from './building.ts';
import { type KeptView, keptViews } from './kept-views.ts';
import { type ChangedEntry, entriesNow, type MarkableEntry, markedIds, type OwnMarks } from './marks.ts';

export { buildView, rebuildSoon } from './building.ts';
export { noteFileChanges } from './file-changes.ts';

const STORED_ROW = {
  topicId: int,
  version: int,
  /** The size of the view's JSON, in bytes. */
  size: int,
  marks: nullable(json<OwnMarks['marks']>()),
  changed: nullable(json<ChangedEntry[]>()),
  /** What the caller gave entries, by their ids. */
  ratings: nullable(json<Record<string, number>>()),
  markedThrough: int,
  markedRead: boolean,
  forcedThrough: int,
  forced: boolean,
};
type Stored = RowOf<typeof STORED_ROW>;

// With what the caller marked, and with what has changed since: what is unread follows from these and the view itself.
const stored = statement({
  name: 'view',
  takes: { callerId: int, topicIds: array(int) },
  gives: STORED_ROW,
  sql: (p) => sql`select v.topic_id as "topicId", v.version, octet_length(v.json) as size,
     coalesce(p.marked_through, 0) as "markedThrough", coalesce(p.marked_read, false) as "markedRead",
     coalesce(p.forced_through, 0) as "forcedThrough", coalesce(p.forced, false) as forced,
     (select json_agg(json_build_object('id', m.entry_id, 'read', m.read, 'forced', m.forced))
       from discussion_entry_marks m where m.topic_id = v.topic_id and m.user_id = ${p.callerId}) as marks,
     (select json_agg(json_build_object('id', e.id, 'userId', e.user_id, 'deleted', e.deleted))
       from discussion_entries e where e.topic_id = v.topic_id and e.version > v.version) as changed,
     (select json_object_agg(r.entry_id, r.rating order by r.entry_id) from discussion_entry_ratings r
         join discussion_entries e on e.topic_id = r.topic_id and e.id = r.entry_id and not e.deleted
       where r.topic_id = v.topic_id and r.user_id = ${p.callerId}) as ratings
   from discussion_views v
     left join discussion_participants p on p.topic_id = v.topic_id and p.user_id = ${p.callerId}
   where v.topic_id = any(${p.topicIds}::int[]) order by v.topic_id`,
});

const WHOLE_VIEW_ROW = {
  topicId: int,
  json: text,
  entries: nullable(json<MarkableEntry[]>()),
  /** Who wrote or changed an entry of it. */
  participants: array(int),
  version: int,
};
// Entries that have changed since are told as changed ones by every reading of this version.
const whole = statement({
  name: 'view_whole',
  takes: { missing: array(int) },
  gives: WHOLE_VIEW_ROW,
  sql: (p) => sql`select v.topic_id as "topicId", v.version, v.participants, v.json,
     (select json_agg(json_build_object('id', e.id, 'userId', e.user_id) order by e.id)
       from discussion_entries e where e.topic_id = v.topic_id and e.version <= v.version and not e.deleted) as entries
   from discussion_views v where v.topic_id = any(${p.missing}::int[])`,
});

// Those that had changed when the views were read, and not since what is stored now: that may be of a later version already.
const changedSince = statement({
  name: 'view_new_entries',
  takes: { changed: array(int) },
  gives: VIEW_ROW,
  sql: (p) => sql`select ${VIEW_COLUMNS} from discussion_entries e where e.id = any(${p.changed}::int[]) order by e.created_at, e.id`,
});

async function newEntries(ctx: Ctx, views: readonly ReadView[]): Promise<ViewRow[]> {
  const changed = views.flatMap((view) => (view.changed ?? []).map(({ id }) => id));
  return changed.length === 0 ? [] : ctx.db.rows(changedSince, { changed });
}

const people = statement({
  name: 'view_participants',
  takes: { ids: array(int) },
  gives: { id: int, name: text, picture: nullable(text) },
  sql: (p) => sql`select u.id, u.short_name as name, ${PICTURE_COLUMN} from users u where u.id = any(${p.ids}::int[]) order by u.id`,
});

async function participants(ctx: Ctx, context: TopicContext, ids: readonly number[]): Promise<Participant[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db.rows(people, { ids });
  return rows.map((row) => {
    const picture = avatarUrl(ctx, row);
    return {
      id: row.id,
      display_name: row.name,
      avatar_url: picture,
      avatar_image_url: picture,
      html_url: personUrl(ctx.webUrl, context, row.id),
    };
  });
}

type ReadView = Stored & { kept: KeptView };

/** Those that a root gathers are read and put in order in memory (discussions#105). */
function requireNotTooLarge(views: readonly Stored[]): void {
  const size = views.reduce((sum, view) => sum + view.size, 0);
  if (views.length > 1 && size > LARGEST_VIEW)
    throw refusal('the views of its topics are larger than 24 MB together: ask for each of them');
}

/** The views as they are stored: kept from an earlier request, or read now. */
async function readViews(ctx: Ctx, topicIds: readonly number[]): Promise<ReadView[]> {
  const kept = keptViews(ctx.db);
  const loaded = new Map<number, KeptView>();
  for (;;) {
    const views = await ctx.db.rows(stored, { callerId: ctx.caller.userId, topicIds });
    requireNotTooLarge(views);
    const found = views.flatMap((view): ReadView[] => {
      const own = loaded.get(view.topicId);
      const keptView = own?.version === view.version ? own : kept.find(view.topicId, view.version);
      return keptView ? [{ ...view, kept: keptView }] : [];
    });
    if (found.length === views.length) return found;
    // What was loaded may be of a later version than what was asked for: then all is read once more.
    const missing = views.filter((view) => !found.some((one) => one.topicId === view.topicId)).map((view) => view.topicId);
    await kept.read(missing, async (ids) => {
      for (const { topicId, json, entries, ...rest } of await ctx.db.rows(whole, { missing: ids })) {
        const view = { ...rest, json: Buffer.from(withBase(json, ctx.baseUrl)), entries: entries ?? [] };
        kept.keep(topicId, view);
        loaded.set(topicId, view);
      }
    });
  }
}

/** What is unread and what is forced for the caller, in all of the views together, by id. */
function ownIds(ctx: Ctx, views: readonly ReadView[]): { unread: string; forced: string } {
  const own = views.map((view) =>
    markedIds(entriesNow(view.kept.entries, view.changed ?? []), ctx.caller.userId, { ...view, marks: view.marks ?? [] }),
  );
  const written = (lists: number[][]): string => (lists.length === 1 ? lists : [lists.flat().sort((a, b) => a - b)]).join();
  return { unread: written(own.map(({ unread }) => unread)), forced: written(own.map(({ forced }) => forced)) };
}

/** One topic's view is sent as it is stored; those that a root gathers are put in order together. */
function together(views: readonly Buffer[]): Buffer | string {
  const [only] = views;
  if (views.length === 1 && only) return only;
  const all = views.flatMap((view) => JSON.parse(view.toString()) as ViewEntry[]);
  return JSON.stringify(all.sort((a, b) => a.id - b.id));
}

/** What is not built yet, although it should have been with its topic, is built soon. */
async function requireBuilt(ctx: Ctx, topicIds: readonly number[], views: readonly ReadView[]): Promise<void> {
  const built = new Set(views.map((view) => view.topicId));
  const missing = topicIds.filter((id) => !built.has(id));
  if (missing.length === 0) return;
  await ctx.tx(async (tx) => {
    for (const id of missing) await rebuildSoon(tx, id);
  });
  throw notThereYet(1);
}

/** The caller's own, where there are any (discussions#100). */
function ratingsIn(views: readonly Pick<Stored, 'ratings'>[]): string {
  const ratings: Record<string, number> = Object.assign({}, ...views.map((view) => view.ratings ?? {}));
  return Object.keys(ratings).length === 0 ? '' : `"entry_ratings":${JSON.stringify(ratings)},`;
}

const EMPTY = '{"unread_entries":[],"forced_entries":[],"participants":[],"view":[]';

/** discussions#56. What is stored of it is the same for everybody; the rest is the caller's own. */
export async function showView(ctx: Ctx, context: TopicContext, form: IdForm, withNew: boolean): Promise<RawJson> {
  const topic = await readableTopic(ctx, context, form);
  if (!topic) return new RawJson([EMPTY, withNew ? ',"new_entries":[]}' : '}']);
  const topicIds = topicIdsOf(topic);
  const views = await readViews(ctx, topicIds);
  await requireBuilt(ctx, topicIds, views);
  const fresh = withNew ? await newEntries(ctx, views) : [];
  const ids = new Set([...views.flatMap((view) => view.kept.participants), ...peopleOf(fresh)]);
  const shown = JSON.stringify(await participants(ctx, context, [...ids]));
  const { unread, forced } = ownIds(ctx, views);
  const head = `{"unread_entries":[${unread}],${ratingsIn(views)}"forced_entries":[${forced}],"participants":${shown},"view":`;
  const added = withNew ? `,"new_entries":${JSON.stringify(fresh.map((row) => viewEntry(row, ctx.baseUrl)))}}` : '}';
  return new RawJson([head, together(views.map((view) => view.kept.json)), added]);
}
