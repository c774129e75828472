import type { Caller } from './caller.ts';
import type { FoundCollection, FoundCourse, FoundEntry, FoundGroup } from './found.ts';
import { type Held, may, type Role } from './permissions.ts';

/** The part of a caller from which roles follow. */
export type Asker = Pick<Caller, 'userId' | 'adminOf' | 'rootAccountId'>;

/** What a caller is in the context of a topic: a course, a group or a collection. */
interface RolesByContext {
  course(caller: Asker, course: FoundCourse): Held;
  group(caller: Asker, group: FoundGroup): Held;
  collection(caller: Asker, collection: FoundCollection): Held;
}

/** The roles of somebody who has none. */
export const NO_ROLES: Held = { roles: new Set(), writing: new Set() };

/** The course that the topic of an entry is in, or that its group is of: modules there may keep it from the caller. */
export const courseOf = ({ course, group }: FoundEntry): FoundCourse | null => course ?? group?.course ?? null;

/** Who sees the drafts of others, and need not post first to read entries (discussions#8, discussions#50). */
const OVERSEERS: readonly Role[] = ['teacher', 'ta', 'designer', 'admin', 'moderator', 'owner'];

/** Whoever may read an entry may read the file that came with it, also without a signed address (discussions#55). */
export function readsEntry(caller: Asker, entry: FoundEntry, access: RolesByContext): boolean {
  const { course, group, collection } = entry;
  const held = course
    ? access.course(caller, course)
    : group
      ? access.group(caller, group)
      : collection
        ? access.collection(caller, collection)
        : NO_ROLES;
  const oversees = OVERSEERS.some((role) => held.roles.has(role));
  const topicShown = entry.topicPosted || oversees || entry.topicAuthorId === caller.userId;
  return may(held, 'entries.read') && topicShown && (entry.hasPosted || oversees);
}
