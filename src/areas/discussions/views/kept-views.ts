import type { Db } from '../../../store/database.ts';
import type { MarkableEntry } from './marks.ts';

const MOST_BYTES = 64 * 1024 * 1024;
/** What an entry takes beside its JSON, about. */
const ENTRY_BYTES = 32;

/** A stored view of one version, which is always the same. */
export interface KeptView {
  version: number;
  json: Buffer;
  /** Those that are not deleted, by id. */
  entries: readonly MarkableEntry[];
  /** Who wrote or changed an entry of it. */
  participants: readonly number[];
}

const bytesOf = (view: KeptView): number => view.json.length + view.entries.length * ENTRY_BYTES;

/**
 * Stored views that this process has read, the ones used last, within a number of bytes. Every use asks the database for the
 * version that is stored.
 */
export class KeptViews {
  readonly #kept = new Map<number, KeptView>();
  readonly #reading = new Map<number, Promise<unknown>>();
  readonly #most: number;
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  find(topicId: number, version: number): KeptView | undefined {
    const kept = this.#kept.get(topicId);
    if (kept?.version !== version) return undefined;
    // The first in the map is the one that was used least lately.
    this.#kept.delete(topicId);
    this.#kept.set(topicId, kept);
    return kept;
  }

  keep(topicId: number, view: KeptView): void {
    this.#drop(topicId);
    if (bytesOf(view) > this.#most) return;
    this.#kept.set(topicId, view);
    this.#bytes += bytesOf(view);
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  /** Has the views of these topics read, but for those that somebody else is reading, and resolves once all of them are. */
  async read(topicIds: readonly number[], read: (topicIds: readonly number[]) => Promise<void>): Promise<void> {
    const others = topicIds.flatMap((id) => this.#reading.get(id) ?? []);
    const own = topicIds.filter((id) => !this.#reading.has(id));
    const reading = own.length === 0 ? Promise.resolve() : read(own);
    for (const id of own) this.#reading.set(id, reading);
    try {
      await reading;
    } finally {
      for (const id of own) this.#reading.delete(id);
    }
    // What has become of theirs is seen by asking once more.
    await Promise.allSettled(others);
  }

  #drop(topicId: number): void {
    const kept = this.#kept.get(topicId);
    if (kept) this.#bytes -= bytesOf(kept);
    this.#kept.delete(topicId);
  }
}

const ofDatabases = new WeakMap<object, KeptViews>();

/** One for every database that this process works with. */
export function keptViews(db: Db): KeptViews {
  const found = ofDatabases.get(db.source) ?? new KeptViews();
  ofDatabases.set(db.source, found);
  return found;
}
