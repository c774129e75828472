import { ModuleItemKind, type ModuleRequirement } from '../../store/generated/enums.ts';

/** What an item of each kind is of, in one table; the rows of its content stand in relations.ts. */

export type Kind = (typeof ModuleItemKind)[keyof typeof ModuleItemKind];
export type Requirement = (typeof ModuleRequirement)[keyof typeof ModuleRequirement];

/** The columns of an item that name content. */
export type ContentColumn = 'assignmentId' | 'quizId' | 'topicId' | 'fileId' | 'pageId';

interface KindOfItem {
  column: ContentColumn | null;
  /** What a refusal calls its content. */
  noun: string;
  requirements: readonly Requirement[];
  /** Where the API shows the content. */
  path: ((courseId: number, content: { id: number; slug: string | null }) => string) | null;
}

const SEEN = ['must_view', 'must_mark_done'] as const;
const GRADED = ['must_submit', 'min_score'] as const;

/** Graded requirements of a discussion ask for its assignment besides (modules#25). */
export const KINDS: Readonly<Record<Kind, KindOfItem>> = {
  Assignment: {
    column: 'assignmentId',
    noun: 'assignment',
    requirements: [...SEEN, ...GRADED],
    path: (courseId, { id }) => `courses/${courseId}/assignments/${id}`,
  },
  Quiz: {
    column: 'quizId',
    noun: 'quiz',
    requirements: [...SEEN, ...GRADED],
    path: (courseId, { id }) => `courses/${courseId}/quizzes/${id}`,
  },
  Discussion: {
    column: 'topicId',
    noun: 'discussion',
    requirements: [...SEEN, ...GRADED, 'must_contribute'],
    path: (courseId, { id }) => `courses/${courseId}/discussion_topics/${id}`,
  },
  File: { column: 'fileId', noun: 'file', requirements: SEEN, path: (_, { id }) => `files/${id}` },
  // Its address has its slug, and so have requests that name it (modules#20, modules#22).
  Page: {
    column: 'pageId',
    noun: 'page',
    requirements: [...SEEN, 'must_contribute'],
    path: (courseId, { slug }) => `courses/${courseId}/pages/${slug}`,
  },
  SubHeader: { column: null, noun: 'heading', requirements: [], path: null },
  ExternalUrl: { column: null, noun: 'address', requirements: SEEN, path: null },
};

/** The kinds that stand by themselves: each item of them is published by itself (modules#26). */
export const WITHOUT_CONTENT: readonly Kind[] = Object.values(ModuleItemKind).filter((kind) => KINDS[kind].column === null);

/** Whether a requirement is one of work that is graded. */
export const isGradedRequirement = (requirement: Requirement): boolean => GRADED.some((one) => one === requirement);
