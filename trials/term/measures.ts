import type { IncomingHttpHeaders } from 'node:http';

interface Counted {
  times: number[];
  statuses: Map<number, number>;
}

interface Noted {
  as: string;
  method: string;
  path: string;
  may?: readonly number[];
  /** Sent before, and done then for all that is known: refused now, it may well be for that. */
  repeated?: boolean;
}

interface Answered {
  status: number;
  text: string;
  headers?: IncomingHttpHeaders;
}

/** Whether something has happened meanwhile for which a request may be answered so. */
export type Excuses = (answer: Answered, from: number, to: number) => boolean;

const MOST_FAULTS = 50;
const SHOWN = 300;

/** What so large a share of the values stays under. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How long each kind of request took, what was answered, and what should not have been. */
export class Measures {
  readonly #kinds = new Map<string, Counted>();
  /** First of each kind, by what it is. */
  readonly faults = new Map<string, string>();
  readonly #excuses: Excuses;
  readonly #begun = performance.now();
  sent = 0;

  constructor({ excuses = () => false }: { excuses?: Excuses } = {}) {
    this.#excuses = excuses;
  }

  note({ as, method, path, may, repeated }: Noted, answer: Answered, ms: number): void {
    const { status, text } = answer;
    const counted = this.#kinds.get(as) ?? { times: [], statuses: new Map<number, number>() };
    this.#kinds.set(as, counted);
    this.sent += 1;
    counted.times.push(ms);
    counted.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
    if (status >= 200 && status < 400) return;
    const isAway = status === 0 || (status >= 502 && status <= 504);
    if (may?.includes(status) || (repeated && status >= 400 && status < 500)) return;
    const to = performance.now();
    if (isAway && this.#excuses(answer, to - ms, to)) return;
    const kind = `${as}: ${status}`;
    if (!this.faults.has(kind) && this.faults.size < MOST_FAULTS) this.faults.set(kind, `${method} ${path}: ${text.slice(0, SHOWN)}`);
  }

  /** How many answers of all requests there were of each status. */
  statuses(): Map<number, number> {
    const all = new Map<number, number>();
    for (const { statuses } of this.#kinds.values()) {
      for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
    }
    return all;
  }

  perSecond(): number {
    return (this.sent * 1000) / (performance.now() - this.#begun);
  }

  /** A line for each kind of request. */
  table(): string[] {
    const rows = [...this.#kinds]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([as, { times, statuses }]) => {
        const others = [...statuses].filter(([status]) => status >= 400 || status === 0).map(([status, count]) => `${status}: ${count}`);
        const ms = (share: number) => percentile(times, share).toFixed(1).padStart(9);
        return `${as.padEnd(28)}${String(times.length).padStart(8)}${ms(0.5)}${ms(0.99)}  ${others.join(', ')}`;
      });
    return [`${'request'.padEnd(28)}${'sent'.padStart(8)}${'p50 ms'.padStart(9)}${'p99 ms'.padStart(9)}  not as asked`, ...rows];
  }
}
