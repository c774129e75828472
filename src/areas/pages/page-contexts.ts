import type { CourseAccess, GroupAccess } from '../../access/context-access.ts';
import { holdsAny, may, type Role, STAFF } from '../../access/permissions.ts';
import { identifier, type Sql } from '../../store/sql/sql.ts';

export type PageKind = 'course' | 'group';

/** Where pages stand, and what the caller is there. */
export interface PageContext {
  readonly kind: PageKind;
  readonly id: number;
  /** Below the server's root. */
  readonly path: string;
  /** Sees what is not published. */
  readonly oversees: boolean;
  /** Makes, changes and deletes all pages. */
  readonly manages: boolean;
  readonly creates: boolean;
  readonly writing: ReadonlySet<Role>;
  /** The course that it is; null of a group, whose pages stand in no modules. */
  readonly course: CourseAccess | null;
}

const MANAGERS = [...STAFF, 'moderator'] as const;

export const coursePages = (at: CourseAccess): PageContext => ({
  kind: 'course',
  id: at.course.id,
  path: `courses/${at.course.id}`,
  oversees: holdsAny(at.roles, MANAGERS),
  manages: holdsAny(at.writing, MANAGERS),
  creates: may(at, 'pages.manage'),
  writing: at.writing,
  course: at,
});

/** In a group every member sees and makes what is not published (pages#4). */
export const groupPages = (at: GroupAccess): PageContext => ({
  kind: 'group',
  id: at.group.id,
  path: `groups/${at.group.id}`,
  oversees: holdsAny(at.roles, [...MANAGERS, 'member']),
  manages: holdsAny(at.writing, MANAGERS),
  creates: may(at, 'pages.manage'),
  writing: at.writing,
  course: null,
});

/** Makes something for each kind of place, by the column that names the place. */
export const perPlace = <T>(make: (kind: PageKind, column: Sql) => T): Readonly<Record<PageKind, T>> => ({
  course: make('course', identifier('course_id')),
  group: make('group', identifier('group_id')),
});

/** The columns by which a new row names its place. */
export const placeOf = ({ kind, id }: Pick<PageContext, 'kind' | 'id'>) => ({
  courseId: kind === 'course' ? id : null,
  groupId: kind === 'group' ? id : null,
});
