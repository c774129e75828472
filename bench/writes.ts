import type { Database } from '../src/store/database.ts';
import { conversing } from './conversing.ts';
import { discussing } from './discussing.ts';
import type { Filled } from './filled.ts';
import { commenting, gradingWrites } from './grading.ts';
import { answerOf, type Measured, type Servers, takeTurns } from './measure.ts';
import { answering } from './quiz-answering.ts';
import type { Settings } from './settings.ts';
import type { Write } from './write.ts';
import { Writings } from './written.ts';

const TIMES: readonly [RegExp, string][] = [
  [/"\d{4}-\d\d-\d\dT[^"]*"/g, '"then"'],
  [/"seconds_late":[\d.]+/g, '"seconds_late":1'],
];

const comparable = (answer: Buffer, moving: Write['moving']): string =>
  [...TIMES, ...moving].reduce((text, [what, instead]) => text.replaceAll(what, instead), answer.toString());

/** Fails unless the floor answers and writes what Lectern does, but for the time: the same rows of all tables, those of jobs too. */
async function compareWrite(write: Write, database: Database): Promise<void> {
  const { name, moving, lectern, floor, compared = 1 } = write;
  const writings = await Writings.of(database);
  const done: string[] = [];
  for (const side of [lectern, floor]) {
    const steps: unknown[] = [];
    for (let i = 0; i < compared; i++) {
      const answer = comparable(await answerOf(side), moving);
      steps.push({ answer, written: await writings.next(), rows: await write.rows?.(database) });
    }
    done.push(JSON.stringify(steps, null, 2));
  }
  if (done[0] !== done[1]) throw new Error(`${name}: the floor does not do the same\nLectern: ${done[0]}\nfloor:   ${done[1]}`);
}

/** What people write all day, against the least that writes the same rows. */
export async function measureWrites(
  store: Filled,
  servers: Servers,
  database: Database,
  settings: Settings,
  report: (name: string, measured: Measured) => void,
): Promise<void> {
  const all = [
    ...gradingWrites(store, servers),
    answering(store, servers),
    ...discussing(store, servers),
    ...conversing(store, servers),
    // Last, because the answer to a grade has all comments in it.
    commenting(store, servers),
  ];
  const wanted = all.filter(({ name }) => name.includes(settings.only));
  if (wanted.length === 0) throw new Error(`BENCH_ONLY: no write's name holds ${JSON.stringify(settings.only)}`);
  for (const write of wanted) {
    await write.prepare?.();
    await compareWrite(write, database);
    if (settings.seconds > 0) report(write.name, await takeTurns(write.lectern, write.floor, servers, settings));
  }
  if (settings.seconds === 0) console.info(`${wanted.length} floors answer the same bytes and write the same rows`);
}
