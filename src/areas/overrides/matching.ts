import { invalidField, unauthorized } from '../../kernel/errors.ts';
import { array, boolean, int, nullable, type RowOf, text, timestamptz } from '../../store/sql/types.ts';
import type { Dates, Overriding } from './dates.ts';
import type { SentId, SentOverride } from './parameters.ts';
import { type KnownTargets, kindOf } from './targets.ts';
import { endOfDay } from './whole-days.ts';

type Target = { kind: 'students'; userIds: number[] } | { kind: 'group'; id: number } | { kind: 'section'; id: number };

/** An override as it stands, of the assignment that is changed. */
export const STORED_OVERRIDE_ROW = {
  id: int,
  courseSectionId: nullable(int),
  groupId: nullable(int),
  title: nullable(text),
  dueAtOverridden: boolean,
  dueAt: nullable(timestamptz),
  unlockAtOverridden: boolean,
  unlockAt: nullable(timestamptz),
  lockAtOverridden: boolean,
  lockAt: nullable(timestamptz),
  /** The caller sees it, and with it these students; the others stay as they are. */
  visible: boolean,
  userIds: array(int),
  /** Those whom the caller would see, but who are no active students any more: not listed, but taken where they are sent (overrides#10). */
  pastUserIds: array(int),
  hiddenUserIds: array(int),
  /** Whether it is of a group in which there are students whom the caller does not see. */
  ofOthersToo: boolean,
};
export type StoredOverride = RowOf<typeof STORED_OVERRIDE_ROW>;

/** Whom the caller does not see has these dates, too (overrides#14). */
export const isShared = ({ hiddenUserIds, ofOthersToo }: StoredOverride): boolean => ofOthersToo || hiddenUserIds.length > 0;

/** What stays of an override that the caller takes away: whom they do not see keeps it. */
export const restOf = (row: StoredOverride): StoredOverride | null => (isShared(row) ? { ...row, userIds: [], pastUserIds: [] } : null);

/** Those of its students whom the caller does not see listed. */
const unlisted = ({ pastUserIds, hiddenUserIds }: StoredOverride): number[] => [...pastUserIds, ...hiddenUserIds];

/** An override as it is to be. */
export interface Wanted {
  /** Undefined: a new one. */
  id: number | undefined;
  target: Target;
  title: string | null;
  dates: Overriding;
}

const targetOf = (row: StoredOverride): Target =>
  row.courseSectionId !== null
    ? { kind: 'section', id: row.courseSectionId }
    : row.groupId !== null
      ? { kind: 'group', id: row.groupId }
      : { kind: 'students', userIds: [...row.userIds, ...unlisted(row)] };

interface Reading {
  wanted: Wanted[];
  /** What is wrong, as sentences (overrides#23). */
  problems: string[];
}

const NO_TARGET = 'one of student_ids, group_id, or course_section_id is required';

/** The target that was sent; undefined where it is wrong, which `problems` then says. */
function sentTarget(
  sent: SentOverride,
  { known, groupCategoryId }: MatchingInput,
  before: StoredOverride | undefined,
  problems: string[],
): Target | undefined {
  const kind = kindOf(sent);
  if (kind === 'students') {
    const own = new Set([...(before?.userIds ?? []), ...(before?.pastUserIds ?? [])]);
    const userOf = ({ sent: id }: SentId): number | undefined => {
      const user = known.students.get(id);
      return user !== undefined && (known.enrolled.has(user) || own.has(user)) ? user : undefined;
    };
    const unknown = (sent.studentIds ?? []).filter((id) => id.form && userOf(id) === undefined);
    if (unknown.length > 0) problems.push(`unknown student ids: [${unknown.map((id) => id.sent).join(', ')}]`);
    return { kind, userIds: [...new Set((sent.studentIds ?? []).flatMap((id) => userOf(id) ?? []))] };
  }
  if (kind === 'group') {
    const asked = sent.groupId?.sent ?? '';
    const id = known.groups.get(asked);
    const ofSet = id !== undefined && known.setOf.get(id) === groupCategoryId;
    if (groupCategoryId === null) problems.push('group_id is not valid for non-group assignments');
    else if (!ofSet) problems.push(`unknown group id "${asked}"`);
    return ofSet ? { kind, id } : undefined;
  }
  const asked = sent.sectionId?.sent ?? '';
  const id = known.sections.get(asked);
  if (id === undefined) problems.push(`unknown section id "${asked}"`);
  return id === undefined ? undefined : { kind: 'section', id };
}

interface MatchingInput {
  known: KnownTargets;
  /** The group set of the assignment. */
  groupCategoryId: number | null;
  stored: ReadonlyMap<number, StoredOverride>;
  /** The course's: days are days there (overrides#1). */
  zone: string;
  /** A list says all there is to be, so that a member may take another target; by itself an override keeps its section or group. */
  inList: boolean;
}

/** The students that are sent replace those that are listed. */
const withUnlisted = (target: Target, before: StoredOverride | undefined): Target =>
  target.kind === 'students' && before ? { kind: 'students', userIds: [...new Set([...target.userIds, ...unlisted(before)])] } : target;

