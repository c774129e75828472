import { setTimeout as pause } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Bounds, in seconds, for work that takes from some milliseconds to a minute: jobs, and the store of files. */
export const LONG_WORK_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];

/** How long numbers are waited for. Prometheus waits for 10 seconds by default, and is to get all others within that time. */
const READ_WITHIN_MS = 2_000;

/** What Node.js says of the process. It is observed once, because what observes it stays for good, with all that its registry knows. */
const ofProcess = new Registry();
// A tenth of a second is fine enough to see a loop that is held up, and does not wake an idle process a hundred times a second.
collectDefaultMetrics({ register: ofProcess, eventLoopMonitoringPrecision: 100 });

/** What a process measures of itself, as `GET /metrics` shows it (conventions#70). */
export class Metrics {
  readonly #register = new Registry();

  get contentType(): string {
    return this.#register.contentType;
  }

  async written(): Promise<string> {
    return (await Promise.all([ofProcess.metrics(), this.#register.metrics()])).join('\n');
  }

  /** A histogram of how long something took, in seconds; its count says how often it was done. */
  seconds<Label extends string>(name: string, help: string, labels: readonly Label[], buckets: readonly number[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.#register] });
  }

  counter<Label extends string>(name: string, help: string, labels: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames: labels, registers: [this.#register] });
  }

  /** A counter whose value is read from something else that counts, and never counts down. */
  counted<Label extends string>(name: string, help: string, read: () => readonly Sample<Label>[], labels: readonly Label[]): void {
    new Counter({
      name,
      help,
      labelNames: labels,
      registers: [this.#register],
      collect() {
        this.reset();
        for (const { of, value } of read()) this.inc(of, value);
      },
    });
  }

  /** Numbers that are read at each scrape. Those that cannot be read, or not soon enough, are absent then. */
  gauge<Label extends string>(name: string, help: string, read: () => Samples<Label>, labels: readonly Label[]): void {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.#register],
      async collect() {
        const late = pause(READ_WITHIN_MS, [], { ref: false });
        const samples = await Promise.race([Promise.resolve().then(read), late]).catch(() => []);
        this.reset();
        // A gauge without labels is 0 after a reset, which would be taken for a value.
        if (samples.length === 0 && labels.length === 0) this.remove();
        for (const { of, value } of samples) this.set(of, value);
      },
    });
  }
}

export interface Sample<Label extends string> {
  of: Partial<Record<Label, string>>;
  value: number;
}
type Samples<Label extends string> = readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>;
