import type { Ledger } from './ledger.ts';
import type { Asked, Outcome, Sender } from './sending.ts';
import type { Actor, Shape } from './shape.ts';

/** Somebody of the school, as the API knows them. */
export interface Person {
  actor: Actor;
  id: number;
  token: string;
}

export interface Work {
  id: number;
  points: number;
  takes: 'text' | 'file';
  /** Criteria of its rubric, where it has one that grades. */
  criteria: readonly { id: string; points: number; outcomeId: number | null }[];
}

export interface Topic {
  id: number;
  /** Entries that are known to be there, with who wrote them. */
  entries: { id: number; mark: string; author: number; deleted: boolean }[];
}

export interface Quiz {
  id: number;
  assignmentId: number;
  questions: readonly { id: number; points: number; right: number; wrong: number }[];
}

/** A course, and what is known to be in it so far: others add to it all the time. */
export interface Course {
  index: number;
  id: number;
  path: string;
  teachers: readonly Person[];
  students: readonly Person[];
  groupIds: readonly number[];
  outcomeId: number;
  works: Work[];
  topics: Topic[];
  quizzes: Quiz[];
  pages: string[];
  items: { moduleId: number; id: number }[];
}

export interface School {
  shape: Shape;
  admin: Person;
  people: readonly Person[];
  courses: readonly Course[];
}

/** What somebody does: who, where, and what is needed for it. */
export interface Means {
  sender: Sender;
  ledger: Ledger;
  school: School;
}

/** Sends as a person. */
export const asking =
  ({ sender }: Pick<Means, 'sender'>, by: Pick<Person, 'token'>) =>
  (as: string, method: Asked['method'], path: string, more: Partial<Asked> = {}): Promise<Outcome> =>
    sender.send(by.token, { as, method, path, ...more });

/** Whether a student comes to this course and goes: then much of it may be refused. */
export const isMoving = ({ actor }: Pick<Person, 'actor'>, course: Course): boolean => actor.moves === course.index;

export const staying = (course: Course): Person[] => course.students.filter((one) => !isMoving(one, course));
