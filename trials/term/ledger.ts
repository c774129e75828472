/** When something was sent and when it was answered, by the clock of this process; and whether it has happened for certain. */
export interface When {
  from: number;
  /** Infinity while it may still happen. */
  to: number;
  sure: boolean;
}

export interface Write<T> extends When {
  value: T;
}

/** What writes of one value may have left: those after which no other is known to have begun, answered with success. */
export function couldBe<T>(writes: readonly Write<T>[]): T[] {
  const left = writes.filter((write) => !writes.some((other) => other.sure && other.from > write.to));
  return left.map(({ value }) => value);
}

/** Last writes win here: of each key what was written, and when. */
export class Register<K, T> {
  readonly #writes = new Map<K, Write<T>[]>();

  write(key: K, value: T, { from, to, sure }: When): Write<T> {
    const write = { value, from, to, sure };
    const writes = this.#writes.get(key);
    if (writes) writes.push(write);
    else this.#writes.set(key, [write]);
    return write;
  }

  /** Takes back what has turned out not to have happened. */
  forget(key: K, write: Write<T>): void {
    const writes = this.#writes.get(key);
    if (writes)
      this.#writes.set(
        key,
        writes.filter((one) => one !== write),
      );
  }

  /** Undefined where nothing was ever written. */
  couldBe(key: K): T[] | undefined {
    const writes = this.#writes.get(key);
    return writes && writes.length > 0 ? couldBe(writes) : undefined;
  }

  /** Whether a write of the key is certain. */
  isSure(key: K): boolean {
    return this.#writes.get(key)?.some(({ sure }) => sure) ?? false;
  }

  keys(): K[] {
    return [...this.#writes.keys()];
  }
}

/** Things that are added and stay: of each place what was, in the order of sending. */
export class Added<K, T extends When> {
  readonly #facts = new Map<K, T[]>();

  add(key: K, fact: T): T {
    const facts = this.#facts.get(key);
    if (facts) facts.push(fact);
    else this.#facts.set(key, [fact]);
    return fact;
  }

  of(key: K): readonly T[] {
    return this.#facts.get(key) ?? [];
  }

  keys(): K[] {
    return [...this.#facts.keys()];
  }

  all(): T[] {
    return [...this.#facts.values()].flat();
  }
}

interface Marked extends When {
  mark: string;
}

export interface Entry extends Marked {
  /** Null where it is not known whether there is one. */
  id: number | null;
  topicId: number;
  author: number;
}

/** What somebody has marked as read or unread: an entry, or all that there were (null). */
export interface Reading extends When {
  entryId: number | null;
  read: boolean;
}

export interface Message extends Marked {
  author: number;
  /** Who has to have it, each once. */
  recipients: readonly number[];
  /** Who may have it besides: they came or went. */
  perhaps: readonly number[];
}

export interface QuizTaken {
  id: number;
  quizId: number;
  assignmentId: number;
  userId: number;
  /** Whether what was answered last is right, by question. */
  right: Register<number, boolean>;
  points: ReadonlyMap<number, number>;
  completed: When | null;
}

interface Override extends When {
  id: number;
  userId: number;
}

/** The key of what is of one student in one assignment. */
export const workKey = (assignmentId: number, userId: number): string => `${assignmentId}/${userId}`;
/** The key of what is of one person in one course, topic or conversation. */
export const placeKey = (placeId: number, userId: number): string => `${placeId}/${userId}`;

/** Everything that was sent to be written, by what it is and whether it was acknowledged. */
export class Ledger {
  /** Scores that were given, by workKey; null takes a grade away. */
  readonly scores = new Register<string, number | null>();
  /** Points of rubrics, by workKey and criterion: `1/2/criterion`. */
  readonly assessed = new Register<string, number>();
  readonly attempts = new Added<string, Marked>();
  readonly comments = new Added<string, Marked>();
  /** The marks of comments that may be there several times (README, Scaling out). */
  readonly repeatedComments = new Set<string>();
  /** Entries, by topic. */
  readonly entries = new Added<number, Entry>();
  /** What entries say, by the mark of the entry. */
  readonly words = new Register<string, string>();
  readonly deleted = new Register<string, true>();
  /** What was read in topics, by placeKey of the topic. */
  readonly readings = new Added<string, Reading>();
  readonly messages: Message[] = [];
  /** The conversations that a participant has opened or sorted, by placeKey of the conversation. */
  readonly opened = new Set<string>();
  /** The ids of uploads without an answer: their files may have come, or parts of them, or nothing. */
  readonly unansweredUploads = new Set<number>();
  /** Quizzes that were taken, by attempt. */
  readonly quizzes = new Map<number, QuizTaken>();
  /** What pages say, by `course id/url`. */
  readonly pages = new Register<string, string>();
  /** Whether people are enrolled, by placeKey of the course. */
  readonly enrolled = new Register<string, boolean>();
  /** Overrides, by assignment. */
  readonly overrides = new Added<number, Override>();
  /** Notes of planners, by user. */
  readonly notes = new Added<number, Marked>();
  /** Items of modules that were marked as done, by `item id/user id`. */
  readonly done = new Register<string, boolean>();
  /** What was set, opened and arranged, by course. */
  readonly made = new Added<number, When & { what: 'assignment' | 'topic' | 'announcement' | 'module'; id: number }>();
}
