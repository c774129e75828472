import { areas } from './areas/index.ts';
import { type DatabaseUse, measureDatabase } from './metrics/database.ts';
import { Metrics } from './metrics/metrics.ts';
import { measureQueue } from './metrics/queue.ts';

/** The measures of a process that serves or does jobs. Databases may be added to `uses` later. */
export function watching(uses: readonly DatabaseUse[]): Metrics {
  const metrics = new Metrics();
  const database = () => uses[0]?.database;
  measureDatabase(metrics, () => uses);
  measureQueue(metrics, database);
  for (const { name, help, read } of areas.flatMap((area) => area.measures ?? []))
    metrics.gauge(name, help, async () => (await Promise.all([database()].flatMap((one) => (one ? read(one) : [])))).map(only), []);
  return metrics;
}

/** A measure that has one value, and so no labels. */
const only = (value: number) => ({ of: {}, value });
