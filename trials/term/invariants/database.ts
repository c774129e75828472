import type { Ledger } from '../ledger.ts';
import { markIn } from '../plan.ts';
import type { Site } from '../site.ts';

interface ForeignKey {
  name: string;
  child: string;
  parent: string;
  columns: string[];
  keys: string[];
}

const FOREIGN_KEYS = `select c.conname as name, c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
    (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(number, n)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number) as columns,
    (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(number, n)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number) as keys
  from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.contype = 'f' and n.nspname = 'public' order by c.conname`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Rows whose parent is not there, by what the foreign key itself says. */
function orphans({ child, parent, columns, keys }: ForeignKey): string {
  const isSet = columns.map((column) => `c.${quoted(column)} is not null`).join(' and ');
  const isParent = keys.map((key, i) => `p.${quoted(key)} = c.${quoted(columns[i] ?? '')}`).join(' and ');
  return `select count(*)::int as count from ${child} c where ${isSet} and not exists (select 1 from ${parent} p where ${isParent})`;
}

/**
 * Statements that find nothing where all is as it should be: each row says what is wrong. Rows without foreign keys are looked at here, too
 * (docs/decisions/2026-11-27-rows-of-each-person.md).
 */
const STATEMENTS: Readonly<Record<string, string>> = {
  'jobs left failed': `select task_identifier || ' (' || attempts || ' times): ' || last_error as says from graphile_worker.jobs where last_error is not null`,
  'jobs on their way': `select task || ' ' || id as says from pending_jobs`,
  'work that has not ended': `select tag || ' ' || id || ' is ' || state || coalesce(': ' || message, '') as says from progresses where state <> 'completed'`,
  'messages to many that have not ended': `select 'batch ' || id || ' is ' || state as says from conversation_batches where state <> 'sent'
    union all select 'batch ' || batch_id || ' has not reached user ' || user_id from conversation_batch_recipients`,
  'notifications doubled': `select category || ' of entry ' || entry_id || ': ' || count(*) as says from notifications
    where entry_id is not null group by category, entry_id having count(*) > 1`,
  'stream items without a stream': `select type || ' ' || i.id as says from stream_items i
    where i.type in ('CollectionItem', 'Conversation', 'Message') and i.audience is null and not exists (select 1 from stream_item_instances s where s.stream_item_id = i.id)`,
  'stream items of nobody or nothing': `select 'item ' || x.stream_item_id || ' of user ' || x.user_id as says from stream_item_instances x
    where not exists (select 1 from stream_items i where i.id = x.stream_item_id) or not exists (select 1 from users u where u.id = x.user_id)`,
  'deliveries of nothing or to nobody': `select 'notification ' || d.notification_id || ' by channel ' || x.id as says
    from notification_deliveries d cross join lateral unnest(d.channel_ids) x(id)
    where not exists (select 1 from notifications n where n.id = d.notification_id)
      or not exists (select 1 from communication_channels c where c.id = x.id)`,
  'attempts with gaps': `select 'assignment ' || assignment_id || ', student ' || user_id || ': ' || string_agg(attempt::text, ' ' order by attempt) as says
    from submission_attempts group by assignment_id, user_id having count(*) <> max(attempt)`,
  'submissions behind their attempts': `select 'assignment ' || s.assignment_id || ', student ' || s.user_id || ': ' || coalesce(s.attempt, 0) as says
    from submissions s join (select assignment_id, user_id, max(attempt) as attempt from submission_attempts group by assignment_id, user_id) a
      using (assignment_id, user_id) where s.attempt is distinct from a.attempt`,
  'enrollments out of order': `select 'enrollment ' || e.id || ' of user ' || e.user_id as says from enrollments e
    join users u on u.id = e.user_id where e.sort_key <> u.sort_key`,
  'entries miscounted': `select 'topic ' || t.id || ' has ' || t.entry_count || ' and not ' || e.count as says from discussion_topics t
    cross join lateral (select count(*) from discussion_entries e where e.topic_id = t.id and not e.deleted) e where t.entry_count <> e.count`,
  'messages miscounted': `select 'conversation ' || p.conversation_id || ', user ' || p.user_id || ' has ' || p.message_count || ' and not ' || m.count as says
    from conversation_participants p cross join lateral (select count(*) from conversation_messages m
      where m.conversation_id = p.conversation_id and not m.generated and m.id > p.removed_through
        and not exists (select 1 from conversation_comments c where c.message_id = m.id)) m
    where p.message_count <> m.count and not exists (select 1 from conversation_removals r where r.user_id = p.user_id)`,
};

/** What an upload whose sending nobody has answered has left may be sent again, and goes after a day (files#32, files#53). */
const UPLOADS_LEFT = `select id, 'upload ' || id || ' of user ' || uploader_id || ' is ' || state as says from uploads
  where state in ('receiving', 'received') order by id`;

/** Of comments that a load balancer has sent to several servers more may be there. */
const MESSAGES_DOUBLED = `select body, 'conversation ' || conversation_id || ' has ' || count(*) || ' times ' || left(body, 80) as says
  from conversation_messages where conversation_id is not null and not generated group by conversation_id, author_id, body having count(*) > 1`;

const MOST_ROWS = 5;

/** What only the database knows: rows without their parents, jobs that failed, what was doubled or left behind. */
export async function checkDatabase(
  { query }: Pick<Site, 'query'>,
  { unansweredUploads, repeatedComments }: Pick<Ledger, 'unansweredUploads' | 'repeatedComments'>,
): Promise<string[]> {
  const found: string[] = [];
  const add = (what: string, rows: readonly { says: string }[]) => {
    found.push(...rows.slice(0, MOST_ROWS).map(({ says }) => `${what}: ${says}`));
    if (rows.length > MOST_ROWS) found.push(`${what}: and ${rows.length - MOST_ROWS} more`);
  };
  for (const key of await query<ForeignKey & Record<string, unknown>>(FOREIGN_KEYS)) {
    const [row] = await query<{ count: number }>(orphans(key));
    if (row && row.count > 0) found.push(`rows without a parent: ${row.count} of ${key.child} by ${key.name}`);
  }
  for (const [what, statement] of Object.entries(STATEMENTS)) add(what, await query<{ says: string }>(statement));
  const doubled = await query<{ body: string; says: string }>(MESSAGES_DOUBLED);
  add(
    'messages doubled',
    doubled.filter(({ body }) => !repeatedComments.has(markIn(body) ?? '')),
  );
  const left = await query<{ id: number; says: string }>(UPLOADS_LEFT);
  add(
    'uploads left',
    left.filter(({ id }) => !unansweredUploads.has(id)),
  );
  return found;
}
