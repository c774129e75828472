import type { Settings } from '../../access/settings.ts';
import type { FieldError } from '../../kernel/errors.ts';
import { Prisma } from '../../store/generated/client.ts';
import type { SubmissionType } from '../../store/stored/assignments.ts';
import type { Dates } from '../overrides/dates.ts';
import { endOfDay } from '../overrides/whole-days.ts';
import type { AssignmentRecord } from './linked-content.ts';
import type { AssignmentChanges } from './parameters.ts';
import { checkerSettings } from './plugins.ts';

/** What a client can set, besides what refers to other rows. */
type Fields = Omit<
  AssignmentRecord,
  | 'id'
  | 'courseId'
  | 'assignmentGroupId'
  | 'position'
  | 'groupCategoryId'
  | 'gradingStandardId'
  | 'peerReviewsAssigned'
  | 'deleted'
  | 'createdAt'
  | 'updatedAt'
>;

/** A new assignment of which nothing was said (assignments#13). */
export const NEW: Fields = {
  name: 'Assignment',
  description: null,
  submissionTypes: ['none'],
  allowedExtensions: [],
  pointsPossible: null,
  gradingType: 'points',
  dueAt: null,
  unlockAt: null,
  lockAt: null,
  published: true,
  muted: false,
  gradeGroupStudentsIndividually: false,
  peerReviews: false,
  automaticPeerReviews: false,
  peerReviewCount: 0,
  peerReviewsAssignAt: null,
  externalTool: null,
  checkerEnabled: false,
  checkerSettings: null,
  freezeOnCopy: false,
  frozen: false,
};

/** The fields as Prisma writes them: it has a word of its own for null in a column of JSON. */
export const columnsOf = ({ externalTool, checkerSettings, ...fields }: Fields) => ({
  ...fields,
  externalTool: externalTool ?? Prisma.DbNull,
  checkerSettings: checkerSettings ?? Prisma.DbNull,
});

export interface FieldRules {
  settings: Settings;
  /** The course's (overrides#1). */
  zone: string;
  /** An account administrator, who alone freezes and changes what is frozen. */
  administers: boolean;
}

interface Settled {
  fields: Fields;
  errors: FieldError[];
}

const ONLINE: ReadonlySet<SubmissionType> = new Set(['online_text_entry', 'online_url', 'online_upload', 'media_recording']);

const invalid = (attribute: string, message: string): FieldError => ({ attribute, type: 'invalid', message });

/** Without online submissions one type, with them any of the online ones (assignments#16). */
function checkTypes(types: readonly SubmissionType[], media: boolean): FieldError[] {
  const online = types.filter((type) => ONLINE.has(type));
  const others = types.length - online.length;
  if (online.length > 0 && others > 0) return [invalid('submission_types', 'must be either online or offline types, not both')];
  if (others > 1) return [invalid('submission_types', 'must be a single type where nothing is handed in online')];
  if (!media && types.includes('media_recording')) return [invalid('submission_types', 'media_recording is not available')];
  return [];
}

/** Judged on the assignment, or the quiz, as it will be (assignments#20, quizzes#12). */
export function checkDates({ dueAt, unlockAt, lockAt }: Dates): FieldError[] {
  const errors: FieldError[] = [];
  if (unlockAt && dueAt && unlockAt > dueAt) errors.push(invalid('unlock_at', 'must not be after due_at'));
  if (unlockAt && lockAt && unlockAt > lockAt) errors.push(invalid('unlock_at', 'must not be after lock_at'));
  if (dueAt && lockAt && lockAt < dueAt) errors.push(invalid('lock_at', 'must not be before due_at'));
  return errors;
}

type Sent = AssignmentChanges;

/** A field that may be null: what was sent, null included, else what was before. */
export const sentOr = <T>(sent: T | undefined, before: T): T => (sent === undefined ? before : sent);