const wholeDays = ({ dueAt, unlockAt, lockAt }: Overriding, zone: string): Overriding => ({
  dueAt: dueAt && endOfDay(dueAt, zone),
  unlockAt,
  lockAt: lockAt && endOfDay(lockAt, zone),
});

const storedDates = (row: StoredOverride): Overriding => ({
  dueAt: row.dueAtOverridden ? row.dueAt : undefined,
  unlockAt: row.unlockAtOverridden ? row.unlockAt : undefined,
  lockAt: row.lockAtOverridden ? row.lockAt : undefined,
});

const FIELDS = ['dueAt', 'unlockAt', 'lockAt'] as const satisfies (keyof Dates)[];
const isSent = (date: Date | null | undefined): date is Date | null => date !== undefined;
const timeOf = (date: Date | null | undefined): number | null | undefined => date && date.getTime();

const sameTarget = (one: Target, other: Target): boolean =>
  one.kind === 'students' || other.kind === 'students' ? one.kind === other.kind : one.kind === other.kind && one.id === other.id;

/** Of one that is shared the caller says which of their students are in it, and nothing of what others have of it (overrides#14). */
function asShared(wanted: Wanted, before: StoredOverride): Wanted {
  const dates = storedDates(before);
  const moved = FIELDS.some((field) => isSent(wanted.dates[field]) && timeOf(wanted.dates[field]) !== timeOf(dates[field]));
  if (moved || wanted.title !== before.title || !sameTarget(wanted.target, targetOf(before))) throw unauthorized();
  return { ...wanted, dates };
}

const isForStudents = (sent: SentOverride): boolean => (kindOf(sent) ?? 'students') === 'students';

/** What is wrong with what counts of an override as it was sent: for one of a group or section its title and students do not. */
export const problemsIn = (sent: SentOverride, forStudents = isForStudents(sent)): string[] =>
  sent.problems.flatMap(({ message, ofStudents }) => (forStudents || !ofStudents ? message : []));

function read(sent: SentOverride, input: MatchingInput, problems: string[]): Wanted | undefined {
  const { stored, inList } = input;
  const before = sent.id?.form?.by === 'id' ? stored.get(sent.id.form.id) : undefined;
  const adhoc = before !== undefined && before.courseSectionId === null && before.groupId === null;
  const kind = kindOf(sent);
  // An override whose students have all left lists none, and takes that back.
  const listsNone = adhoc && before.userIds.length === 0;
  const emptied = kind === undefined && sent.studentIds !== undefined && !listsNone && (!before || adhoc || inList);
  const keeps = before !== undefined && !emptied && (kind === undefined || (!inList && !(adhoc && kind === 'students')));
  problems.push(...problemsIn(sent, keeps ? adhoc : isForStudents(sent)));
  if (sent.id && !before?.visible) {
    problems.push(`unknown override id "${sent.id.sent}"`);
    return undefined;
  }
  if (!keeps && kind === undefined) {
    problems.push(NO_TARGET);
    return undefined;
  }
  const target = keeps ? targetOf(before) : sentTarget(sent, input, before, problems);
  const title = sent.title ?? before?.title ?? null;
  if (!keeps && kind === 'students' && title === null) problems.push('title required with student_ids');
  if (!target) return undefined;
  const wanted = {
    id: before?.id,
    target: keeps ? target : withUnlisted(target, adhoc ? before : undefined),
    title: target.kind === 'students' ? title : null,
    dates: wholeDays(sent.dates, input.zone),
  };
  if (before && isShared(before)) return asShared(wanted, before);
  // Its dates would be those of students whom the caller does not see, too.
  if (target.kind === 'group' && input.known.groupsOfOthersToo.has(target.id)) throw unauthorized();
  return wanted;
}

/** What the members ask for, and everything that is wrong with them at once. */
export function readMembers(members: readonly SentOverride[], input: MatchingInput): Reading {
  const problems: string[] = [];
  const wanted = members.flatMap((sent) => read(sent, input, problems) ?? []);
  const ids = wanted.flatMap((one) => one.id ?? []);
  for (const id of new Set(ids.filter((one, i) => ids.indexOf(one) !== i))) problems.push(`override id "${id}" is named twice`);
  return { wanted, problems: [...new Set(problems)] };
}

const whoOf = (target: Target): string[] =>
  target.kind === 'students' ? target.userIds.map((userId) => `user ${userId}`) : [`${target.kind} ${target.id}`];

/** Of each target the field to blame where one before it has it already (overrides#25). */
export function takenOf(targets: readonly Target[]): ('set_id' | 'assignment_override_students' | null)[] {
  const had = new Set<string>();
  return targets.map((target) => {
    const who = whoOf(target);
    const isTaken = who.some((one) => had.has(one));
    for (const one of who) had.add(one);
    return isTaken ? (target.kind === 'students' ? 'assignment_override_students' : 'set_id') : null;
  });
}

/** A section, a group or a student has at most one override of an assignment (overrides#25). */
export function refuseTaken(targets: readonly Target[]): void {
  const field = takenOf(targets).find((one) => one !== null);
  if (field) throw invalidField(field, 'taken', 'taken');
}

export const targetsOf = (rows: Iterable<StoredOverride>): Target[] => [...rows].map(targetOf);
