import type { FileOwner } from '../../access/context-access.ts';
import { identifier, type Sql } from '../../store/sql/sql.ts';

/** The owner of a file or folder, as a row has it: one of the three is set. */
export interface OwnerRow {
  userId: number | null;
  courseId: number | null;
  groupId: number | null;
}

export type OwnerKind = FileOwner['kind'];

/** The column that names each kind of owner, in all tables of files. */
const OWNER_COLUMN = { user: 'user_id', course: 'course_id', group: 'group_id' } as const satisfies Record<OwnerKind, string>;

/** What the root of each owner's folders is called (files#37). */
export const ROOT_NAME = { user: 'my files', course: 'course files', group: 'group files' } as const satisfies Record<OwnerKind, string>;

export const ownerColumns = ({ kind, id }: FileOwner): OwnerRow => ({
  userId: kind === 'user' ? id : null,
  courseId: kind === 'course' ? id : null,
  groupId: kind === 'group' ? id : null,
});

export function ownerOf({ userId, courseId, groupId }: OwnerRow): FileOwner {
  if (userId !== null) return { kind: 'user', id: userId };
  if (courseId !== null) return { kind: 'course', id: courseId };
  return { kind: 'group', id: groupId ?? 0 };
}

/** One for each kind of owner, of its column. */
export const perOwner = <T>(make: (column: Sql, kind: OwnerKind) => T): Readonly<Record<OwnerKind, T>> => ({
  user: make(identifier(OWNER_COLUMN.user), 'user'),
  course: make(identifier(OWNER_COLUMN.course), 'course'),
  group: make(identifier(OWNER_COLUMN.group), 'group'),
});
