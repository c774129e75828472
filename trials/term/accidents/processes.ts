import { setTimeout } from 'node:timers/promises';
import { picked } from '../random.ts';
import { type Accident, nothing, type Scene } from './accident.ts';

const JOBS_EVERY_MS = 5;
const JOBS_WITHIN_MS = 2_000;

function oneOf({ site, random }: Scene, command: 'serve' | 'work') {
  const victim = picked(
    site.processes.filter(({ name }) => name.startsWith(command)),
    random(),
  );
  if (!victim) throw new Error(`no process does ${command}`);
  return victim;
}

/** Jobs are short: whoever wants to interrupt one has to look for it. */
async function untilJobsRun({ site }: Scene): Promise<void> {
  const end = performance.now() + JOBS_WITHIN_MS;
  while (performance.now() < end) {
    const [row] = await site.query<{ running: boolean }>(
      'select exists (select 1 from graphile_worker.jobs where locked_at is not null) as running',
    );
    if (row?.running) return;
    await setTimeout(JOBS_EVERY_MS);
  }
}

export const serveKilled: Accident = {
  name: 'serve killed',
  excuses: [0, 502, 503],
  async harm(scene) {
    const victim = oneOf(scene, 'serve');
    await victim.kill();
    return () => victim.start();
  },
};

export const workKilled: Accident = {
  name: 'work killed in the middle of jobs',
  excuses: [],
  async harm(scene) {
    const victim = oneOf(scene, 'work');
    await untilJobsRun(scene);
    await victim.kill();
    return () => victim.start();
  },
};

/** Servers restart one after the other, as when a new release is installed. Clients of the load balancer must not notice. */
export const rollingRestart: Accident = {
  name: 'serve restarted, one after the other',
  excuses: [],
  async harm({ site }) {
    for (const one of site.processes.filter(({ name }) => name.startsWith('serve'))) {
      await one.stop();
      await one.start();
    }
    return nothing;
  },
};
