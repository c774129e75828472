import type pg from 'pg';
import { isMigrated, readMigrations } from './migrate.ts';
import { Probe } from './probe.ts';

/** Short enough for `/health/ready` to answer within two seconds. */
const WITHIN_MS = 1_500;

/** Whether the database answers and has every migration of this release (conventions#69), also when all other connections are taken. */
export class ReadinessProbe {
  readonly #probe: Probe;
  #question: pg.QueryConfig | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(url: string) {
    this.#probe = new Probe({ url, name: 'lectern readiness', withinMs: WITHIN_MS });
  }

  /** All who call it while the database is being asked share the answer. */
  ask(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  close(): Promise<void> {
    return this.#probe.close();
  }

  async #ask(): Promise<boolean> {
    const answer = this.#probe.ask<{ done: boolean }>(() => (this.#question ??= isMigrated(readMigrations())));
    return answer.then(
      (row) => row?.done ?? false,
      () => false,
    );
  }
}
