import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../../lectern.ts';
import { type Accident, nothing, type Scene } from './accident.ts';

const REFUSED = /it belongs to a later one\. Start that one\./;

/** Restarts all that serve, one after the other, and then all that do jobs; `between` has its time when the first one has changed. */
async function roll({ processes }: Scene['site'], root: URL, between: () => Promise<unknown>): Promise<void> {
  const rank = (name: string) => (name.startsWith('serve') ? 0 : 1);
  const inTurn = processes.toSorted((a, b) => rank(a.name) - rank(b.name));
  for (const [i, one] of inTurn.entries()) {
    await one.stop();
    one.release = root;
    await one.start();
    if (i === 0) await between();
  }
}

/** An older release does not migrate what a later one has migrated. */
async function requireRefused({ once }: Scene['site'], root: URL): Promise<void> {
  for (const command of ['migrate', 'start'] as const) {
    const { code, said } = await once(command, root);
    if (code !== 1 || !REFUSED.test(said)) throw new Error(`the older release answers ${command} with ${code}: ${said.slice(0, 300)}`);
  }
}

/**
 * The first time as a release comes: servers of the older one go on while the database is migrated. Then as one is taken back and comes
 * again. Nobody notices any of it.
 */
export const twoReleases: Accident = {
  name: 'two releases at once',
  excuses: [],
  async harm({ site, holdMs }) {
    const { older, processes, once } = site;
    if (!older) throw new Error('the site has no older release');
    const between = () => setTimeout(holdMs);
    if (processes.every(({ release }) => release === older.root)) {
      const { code, said } = await once('migrate', ROOT);
      if (code !== 0) throw new Error(`migrate ends with ${code}: ${said.slice(0, 300)}`);
      await between();
    } else {
      await roll(site, older.root, between);
    }
    if (older.isBehind) await requireRefused(site, older.root);
    await roll(site, ROOT, between);
    return nothing;
  },
};
