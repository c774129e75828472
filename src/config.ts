import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { compile } from '@fastify/proxy-addr';
import { z } from 'zod';
import { codeOf } from './kernel/error-codes.ts';
import { OperatorError } from './kernel/operator-error.ts';
import type { Bounds } from './store/bounds.ts';
import { DRIVER_NAMES, type DriverName } from './store/driver/drivers.ts';
import type { FileStorage } from './store/file-store.ts';

const grouped = new Intl.NumberFormat('en');
const wholeNumber = (min: number, max: number) => `a whole number from ${grouped.format(min)} to ${grouped.format(max)}`;
const count = (min: number, max: number) => {
  const error = `must be ${wholeNumber(min, max)}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, error).max(max, error));
};

/** How many jobs run at once. More than processors would only slow requests down; with a single one, a long job would hold up all others. */
export const jobsAtOnce = (processors: number): number => Math.min(4, Math.max(2, processors));

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });
const flag = oneOf(['true', 'false']).transform((word) => word === 'true');
const secret = z.string().min(16, 'must have at least 16 characters');
/** What can be sent behind `Bearer` (conventions#10). */
const token = secret.regex(/^[!-~]*$/, 'must have no blanks, and no characters outside of ASCII');

/** What can be sent to `/metrics`: blanks at the ends of a header are not part of it, and a byte above ASCII is another character there. */
const metricsToken = secret.regex(/^[!-~](?:[ -~]*[!-~])?$/, 'must have no blanks at its ends, and no characters outside of ASCII');

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' });
const withoutSlash = webAddress.transform((url) => url.replace(/\/+$/, ''));
/** Paths are put behind it, and it stands in headers, which take no character that an address is to encode. */
const ownAddress = webAddress
  .refine((url) => !/[?#]/.test(url), 'must be an address without ? and #: paths are put behind it')
  .transform((url) => new URL(url).href.replace(/\/+$/, ''));
const HOST_WANTED = 'must be a name or an IP address alone, an IPv6 one without brackets';

const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);
/** Whether the HTTP server understands these addresses of proxies. It takes a number (of proxies, elsewhere) for the address 0.0.0.1. */
const namesProxies = (addresses: string): boolean => {
  const each = addresses.split(',').map((address) => address.trim());
  try {
    compile(each);
    return each.every((address) => RANGES.has(address) || isIP(address.replace(/\/.*/, '')) > 0);
  } catch {
    return false;
  }
};

const proxies = z
  .string()
  .refine((value) => ['true', 'false'].includes(value) || namesProxies(value), {
    error: 'must be true, false, or the addresses of proxies, such as 10.0.0.1 or 10.0.0.0/8, with commas between them',
  })
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : value));

const milliseconds = count(100, 3_600_000);
const isDatabase = (address: string): boolean => /^postgres(?:ql)?:$/.test(URL.parse(address)?.protocol ?? '');
/** The driver asks one host, and takes several for a name; of a port that is none it fails where nobody can catch that. */
function namesOneServer(address: string): boolean {
  const url = URL.parse(address);
  const [host, port] = [url?.searchParams.get('host') ?? url?.hostname ?? '', url?.searchParams.get('port') ?? ''];
  return !host.includes(',') && /^\d*$/.test(port) && Number(port) < 65_536;
}
const ONE_SERVER_WANTED = 'must name one host and a port that is a number below 65536';
const databases = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine((addresses) => addresses.every(isDatabase), {
    error: 'must be addresses such as postgresql://user:password@host:5432/name, with commas between them',
    abort: true,
  })
  .refine((addresses) => addresses.every(namesOneServer), `each ${ONE_SERVER_WANTED}`);
const LIMITS = [1, 10_000_000] as const;
const STOP_DELAY_SECONDS = 5;

/** The variables of conventions#79. */
const variables = z.object({
  HOST: z
    .string()
    .refine((host) => isIP(host) > 0 || (/^[^\s:/\\?#@[\]]+$/.test(host) && URL.canParse(`http://${host}`)), HOST_WANTED)
    .default('127.0.0.1'),
  PORT: count(0, 65_535).default(3000),
  BASE_URL: ownAddress.optional(),
  WEB_URL: withoutSlash.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgresql://user:password@host:5432/name' })
    .refine(namesOneServer, ONE_SERVER_WANTED)
    .optional(),
  DATABASE_READ_URLS: databases.default([]),
  DATABASE_READ_LAG: count(1, 300).default(5),
  DATABASE_CONNECTIONS: count(2, 1000).default(20),
  DATABASE_MAX_WAITING: count(1, 1_000_000).default(3000),
  DATABASE_CONNECTION_TIMEOUT_MS: milliseconds.default(10_000),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(30_000),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(3_000),
  DATABASE_IDLE_TIMEOUT_MS: milliseconds.default(30_000),
  DATABASE_DRIVER: oneOf(DRIVER_NAMES).default('own'),
  DATA_DIR: z.string().default('.data'),
  BOOTSTRAP_ADMIN_TOKEN: token.optional(),
  DEMO_DATA: flag.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_CONCURRENCY: count(1, 256).default(1),
  WORKER_CONCURRENCY: count(1, 256).default(jobsAtOnce(availableParallelism())),
  WORK_PORT: count(1, 65_535).optional(),
  RATE_LIMIT: z.union([z.literal('off'), count(...LIMITS)], { error: `must be off, or ${wholeNumber(...LIMITS)}` }).default(3000),
  TRUST_PROXY: proxies.default(false),
  METRICS_TOKEN: metricsToken.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  SECRET_KEY: secret.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@host:587 or smtps://user:password@host:465' })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>)$/, 'must be an address, or a name and an <address>')
    .optional(),
  STOP_DELAY: count(0, 3_600).optional(),
  PAGE_VIEWS: oneOf(['on', 'off']).default('on'),
  PAGE_VIEWS_DAYS: count(1, 36_500).default(365),
  FILE_STORAGE: z
    .string()
    // What follows `file://` is a host, if it is no path from the root.
    .regex(/^(?:file:(?!\/\/(?!\/.)).+|s3:\/\/[a-z0-9][a-z0-9.-]+)$/, 'must be file: and a directory, or s3:// and a bucket')
    .optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
});

