import { PERMISSIONS } from '../../src/access/permissions.ts';
import type { Operation } from '../../src/http/operation.ts';
import { OTHERWISE } from './deleted-answers.ts';
import { CALLERS, type CallerName, type Expected } from './expected-access.ts';
import { expected as answered, NARROWER, type OtherName } from './others.ts';
import { ASKERS, SHARED } from './shared.ts';
import { slotsOf } from './slots.ts';

type Named = Exclude<CallerName, 'no token' | 'deleted user'>;

/** Who they are in the school that the table is tried in, in the order of the columns. */
const COLUMNS: Readonly<Record<Named, string>> = {
  stranger: 'stranger',
  student: 'student',
  observer: 'observer',
  designer: 'designer',
  ta: 'TA',
  teacher: 'teacher',
  subAdmin: 'admin of the account',
  rootAdmin: 'admin of the root account',
  foreignAdmin: 'admin elsewhere',
};
const isNamed = (caller: CallerName): caller is Named => caller in COLUMNS;
const columns = CALLERS.filter(isNamed);

/** Who else asks for what the student has, in the order of the further columns. */
const FURTHER: readonly OtherName[] = [
  'another student',
  'student until lately',
  'teacher until lately',
  'admin of an account beside',
  'teacher elsewhere',
];

const HEAD = `# Who may what

Made by \`test/guards/permissions.test.ts\` from the table that it tries, operation by operation, with a request of each of these people; \`npm test -- test/guards/permissions -u\` writes it anew.

Everything is asked for in one course, which lies in an account below the root account: its people are those of the columns; *student* is also the user, the member of the group and the owner of the files whom a path names; a *stranger* has a login in the root account and takes part in nothing; *admin elsewhere* is an administrator of another root account. Who sends no token, or that of a deleted user, may nothing, and is answered with 401. *May* is that the request is not refused for who sends it; what of an answer is shown to whom, the rules of the area say. The right is what the operation asks for, of those [at the end](#rights); services narrow it further where the rules of the area say so.

The further columns are of operations whose paths name something: what *others* get for what is the student's, or of the student's course (\`test/guards/others.test.ts\`), *yes* or the status that they are refused with, and what who may gets for something that is *deleted* (\`test/guards/deleted-ids.test.ts\`). *Until lately* are those whose enrollment has ended; whose is invited, inactive or deleted gets what that test's table says. A star: see [what is answered otherwise](#otherwise). What is [shared](#shared) has a table of its own. An id of another course or another root account within a path or a body is answered like none (\`test/guards/foreign-ids.test.ts\`, \`test/guards/foreign-bodies.test.ts\`).

`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

const isShown = ({ path }: Operation): boolean =>
  slotsOf(path).length > 0 && !path.startsWith('/global/') && !path.startsWith('/accounts/:account_id/terms');

/** What the further columns say of an operation. */
function further(op: Operation): string[] {
  if (!isShown(op)) return [...FURTHER.map(() => ''), ''];
  const cells = FURTHER.map((who) => {
    const told = answered(who, op);
    return `${told === 'may' ? 'yes' : told}${NARROWER[op.operationId]?.to.includes(who) ? '*' : ''}`;
  });
  const isOtherwise = Object.keys(OTHERWISE).some((one) => one.startsWith(`${op.operationId} `));
  return [...cells, isOtherwise ? '404*' : '404'];
}

/** Why some get less than their roles would give, or something deleted is answered otherwise than with 404. */
function otherwise(operations: readonly Operation[]): string {
  const requestOf = (id: string): string =>
    operations.filter((op) => op.operationId === id).map(({ method, path }) => `\`${method} ${path}\``)[0] ?? id;
  const narrower = Object.entries(NARROWER).map(([id, { to, status, why }]) => row([requestOf(id), to.join(', '), String(status), why]));
  const deleted = Object.entries(OTHERWISE).map(([named, { to, status, why }]) => {
    const [id = '', ...kind] = named.split(' ');
    return row([requestOf(id), `of deleted ${kind.join(' ')}${to ? `: ${to.join(', ')}` : ''}`, String(status), why]);
  });
  return `## Otherwise\n\n${row(['request', 'who', 'answer', 'why'])}${row(['---', '---', ':-:', '---'])}${[...narrower, ...deleted].join('')}`;
}

/** What several have or see. */
function shared(): string {
  const rows = SHARED.flatMap(({ what, rule, requests }) => [
    row([`**${what}** (${rule})`, ...ASKERS.map(() => '')]),
    ...requests.map(([answers, request]) => row([`\`${request}\``, ...answers.split(' ').map((one) => (one === '200' ? 'yes' : one))])),
  ]);
  return `## Shared\n\nTried by \`test/guards/shared.test.ts\`: what stands in more places than one, belongs to more people than one, or is shown to others by whose it is. Words in braces are its things.\n\n${row(['request', ...ASKERS])}${row(['---', ...ASKERS.map(() => ':-:')])}${rows.join('')}`;
}

/** The rights that operations ask for, each with the roles that have it. */
function rights(): string {
  const all: readonly [string, { roles: readonly string[]; writes?: true }][] = Object.entries(PERMISSIONS);
  const rows = all.map(([name, { roles, writes }]) => row([`\`${name}\``, roles.join(', '), writes ? 'yes' : '']));
  return `## Rights\n\nA role is what somebody is to what they ask for (\`src/access/permissions.ts\`). A right to write ends with the course or the enrollment; administrators alone keep it (access#10).\n\n${row(['right', 'roles', 'to write'])}${row(['---', '---', ':-:'])}${rows.join('')}`;
}

/** The whole of docs/permissions.md, by areas. */
export function writtenPermissions(
  areas: readonly { name: string; operations: readonly Operation[] }[],
  expected: Readonly<Record<string, Expected>>,
): string {
  const parts = areas
    .filter(({ operations }) => operations.length > 0)
    .map(({ name, operations }) => {
      const names = [...columns.map((one) => COLUMNS[one]), ...FURTHER, 'deleted'];
      const head = row(['request', 'right', ...names]) + row(['---', '---', ...names.map(() => ':-:')]);
      const rows = operations.map((op) => {
        const allowed = expected[op.operationId]?.allowed ?? [];
        return row([
          `\`${op.method} ${op.path}\``,
          `\`${op.permission}\``,
          ...columns.map((one) => (allowed.includes(one) ? 'yes' : '')),
          ...further(op),
        ]);
      });
      return `## ${name}\n\n${head}${rows.join('')}`;
    });
  return [HEAD + parts.join('\n'), otherwise(areas.flatMap(({ operations }) => operations)), shared(), rights()].join('\n');
}
