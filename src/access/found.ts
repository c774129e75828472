import type { AccountSettings } from '../store/stored/accounts.ts';

// What the statements of finding.ts find, for context-access.ts to judge.

/** A course in which the caller takes part, or which they may still read. An unpublished one is there for its staff alone. */
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
  /** In which sections the caller grades, as a reach (reach.ts). */
  graded: number[] | null;
  /** In which sections the caller oversees people as staff, as a reach; null as well where the caller is no staff. */
  oversees: number[] | null;
  /** Whose dates are the caller's (overrides#3), as `students` of a viewer. */
  students: number[];
  /** The ids of these students' sections in the course; none for staff whom nothing limits. */
  sections: number[];
  /** The ids of these students' groups in the course; none for staff. */
  groups: number[];
}
/** An account that one of these courses is in. */
interface OwnAccount {
  id: number;
  /** The settings of the account and of those above it, the root's first. */
  settings: AccountSettings[];
  /** The time zone of the account, or of the nearest account above it that has one. */
  timeZone: string | null;
}
/** What the caller takes part in. */
export interface FoundSelf {
  courses: OwnCourse[];
  accounts: OwnAccount[];
  /** The courses that the caller studies or has studied, and reads. */
  studied: number[];
  groups: { id: number; courseId: number | null }[];
  /** Whether the caller works in a course, or has worked in one. */
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
  /** The settings of each account of the chain, the root's first; only where the course is the addressed context. */
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
  /** Which questions of the groups of questions in its version were drawn for it. */
  drawn: number[];
  quiz: { deleted: boolean; ipFilter: string | null; oneByOne: boolean; goesBack: boolean };
}
interface FoundMembership {
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

/** The owner of a file or folder: a user, a course or a group. */
interface FoundOwner {
  userId: number | null;
  /** Null as well where that user is deleted: then nobody has a right by them. */
  user: FoundUser | null;
  course: FoundCourse | null;
  groupId: number | null;
  /** Null as well where that group is deleted. */
  group: FoundGroup | null;
}
export interface FoundFile extends FoundOwner {
  id: number;
  /** It was called for by the id of a file that it has replaced (files#57). */
  replaces?: boolean;
  rootAccountId: number;
  /** Locked or hidden, itself or by a folder above it. */
  concealed: boolean;
  /** The entry that a file came with. */
  entry?: FoundEntry | null;
  /** Whether it came to the caller with a message or a submission; null where neither could have brought it. */
  received?: boolean | null;
}
/** An outcome with its owner: an account, a course, or the site where both are null. */
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

/** The entry that a file came with, and the context of its topic: a course, a group or a collection. */
export interface FoundEntry {
  course: FoundCourse | null;
  group: FoundGroup | null;
  collection: FoundCollection | null;
  /** The topic's id, or that of its root topic where it is a group's child of one. */
  topicId: number;
  assignmentId: number | null;
  /** Posted: neither a draft nor delayed. */
  topicPosted: boolean;
  topicAuthorId: number;
  /** The caller has an entry in the topic, or need not have one. */
  hasPosted: boolean;
}
