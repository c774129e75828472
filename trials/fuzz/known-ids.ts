import { z } from 'zod';

/** So many of each are kept, the newest. */
const MOST = 60;
/** Of the kinds that are to last, things with ids up to this one are there from the beginning. */
const LASTING = 40;

const Id = z.union([z.int(), z.string()]);
/** Pages are called by their address. */
const Thing = z.union([
  z.looseObject({ id: Id }),
  z.looseObject({ page_id: z.int(), url: z.string() }).transform(({ url }) => ({ id: url })),
]);

type Id = z.infer<typeof Id>;

/** Calendars show due dates as well, which another operation shows one by one. */
const OF_DUE_DATES = /^assignment_\d+$/;

const lastWord = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The ids of what answers have shown: by the path below which they were, and by the word that such paths end with. */
export class KnownIds {
  readonly #below = new Map<string, Id[]>();
  readonly #spared: ReadonlySet<string>;

  /** Takes ids that are known from the beginning, by that word, and are to last. */
  constructor(lasting: Readonly<Record<string, readonly number[]>>) {
    for (const [kind, ids] of Object.entries(lasting)) this.#below.set(kind, [...ids]);
    this.#spared = new Set(Object.keys(lasting));
  }

  /** What a path was answered with: a thing, or a list of them. */
  learn(path: string, body: unknown): void {
    const things = z.array(Thing).safeParse(Array.isArray(body) ? body : [body]);
    if (!things.success) return;
    const ids = things.data.map(({ id }) => id).filter((id) => !OF_DUE_DATES.test(String(id)));
    // The path of one thing ends with its id.
    const above = ids.some((id) => String(id) === lastWord(path)) ? path.slice(0, path.lastIndexOf('/')) : path;
    for (const key of [above, lastWord(above)]) {
      const known = this.#below.get(key) ?? [];
      this.#below.set(key, [...known, ...ids.filter((id) => !known.includes(id))].slice(-MOST));
    }
  }

  /** Where a redirect led: to a thing, as a rule. */
  learnAddress(address: string): void {
    const { pathname } = new URL(address, 'http://any.host');
    const id = Number(lastWord(pathname));
    if (Number.isInteger(id)) this.learn(pathname, { id });
  }

  /** Ids that may stand behind a path in the place of a parameter; where it takes away what they name, none of those that are to last. */
  after(path: string, { name, takesAway }: { name: string; takesAway: boolean }): readonly Id[] {
    const kind = lastWord(path);
    const below = [path, kind].map((one) => this.#below.get(one) ?? []);
    // Submissions are called by their student.
    const [known = []] = (kindOf(name) === kind ? below : [this.named(name), ...below]).filter((ids) => ids.length > 0);
    if (!takesAway || !this.#spared.has(kind)) return known;
    return known.filter((id) => typeof id === 'number' && id > LASTING);
  }

  /** Ids that a field may name: `course_id`, `student_ids`. */
  named(field: string): readonly Id[] {
    return this.#below.get(kindOf(field)) ?? [];
  }
}

const PEOPLE = new Set(['students', 'recipients', 'associated_users', 'observees', 'observers', 'graders', 'admin_users']);

function kindOf(field: string): string {
  const kind = `${field.replace(/_ids?$/, '')}s`;
  return PEOPLE.has(kind) ? 'users' : kind;
}
