import type { Caller } from './caller.ts';
import type { FoundCollection, FoundCourse, FoundEntry, FoundGroup } from './found.ts';
import { type Held, may, type Role } from './permissions.ts';

/** What of a caller their roles follow from. */
export type Asker = Pick<Caller, 'userId' | 'adminOf' | 'rootAccountId'>;

/** What a caller is where a topic stands. */
export interface RolesByContext {
  course(caller: Asker, course: FoundCourse): Held;
  group(caller: Asker, group: FoundGroup): Held;
  collection(caller: Asker, collection: FoundCollection): Held;
}

/** What somebody is where they are nothing. */
export const NO_ROLES: Held = { roles: new Set(), writing: new Set() };

/** The course that the topic of an entry is in, or that its group is of: modules there may keep it from the caller. */
export const courseOf = ({ course, group }: FoundEntry): FoundCourse | null => course ?? group?.course ?? null;

/** Who sees the drafts of others, and has nothing to post first (discussions#8, discussions#50). */
const OVERSEERS: readonly Role[] = ['teacher', 'ta', 'designer', 'admin', 'moderator', 'owner'];

/** Whoever may read an entry may read the file that came with it, without a signature in its address too (discussions#55). */
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
