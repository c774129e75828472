import { parseArgs } from 'node:util';
import { OperatorError } from '../kernel/operator-error.ts';
import { type DemoDependencies, loadDemo } from './load.ts';
import { admitMany } from './many.ts';
import { isThere } from './people.ts';

export type { DemoDependencies };

/** Why the demo school cannot be loaded, in a sentence for whoever asks for it. */
export class DemoError extends OperatorError {}

const MOST_STUDENTS = 100_000;

/** `--students <number>`: how many students there are besides those of the demo school; none unless it is given. */
export function readStudents(args: readonly string[]): number {
  const students = option(args) ?? '0';
  const count = /^\d{1,9}$/.test(students) ? Number(students) : Number.NaN;
  if (!(count <= MOST_STUDENTS)) throw new DemoError(`--students: must be a whole number up to ${MOST_STUDENTS}`);
  return count;
}

function option(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { students: { type: 'string' } } }).values.students;
  } catch (error) {
    throw new DemoError(error instanceof Error ? error.message : String(error));
  }
}

/** Loads the demo school, with as many further students as are asked for; what there is to say of it, line by line. */
export async function demoSchool(dependencies: DemoDependencies, args: readonly string[]): Promise<string[]> {
  const students = readStudents(args);
  if (await isThere(dependencies.database)) throw new DemoError('The demo school is there already.');
  const people = await loadDemo(dependencies);
  const lines = people.map(({ login, token, role }) => `  ${login.padEnd(9)} ${token}  (${role})`);
  if (students === 0) return lines;
  const { courses, teachers } = await admitMany(dependencies.database, students);
  const more = `pupil1 to pupil${students} in ${courses} courses of lecturer1 to lecturer${teachers}`;
  return [...lines, `  and ${more}; a token for one of them: npm run token -- --user pupil1`];
}
