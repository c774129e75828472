import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Declared } from '../../scripts/declared-statements.ts';

const SCRIPT = fileURLToPath(new URL('../../scripts/declared-statements.ts', import.meta.url));

let known: Promise<Declared[]> | undefined;

async function read(): Promise<Declared[]> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', SCRIPT], { maxBuffer: 64 * 2 ** 20 });
  return JSON.parse(stdout);
}

/** All statements, asked of a process of its own: in this one other tests have declared some. */
export const declaredStatements = (): Promise<Declared[]> => (known ??= read());

/** The area that declares a statement; what stands in src itself is the server's. */
export const unitOf = ({ file }: Declared): string => /^(?:areas\/)?([^/]+)\//.exec(file)?.[1] ?? 'server';

const PAGE = /^(.+?)((?:_\d+)*)_(first|further|after|before)_\d+$/;

/**
 * The pages of a list differ in their bounds alone: one stands for all of them, the one after a row with all filters, and the first
 * without any where there are filters; of a list without a key the first.
 */
export function withoutRepetition(statements: readonly Declared[]): Declared[] {
  const names = new Set(statements.map((statement) => statement.name));
  return statements.filter(({ name }) => {
    const [, list, filters, side] = PAGE.exec(name) ?? [];
    if (list === undefined || side === undefined) return true;
    const isKeyed = names.has(name.replace(`_${side}_`, '_after_'));
    if (!isKeyed) return side === 'first';
    const hasFilters = filters !== '' || [...names].some((one) => one.startsWith(`${list}_0`) && PAGE.test(one));
    return side === (hasFilters && filters === '' ? 'first' : 'after');
  });
}
