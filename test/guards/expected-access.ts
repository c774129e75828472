import type { Fields } from '../helpers/form.ts';
import type { School } from '../helpers/school.ts';
import type { Client } from '../helpers/server.ts';

/** Everybody who asks. */
export const CALLERS = [
  'no token',
  'deleted user',
  'stranger',
  'student',
  'observer',
  'designer',
  'ta',
  'teacher',
  'subAdmin',
  'rootAdmin',
  'foreignAdmin',
] as const;
export type CallerName = (typeof CALLERS)[number];

export const SOME_ID = 999_999;

export interface World {
  at: School;
  setId: number;
  /** The student is a member of it. */
  groupId: number;
  assignmentId: number;
  /** An attempt of the student's at a quiz. */
  attemptId: number;
  /** The student's own, and the folder it is in. */
  fileId: number;
  folderId: number;
  /** A public collection of the student's. */
  collectionId: number;
  itemId: number;
  /** Of the site, the account and the course, by the words of the operations' ids; and an outcome of the course. */
  outcomeGroups: Record<string, number>;
  outcomeId: number;
  clients: Record<CallerName, Client>;
}

export interface Expected {
  /** Who may, by the specification. */
  allowed: readonly CallerName[];
  /** What those get: 200, or what the body or the id that is sent deserves, so that nothing is destroyed. */
  answers: 200 | 204 | 302 | 400 | 404;
  body?: Fields;
  /** Path parameters besides those of the school; SOME_ID where none is given. */
  path?: (w: World) => Record<string, number>;
  /** Made for each caller who may, because it does not outlive the request. */
  fresh?: (w: World) => Promise<Record<string, number>>;
}

export const ADMINS = ['subAdmin', 'rootAdmin'] as const;
export const TEACHERS = ['teacher', ...ADMINS] as const;
export const EDITORS = ['teacher', 'designer', ...ADMINS] as const;
export const STAFF = ['teacher', 'ta', 'designer', ...ADMINS] as const;
export const GRADERS = ['teacher', 'ta', ...ADMINS] as const;
export const EVERYONE_IN_COURSE = ['student', 'observer', ...STAFF] as const;
export const MEMBERS_AND_STAFF = ['student', ...STAFF] as const;
export const ANYONE = ['stranger', 'student', 'observer', 'designer', 'ta', 'teacher', ...ADMINS, 'foreignAdmin'] as const;
/** The users of the root account. */
export const TENANTS = ['stranger', 'student', 'observer', 'designer', 'ta', 'teacher', ...ADMINS] as const;
/** Who may what the student may: not the sub-account's administrator, who does not reach the root account's logins (access#4). */
export const SELF_OR_SUPERIOR = ['student', 'rootAdmin'] as const;
export const BAD_TIME = 'no time';

/** The same operations for users, courses and groups. */
export const filesOf = (name: string, read: readonly CallerName[], manage: readonly CallerName[]): Record<string, Expected> => ({
  [`list${name}Files`]: { allowed: read, answers: 200 },
  [`begin${name}Upload`]: { allowed: manage, answers: 400 },
  [`show${name}Quota`]: { allowed: read, answers: 200 },
  [`show${name}File`]: { allowed: read, answers: 404 },
  [`list${name}Folders`]: { allowed: read, answers: 200 },
  [`create${name}Folder`]: { allowed: manage, answers: 400 },
  [`show${name}Folder`]: { allowed: read, answers: 404 },
  [`list${name}FoldersAlong`]: { allowed: read, answers: 404 },
  [`show${name}Root`]: { allowed: read, answers: 200 },
  [`show${name}RootFolder`]: { allowed: read, answers: 200 },
  [`show${name}MediaFolder`]: { allowed: read, answers: 200 },
});

export const READS_OUTCOMES: Expected = { allowed: EVERYONE_IN_COURSE, answers: 200 };

