import { z } from 'zod';
import type { Usage } from '../lectern.ts';
import { Accidents } from './accidents/accidents.ts';
import { twoReleases } from './accidents/releases.ts';
import type { Measures } from './measures.ts';
import { shapeOf } from './shape.ts';
import { type Site, startSite } from './site.ts';
import { runTerm } from './term.ts';
import { postgresSecondsOf } from './usage.ts';

const Settings = z.object({
  TERM_ACCIDENTS: z.coerce.number().int().nonnegative().default(0),
  /** How many people do something at any time. Many keep two cores busy, few leave room for processes that start. */
  TERM_AT_ONCE: z.coerce.number().int().positive().default(24),
  TERM_FILES: z.enum(['directory', 'bucket']).default('directory'),
  TERM_HOLD: z.coerce.number().positive().optional(),
  TERM_KINDS: z
    .string()
    .transform((kinds) => kinds.split(','))
    .default([]),
  TERM_MINUTES: z.coerce.number().positive().optional(),
  TERM_OLDER: z.string().optional(),
  TERM_SERVE: z.coerce.number().int().positive().optional(),
  TERM_WORK: z.coerce.number().int().positive().default(1),
  TERM_SEED: z.coerce.number().int().nonnegative().default(20_261_125),
  TERM_USERS: z.coerce.number().int().min(20).default(2_000),
});

const MINUTE_MS = 60_000;
const MIB = 2 ** 20;
const MOST_SHOWN = 100;
const MOST_SAID = 10_000;
const SECOND_MS = 1_000;
/** How many minutes a term without accidents takes. One with accidents ends with the last of them. */
const MINUTES = 10;
/** How many seconds an accident takes that has a duration. */
const HOLD = { short: 4, long: 60 };
/** With so many accidents of each kind, a term is in its long form. */
const LONG_FROM = 20;

type Uses = ReadonlyMap<string, Usage>;

async function usesOf(site: Site): Promise<Uses> {
  const ofOwn = await Promise.all(site.processes.map(async (one) => [one.name, await one.usage()] as const));
  const ofDatabase = await postgresSecondsOf(site.directory);
  return new Map([...ofOwn, ['PostgreSQL', { memory: Number.NaN, cpuSeconds: ofDatabase }]]);
}

function report(measures: Measures, before: Uses, after: Uses): void {
  for (const line of measures.table()) console.log(line);
  const statuses = [...measures.statuses()].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`statuses ${statuses.join(', ')}`);
  const mib = (bytes: number | undefined) => Math.round((bytes ?? Number.NaN) / MIB);
  for (const [name, { memory, cpuSeconds }] of before) {
    const then = after.get(name);
    console.log(`processor of ${name}: ${((then?.cpuSeconds ?? Number.NaN) - cpuSeconds).toFixed(1)} s`);
    if (!Number.isNaN(memory)) console.log(`memory of ${name}: ${mib(memory)} -> ${mib(then?.memory)} MiB`);
  }
}

const settings = Settings.parse(process.env);
const serve = settings.TERM_SERVE ?? (settings.TERM_ACCIDENTS > 0 ? 3 : 1);
const isWanted = (kind: string) => settings.TERM_KINDS.length === 0 || settings.TERM_KINDS.some((word) => kind.includes(word));
const site = await startSite({
  ...(settings.TERM_ACCIDENTS > 0 && isWanted(twoReleases.name) ? { older: { commit: settings.TERM_OLDER } } : {}),
  ...{ serve, work: settings.TERM_WORK, filesIn: settings.TERM_FILES },
  surrounded: settings.TERM_ACCIDENTS > 0 || settings.TERM_FILES === 'bucket' || serve > 1,
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void site.stop().finally(() => process.exit(1)));
}
let code = 1;
try {
  console.log(`seed ${settings.TERM_SEED}`);
  if (site.older) console.log(`begins with ${site.older.commit}`);
  const before = await usesOf(site);
  const over = new AbortController();
  const minutes = settings.TERM_MINUTES ?? (settings.TERM_ACCIDENTS > 0 ? Number.POSITIVE_INFINITY : MINUTES);
  const length = { seed: settings.TERM_SEED, atOnce: settings.TERM_AT_ONCE, ms: minutes * MINUTE_MS, over: over.signal };
  const tell = (line: string) => console.log(line);
  const hold = settings.TERM_HOLD ?? (settings.TERM_ACCIDENTS < LONG_FROM ? HOLD.short : HOLD.long);
  const accidents = new Accidents(site, {
    ...{ seed: settings.TERM_SEED, each: settings.TERM_ACCIDENTS, kinds: settings.TERM_KINDS },
    ...{ holdMs: hold * SECOND_MS, tell },
  });
  const meanwhile = async (ended: AbortSignal) => {
    await accidents.run(ended);
    if (settings.TERM_MINUTES === undefined && settings.TERM_ACCIDENTS > 0) over.abort();
  };
  const term = await runTerm(site, {
    ...length,
    ...{ shape: shapeOf(settings.TERM_USERS), meanwhile, tell },
    ...(settings.TERM_ACCIDENTS > 0 ? { excuses: accidents.history.excuses } : {}),
  });
  report(term.measures, before, await usesOf(site));
  if (settings.TERM_ACCIDENTS > 0) for (const line of accidents.table()) console.log(line);
  // Whoever is told of a fault finds nothing of its cause anywhere else.
  for (const { name, printed } of site.processes) if (printed !== '') console.log(`${name} said: ${printed.slice(0, MOST_SAID)}`);
  if (site.surroundings) console.log(`${site.surroundings.mail.received} mails`);
  const faults = [...accidents.faults, ...term.faults];
  for (const fault of faults.slice(0, MOST_SHOWN)) console.log(fault);
  console.log(`${faults.length} faults`);
  code = faults.length > 0 ? 1 : 0;
} finally {
  await site.stop();
}
process.exit(code);