export const VARIABLES = Object.keys(variables.shape);

export interface Config {
  host: string;
  port: number;
  /** How clients reach the server, without a slash at its end; what it answers itself is linked to from it. */
  baseUrl: string;
  /** Where the pages of a front end lie, without a slash at its end; what people look at is linked to from it. */
  webUrl: string;
  /** Null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** The addresses of its replicas. Requests read from those that are at most `mostReadLagMs` behind. */
  readUrls: readonly string[];
  mostReadLagMs: number;
  /** How many connections each process that answers requests takes at most, and how long the database may keep a request waiting. */
  databaseConnections: number;
  bounds: Bounds;
  databaseDriver: DriverName;
  dataDir: string;
  bootstrapAdminToken: string | null;
  demoData: boolean;
  logLevel: string;
  webConcurrency: number;
  workerConcurrency: number;
  /** The port on which a process that does jobs answers `/health` and `/metrics`; null for none. */
  workPort: number | null;
  rateLimit: number | 'off';
  trustProxy: boolean | string;
  metricsToken: string | null;
  /** Where traces are sent; null where none are recorded. */
  tracesTo: string | null;
  /** The key that signs addresses and tokens; null for the one that is kept in `dataDir`. */
  secretKey: string | null;
  /** Null where no mail is sent. */
  smtpUrl: string | null;
  mailFrom: string;
  /** How long a server goes on serving after SIGTERM, so that load balancers notice that it is stopping. */
  stopDelayMs: number;
  /** Whether requests are recorded as page views, and for how many days they are kept. */
  pageViews: boolean;
  pageViewsDays: number;
  fileStorage: FileStorage;
}

/** Every problem of the environment at once, by the variable's name. */
export class ConfigError extends OperatorError {}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

/** What `FILE_STORAGE` begins with where it names a bucket. */
const BUCKET = 's3://';

/** The variables that are required by others and not set. */
function missing(set: Environment): string[] {
  const problems: string[] = [];
  const names = new Set(Object.keys(set));
  // Several processes on one database have to sign alike, and may share no directory.
  if (names.has('DATABASE_URL') && !names.has('SECRET_KEY')) problems.push('SECRET_KEY: is required with DATABASE_URL');
  // The embedded database has no replicas.
  if (names.has('DATABASE_READ_URLS') && !names.has('DATABASE_URL')) problems.push('DATABASE_URL: is required with DATABASE_READ_URLS');
  // The file .env of docker-compose.yml has a secret alone, and need not keep anybody from starting Lectern beside it without a bucket.
  if (!set['FILE_STORAGE']?.startsWith(BUCKET)) return problems;
  const [id, secret] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  if (names.has(id) && !names.has(secret)) problems.push(`${secret}: is required with ${id}`);
  if (names.has(secret) && !names.has(id)) problems.push(`${id}: is required with ${secret}`);
  return problems;
}

type Variables = z.output<typeof variables>;

function fileStorage(v: Variables, dataDir: string): FileStorage {
  const place = v.FILE_STORAGE ?? `file:${path.join(dataDir, 'files')}`;
  if (place.startsWith('file:')) return { kind: 'disk', directory: path.resolve(place.replace(/^file:(?:\/\/(?=\/))?/, '')) };
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v;
  const credentials = accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null;
  return { kind: 's3', bucket: place.slice(BUCKET.length), region: v.S3_REGION, endpoint: v.S3_ENDPOINT ?? null, credentials };
}

