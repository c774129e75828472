import { z } from 'zod';

const seconds = (usual: number, least: number) => z.coerce.number().int().min(least).max(60).default(usual);

const Settings = z.object({
  /** How long one measured window is. */
  BENCH_SECONDS: seconds(3, 1),
  /** How long each server is driven before its first window. */
  BENCH_WARMUP: seconds(2, 0),
  /** Operations are measured whose name holds this. */
  BENCH_ONLY: z.string().default(''),
  /** Of the two stores, small and large, the one to measure; both without it. */
  BENCH_STORE: z.string().default(''),
  /** A file of so many megabytes is sent up and down instead of all else. */
  BENCH_FILES: z.coerce.number().int().min(1).max(100_000).optional(),
  /** A message is sent to so many people and a course in the background instead of all else, while other requests go on. */
  BENCH_SEND: z.coerce.number().int().min(1).max(9_990).optional(),
  /** Entries are written in short and long topics instead of all else. */
  BENCH_POST: z.stringbool().optional(),
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
  post: boolean;
  databaseUrl: string | undefined;
}

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const read = Settings.safeParse(env);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const { BENCH_SECONDS, BENCH_WARMUP, BENCH_ONLY, BENCH_STORE, BENCH_FILES, BENCH_SEND, BENCH_POST, DATABASE_URL } = read.data;
  return {
    seconds: BENCH_SECONDS,
    warmup: BENCH_WARMUP,
    only: BENCH_ONLY,
    store: BENCH_STORE,
    files: BENCH_FILES,
    send: BENCH_SEND,
    post: BENCH_POST ?? false,
    databaseUrl: DATABASE_URL || undefined,
  };
}

/** Clients at once; enough to keep one server process busy. */
export const CLIENTS = 10;

/** Of the pool of each server: the number that `serve` has, for both alike. */
export const DATABASE_CONNECTIONS = 20;
