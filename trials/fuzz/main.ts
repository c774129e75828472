import { z } from 'zod';
import { type Lectern, startLectern } from '../lectern.ts';
import { readDocument } from './document.ts';
import { type Findings, fuzz } from './fuzzing.ts';

const Settings = z.object({
  FUZZ_REQUESTS: z.coerce.number().int().positive().default(200_000),
  FUZZ_SEED: z.coerce.number().int().nonnegative().default(20_261_125),
  FUZZ_PORT: z.coerce.number().int().positive().default(3_210),
});

/** A school that has been fuzzed for long is in ruins, where little can be done any more: then the next begins. */
const PER_SCHOOL = 20_000;
/** How much more a process may hold after a school's requests than after a tenth of them. */
const MOST_GROWTH_BYTES = 150 * 2 ** 20;

/** Without these hardly anything could be done. */
const LASTING = {
  accounts: [1],
  admins: [],
  tokens: [],
  logins: [],
  courses: [1, 2],
  enrollments: [],
  users: [1, 2, 3, 4, 5, 6, 7, 8],
  sections: [1, 2],
  groups: [1, 2],
  quizzes: [1],
};

const SHOWN = ['sent', 'statuses', 'succeeded', 'memory'] as const;
const MIB = 2 ** 20;

function report(school: number, findings: Findings, memory: { before: number; after: number }): void {
  const statuses = [...findings.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const values = [
    findings.sent,
    statuses.join(', '),
    `${findings.succeeded.size} operations`,
    `${Math.round(memory.before / MIB)} -> ${Math.round(memory.after / MIB)} MiB`,
  ];
  console.log(`school ${school}: ${SHOWN.map((name, i) => `${name} ${values[i]}`).join('; ')}`);
}

let running: Lectern | undefined;
// Who ends this ends what it has started: only a terminal sends its signals to both. What is still starting is killed at the exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (running?.stop() ?? Promise.resolve()).finally(() => process.exit(1)));
}

/** A part of the requests, against a school of its own; gives back what was wrong, and which operations did what they were asked. */
async function fuzzSchool(school: number, count: number, { FUZZ_SEED, FUZZ_PORT }: z.infer<typeof Settings>) {
  const lectern = await startLectern(FUZZ_PORT);
  running = lectern;
  try {
    const reference = readDocument(await (await fetch(`${lectern.url}/openapi.json`)).json());
    const target = {
      url: lectern.url,
      tokens: ['admin', 'teacher', 'student1', 'admin', 'teacher', 'admin', 'teacher', 'student1', 'observer', 'nobody'].map((login) =>
        lectern.tokens.get(login),
      ),
      lasting: LASTING,
      cpuSeconds: async () => (await lectern.usage()).cpuSeconds,
    };
    const seed = FUZZ_SEED + school * 100_000;
    const warmed = await fuzz(reference, target, { seed, count: count / 10 });
    const { memory: before } = await lectern.usage();
    const findings = await fuzz(reference, target, { seed: seed + 50_000, count: (count * 9) / 10 });
    const { memory: after } = await lectern.usage();
    report(school, findings, { before, after });
    const faults = new Map([...warmed.faults, ...findings.faults]);
    if (after - before > MOST_GROWTH_BYTES) faults.set('memory', `memory grew from ${before} to ${after} bytes`);
    return { faults, succeeded: new Set([...warmed.succeeded, ...findings.succeeded]), operations: reference.operations };
  } finally {
    running = undefined;
    await lectern.stop();
  }
}

const settings = Settings.parse(process.env);
const faults = new Map<string, string>();
/** What no school has done as it was asked. */
let never: string[] | undefined;
for (let done = 0, school = 0; done < settings.FUZZ_REQUESTS; done += PER_SCHOOL, school += 1) {
  const found = await fuzzSchool(school, Math.min(PER_SCHOOL, settings.FUZZ_REQUESTS - done), settings);
  for (const [kind, says] of found.faults) if (!faults.has(kind)) console.log(says);
  for (const [kind, says] of found.faults) faults.set(kind, says);
  never = (never ?? found.operations.map(({ id }) => id)).filter((id) => !found.succeeded.has(id));
}
console.log(`never done as asked: ${never?.join(', ') || 'none'}`);
console.log(`${faults.size} faults`);
process.exit(faults.size > 0 ? 1 : 0);
