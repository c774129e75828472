import type { Db } from '../../store/database.ts';

const MOST_BYTES = 64 * 1024 * 1024;

interface Kept {
  version: number;
  json: Buffer;
}

/**
 * Stored views that this process has read, the ones used last, within a number of bytes. Every use asks the database for the
 * version that is stored; a view of one version is always the same.
 */
export class KeptViews {
  readonly #kept = new Map<number, Kept>();
  readonly #most: number;
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  find(topicId: number, version: number): Buffer | undefined {
    const kept = this.#kept.get(topicId);
    if (kept?.version !== version) return undefined;
    // The first in the map is the one that was used least lately.
    this.#kept.delete(topicId);
    this.#kept.set(topicId, kept);
    return kept.json;
  }

  keep(topicId: number, version: number, json: Buffer): void {
    this.#drop(topicId);
    if (json.length > this.#most) return;
    this.#kept.set(topicId, { version, json });
    this.#bytes += json.length;
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(topicId: number): void {
    this.#bytes -= this.#kept.get(topicId)?.json.length ?? 0;
    this.#kept.delete(topicId);
  }
}

const ofDatabases = new WeakMap<Db, KeptViews>();

/** One for every database that this process works with. */
export function keptViews(db: Db): KeptViews {
  const found = ofDatabases.get(db) ?? new KeptViews();
  ofDatabases.set(db, found);
  return found;
}
