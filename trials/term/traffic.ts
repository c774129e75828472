import { Doing } from './doing/doing.ts';
import { WAYS } from './doing/ways.ts';
import { type Act, type Kind, planOf, turnsOf } from './plan.ts';
import type { Means, Person } from './school.ts';

export interface Length {
  seed: number;
  /** So many people do something at any time. */
  atOnce: number;
  /** Whichever comes first. */
  acts?: number;
  ms?: number;
  over?: AbortSignal;
}

/** What has been done so far. */
export interface Progress {
  acts: number;
  done: Map<Kind, number>;
  /** Nothing was there to do it with. */
  skipped: Map<Kind, number>;
  /** What the trial itself made wrong of an answer. */
  broken: Map<string, string>;
}

const more = (counts: Map<Kind, number>, kind: Kind) => counts.set(kind, (counts.get(kind) ?? 0) + 1);

/** Many people of a school, each of whom does one thing after the other. */
export class Traffic {
  readonly progress: Progress = { acts: 0, done: new Map(), skipped: new Map(), broken: new Map() };
  readonly #means: Means;
  readonly #length: Length;
  readonly #plans = new Map<number, Generator<Act, never>>();
  /** What each is busy with. */
  readonly #busy = new Map<number, Promise<void>>();

  constructor(means: Means, length: Length) {
    this.#means = means;
    this.#length = length;
  }

  async run(): Promise<void> {
    const { seed, atOnce, acts = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY, over } = this.#length;
    const end = performance.now() + ms;
    const turns = turnsOf(
      seed,
      this.#means.school.people.map(({ actor }) => actor),
    );
    let begun = 0;
    const one = async () => {
      while (begun < acts && performance.now() < end && !over?.aborted) {
        begun += 1;
        const person = this.#means.school.people[turns.next().value.index];
        if (person) await this.#next(person);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  /** Nobody does two things at once. */
  #next(person: Person): Promise<void> {
    const { index } = person.actor;
    const next = (this.#busy.get(index) ?? Promise.resolve()).then(() => this.#do(person));
    this.#busy.set(index, next);
    return next;
  }

  async #do(person: Person): Promise<void> {
    const act = this.#planOf(person).next().value;
    const { acts: _, done, skipped, broken } = this.progress;
    try {
      more((await WAYS[act.kind](new Doing(this.#means, person, act))) === 'done' ? done : skipped, act.kind);
    } catch (error) {
      const says = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!broken.has(act.kind)) broken.set(act.kind, `${act.mark}: ${says}`);
    }
    this.progress.acts += 1;
  }

  #planOf({ actor }: Person): Generator<Act, never> {
    const plan = this.#plans.get(actor.index) ?? planOf(this.#length.seed, actor);
    this.#plans.set(actor.index, plan);
    return plan;
  }
}
