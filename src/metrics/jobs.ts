import { LONG_WORK_BUCKETS, type Metrics } from './metrics.ts';

/** A run of a job; `attempts` counts how often it was begun, this time included. */
export interface Run {
  name: string;
  attempts: number;
  mostAttempts: number;
}

interface JobMeasures {
  /** Runs a job and measures it. The outcome is what the job gives back, `done` where it gives back nothing, or `failed` where it throws. */
  measured(run: Run, work: () => Promise<string | void>): Promise<string | void>;
}

/** Jobs are told apart by the label `task`, because Prometheus itself says `job` for what it scrapes. */
export function measureJobs(metrics: Metrics): JobMeasures {
  const seconds = metrics.seconds(
    'lectern_job_seconds',
    'Time that a job took, by what became of it',
    ['task', 'outcome'],
    LONG_WORK_BUCKETS,
  );
  const givenUp = metrics.counter('lectern_jobs_given_up_total', 'Jobs that failed as often as they may', ['task']);
  return {
    async measured({ name, attempts, mostAttempts }, work) {
      const end = seconds.startTimer({ task: name });
      try {
        const outcome = await work();
        end({ outcome: outcome ?? 'done' });
        return outcome;
      } catch (error) {
        end({ outcome: 'failed' });
        if (attempts >= mostAttempts) givenUp.inc({ task: name });
        throw error;
      }
    },
  };
}
