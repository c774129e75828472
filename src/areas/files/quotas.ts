import { effectiveSettings } from '../../access/settings.ts';
import type { FileOwner } from '../../access/standing.ts';
import { ApiError } from '../../http/errors.ts';
import { type Db, statement } from '../../store/database.ts';
import type { AccountSettings } from '../../store/schema/accounts.ts';
import { FILE_STANDS } from '../../store/schema/files.ts';
import { type OwnerKind, perOwner } from './owners.ts';
import type { Quota } from './schemas.ts';

/** D4.1, word for word. */
export const quotaExceeded = () =>
  new ApiError(400, { message: 'file size exceeds quota', errors: [{ message: 'file size exceeds quota' }] });

interface UsedRow {
  used: number;
  settings: AccountSettings[];
}

// A course follows its account; users, and groups like them, follow the root account (D1.13).
const ACCOUNTS: Record<OwnerKind, string> = {
  user: 'users o join accounts a on a.id = o.root_account_id',
  group: 'groups o join accounts a on a.id = o.root_account_id',
  course: 'courses o join accounts own on own.id = o.account_id join accounts a on a.id = any(own.chain)',
};
const SETTING = { user: 'user_quota_mb', group: 'user_quota_mb', course: 'course_quota_mb' } as const satisfies Record<OwnerKind, string>;

const used = perOwner((column, kind) =>
  statement<UsedRow>(
    `quota_of_${kind}`,
    `select (select coalesce(sum(f.size), 0)::int8 from attachments f where f.${column} = $1 and f.counts and ${FILE_STANDS}) as used,
       coalesce((select json_agg(a.settings order by cardinality(a.chain)) from ${ACCOUNTS[kind]} where o.id = $1), '[]') as settings`,
  ),
);

const MB = 2 ** 20;

/** D4.5. */
export async function readQuota(db: Db, { kind, id }: FileOwner): Promise<Quota> {
  const [row] = await db.rows(used[kind], [id]);
  const settings = effectiveSettings(row?.settings ?? []);
  return { quota: Math.floor(settings[SETTING[kind]] * MB), quota_used: row?.used ?? 0 };
}

const replaced = statement<{ size: number }>(
  'quota_replaced',
  'select f.size from attachments f where f.folder_id = $1 and f.display_name = $2 and f.counts and not f.deleted and not f.carried',
);

/** A file that is about to come, where it takes the place of one with the same name. */
export interface Replacing {
  folderId: number;
  name: string;
}

/** How many bytes an owner has left; what is replaced counts no more. */
export async function roomFor(db: Db, owner: FileOwner, replacing: Replacing | null): Promise<number> {
  const { quota, quota_used: taken } = await readQuota(db, owner);
  const [before] = replacing ? await db.rows(replaced, [replacing.folderId, replacing.name]) : [];
  return quota - taken + (before?.size ?? 0);
}

export async function requireRoom(db: Db, owner: FileOwner, size: number, replacing: Replacing | null): Promise<void> {
  if (size > (await roomFor(db, owner, replacing))) throw quotaExceeded();
}
