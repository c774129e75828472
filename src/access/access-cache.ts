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

/** Under which key access that is being loaded is to be kept; without a key it is not kept. */
interface Keeping {
  key: string | undefined;
  heard: number;
  now: Date;
}

/** Access that was asked for, and whether it still holds. */
export interface FoundAccess<K extends ContextKind> {
  /** Undefined where the token is not valid. */
  loaded: Loaded<K> | undefined;
  kept: boolean;
  /** False where the access was kept, and something that access is made of has changed since. */
  stillHolds(): boolean;
}

/**
 * Access that this process has loaded, kept for the requests that follow. Triggers notify of every change to what access is made of.
 * Every connection of the pool listens, and PostgreSQL delivers notifications before it says that a connection is ready again. So a read
 * with kept access knows, once its own statements are answered, whether a change was committed before they ran: then the request is run
 * again with access that is loaded anew. A write cannot be run again. So it first waits for the notifications of all that was committed
 * before it began, which costs the database next to nothing, and then knows as much as if it had loaded its access.
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

  find<K extends ContextKind>(token: string, kind: K, target: IdForm | undefined, now: Date): FoundAccess<K> | Promise<FoundAccess<K>> {
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

  /** Access that is known to have held when it was asked for, as if it had been loaded then. */
  async findConfirmed<K extends ContextKind>(token: string, kind: K, target: IdForm | undefined, now: Date): Promise<FoundAccess<K>> {
    const found = await this.find(token, kind, target, now);
    if (!found.kept) return found;
    await this.#database.passNotificationBarrier();
    // A change has ended what is kept, so that this loads it.
    return found.stillHolds() ? { ...found, stillHolds: () => true } : this.findConfirmed(token, kind, target, now);
  }

  async #load<K extends ContextKind>(
    token: string,
    kind: K,
    target: IdForm | undefined,
    { key, heard, now }: Keeping,
  ): Promise<FoundAccess<K>> {
    this.uses.loaded++;
    const loaded = await loadAccess(this.#database, { token }, kind, target);
    if (key !== undefined && loaded && (loaded.found !== null || kind === 'none')) this.#keep(key, loaded, heard, now);
    return { loaded, kept: false, stillHolds: () => true };
  }

  #keep(key: string, loaded: Loaded<ContextKind>, heard: number, now: Date): void {
    // Otherwise nobody would hear that the access has ended.
    if (!this.#database.hearsChanges()) return;
    // A change that was heard of meanwhile may have come too late for this access.
    if (this.#database.notificationsHeard() !== heard || this.#heard !== heard) return;
    // Messages and submissions change without a notification, and with them who may read their files.
    if (loaded.found !== null && 'received' in loaded.found && loaded.found.received !== null) return;
    // So do the entries by which files are read. A file that came with no entry never gets one.
    if (loaded.found !== null && 'entry' in loaded.found && loaded.found.entry) return;
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const until = Math.min(now.getTime() + KEPT_FOR_MS, loaded.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
    this.#kept.set(key, { loaded, until });
  }
}

/** Nothing is kept under a SIS id, because it may be given to another thing at any time. */
function keyOf(token: string, kind: ContextKind, target: IdForm | undefined): string | undefined {
  if (kind !== 'none' && target?.by !== 'id' && target?.by !== 'self') return undefined;
  const named = target?.by === 'id' ? String(target.id) : (target?.by ?? '');
  return `${token} ${kind} ${named}`;
}
