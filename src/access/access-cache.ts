import type { IdForm } from '../kernel/ids.ts';
import type { Database } from '../store/database.ts';
import { type Loaded, loadAccess } from './context-access.ts';
import type { ContextKind } from './permissions.ts';

const KEPT_FOR_MS = 30_000;
const MOST_KEPT = 10_000;

interface Kept {
  loaded: Loaded<ContextKind>;
  until: number;
}

/** What access that is being loaded is to be kept by; no key: not at all. */
interface Keeping {
  key: string | undefined;
  heard: number;
  now: Date;
}

export interface Found<K extends ContextKind> {
  /** Undefined: the token is no valid one. */
  loaded: Loaded<K> | undefined;
  kept: boolean;
  /** False where it was kept and something that access is made of has changed since. */
  stillHolds(): boolean;
}

/**
 * Access that this process has loaded, for the requests that follow. Triggers notify of every change to what access is
 * made of, every connection of the pool listens, and PostgreSQL hands a notification over before it says that a connection is
 * ready again. So a read with a kept access knows, once its own statements are answered, whether a change was committed
 * before they ran: then it runs again with access that is loaded anew. A write cannot be run again: it first hears of all
 * that was committed before it began, which costs the database nothing, and so knows as much as if it had loaded its access.
 */
export class AccessCache {
  readonly #database: Database;
  readonly #kept = new Map<string, Kept>();
  #heard = -1;
  /** How often access was kept, and how often it had to be loaded. */
  readonly uses = { kept: 0, loaded: 0 };

  constructor(database: Database) {
    this.#database = database;
  }

  find<K extends ContextKind>(token: string, kind: K, target: IdForm | undefined, now: Date): Found<K> | Promise<Found<K>> {
    const heard = this.#database.notificationsHeard();
    if (heard !== this.#heard) this.#kept.clear();
    this.#heard = heard;
    const key = keyOf(token, kind, target);
    const kept = key === undefined ? undefined : this.#kept.get(key);
    if (!kept || kept.until <= now.getTime()) return this.#load(token, kind, target, { key, heard, now });
    this.uses.kept++;
    // The key holds the kind.
    return { loaded: kept.loaded as Loaded<K>, kept: true, stillHolds: () => this.#database.notificationsHeard() === heard };
  }

  /** One that still held when it was asked for, and is as good as one loaded then. */
  async findConfirmed<K extends ContextKind>(token: string, kind: K, target: IdForm | undefined, now: Date): Promise<Found<K>> {
    const found = await this.find(token, kind, target, now);
    if (!found.kept) return found;
    await this.#database.passNotificationBarrier();
    // What has changed ends what is kept: it is loaded now.
    return found.stillHolds() ? { ...found, stillHolds: () => true } : this.findConfirmed(token, kind, target, now);
  }

  async #load<K extends ContextKind>(token: string, kind: K, target: IdForm | undefined, { key, heard, now }: Keeping): Promise<Found<K>> {
    this.uses.loaded++;
    const loaded = await loadAccess(this.#database, { token }, kind, target);
    if (key !== undefined && loaded && (loaded.found !== null || kind === 'none')) this.#keep(key, loaded, heard, now);
    return { loaded, kept: false, stillHolds: () => true };
  }

  #keep(key: string, loaded: Loaded<ContextKind>, heard: number, now: Date): void {
    // Nobody would hear that it has ended.
    if (!this.#database.hearsChanges()) return;
    // What was heard while it was loaded may have come too late for it.
    if (this.#database.notificationsHeard() !== heard || this.#heard !== heard) return;
    // Messages and submissions come and go without notice, and with them who reads their files.
    if (loaded.found !== null && 'received' in loaded.found && loaded.found.received !== null) return;
    // Who reads a file by the entry it came with is told by nothing that notifies; without one it never gets one.
    if (loaded.found !== null && 'entry' in loaded.found && loaded.found.entry) return;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const until = Math.min(now.getTime() + KEPT_FOR_MS, loaded.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#kept.set(key, { loaded, until });
  }
}

/** SIS ids name another thing as soon as they are given to one: what they name is never kept. */
function keyOf(token: string, kind: ContextKind, target: IdForm | undefined): string | undefined {
  if (kind !== 'none' && target?.by !== 'id' && target?.by !== 'self') return undefined;
  const named = target?.by === 'id' ? String(target.id) : (target?.by ?? '');
  return `${token} ${kind} ${named}`;
}
