import { idForm } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import { callerZone, isEmpty, isParameterMap, list, type Reader, Refused, readTimestamp, text } from '../../http/parameters/types.ts';
import type { IdForm } from '../../kernel/ids.ts';
import type { Dates, Overriding } from './dates.ts';

/** An id as it was sent; `form` is undefined where it is none. */
export interface SentId {
  sent: string;
  form: IdForm | undefined;
}

interface Problem {
  message: string;
  /** It is of what counts for students alone, and is ignored with any other target (overrides#9, overrides#19). */
  ofStudents: boolean;
}

/**
 * An override as it was sent. What is wrong with it is kept, because it is told together with what only the database knows,
 * as sentences (overrides#23).
 */
export interface SentOverride {
  /** The override that a member of a list changes; undefined for one that is to be made. */
  id: SentId | undefined;
  studentIds: SentId[] | undefined;
  groupId: SentId | undefined;
  sectionId: SentId | undefined;
  title: string | undefined;
  dates: Overriding;
  problems: readonly Problem[];
}

/** One of several, of any assignment of the course (overrides#32). */
export interface SentOfAssignment extends SentOverride {
  assignmentId: SentId | undefined;
}

const asSent = (raw: unknown): string => (typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? ''));

function readId(kind: Parameters<typeof idForm>[0], raw: unknown): SentId | undefined {
  const value = lastOf(raw);
  if (isEmpty(value)) return undefined;
  const form = idForm(kind).read(value);
  return { sent: asSent(value), form: form instanceof Refused ? undefined : form };
}

const anything: Reader<unknown> = { schema: {}, read: (raw) => raw };

function readStudents(raw: unknown, problems: Problem[]): SentId[] | undefined {
  if (isEmpty(lastOf(raw))) return undefined;
  const sent = list(anything).read(raw);
  const ids = sent instanceof Refused ? [] : sent.flatMap((one) => readId('user', one) ?? []);
  for (const id of ids) if (!id.form) problems.push({ message: `invalid student_ids "${id.sent}"`, ofStudents: true });
  return ids;
}

function readTitle(raw: unknown, problems: Problem[]): string | undefined {
  const value = lastOf(raw);
  if (isEmpty(value)) return undefined;
  const title = text().read(value);
  if (!(title instanceof Refused)) return title.trim() === '' ? undefined : title;
  problems.push({ message: `title ${title.message}`, ofStudents: true });
  // A title was sent, whatever is wrong with it: nobody is told besides that one is required.
  return asSent(value);
}

const NAMES = { dueAt: 'due_at', unlockAt: 'unlock_at', lockAt: 'lock_at' } as const satisfies Record<keyof Dates, string>;

/** Absent: the override does not affect that date; null or empty: it takes it away (overrides#20). */
function readDate(name: string, raw: unknown, problems: Problem[]): Date | null | undefined {
  if (raw === undefined) return undefined;
  const value = lastOf(raw);
  if (isEmpty(value)) return null;
  const date = typeof value === 'string' ? readTimestamp(value, callerZone.getStore() ?? 'UTC') : undefined;
  if (date instanceof Date) return date;
  problems.push({ message: `invalid ${name} "${asSent(value)}"`, ofStudents: false });
  return undefined;
}

const id = { type: ['integer', 'string'] };
const date = { type: ['string', 'null'], format: 'date-time' };
const PROPERTIES = {
  student_ids: { type: 'array', items: id },
  title: { type: 'string', maxLength: 255 },
  group_id: id,
  course_section_id: id,
  due_at: date,
  unlock_at: date,
  lock_at: date,
};

/** `assignment_override[...]` (overrides#8). */
export const override = (properties: object = PROPERTIES): Reader<SentOverride> => ({
  schema: { type: 'object', properties },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a map of parameters');
    const problems: Problem[] = [];
    const studentIds = readStudents(sent['student_ids'], problems);
    const title = readTitle(sent['title'], problems);
    const dates: Overriding = {
      dueAt: readDate(NAMES.dueAt, sent[NAMES.dueAt], problems),
      unlockAt: readDate(NAMES.unlockAt, sent[NAMES.unlockAt], problems),
      lockAt: readDate(NAMES.lockAt, sent[NAMES.lockAt], problems),
    };
    return {
      id: readId('plain', sent['id']),
      studentIds,
      groupId: readId('plain', sent['group_id']),
      sectionId: readId('section', sent['course_section_id']),
      title,
      dates,
      problems,
    };
  },
});

const MOST_AT_ONCE = 100;
const TOO_MANY = new Refused('too_long', `is too long (at most ${MOST_AT_ONCE} members)`);

/** `assignment_overrides[]`, each with its assignment (overrides#32). */
export const overridesAtOnce = (): Reader<SentOfAssignment[]> => {
  const one = override({ id, assignment_id: id, ...PROPERTIES });
  const members = list<SentOfAssignment>({
    schema: one.schema,
    read(raw) {
      const sent = one.read(raw);
      const map = lastOf(raw);
      if (sent instanceof Refused) return sent;
      const assignmentId = isParameterMap(map) ? readId('plain', map['assignment_id']) : undefined;
      return { ...sent, assignmentId };
    },
  });
  return {
    schema: members.schema,
    read(raw) {
      const sent = members.read(raw);
      return !(sent instanceof Refused) && sent.length > MOST_AT_ONCE ? TOO_MANY : sent;
    },
  };
};

/** `assignment[assignment_overrides]`: the list that the overrides are to match (overrides#26). */
export const overrides = (): Reader<SentOverride[]> => list(override({ id, ...PROPERTIES }));
