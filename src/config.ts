import path from 'node:path';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((word) => word === 'true');
const count = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max));

/** The variables of D0.2 that have an effect so far; the areas that others belong to bring them. */
const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: count(0, 65_535).default(3000),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().default('.data'),
  BOOTSTRAP_ADMIN_TOKEN: z.string().min(16).optional(),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_CONCURRENCY: count(1, 256).default(1),
  WORKER_CONCURRENCY: count(1, 256).default(4),
  RATE_LIMIT: z.union([z.literal('off'), count(1, 10_000_000)]).default(3000),
  TRUST_PROXY: z.union([flag, z.string()]).default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
});

export const VARIABLES = Object.keys(variables.shape);

export interface Config {
  host: string;
  port: number;
  /** How clients reach the server, without a slash at its end; links are built from it. */
  baseUrl: string;
  /** Null: the embedded database in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  bootstrapAdminToken: string | null;
  demoData: boolean;
  logLevel: string;
  webConcurrency: number;
  workerConcurrency: number;
  rateLimit: number | 'off';
  trustProxy: boolean | string;
  metricsToken: string | null;
}

/** Every problem of the environment at once, by the variable's name. */
export class ConfigError extends Error {}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** Reads the environment into one frozen object. An empty variable counts as unset (D0.2). */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(VARIABLES.filter((name) => (env[name] ?? '') !== '').map((name) => [name, env[name]]));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`The environment has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.join('\n')}`);
  }
  const v = parsed.data;
  const host = v.HOST.includes(':') ? `[${v.HOST}]` : v.HOST;
  return Object.freeze({
    host: v.HOST,
    port: v.PORT,
    baseUrl: v.BASE_URL ?? `http://${v.HOST === '0.0.0.0' || v.HOST === '::' ? 'localhost' : host}:${v.PORT}`,
    databaseUrl: v.DATABASE_URL ?? null,
    dataDir: path.resolve(v.DATA_DIR),
    bootstrapAdminToken: v.BOOTSTRAP_ADMIN_TOKEN ?? null,
    demoData: v.DEMO_DATA ?? v.DATABASE_URL === undefined,
    logLevel: v.LOG_LEVEL,
    webConcurrency: v.WEB_CONCURRENCY,
    workerConcurrency: v.WORKER_CONCURRENCY,
    rateLimit: v.RATE_LIMIT,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN ?? null,
  });
}
