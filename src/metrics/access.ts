import type { AccessCache } from '../access/access-cache.ts';
import type { Metrics } from './metrics.ts';

/** Where the access of requests came from. */
export function measureAccess(metrics: Metrics, { uses }: Pick<AccessCache, 'uses'>): void {
  metrics.counted(
    'lectern_access_total',
    'How often the access of a request was kept, and how often it was loaded',
    () => Object.entries(uses).map(([from, value]) => ({ of: { from }, value })),
    ['from'],
  );
}
