import { mixed, randomOf, weighted } from './random.ts';
import type { Actor, Role } from './shape.ts';

/** How often each thing is done by whom, among all that they do. */
const WEIGHTS = {
  student: {
    seeCourses: 4,
    seeTodo: 4,
    seePlanner: 4,
    seeStream: 4,
    seeSummary: 3,
    seeAssignments: 5,
    seeTopics: 4,
    seeView: 4,
    seeEntries: 3,
    seeModules: 3,
    seePage: 2,
    seeGrades: 4,
    seeInbox: 4,
    openConversation: 4,
    seeQuizzes: 2,
    seeSubmission: 3,
    seeAnnouncements: 2,
    seePeople: 1,
    turnIn: 9,
    uploadWork: 2,
    postEntry: 6,
    replyToEntry: 4,
    changeEntry: 2,
    deleteEntry: 1,
    markEntry: 3,
    markTopic: 2,
    writeMessage: 3,
    answerMessage: 2,
    sortInbox: 2,
    takeQuiz: 3,
    markDone: 2,
    commentOnWork: 2,
    planNote: 1,
  },
  teacher: {
    gradeWork: 24,
    gradeMany: 2,
    assessWork: 8,
    setWork: 2,
    giveMoreTime: 2,
    announce: 1,
    openTopic: 1,
    writeToClass: 2,
    writePage: 3,
    arrangeModule: 2,
    postEntry: 3,
    replyToEntry: 2,
    writeMessage: 2,
    answerMessage: 2,
    openConversation: 3,
    seeInbox: 2,
    seeCourses: 2,
    seeTodo: 4,
    seeStream: 2,
    seeSubmissions: 5,
    seeGradebook: 4,
    seeHistory: 2,
    seeOutcomes: 2,
    seeStatistics: 2,
    seePeople: 2,
    seeGrades: 2,
    seeView: 2,
  },
  registrar: { enroll: 6, endEnrollment: 5, seeAccount: 2, seePeople: 1 },
} as const satisfies Readonly<Record<Role, Readonly<Record<string, number>>>>;

export type Kind = { [R in Role]: keyof (typeof WEIGHTS)[R] }[Role];

const kindsIn = <K extends string>(weights: Readonly<Record<K, number>>): K[] =>
  Object.keys(weights).filter((kind): kind is K => kind in weights);
const KINDS_OF: Readonly<Record<Role, readonly Kind[]>> = {
  student: kindsIn(WEIGHTS.student),
  teacher: kindsIn(WEIGHTS.teacher),
  registrar: kindsIn(WEIGHTS.registrar),
};

/** Everything that is done in a term. */
export const KINDS: readonly Kind[] = [...new Set(Object.values(KINDS_OF).flat())];

/**
 * What somebody does next, chosen without knowing what is there: the picks, from 0 up to 1, stand for one of whatever there is to choose
 * from by then.
 */
export interface Act {
  kind: Kind;
  /** Number of a course of the actor's. */
  course: number;
  picks: readonly [number, number, number];
  /** A word that nobody writes but in this act; the second one for what has to be written before. */
  mark: string;
  before: string;
}

/** The mark in what somebody wrote. */
export const markIn = (text: string): string | undefined => /m\d+x\d+[yz]/.exec(text)?.[0];

/** What a file of an act holds. */
export const turnedInFile = (mark: string): string => `What I found out: ${mark}\n`;

const OF_PLANS = 1;
const OF_TURNS = 2;

/** All that one person does, in order, without end. */
export function* planOf(seed: number, actor: Actor): Generator<Act, never> {
  const random = randomOf(mixed(seed, OF_PLANS, actor.index));
  for (let n = 0; ; n += 1) {
    const kind = weighted(WEIGHTS[actor.role], KINDS_OF[actor.role], random());
    const course = actor.courses[Math.floor(random() * actor.courses.length)] ?? 0;
    yield { kind, course, picks: [random(), random(), random()], mark: `m${actor.index}x${n}z`, before: `m${actor.index}x${n}y` };
  }
}

/** How much of everything is done by whom. */
const SHARES: Readonly<Record<Role, number>> = { student: 70, teacher: 27, registrar: 3 };
const ROLES: readonly Role[] = ['student', 'teacher', 'registrar'];

/** Whose turn it is, one after the other, without end. */
export function* turnsOf(seed: number, actors: readonly Actor[]): Generator<Actor, never> {
  const random = randomOf(mixed(seed, OF_TURNS));
  const byRole = Map.groupBy(actors, ({ role }) => role);
  for (;;) {
    const those = byRole.get(weighted(SHARES, ROLES, random())) ?? [];
    const actor = those[Math.floor(random() * those.length)];
    if (actor) yield actor;
  }
}
