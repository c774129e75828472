import type { CollectionItemAccess, CourseAccess, GroupAccess } from '../../access/context-access.ts';
import type { FoundCourse } from '../../access/found.ts';
import { GRADERS, holdsAny, STAFF } from '../../access/permissions.ts';

/** What a course lets its students do in discussions: attach files, and edit what they wrote (courses#23). */
interface BoundStudent {
  courseId: number;
  attach: boolean;
  edit: boolean;
}

/** Where topics stand: a course, a group or a collection item, and what the caller is there (discussions#1). */
export interface TopicContext {
  readonly kind: 'course' | 'group' | 'collection_item';
  readonly id: number;
  /** Below the server's root. */
  readonly path: string;
  readonly rootAccountId: number;
  /** The course that it is, or is a group of: where its topics have their assignments. */
  readonly course: FoundCourse | null;
  /** Sees drafts and the topics of all groups, and has nothing to post first. */
  readonly oversees: boolean;
  /** May change and delete what others wrote, and everything about a topic but whether it is a draft. */
  readonly moderates: boolean;
  /** May make draft topics: teachers and TAs only. */
  readonly drafts: boolean;
  /** May grade what students do there (discussions#99). */
  readonly grades: boolean;
  readonly announces: boolean;
  readonly posts: boolean;
  readonly seesEntries: boolean;
  /** How the course binds the caller; a group's own topics are bound by none. */
  readonly student: BoundStudent | null;
  /** How the course binds the caller in those topics of a group that have a root in the course. */
  readonly studentOfRoot: BoundStudent | null;
  /** Is a member of the group. */
  readonly joined: boolean;
  /** Whose collection it is. */
  readonly ownerId: number | null;
}

const MODERATORS = [...STAFF, 'moderator', 'owner'] as const;
const POSTERS = [...MODERATORS, 'student', 'member', 'viewer'] as const;

const boundBy = ({ id, studentsAttach, studentsEdit }: FoundCourse): BoundStudent => ({
  courseId: id,
  attach: studentsAttach,
  edit: studentsEdit,
});

export function courseTopics(at: CourseAccess): TopicContext {
  const { id, rootAccountId } = at.course;
  const moderates = holdsAny(at.writing, MODERATORS);
  return {
    kind: 'course',
    id,
    path: `courses/${id}`,
    rootAccountId,
    course: at.course,
    oversees: holdsAny(at.roles, MODERATORS),
    moderates,
    drafts: holdsAny(at.writing, GRADERS),
    grades: holdsAny(at.writing, GRADERS),
    announces: moderates,
    posts: holdsAny(at.writing, POSTERS),
    seesEntries: holdsAny(at.roles, POSTERS) || at.roles.has('observer'),
    student: moderates ? null : boundBy(at.course),
    studentOfRoot: null,
    joined: false,
    ownerId: null,
  };
}

/** In groups announcements are made by any member; their moderators are what designers are in a course. */
export function groupTopics(at: GroupAccess): TopicContext {
  const { id, rootAccountId, course } = at.group;
  const posts = holdsAny(at.writing, POSTERS);
  return {
    kind: 'group',
    id,
    path: `groups/${id}`,
    rootAccountId,
    course,
    oversees: holdsAny(at.roles, MODERATORS),
    moderates: holdsAny(at.writing, MODERATORS),
    drafts: holdsAny(at.writing, GRADERS),
    grades: holdsAny(at.writing, GRADERS),
    announces: posts,
    posts,
    seesEntries: holdsAny(at.roles, POSTERS),
    student: null,
    studentOfRoot: course && !holdsAny(at.writing, STAFF) ? boundBy(course) : null,
    joined: at.roles.has('member'),
    ownerId: null,
  };
}

export function itemTopics(at: CollectionItemAccess): TopicContext {
  return {
    kind: 'collection_item',
    id: at.itemId,
    path: `collection_items/${at.itemId}`,
    rootAccountId: at.collection.rootAccountId,
    course: null,
    oversees: holdsAny(at.roles, MODERATORS),
    moderates: holdsAny(at.writing, MODERATORS),
    drafts: false,
    grades: holdsAny(at.writing, GRADERS),
    announces: false,
    posts: true,
    seesEntries: true,
    student: null,
    studentOfRoot: null,
    joined: false,
    ownerId: at.collection.ownerId,
  };
}

/** The context of a course's topic, of those that were asked for. */
export function contextOf(contexts: ReadonlyMap<number, TopicContext>, courseId: number | null): TopicContext {
  const context = contexts.get(courseId ?? 0);
  if (!context) throw new Error('a topic is of no course that was asked for');
  return context;
}
