import { type Excuses, percentile } from '../measures.ts';
import type { Accident } from './accident.ts';

/** For so long after an accident clients may still notice it. */
export const GRACE_MS = 3_000;

interface Happened {
  accident: Accident;
  from: number;
  /** When requests were answered again; infinite until then. */
  to: number;
  againMs: number;
  unavailable: number;
}

/** What happened when, and so what clients may have seen of it. */
export class History {
  readonly #happened: Happened[] = [];

  begin(accident: Accident): { answeredAgain(afterMs: number): void } {
    const one = { accident, from: performance.now(), to: Number.POSITIVE_INFINITY, againMs: Number.NaN, unavailable: 0 };
    this.#happened.push(one);
    return {
      answeredAgain(afterMs) {
        one.againMs = afterMs;
        one.to = performance.now();
      },
    };
  }

  /** A 503 says when to try again, and everything that was not answered as asked belongs to an accident that may have caused it. */
  readonly excuses: Excuses = ({ status, headers = {} }, from, to) => {
    const during = this.#happened.filter((one) => one.from <= to && from <= one.to + GRACE_MS);
    const causes = during.filter(({ accident }) => accident.excuses.includes(status));
    const last = causes.at(-1) ?? during.at(-1);
    if (last && status === 503) last.unavailable += 1;
    return causes.length > 0 && (status !== 503 || headers['retry-after'] !== undefined);
  };

  /** A line for each kind of accident. */
  table(accidents: readonly Accident[]): string[] {
    const row = (cells: readonly (string | number)[]) =>
      cells.map((cell, i) => (i === 0 ? `${cell}`.padEnd(44) : `${cell}`.padStart(11))).join('');
    const rows = accidents.map((accident) => {
      const those = this.#happened.filter((one) => one.accident === accident);
      const ms = those.map(({ againMs }) => againMs);
      const times = those.length === 0 ? ['-', '-'] : [percentile(ms, 0.5).toFixed(0), Math.max(...ms).toFixed(0)];
      return row([accident.name, those.length, ...times, those.reduce((sum, { unavailable }) => sum + unavailable, 0)]);
    });
    return [row(['accident', 'times', 'again ms', 'at most', '503s']), ...rows];
  }
}
