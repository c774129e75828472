import { holdsAny, type Role } from '../../access/permissions.ts';
import { sameTime } from '../../kernel/dates.ts';

/** Who may change a page besides those who manage the pages of its place; `teachers` says nobody. */
export const EDITING_ROLES = {
  course: ['teachers', 'students', 'public'],
  group: ['teachers', 'members', 'public'],
} as const;
type EditingRole = (typeof EDITING_ROLES)['course' | 'group'][number];

/** What a page has that says nothing else (pages#15). */
export const DEFAULT_EDITING_ROLES = { course: 'teachers', group: 'members' } as const;

/** `students, teachers` as it is kept: in the order above, each once. Undefined where a word is none of the place's. */
export function readEditingRoles(kind: 'course' | 'group', sent: string): string | undefined {
  const words = sent
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const known: readonly string[] = EDITING_ROLES[kind];
  if (words.length === 0 || words.some((word) => !known.includes(word))) return undefined;
  return known.filter((word) => words.includes(word)).join(',');
}

const EDITORS: Readonly<Record<EditingRole, readonly Role[]>> = {
  teachers: [],
  students: ['student'],
  members: ['member'],
  public: ['student', 'observer', 'member'],
};

/** What a page lets these roles do, of those that the caller may write with (pages#16). */
export const isEditor = (writing: ReadonlySet<Role>, editingRoles: string): boolean =>
  [...EDITING_ROLES.course, ...EDITING_ROLES.group].some(
    (role) => editingRoles.split(',').includes(role) && holdsAny(writing, EDITORS[role]),
  );

/** What of a page a request may change. */
export interface Changeable {
  title: string;
  body: string | null;
  editingRoles: string;
  published: boolean;
  publishAt: Date | null;
  frontPage: boolean;
}

/** What was sent of it, read. */
export type Wanted = { readonly [Name in keyof Changeable]?: Changeable[Name] | undefined };

/** Whether a page comes to be published: a date to come before all else, then what is said, and a date that has passed (pages#18). */
function publication(wanted: Wanted, before: Changeable, now: Date): Pick<Changeable, 'published' | 'publishAt'> {
  const { published, publishAt } = wanted;
  if (publishAt && publishAt > now) return { published: false, publishAt };
  if (published === true || publishAt) return { published: true, publishAt: null };
  const stays = publishAt === null ? null : before.publishAt;
  return { published: published ?? before.published, publishAt: published === false ? null : stays };
}

/** The page as it is to be. */
export function changed(wanted: Wanted, before: Changeable, now: Date): Changeable {
  return {
    title: wanted.title ?? before.title,
    body: wanted.body === undefined ? before.body : wanted.body,
    editingRoles: wanted.editingRoles ?? before.editingRoles,
    frontPage: wanted.frontPage ?? before.frontPage,
    ...publication(wanted, before, now),
  };
}

/** Whether anything but the body changes, which is for those who manage pages alone (pages#17). */
export const changesMore = (before: Changeable, after: Changeable): boolean =>
  before.title !== after.title ||
  before.editingRoles !== after.editingRoles ||
  before.published !== after.published ||
  !sameTime(before.publishAt, after.publishAt) ||
  before.frontPage !== after.frontPage;

/** Whether it says something else, which makes a revision (pages#25). */
export const saysElse = (before: Pick<Changeable, 'title' | 'body'>, after: Pick<Changeable, 'title' | 'body'>): boolean =>
  before.title !== after.title || before.body !== after.body;
