import http from 'node:http';
import autocannon from 'autocannon';
import type { Server } from './child.ts';
import type { Filled, Holder } from './filled.ts';
import type { Operation } from './floors.ts';
import { operations } from './operations.ts';
import { CLIENTS, type Settings } from './settings.ts';

/** One window of driving a server. */
interface Window {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Microseconds of a processor for one request, of the server and of its PostgreSQL. NaN where the system does not tell them. */
export interface Cost {
  node: number;
  postgres: number;
}

interface Side {
  window: Window;
  cost: Cost;
}

export interface Measured {
  lectern: Side;
  floor: Side;
  statementsPerRequest: number;
  /** Of an answer, as they come over the connection. */
  bytes: number;
  /** How many took turns. */
  tokens: number;
}

/** One of requests that differ. */
export interface Sent {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: string;
  /** Beside those of all. */
  headers?: Record<string, string>;
}

/** A request that is made over and over; or others each time, on the server at `url`. */
export interface Target {
  url: string;
  headers: Record<string, string>;
  next?: () => Sent;
  /** Requests take turns over these, where there are any. */
  tokens?: readonly string[];
}

/** Floor and Lectern take turns, so that what else the machine does hits both. */
const ROUNDS = 5;
const COUNTED_REQUESTS = 20;
const ANSWERS_WITHIN_MS = 30_000;

export interface Servers {
  lectern: Server;
  floor: Server;
  /** How many seconds of a processor PostgreSQL has used. */
  postgresSeconds: () => Promise<number>;
  /** Begins to write beside a window; what it gives back ends that. */
  writeBeside: () => () => Promise<unknown>;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const lecternTarget = (operation: Operation, store: Filled, { lectern }: Servers): Target => ({
  url: `${lectern.url}/api/v1${operation.path(store)}`,
  headers: bearer(store.tokens[operation.as]),
});
const floorTarget = (operation: Operation, store: Filled, { floor }: Servers): Target => ({
  url: `${floor.url}/${operations.indexOf(operation)}/${operation.floor.id(store)}`,
  headers: {},
});

/** Of the tokens of others of the same role those whose users may ask for this. */
async function allowedOthers({ url, headers }: Target, others: readonly Holder[]): Promise<string[]> {
  const allowed: string[] = [];
  for (const { token } of others) {
    const response = await fetch(url, { headers: { ...headers, ...bearer(token) } });
    await response.arrayBuffer();
    if (response.status >= 500) throw new Error(`GET ${url}: ${response.status}`);
    if (response.ok) allowed.push(token);
  }
  return allowed;
}

export async function measure(operation: Operation, store: Filled, servers: Servers, settings: Settings): Promise<Measured> {
  const lectern = lecternTarget(operation, store, servers);
  const tokens = [store.tokens[operation.as], ...(await allowedOthers(lectern, store.others[operation.as]))];
  return takeTurns({ ...lectern, tokens }, floorTarget(operation, store, servers), servers, settings);
}

const asking = (target: Target, { gzip }: Settings): Target =>
  gzip ? { ...target, headers: { ...target.headers, 'accept-encoding': 'gzip' } } : target;

/** Drives both sides alike. */
export async function takeTurns(one: Target, other: Target, servers: Servers, settings: Settings): Promise<Measured> {
  const [lectern, floor] = [asking(one, settings), asking(other, settings)];
  if (settings.warmup > 0) {
    await drive(floor, settings.warmup);
    await drive(lectern, settings.warmup);
  }
  const counted = await countStatements(servers.lectern, lectern);
  const bytes = await sameEncoding(lectern, floor);
  const sides = { lectern: Array<Turn>(), floor: Array<Turn>() };
  for (let round = 0; round < ROUNDS; round++) {
    sides.floor.push(await turn(floor, servers.floor, servers, settings.seconds));
    sides.lectern.push(await turn(lectern, servers.lectern, servers, settings.seconds));
  }
  const { statements, ...side } = ofTurns(sides.lectern);
  // What is kept from one request to the next depends on what goes on: then those of the windows are counted.
  const statementsPerRequest = settings.writes > 0 || settings.tokens > 1 ? statements : counted;
  return { lectern: side, floor: ofTurns(sides.floor), statementsPerRequest, bytes, tokens: lectern.tokens?.length ?? 1 };
}

/** A window, and the microseconds of a processor that went by in it. */
interface Turn extends Cost {
  window: Window;
  statements: number;
}

async function driveBeside(target: Target, seconds: number, writeBeside: Servers['writeBeside']): Promise<Window> {
  const endWriting = writeBeside();
  try {
    return await drive(target, seconds);
  } finally {
    await endWriting();
  }
}

async function turn(target: Target, server: Server, { postgresSeconds, writeBeside }: Servers, seconds: number): Promise<Turn> {
  const used = async () => ({
    node: await server.processor(),
    postgres: (await postgresSeconds()) * 1e6,
    statements: await server.statementCount(),
  });
  const before = await used();
  const window = await driveBeside(target, seconds, writeBeside);
  const after = await used();
  return {
    window,
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
    statements: after.statements - before.statements,
  };
}

function ofTurns(turns: readonly Turn[]): Side & { statements: number } {
  const requests = turns.reduce((sum, { window }) => sum + window.requests, 0);
  const each = (part: 'node' | 'postgres' | 'statements') => turns.reduce((sum, one) => sum + one[part], 0) / requests;
  return {
    window: best(turns.map(({ window }) => window)),
    cost: { node: each('node'), postgres: each('postgres') },
    statements: each('statements'),
  };
}

function best(windows: readonly Window[]): Window {
  const found = windows.reduce((one, other) => (other.requestsPerSecond > one.requestsPerSecond ? other : one));
  if (found.requestsPerSecond === 0) throw new Error('nothing was answered in any window: this machine needs more BENCH_SECONDS');
  return found;
}

/** A list, or an object around one. */
const HAS_NOTHING = /^(\{"\w+":)?\[\]\}?$/;
const BEFORE = 200;
const SHOWN = 600;

/** Some of both, from shortly before where they part. */
function bothFrom(wanted: Buffer, given: Buffer): string {
  const parted = wanted.findIndex((byte, i) => byte !== given[i]);
  const from = Math.max(0, (parted < 0 ? wanted.length : parted) - BEFORE);
  const part = (answer: Buffer) => answer.subarray(from, from + SHOWN).toString();
  return ` from ${from} on\nLectern: ${part(wanted)}\nfloor:   ${part(given)}`;
}

async function difference(operation: Operation, store: Filled, servers: Servers): Promise<string | null> {
  const { moving } = operation;
  const standing = (answer: Buffer) => (moving ? Buffer.from(answer.toString().replaceAll(moving, '')) : answer);
  const wanted = standing(await answerOf(lecternTarget(operation, store, servers)));
  const given = standing(await answerOf(floorTarget(operation, store, servers)));
  if (!wanted.equals(given)) return `the floor answers other bytes${bothFrom(wanted, given)}`;
  return HAS_NOTHING.test(wanted.toString()) ? 'there is nothing in the list' : null;
}

/** Fails unless every floor answers the very bytes that Lectern does: one that answers anything else is none. */
export async function compare(compared: readonly Operation[], store: Filled, servers: Servers): Promise<void> {
  const problems: string[] = [];
  for (const operation of compared) {
    const problem = await difference(operation, store, servers).catch(String);
    if (problem) problems.push(`${operation.name}: ${problem}`);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

const FIRST: { method: string; path: string; body?: string; headers?: Record<string, string> } = { method: 'GET', path: '' };

/** The answer to the one request, or to the next. */
export async function answerOf({ url, headers, next }: Target): Promise<Buffer> {
  const { method, path, body = null, headers: own } = next?.() ?? FIRST;
  const response = await fetch(url + path, {
    method,
    body,
    headers: { ...headers, ...own, 'accept-encoding': 'identity' },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  const answer = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${method} ${url}${path}: ${response.status} ${answer.toString()}`);
  return answer;
}

/** One answer as it comes over the connection. */
function received({ url, headers, next }: Target): Promise<{ encoding: string; bytes: number }> {
  const { method, path, body, headers: own } = next?.() ?? FIRST;
  return new Promise((resolve, reject) => {
    const request = http.request(url + path, { method, headers: { ...headers, ...own } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ encoding: response.headers['content-encoding'] ?? 'identity', bytes }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** How many bytes an answer has; fails where one side compresses it and the other does not. */
async function sameEncoding(lectern: Target, floor: Target): Promise<number> {
  const { encoding, bytes } = await received(lectern);
  const other = await received(floor);
  if (other.encoding !== encoding) throw new Error(`${lectern.url} answers as ${encoding}, and the floor as ${other.encoding}`);
  return bytes;
}

const withToken = (target: Target, token: string | undefined): Target =>
  token === undefined ? target : { ...target, headers: { ...target.headers, ...bearer(token) } };

/** Of requests made one by one: those that a window cuts off have sent statements but are counted nowhere. */
async function countStatements(server: Server, target: Target): Promise<number> {
  const before = await server.statementCount();
  const tokens = target.tokens ?? [];
  for (let i = 0; i < COUNTED_REQUESTS; i++) await answerOf(withToken(target, tokens[i % tokens.length]));
  return ((await server.statementCount()) - before) / COUNTED_REQUESTS;
}

/** What so large a share of the values stays under. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** How requests differ from each other. Each connection begins with another token, so that they never all ask with the same one. */
function changing({ headers, next, tokens = [] }: Target): Pick<autocannon.Options, 'requests' | 'setupClient'> {
  if (next) {
    const setupRequest = (request: autocannon.Request) => {
      const { headers: own, ...sent } = next();
      return { ...request, ...sent, headers: { ...headers, ...own } };
    };
    return { requests: [{ setupRequest }] };
  }
  if (tokens.length < 2) return {};
  let connections = 0;
  return {
    setupClient(client) {
      const first = connections++;
      client.setRequests(tokens.map((_, i) => ({ headers: { ...headers, ...bearer(tokens[(first + i) % tokens.length] ?? '') } })));
    },
  };
}

/** autocannon's own histogram knows whole milliseconds only, which is coarse for answers of one or two. */
async function drive(target: Target, seconds: number): Promise<Window> {
  const { url, headers } = target;
  const times: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      { url, headers, connections: CLIENTS, duration: seconds, timeout: ANSWERS_WITHIN_MS / 1000, ...changing(target) },
      (error: unknown, done) => (error instanceof Error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, _status, _bytes, milliseconds) => void times.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0) {
    const statuses = Object.entries(result.statusCodeStats ?? {}).map(([status, { count }]) => `${status}: ${count}`);
    throw new Error(`${url}: ${times.length} answers (${statuses.join(', ')}), and ${result.errors} errors`);
  }
  const requests = times.length;
  return { requests, requestsPerSecond: requests / result.duration, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
