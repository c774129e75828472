import type { Metrics } from './metrics.ts';

/** What the choice of whom requests read from tells of itself. */
interface Reads {
  readonly uses: Readonly<Record<'replica' | 'primary' | 'repeated', number>>;
  /** `lag` in milliseconds; undefined where it is not known or too great. */
  standings(): readonly { name: string; inUse: boolean; lag: number | undefined }[];
}

/** Whom the reads of requests went to, and how the replicas stand. */
export function measureReads(metrics: Metrics, reads: Reads): void {
  metrics.counted(
    'lectern_reads_total',
    'Requests that read, by whom they were sent to; repeated: those that a replica began and the primary answered',
    () => Object.entries(reads.uses).map(([target, value]) => ({ of: { target }, value })),
    ['target'],
  );
  metrics.gauge(
    'lectern_replica_in_use',
    'Whether a replica is read from',
    () => reads.standings().map(({ name, inUse }) => ({ of: { replica: name }, value: Number(inUse) })),
    ['replica'],
  );
  metrics.gauge(
    'lectern_replica_lag_seconds',
    'How far a replica is behind at most; absent where it does not say, or is not read from for that',
    () => reads.standings().flatMap(({ name, lag }) => (lag === undefined ? [] : [{ of: { replica: name }, value: lag / 1_000 }])),
    ['replica'],
  );
}
