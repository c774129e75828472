import { parseArgs } from 'node:util';
import { makeContext, type Services } from '../access/context.ts';
import { loadAccess } from '../access/context-access.ts';
import { findNamedUser } from '../areas/users/command-line.ts';
import { readId } from '../kernel/ids.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Database } from '../store/database.ts';
import { explainAssignment } from './assignments.ts';
import type { Condition, Explain, Explanation } from './conditions.ts';
import { explainFile } from './files.ts';
import { explainPage } from './pages.ts';
import { explainQuiz } from './quizzes.ts';
import { explainSubmission } from './submissions.ts';
import { explainTopic } from './topics.ts';

const EXPLAINED = {
  assignment: explainAssignment,
  topic: explainTopic,
  quiz: explainQuiz,
  submission: explainSubmission,
  file: explainFile,
  page: explainPage,
} as const satisfies Record<string, Explain>;
export type ExplainedKind = keyof typeof EXPLAINED;
const KINDS = ['assignment', 'topic', 'quiz', 'submission', 'file', 'page'] as const satisfies readonly ExplainedKind[];

/** Why there is nothing to explain, in a sentence for whoever asks. */
export class NothingToExplain extends OperatorError {}

interface Dependencies {
  database: Database;
  services: Services;
  baseUrl: string;
  webUrl: string;
}

export interface Question {
  /** The id or the login of whoever sees the thing or does not. */
  user: string;
  kind: ExplainedKind;
  id: number;
}

const OPTION = { type: 'string' } as const;

/** The question in the words of a command line, such as `--user 4 --assignment 7`; undefined where they ask none. */
export function readQuestion(args: readonly string[]): Question | undefined {
  const kinds = { assignment: OPTION, topic: OPTION, quiz: OPTION, submission: OPTION, file: OPTION, page: OPTION };
  const { values } = parseArgs({ args: [...args], options: { user: OPTION, ...kinds } });
  const { user, ...things } = values;
  const asked = KINDS.flatMap((kind) => (things[kind] === undefined ? [] : [{ kind, id: readId(things[kind]) }]));
  const [first, ...others] = asked;
  if (user === undefined || first?.id === undefined || others.length > 0) return undefined;
  return { user, kind: first.kind, id: first.id };
}

/** Why a user sees a thing, or does not. Nothing is written. */
export async function explain({ database, services, baseUrl, webUrl }: Dependencies, { user, kind, id }: Question) {
  const asking = await findNamedUser(database, user);
  const loaded = await loadAccess(database, { userId: asking.id, actor: null }, 'none', undefined);
  if (!loaded) throw new NothingToExplain(`User ${asking.id} is deleted.`);
  const ctx = makeContext({ database, caller: loaded.caller, baseUrl, webUrl, services, now: new Date() });
  const explanation = await EXPLAINED[kind](ctx, id);
  if (!explanation) throw new NothingToExplain(`No ${kind} has ever had the id ${id}.`);
  return { ...explanation, user: asking };
}

const line = ({ says, holds }: Condition, indent: string, remark: string): string => `${indent}${holds ? 'yes' : 'no '}  ${says}${remark}`;

function lines(conditions: readonly Condition[]): string[] {
  const decides = conditions.find(({ holds }) => !holds);
  return conditions.flatMap((one) => [
    line(one, '  ', one === decides ? '  <- decides' : ''),
    ...(one.of ?? []).map((part) => line(part, '         ', '')),
  ]);
}

/** The explanation as text, for printing. */
export function written({ user, subject, conditions, notes, path, status }: Explanation & { user: { id: number; name: string } }): string {
  const shown = conditions.every(({ holds }) => holds);
  const agrees = shown === (status === 200);
  return [
    `Does ${user.name} (user ${user.id}) see ${subject}?`,
    ...lines(conditions),
    ...notes.map((note) => `       ${note}`),
    `GET /api/v1${path} answers ${status}.`,
    ...(agrees ? [] : ['That is not what these conditions say: one is missing here, which is a fault of this command.']),
  ].join('\n');
}
