import { z } from 'zod';

const seconds = (usual: number, least: number) => z.coerce.number().int().min(least).max(60).default(usual);

const Settings = z.object({
  /** How long one measured window is; 0: floors are compared, and nothing is measured. */
  BENCH_SECONDS: seconds(2, 0),
  /** How long each server is driven before its first window. */
  BENCH_WARMUP: seconds(2, 0),
  /** Operations are measured whose name holds this, or writes. */
  BENCH_ONLY: z.string().default(''),
  /** Which of the two stores, small and large, is measured; both unless it is set. */
  BENCH_STORE: z.string().default(''),
  /** A file of so many megabytes is sent up and down instead of all else. */
  BENCH_FILES: z.coerce.number().int().min(1).max(100_000).optional(),
  /** A message is sent to so many people and a course in the background instead of all else, while other requests go on. */
  BENCH_SEND: z.coerce.number().int().min(1).max(9_990).optional(),
  /** An announcement is posted in a course of so many people instead of all else. */
  BENCH_ANNOUNCE: z.coerce.number().int().min(1).max(19_990).optional(),
  /** So many jobs wait for a worker, which then does them, while other requests go on. */
  BENCH_BACKLOG: z.coerce.number().int().min(1).max(100_000).optional(),
  /** Entries are written in short and long topics instead of all else. */
  BENCH_POST: z.stringbool().optional(),
  /** What people write all day is measured instead of all else: grades, turn-ins, comments, answers, entries, messages, marks. */
  BENCH_GRADE: z.stringbool().optional(),
  /** A whole course is read, page by page, instead of all else. */
  BENCH_COURSE: z.stringbool().optional(),
  /** So many students begin one quiz within seconds, answer all of it and complete it, instead of all else. */
  BENCH_QUIZ: z.coerce.number().int().min(1).max(20_000).optional(),
  /** Milliseconds that each of them thinks about a question on average. */
  BENCH_QUIZ_PAUSE: z.coerce.number().int().min(0).max(60_000).default(4_000),
  /** Requests to Lectern take turns over so many tokens of different users of one role, as far as these may ask. */
  BENCH_TOKENS: z.coerce.number().int().min(1).max(1_000).default(1),
  /** Both sides are asked for compressed answers. */
  BENCH_GZIP: z.stringbool().optional(),
  /** So many rows a second are written beside every window, of what is read. */
  BENCH_WRITES: z.coerce.number().int().min(0).max(1_000).default(0),
  /** A PostgreSQL in which databases may be made; without it an embedded one is started. */
  DATABASE_URL: z.string().optional(),
});

export interface Settings {
  seconds: number;
  warmup: number;
  only: string;
  store: string;
  files: number | undefined;
  send: number | undefined;
  announce: number | undefined;
  backlog: number | undefined;
  post: boolean;
  grade: boolean;
  course: boolean;
  quiz: number | undefined;
  quizPause: number;
  tokens: number;
  gzip: boolean;
  writes: number;
  databaseUrl: string | undefined;
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const { data } = read;
  return {
    seconds: data.BENCH_SECONDS,
    warmup: data.BENCH_WARMUP,
    only: data.BENCH_ONLY,
    store: data.BENCH_STORE,
    files: data.BENCH_FILES,
    send: data.BENCH_SEND,
    announce: data.BENCH_ANNOUNCE,
    backlog: data.BENCH_BACKLOG,
    post: data.BENCH_POST ?? false,
    grade: data.BENCH_GRADE ?? false,
    course: data.BENCH_COURSE ?? false,
    quiz: data.BENCH_QUIZ,
    quizPause: data.BENCH_QUIZ_PAUSE,
    tokens: data.BENCH_TOKENS,
    gzip: data.BENCH_GZIP ?? false,
    writes: data.BENCH_WRITES,
    databaseUrl: data.DATABASE_URL || undefined,
  };
}

/** Clients at once; enough to keep one server process busy. */
export const CLIENTS = 10;

/** How many connections the pool of each server has: those that `serve` has by default. */
export const DATABASE_CONNECTIONS = 20;