/** Whole days are taken before dates are judged; `unlock_at` is never moved (overrides#1). */
export function datesAfter(before: Dates, sent: Pick<Sent, 'due_at' | 'unlock_at' | 'lock_at'>, zone: string): Dates {
  const day = (date: Date | null | undefined, kept: Date | null) => (date === undefined ? kept : date && endOfDay(date, zone));
  return {
    dueAt: day(sent.due_at, before.dueAt),
    lockAt: day(sent.lock_at, before.lockAt),
    unlockAt: sentOr(sent.unlock_at, before.unlockAt),
  };
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

function types(before: Fields, sent: Sent): SubmissionType[] {
  if (sent.submission_types === undefined) return before.submissionTypes;
  return sent.submission_types.length === 0 ? ['none'] : unique(sent.submission_types);
}

function tool(before: Fields, sent: Sent): Fields['externalTool'] {
  const { url, new_tab: newTab } = sent.external_tool_tag_attributes ?? {};
  if (url === undefined && newTab === undefined) return before.externalTool;
  return { url: sentOr(url, before.externalTool?.url ?? null), new_tab: newTab ?? before.externalTool?.new_tab ?? false };
}

/** Reviews that are off are not given out automatically (assignments#26). */
function peerReviews(before: Fields, sent: Sent) {
  const on = sent.peer_reviews ?? before.peerReviews;
  return {
    peerReviews: on,
    automaticPeerReviews: on && (sent.automatic_peer_reviews ?? before.automaticPeerReviews),
    peerReviewCount: sent.peer_review_count ?? before.peerReviewCount,
    peerReviewsAssignAt: sentOr(sent.peer_reviews_assign_at, before.peerReviewsAssignAt),
  };
}

/** What a plugin makes of its fields. */
interface Plugged<Name extends keyof Fields> {
  fields: Pick<Fields, Name>;
  errors: FieldError[];
}

/** What is sent counts only while the plugin is there, and where files are handed in (assignments#39). */
function checker(
  before: Fields,
  sent: Sent,
  uploads: boolean,
  { checker_available: isThere }: Settings,
): Plugged<'checkerEnabled' | 'checkerSettings'> {
  const checkerEnabled = uploads && ((isThere ? sent.checker_enabled : undefined) ?? before.checkerEnabled);
  const kept = { checkerEnabled, checkerSettings: before.checkerSettings };
  if (!isThere || sent.checker_settings === undefined) return { fields: kept, errors: [] };
  const after = checkerSettings(before.checkerSettings, sent.checker_settings);
  return 'attribute' in after ? { fields: kept, errors: [after] } : { fields: { ...kept, checkerSettings: after }, errors: [] };
}

/** The same of the one that freezes, which only account administrators do (assignments#42). */
function freezer(before: Fields, sent: Sent, { settings, administers }: FieldRules): Plugged<'freezeOnCopy' | 'frozen'> {
  const kept = { freezeOnCopy: before.freezeOnCopy, frozen: before.frozen };
  if (!settings.freezer_available) return { fields: kept, errors: [] };
  const { freeze_on_copy: freezeOnCopy = before.freezeOnCopy, frozen = before.frozen } = sent;
  const mayBe = administers || frozen === before.frozen;
  return mayBe
    ? { fields: { freezeOnCopy, frozen }, errors: [] }
    : { fields: { ...kept, freezeOnCopy }, errors: [invalid('frozen', 'is set by account administrators')] };
}

/** The assignment with what was sent, and all that is wrong with it. */
export function settle(before: Fields, sent: Sent, rules: FieldRules): Settled {
  const { settings } = rules;
  const submissionTypes = types(before, sent);
  const errors = sent.submission_types === undefined ? [] : checkTypes(submissionTypes, settings.media_available);
  const checked = checker(before, sent, submissionTypes.includes('online_upload'), settings);
  const frozen = freezer(before, sent, rules);
  // A topic gives it its name, and may have a blank title while it has no assignment (discussions#79).
  if (sent.name?.trim() === '') errors.push({ attribute: 'name', type: 'blank', message: 'must not be blank' });
  const fields: Fields = {
    name: sent.name ?? before.name,
    description: sentOr(sent.description, before.description),
    submissionTypes,
    allowedExtensions: sent.allowed_extensions === undefined ? before.allowedExtensions : (sent.allowed_extensions ?? []),
    pointsPossible: sentOr(sent.points_possible, before.pointsPossible),
    gradingType: sent.grading_type ?? before.gradingType,
    published: sent.published ?? before.published,
    muted: sent.muted ?? before.muted,
    gradeGroupStudentsIndividually: sent.grade_group_students_individually ?? before.gradeGroupStudentsIndividually,
    externalTool: tool(before, sent),
    ...datesAfter(before, sent, rules.zone),
    ...peerReviews(before, sent),
    ...checked.fields,
    ...frozen.fields,
  };
  return { fields, errors: [...errors, ...checked.errors, ...frozen.errors, ...checkDates(fields)] };
}
