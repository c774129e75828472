import { PERMISSIONS } from '../../src/access/permissions.ts';
import type { Operation } from '../../src/http/operation.ts';
import { CALLERS, type CallerName, type Expected } from './expected-access.ts';

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

const HEAD = `# Who may what

Made by \`test/guards/permissions.test.ts\` from the table that it tries, operation by operation, with a request of each of these people; \`npm test -- test/guards/permissions -u\` writes it anew.

Everything is asked for in one course, which lies in an account below the root account: its people are those of the columns; *student* is also the user, the member of the group and the owner of the files whom a path names; a *stranger* has a login in the root account and takes part in nothing; the last column is an administrator of another root account. Who sends no token, or that of a deleted user, may nothing, and is answered with 401. *May* is that the request is not refused for who sends it; what of an answer is shown to whom, the rules of the area say. The right is what the operation asks for, of those [at the end](#rights); services narrow it further where the rules of the area say so.

`;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

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
      const head = row(['request', 'right', ...columns.map((one) => COLUMNS[one])]) + row(['---', '---', ...columns.map(() => ':-:')]);
      const rows = operations.map((op) => {
        const allowed = expected[op.operationId]?.allowed ?? [];
        return row([`\`${op.method} ${op.path}\``, `\`${op.permission}\``, ...columns.map((one) => (allowed.includes(one) ? 'yes' : ''))]);
      });
      return `## ${name}\n\n${head}${rows.join('')}`;
    });
  return [HEAD + parts.join('\n'), rights()].join('\n');
}
