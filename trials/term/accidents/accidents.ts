import { setTimeout } from 'node:timers/promises';
import { mixed, type Random, randomOf } from '../random.ts';
import type { Site } from '../site.ts';
import type { Accident, Scene } from './accident.ts';
import { clientsHangUp } from './clients.ts';
import { connectionsCut, connectionsTaken, databaseKilled, databaseStopped, tableLocked } from './database.ts';
import { GRACE_MS, History } from './history.ts';
import { objectStoreAway } from './object-store.ts';
import { rollingRestart, serveKilled, workKilled } from './processes.ts';
import { twoReleases } from './releases.ts';
import { filesAway, filesFull, filesReadOnly, mailAway, mailSlow } from './surroundings.ts';

const ANYWHERE: readonly Accident[] = [
  ...[serveKilled, workKilled],
  ...[databaseKilled, databaseStopped, connectionsCut, connectionsTaken, tableLocked],
  ...[clientsHangUp, rollingRestart, mailAway, mailSlow],
];
const OF_DIRECTORY: readonly Accident[] = [filesAway, filesFull, filesReadOnly];

/** What may happen there, of the kinds whose names have one of these words. */
function accidentsOf({ surroundings, older }: Site, kinds: readonly string[]): readonly Accident[] {
  const ofFiles = surroundings && 'storage' in surroundings.files ? [objectStoreAway] : OF_DIRECTORY;
  return [...(older ? [twoReleases] : []), ...ANYWHERE, ...ofFiles].filter(
    ({ name }) => kinds.length === 0 || kinds.some((kind) => name.includes(kind)),
  );
}

interface AccidentSettings {
  seed: number;
  /** So many of each kind, as far as the traffic goes on for long enough. */
  each: number;
  /** Words of the names of those that are to happen; without any, all. */
  kinds: readonly string[];
  holdMs: number;
  tell: (line: string) => void;
}

const OF_ACCIDENTS = 3;
/** Between two there is a time in which nothing is excused. */
const CALM_MS = { least: GRACE_MS + 1_000, more: 2_000 };
const PROBE_EVERY_MS = 20;
const PROBE_WITHIN_MS = 5_000;
const AGAIN_WITHIN_MS = 120_000;

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1));
}

/** Every process answers: those that serve a request that asks the database, those that do jobs their own. */
async function isAnswered({ adminToken, processes, urls }: Site): Promise<boolean> {
  const serving = [...urls, ...processes.filter(({ name }) => name.startsWith('serve')).map(({ url }) => url)];
  const addresses = [...serving.map((url) => `${url}/api/v1/courses?per_page=1`), ...processes.map(({ url }) => `${url}/health/ready`)];
  const answers = addresses.map((address) =>
    fetch(address, { headers: { authorization: `Bearer ${adminToken}` }, signal: AbortSignal.timeout(PROBE_WITHIN_MS) }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    ),
  );
  return (await Promise.all(answers)).every(Boolean);
}

/** Accidents, one after the other, while there is traffic; whatever it is, all of it has to be answered again without anybody's help. */
export class Accidents {
  readonly history = new History();
  readonly faults: string[] = [];
  readonly #site: Site;
  readonly #settings: AccidentSettings;
  readonly #random: Random;
  readonly #kinds: readonly Accident[];

  constructor(site: Site, settings: AccidentSettings) {
    this.#site = site;
    this.#kinds = accidentsOf(site, settings.kinds);
    this.#settings = settings;
    this.#random = randomOf(mixed(settings.seed, OF_ACCIDENTS));
  }

  /** Has accidents happen in rounds of all kinds, so that a term that is too short has had some of each. */
  async run(ended: AbortSignal): Promise<void> {
    for (let round = 0; round < this.#settings.each; round += 1) {
      for (const accident of this.#inTurn(round)) {
        const calm = CALM_MS.least + this.#random() * CALM_MS.more;
        await setTimeout(calm, undefined, { signal: ended }).catch(() => undefined);
        if (ended.aborted) return;
        await this.#have(accident);
      }
    }
  }

  /** A site that begins with an older release has all else of this one. */
  #inTurn(round: number): Accident[] {
    const inTurn = shuffled(this.#kinds, this.#random);
    return round === 0 ? inTurn.toSorted((a, b) => Number(b === twoReleases) - Number(a === twoReleases)) : inTurn;
  }

  async #have(accident: Accident): Promise<void> {
    const { tell, holdMs } = this.#settings;
    const scene: Scene = { site: this.#site, random: this.#random, holdMs };
    const happening = this.history.begin(accident);
    tell(`accident: ${accident.name}`);
    try {
      const mend = await accident.harm(scene);
      const from = performance.now();
      await mend();
      await this.#answeredAgain();
      const ms = performance.now() - from;
      happening.answeredAgain(ms);
      tell(`accident: ${accident.name}: answered again after ${ms.toFixed(0)} ms`);
    } catch (error) {
      this.faults.push(`accident: ${accident.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #answeredAgain(): Promise<void> {
    const end = performance.now() + AGAIN_WITHIN_MS;
    while (!(await isAnswered(this.#site))) {
      if (performance.now() > end) throw new Error(`requests are not answered again within ${AGAIN_WITHIN_MS} ms`);
      await setTimeout(PROBE_EVERY_MS);
    }
  }

  table(): string[] {
    return this.history.table(this.#kinds);
  }
}