/** How a server is reached that nothing stands in front of. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  // The zone of an address (`%eth0`) means nothing to anybody else.
  return `http://${host.includes(':') ? `[${host.replace(/%.*/, '')}]` : host}:${port}`;
}

/** The same on the port that was found where any was asked for: the addresses that follow `PORT` have it, too. */
export function onPort(config: Config, port: number): Config {
  const unset = addressOf(config.host, config.port);
  const found = (url: string) => (url === unset ? addressOf(config.host, port) : url);
  return Object.freeze({ ...config, port, baseUrl: found(config.baseUrl), webUrl: found(config.webUrl) });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as unset (conventions#77). */
const settingsIn = (env: Environment): Environment =>
  Object.fromEntries(VARIABLES.filter((name) => (env[name] ?? '') !== '').map((name) => [name, env[name]]));

const UNREADABLE: Readonly<Record<string, string>> = {
  EISDIR: 'it is a directory',
  EACCES: 'this user may not read it',
  ELOOP: 'it is a link that leads to itself',
};

/**
 * The environment, and before it, where there is one, the file `.env` of a directory: what the environment sets has the last word
 * (conventions#77).
 */
export function environmentIn(directory: string, env: Environment): Environment {
  try {
    return { ...settingsIn(parseEnv(textOf(readFileSync(path.join(directory, '.env'))))), ...settingsIn(env) };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return env;
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`The file .env cannot be read: ${UNREADABLE[String(code)] ?? String(error)}.`);
  }
}

/**
 * The text of the file without the mark that editors on Windows put before UTF-8, which would become a part of the first name. In UTF-16, as
 * PowerShell may write it, half of each ASCII character is 0: with a mark before it or without, its variables would be unknown ones, and be
 * ignored.
 */
function textOf(bytes: Buffer): string {
  if (bytes.includes(0)) throw new ConfigError('The file .env cannot be read: it is written in UTF-16, not in UTF-8.');
  return new TextDecoder().decode(bytes);
}

/** Reads the environment into one frozen object. */
export function readConfig(env: Environment): Config {
  const set = settingsIn(env);
  const parsed = variables.safeParse(set);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  const problems = [...wrong, ...missing(set)];
  if (!parsed.success || problems.length > 0) {
    const lines = problems.map((problem) => `  ${problem}`).join('\n');
    throw new ConfigError(`The environment has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${lines}`);
  }
  const v = parsed.data;
  const dataDir = path.resolve(v.DATA_DIR);
  const baseUrl = v.BASE_URL ?? addressOf(v.HOST, v.PORT);
  return Object.freeze({
    host: v.HOST,
    port: v.PORT,
    baseUrl,
    webUrl: v.WEB_URL ?? baseUrl,
    databaseUrl: v.DATABASE_URL ?? null,
    readUrls: v.DATABASE_READ_URLS,
    mostReadLagMs: 1_000 * v.DATABASE_READ_LAG,
    databaseConnections: v.DATABASE_CONNECTIONS,
    bounds: Object.freeze({
      connectionMs: v.DATABASE_CONNECTION_TIMEOUT_MS,
      waiting: v.DATABASE_MAX_WAITING,
      statementMs: v.DATABASE_STATEMENT_TIMEOUT_MS,
      lockMs: v.DATABASE_LOCK_TIMEOUT_MS,
      idleInTransactionMs: v.DATABASE_IDLE_TIMEOUT_MS,
    }),
    databaseDriver: v.DATABASE_DRIVER,
    dataDir,
    bootstrapAdminToken: v.BOOTSTRAP_ADMIN_TOKEN ?? null,
    demoData: v.DEMO_DATA ?? v.DATABASE_URL === undefined,
    logLevel: v.LOG_LEVEL,
    webConcurrency: v.WEB_CONCURRENCY,
    workerConcurrency: v.WORKER_CONCURRENCY,
    workPort: v.WORK_PORT ?? null,
    rateLimit: v.RATE_LIMIT,
    trustProxy: v.TRUST_PROXY,
    metricsToken: v.METRICS_TOKEN ?? null,
    tracesTo: v.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    secretKey: v.SECRET_KEY ?? null,
    smtpUrl: v.SMTP_URL ?? null,
    mailFrom: v.MAIL_FROM ?? `Lectern <lectern@${mailDomain(baseUrl)}>`,
    // Servers that have a database of their own are behind no load balancer.
    stopDelayMs: 1_000 * (v.STOP_DELAY ?? (v.DATABASE_URL === undefined ? 0 : STOP_DELAY_SECONDS)),
    pageViews: v.PAGE_VIEWS === 'on',
    pageViewsDays: v.PAGE_VIEWS_DAYS,
    fileStorage: fileStorage(v, dataDir),
  });
}

/** The host name of the server, from which mail is sent; `localhost` where it has only an address. */
function mailDomain(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) > 0 ? 'localhost' : hostname;
}
