import type { AccountSettings } from '../store/stored/accounts.ts';

// What the statements of finding.ts find, for context-access.ts to judge.

/** A course in which the caller takes part now, or reads on; an unpublished one is there for its staff. */
export interface OwnCourse {
  id: number;
  accountId: number;
  state: FoundCourse['state'];
  timeZone: string | null;
  gated: boolean;
  /** What the caller is in it. */
  staff: boolean;
  grades: boolean;
  studies: boolean;
  /** Where the caller grades, as a reach (reach.ts). */
  graded: number[] | null;
  /** Where staff oversees people, as a reach. */
  oversees: number[] | null;
  /** Whose dates are the caller's (overrides#3), as `students` of a viewer. */
  students: number[];
  /** Where these are in the course; nowhere, of staff whom nothing limits. */
  sections: number[];
  groups: number[];
}
/** An account that one of these courses is in. */
export interface OwnAccount {
  id: number;
  /** What it and those above it set, the root's first. */
  settings: AccountSettings[];
  /** The nearest that is set. */
  timeZone: string | null;
}
/** What the caller takes part in. */
export interface FoundSelf {
  courses: OwnCourse[];
  accounts: OwnAccount[];
  /** The courses that the caller studies or has studied, and reads. */
  studied: number[];
  groups: { id: number; courseId: number | null }[];
  /** Staff of a course, now or once. */
  works: boolean;
}

/** One enrollment of the caller in a course; ended and refused ones give no access and are not loaded. */
export interface OwnEnrollment {
  id: number;
  type: 'StudentEnrollment' | 'TeacherEnrollment' | 'TaEnrollment' | 'DesignerEnrollment' | 'ObserverEnrollment';
  state: 'active' | 'invited' | 'completed';
  sectionId: number;
  associatedUserId: number | null;
  /** Limited to its section (access#12). */
  limited: boolean;
  /** Its last activity was noted over an hour ago. */
  quiet: boolean;
}

export interface FoundCourse {
  id: number;
  accountId: number;
  rootAccountId: number;
  state: 'unpublished' | 'available' | 'completed';
  isPublic: boolean;
  name: string;
  /** What its students may do in discussions: attach files, and change what they wrote (courses#23). */
  studentsAttach: boolean;
  studentsEdit: boolean;
  /** Its modules may hold content back from students (access/gates.ts). */
  gated: boolean;
  chain: number[];
  /** What each account of the chain sets; of a course that is the addressed context. */
  settings?: AccountSettings[];
  enrollments: OwnEnrollment[];
}
/** An attempt at a quiz, in the course of the quiz. */
export interface FoundAttempt {
  id: number;
  userId: number;
  quizId: number;
  number: number;
  version: number;
  /** Of the questions in groups of its version, those that it has. */
  drawn: number[];
  quiz: { deleted: boolean; ipFilter: string | null; oneByOne: boolean; goesBack: boolean };
}
export interface FoundMembership {
  isMember: boolean;
  isInvited: boolean;
  moderator: boolean;
}
export interface FoundGroup {
  id: number;
  rootAccountId: number;
  groupCategoryId: number | null;
  isPublic: boolean;
  joinLevel: 'invitation_only' | 'parent_context_request' | 'parent_context_auto_join';
  accountId: number | null;
  chain: number[];
  membership: FoundMembership | null;
  course: FoundCourse | null;
}
export interface FoundAccount {
  id: number;
  rootAccountId: number;
  parentAccountId: number | null;
  chain: number[];
  /** The caller belongs to it (access#5). */
  belongs: boolean;
}
export interface FoundUser {
  id: number;
  rootAccountId: number;
  /** An administrator whose reach the user is in (access#4). */
  inReach: boolean;
  /** Somebody with more rights than the caller (access#6). */
  outranks: boolean;
  instructor: boolean;
  staff: boolean;
  peer: boolean;
}

/** A group set, of a course or of an account. */
export interface FoundGroupSet {
  groupSetId: number;
  rootAccountId: number;
  account: FoundAccount | null;
  course: FoundCourse | null;
}

/** Whose a file or a folder is: one of the three. */
export interface FoundOwner {
  userId: number | null;
  /** Null too where that user is deleted, and nobody has a right by them. */
  user: FoundUser | null;
  course: FoundCourse | null;
  group: FoundGroup | null;
}
export interface FoundFile extends FoundOwner {
  id: number;
  rootAccountId: number;
  /** Locked or hidden, itself or by a folder above it. */
  concealed: boolean;
  /** That a file came with. */
  entry?: FoundEntry | null;
  /** It came to the caller with a message or a submission; null where none could have brought it. */
  received?: boolean | null;
}
/** An outcome with whose it is: an account's, a course's, or the site's where both are null. */
export interface FoundOutcome {
  id: number;
  rootAccountId: number;
  account: FoundAccount | null;
  course: FoundCourse | null;
}
export interface FoundCollection {
  id: number;
  ownerId: number;
  rootAccountId: number;
  visibility: 'public' | 'private';
}

/** The entry that a file came with, and where its topic stands: one of the three. */
export interface FoundEntry {
  course: FoundCourse | null;
  group: FoundGroup | null;
  collection: FoundCollection | null;
  /** Of the root, where the topic is one of a group's. */
  topicId: number;
  assignmentId: number | null;
  /** Posted: neither a draft nor delayed. */
  topicPosted: boolean;
  topicAuthorId: number;
  /** The caller has an entry in the topic, or need not have one. */
  hasPosted: boolean;
}
