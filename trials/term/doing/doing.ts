import type { Act } from '../plan.ts';
import { picked } from '../random.ts';
import { asking, type Course, isMoving, type Means, type Person } from '../school.ts';
import type { Asked, Outcome } from '../sending.ts';

/** What those are told who are not, or no longer, in a course. */
const NOT_THERE = [400, 401, 403, 404];

/** One act of one person, and what it needs. */
export class Doing {
  readonly means: Means;
  readonly by: Person;
  readonly act: Act;
  readonly course: Course;
  /** Whether a student does it who may have left the course. */
  readonly #moving: boolean;
  readonly #ask: ReturnType<typeof asking>;

  constructor(means: Means, by: Person, act: Act) {
    const course = means.school.courses[act.course];
    if (!course) throw new Error(`there is no course ${act.course}`);
    this.means = means;
    this.by = by;
    this.act = act;
    this.course = course;
    this.#moving = isMoving(by, course);
    this.#ask = asking(means, by);
  }

  get ledger() {
    return this.means.ledger;
  }

  /** Below the course. Of others than the actor, `about` says whom it is about: they may have left. */
  send(method: Asked['method'], path: string, more: Partial<Asked> & { about?: Person } = {}): Promise<Outcome> {
    const { about, may = [], ...rest } = more;
    const moving = this.#moving || (about !== undefined && isMoving(about, this.course));
    return this.#ask(this.act.kind, method, path, { ...rest, may: moving ? [...may, ...NOT_THERE] : may });
  }

  see(path: string, more: Partial<Asked> = {}): Promise<Outcome> {
    return this.send('GET', path, more);
  }

  pick<T>(list: readonly T[], which: 0 | 1 | 2): T | undefined {
    return picked(list, this.act.picks[which]);
  }
}

/** `skipped`: there was nothing to do it with. */
export type Done = 'done' | 'skipped';
export type Way = (doing: Doing) => Promise<Done>;

/** The way of something that is only read. */
export const seeing =
  (path: (doing: Doing) => string, may?: readonly number[]): Way =>
  async (doing) => {
    await doing.see(path(doing), may ? { may } : {});
    return 'done';
  };
