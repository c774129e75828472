import type { Metrics } from './metrics.ts';

/** The part of ReadTargets that is measured. */
interface Reads {
  readonly uses: Readonly<Record<'replica' | 'primary' | 'repeated', number>>;
  /** `lag` is in milliseconds; undefined where it is not known or too great. */
  standings(): readonly { name: string; inUse: boolean; lag: number | undefined }[];
}

/** Measures where the reads of requests went, and how far replicas are behind. */
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