/** What is expected of submissions, in a course as in a section: the student's, for an assignment that takes nothing online. */
export function submissionsIn(place: string): Record<string, Expected> {
  const writers = ['student', ...GRADERS] as const;
  return {
    // submissions#17
    [`turnIn${place}`]: { allowed: ['student'], answers: 400 },
    // submissions#61
    [`listSubmissions${place}`]: { allowed: GRADERS, answers: 200 },
    [`listStudentSubmissions${place}`]: { allowed: EVERYONE_IN_COURSE, answers: 200 },
    // submissions#2
    [`showSubmission${place}`]: { allowed: ['observer', ...writers], answers: 200 },
    // submissions#33
    [`updateSubmission${place}`]: { allowed: writers, answers: 400, body: { comment: { media_comment_id: 'no type' } } },
    [`beginSubmissionUpload${place}`]: { allowed: writers, answers: 400 },
    // submissions#89
    [`beginCommentUpload${place}`]: { allowed: writers, answers: 400 },
    // submissions#87
    [`markSubmissionRead${place}`]: { allowed: ['observer', ...writers], answers: 204 },
    [`markSubmissionUnread${place}`]: { allowed: ['observer', ...writers], answers: 204 },
    [`markSubmissionItemRead${place}`]: { allowed: ['observer', ...writers], answers: 404 },
    // submissions#78
    [`updateGrades${place}`]: { allowed: GRADERS, answers: 400 },
    [`updateGradesOfAssignments${place}`]: { allowed: GRADERS, answers: 400 },
  };
}

/** The operations that every kind of place has, asked of a topic that is not there. */
export function topicsIn(place: string, who: Record<'reads' | 'posts' | 'edits', readonly CallerName[]>): Record<string, Expected> {
  const missing = (allowed: readonly CallerName[]): Expected => ({ allowed, answers: 404 });
  const named = (names: readonly string[], expected: Expected) => names.map((name) => [`${name}In${place}`, expected] as const);
  const marks = ['markTopicRead', 'markTopicUnread', 'markAllEntriesRead', 'markAllEntriesUnread', 'markEntryRead', 'markEntryUnread'];
  return Object.fromEntries([
    ...named(['createTopic'], { allowed: who.posts, answers: 400, body: { published: 'perhaps' } }),
    ...named(['updateTopic', 'deleteTopic'], missing(who.edits)),
    ...named(['rateEntry'], { ...missing(who.posts), body: { rating: 1 } }),
    ...named(['createEntry', 'createReply', 'updateEntry', 'deleteEntry'], missing(who.posts)),
    ...named(['showTopic', 'showView', 'listEntries', 'listReplies', 'listEntriesById'], missing(who.reads)),
    ...named([...marks, 'subscribeToTopic', 'unsubscribeFromTopic'], missing(who.reads)),
  ]);
}

/** Wiki pages of a course and of a group, asked of one that is not there. */
export function pagesIn(place: string, read: readonly CallerName[], { edit, manage }: Record<'edit' | 'manage', readonly CallerName[]>) {
  const missing = (allowed: readonly CallerName[]): Expected => ({ allowed, answers: 404 });
  const blank = (allowed: readonly CallerName[]): Expected => ({ allowed, answers: 400, body: { wiki_page: { title: ' ' } } });
  const expected: Record<string, Expected> = {
    listPages: { allowed: read, answers: 200 },
    ...Object.fromEntries(
      ['showPage', 'showFrontPage', 'listPageRevisions', 'showLatestPageRevision', 'showPageRevision'].map((name) => [name, missing(read)]),
    ),
    createPage: blank(manage),
    updatePage: blank(edit),
    updateFrontPage: blank(edit),
    deletePage: missing(manage),
    duplicatePage: missing(manage),
    restorePageRevision: missing(edit),
    previewHtml: { allowed: read, answers: 400 },
  };
  return Object.fromEntries(Object.entries(expected).map(([name, one]) => [`${name}In${place}`, one]));
}

/** The same operations for the site, an account and a course. */
export function outcomesOf(word: string, read: readonly CallerName[], edit: readonly CallerName[]): Record<string, Expected> {
  const path = (w: World) => ({ id: w.outcomeGroups[word] ?? SOME_ID });
  const expected: Record<string, Expected> = {
    showRootOutcomeGroup: { allowed: read, answers: 302 },
    showOutcomeGroup: { allowed: read, answers: 200, path },
    updateOutcomeGroup: { allowed: edit, answers: 400, path, body: { title: ' ' } },
    deleteOutcomeGroup: { allowed: edit, answers: 404 },
    listOutcomeSubgroups: { allowed: read, answers: 200, path },
    createOutcomeGroup: { allowed: edit, answers: 400, path },
    importOutcomeGroup: { allowed: edit, answers: 400, path },
    listOutcomeLinks: { allowed: read, answers: 200, path },
    createOutcomeLink: { allowed: edit, answers: 400, path },
    linkOutcome: { allowed: edit, answers: 404, path: (w) => ({ ...path(w), outcome_id: SOME_ID }) },
    unlinkOutcome: { allowed: edit, answers: 404, path: (w) => ({ ...path(w), outcome_id: SOME_ID }) },
  };
  return Object.fromEntries(Object.entries(expected).map(([name, one]) => [`${name}Of${word}`, one]));
}
