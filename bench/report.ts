import os from 'node:os';
import type { Announced } from './announcing.ts';
import type { WorkedOff } from './backlog.ts';
import { MB, type Passed } from './files.ts';
import { type Cost, type Measured, percentile } from './measure.ts';
import type { Posted } from './posting.ts';
import type { Taken } from './quiz-storm.ts';
import type { CourseRead } from './reading-course.ts';
import type { Sent } from './sending.ts';
import { CLIENTS, type Settings } from './settings.ts';

/** What figures depend on. A busy machine shows in its load. */
export function machine(postgres: string, settings: Settings): string {
  return [
    `cores       ${os.availableParallelism()} (${os.cpus()[0]?.model.trim() ?? 'unknown'}), load ${os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
    `Node.js     ${process.version}`,
    `PostgreSQL  ${postgres}`,
    `driven by   ${CLIENTS} connections, warm-up ${settings.warmup} s, then the best of five windows of ${settings.seconds} s`,
    `conditions  up to ${settings.tokens} tokens of a role, answers ${settings.gzip ? 'compressed' : 'plain'}, ${settings.writes} writes a second beside`,
  ].join('\n');
}

const OPERATION_WIDTH = 60;
const CELL_WIDTH = 6;
const COLUMNS = [
  'store',
  'req/s',
  'p50 ms',
  'p99 ms',
  'SQL/req',
  'node us',
  'pg us',
  'bytes',
  'floor req/s',
  'node us',
  'pg us',
  'of floor',
  'tokens',
] as const;

/** Of a Markdown table, which is read in a terminal, too. */
const line = (operation: string, cells: readonly string[]): string =>
  `| ${[operation.padEnd(OPERATION_WIDTH), ...cells.map((cell, i) => cell.padStart(Math.max(CELL_WIDTH, COLUMNS[i]?.length ?? 0)))].join(' | ')} |`;

const ruled = `|${[' --- ', ...COLUMNS.map(() => ' --: ')].join('|')}|`;

export const header = (): string => `${line('operation', COLUMNS)}\n${ruled}`;

const costOf = ({ node, postgres }: Cost): string[] => [node.toFixed(0), postgres.toFixed(0)];

export const row = (operation: string, store: string, { lectern, floor, statementsPerRequest, bytes, tokens }: Measured): string =>
  line(operation, [
    store,
    lectern.window.requestsPerSecond.toFixed(0),
    lectern.window.p50.toFixed(2),
    lectern.window.p99.toFixed(2),
    statementsPerRequest.toFixed(2),
    ...costOf(lectern.cost),
    bytes.toFixed(0),
    floor.window.requestsPerSecond.toFixed(0),
    ...costOf(floor.cost),
    (lectern.window.requestsPerSecond / floor.window.requestsPerSecond).toFixed(2),
    String(tokens),
  ]);

/** What a file cost. */
export const passed = (megabytes: number, { upSeconds, downSeconds, grown }: Passed): string =>
  `up ${(megabytes / upSeconds).toFixed(0)} MB/s, down ${(megabytes / downSeconds).toFixed(0)} MB/s, memory grown by ${(grown / MB).toFixed(0)} MB`;

/** What a message to many cost. */
export const sent = ({ recipients, seconds, before, meanwhile }: Sent): string =>
  `${recipients} recipients in ${seconds.toFixed(1)} s; p99 of other requests ${before.toFixed(2)} ms before, ${meanwhile.toFixed(2)} ms meanwhile`;

/** What an announcement cost. */
export const announced = ({ people, seconds }: Announced): string =>
  `an announcement is in the streams of ${people} people after ${seconds.toFixed(2)} s`;

/** What jobs that waited did to requests. */
export const workedOff = ({ jobs, seconds, before, meanwhile }: WorkedOff): string =>
  `${jobs} jobs in ${seconds.toFixed(1)} s; p99 of other requests ${before.toFixed(2)} ms before, ${meanwhile.toFixed(2)} ms meanwhile`;

/** What entries cost. */
export const posted = ({ entries, few, many, rebuild }: Posted): string =>
  `an entry in a topic of ${entries.few}: ${few.toFixed(2)} ms, of ${entries.many}: ${many.toFixed(2)} ms; the view of the latter is built in ${rebuild.toFixed(0)} ms`;

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;

/** What it cost to read a course. */
export const courseRead = ({ totals, submissions, memory }: CourseRead): string =>
  [
    `totals of ${totals.students} students in ${totals.seconds.toFixed(1)} s, with their submissions in ${totals.withSubmissions.toFixed(1)} s`,
    `${submissions.count} submissions in ${submissions.seconds.toFixed(1)} s`,
    `memory ${megabytes(memory.before)} before, ${megabytes(memory.after)} after, ${megabytes(memory.most)} at most`,
  ].join('; ');

const ms = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms, at most ${Math.max(...times).toFixed(1)} ms`;

/** How a quiz went that many took at once. */
export function examTaken({ times: { start, answer, complete }, failures, seconds, answeringSeconds }: Taken): string {
  const failed = [...failures].map(([status, count]) => `${count} of status ${status || 'none'}`);
  return [
    `${start.length} starts: ${ms(start)}`,
    `${answer.length} answers: ${ms(answer)}; ${(answer.length / answeringSeconds).toFixed(0)} a second`,
    `${complete.length} completed: ${ms(complete)}; all after ${seconds.toFixed(1)} s`,
    `no success: ${failed.join(', ') || 'none'}`,
  ].join('\n');
}
