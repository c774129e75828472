import type { FileStore } from '../store/file-store.ts';
import { LONG_WORK_BUCKETS, type Metrics } from './metrics.ts';

/** The same store of files, measured. Of reading, it measures the time until the first bytes can be read. */
export function measuredFiles(metrics: Metrics, store: FileStore): FileStore {
  const seconds = metrics.seconds('lectern_file_seconds', 'Time that the store of files took', ['operation', 'outcome'], LONG_WORK_BUCKETS);
  const timed = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    const end = seconds.startTimer({ operation });
    try {
      const result = await work;
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
  return {
    write: (key, content) => timed('write', store.write(key, content)),
    read: (key, range) => timed('read', store.read(key, range)),
    size: (key) => store.size(key),
    remove: (key) => timed('remove', store.remove(key)),
  };
}
