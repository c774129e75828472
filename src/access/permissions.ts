/** What a caller can be to a context. Roles follow from rows (context-access.ts), and nothing but a role gives a right. */
export type Role =
  // anywhere
  | 'user'
  | 'site_admin'
  // of an account; of everything below it
  | 'admin'
  | 'account_member'
  // in a course
  | 'teacher'
  | 'ta'
  | 'designer'
  | 'student'
  | 'observer'
  | 'invited'
  | 'visitor'
  // in a group
  | 'moderator'
  | 'member'
  | 'neighbour'
  | 'coursemate'
  // to a collection; to a file, by what it came with; to what is global
  | 'owner'
  | 'viewer'
  // to a user
  | 'self'
  | 'superior'
  | 'instructor'
  | 'staff'
  | 'peer';

export type ContextKind =
  | 'none'
  | 'self'
  | 'account'
  | 'course'
  | 'section'
  | 'group_category'
  | 'group'
  | 'user'
  | 'file'
  | 'folder'
  | 'collection'
  | 'collection_item'
  | 'quiz_submission'
  | 'outcome';

/** One right: the roles that have it. */
export interface Rule {
  /** Who may. */
  roles: readonly Role[];
  /** A right to write ends with the course or the enrollment; only administrators keep it (access#10). */
  writes?: true;
}

/** Who works in a course, and the administrators above it, who act as teachers (access#1). */
export const STAFF = ['teacher', 'ta', 'designer', 'admin'] as const;
/** The same roles as a set, for looking one up. */
export const STAFF_ROLES: ReadonlySet<Role> = new Set(STAFF);
/** Who grades; designers do not (access#1). */
export const GRADERS = ['teacher', 'ta', 'admin'] as const;
/** Who takes part in a course. Invited people, and visitors of a public course, do not. */
const PARTICIPANTS = [...STAFF, 'student', 'observer'] as const;
/** Who manages the files of a user, a course or a group. Except for administrators, each role belongs to one of the three alone. */
const FILE_KEEPERS = [...STAFF, 'moderator', 'member', 'self'] as const;
/** Who takes part in the discussions of a course, a group or a collection item. Each role belongs to one of the three alone. */
const DISCUSSING = [...PARTICIPANTS, 'moderator', 'member', 'owner', 'viewer'] as const;
const POSTING = [...STAFF, 'student', 'moderator', 'member', 'owner', 'viewer'] as const;

/**
 * The table of who may do what. Every route names one of these; a test walks all routes x all roles.
 * `superior` is an administrator with reach over a user, and with no fewer rights than that user has (access#15, access#4).
 */
export const PERMISSIONS = {
  anyone: { roles: ['user'] },
  'root_accounts.create': { roles: ['site_admin'] },

  'account.read': { roles: ['admin'] },
  'account.manage': { roles: ['admin'] },
  'account.users.read': { roles: ['admin'] },
  'account.users.create': { roles: ['admin'] },
  'account.courses.create': { roles: ['admin'] },
  'account.logins.manage': { roles: ['admin'] },

  'course.read': { roles: [...PARTICIPANTS, 'invited', 'visitor'] },
  'course.favor': { roles: [...PARTICIPANTS, 'invited'] },
  'course.edit': { roles: ['teacher', 'admin'], writes: true },
  'course.administer': { roles: ['admin'], writes: true },
  'course.settings.read': { roles: PARTICIPANTS },
  'course.people.read': { roles: PARTICIPANTS },
  // To see logins and addresses of people, as their teachers do (users#8).
  'course.people.know': { roles: GRADERS },
  // To see invited people, and the groups, overrides and events of people.
  'course.people.oversee': { roles: STAFF },
  'course.enroll': { roles: ['teacher', 'admin'], writes: true },
  'course.unenroll': { roles: ['teacher', 'admin'], writes: true },
  'enrollment.answer': { roles: [...PARTICIPANTS, 'invited'] },
  'sections.read': { roles: PARTICIPANTS },
  'sections.manage': { roles: ['teacher', 'designer', 'admin'], writes: true },
  'sections.cross_list': { roles: ['admin'] },

  'assignments.read': { roles: [...PARTICIPANTS, 'visitor'] },
  'assignments.edit': { roles: STAFF, writes: true },
  'peer_reviews.read': { roles: PARTICIPANTS },
  'peer_reviews.edit': { roles: GRADERS, writes: true },
  'submissions.read': { roles: PARTICIPANTS },
  'submissions.list': { roles: GRADERS },
  'submissions.grade': { roles: GRADERS, writes: true },
  // In a course, and for a user in the courses that the caller administers.
  'grades.audit': { roles: ['admin'] },
  'submissions.turn_in': { roles: ['student'], writes: true },
  // To grade, to comment, and to upload files for it: the service decides which of these the caller may.
  'submissions.write': { roles: [...GRADERS, 'student'], writes: true },
  'rubrics.read': { roles: STAFF },
  'rubrics.edit': { roles: STAFF, writes: true },
  'grading_periods.read': { roles: PARTICIPANTS },
  'grading_periods.edit': { roles: ['teacher', 'admin'], writes: true },
  'grading_standards.read': { roles: PARTICIPANTS },
  'grading_standards.edit': { roles: STAFF, writes: true },

  'quizzes.read': { roles: PARTICIPANTS },
  'quizzes.edit': { roles: STAFF, writes: true },
  'quizzes.take': { roles: ['student'], writes: true },
  'quiz_attempts.read': { roles: [...GRADERS, 'student', 'observer'] },
  'quiz_attempts.grade': { roles: GRADERS, writes: true },
  'quiz_results.read': { roles: GRADERS },
  'quiz_answers.read': { roles: [...GRADERS, 'student'] },
  // Only the attempt's own student may: the service refuses the others who see it.
  'quiz_answers.give': { roles: [...GRADERS, 'student'], writes: true },

  'modules.read': { roles: [...PARTICIPANTS, 'visitor'] },
  'modules.edit': { roles: STAFF, writes: true },
  'modules.progress': { roles: ['student'], writes: true },

  // Who takes part in an account or a course reads its outcomes; TAs change none (outcomes#3).
  'outcome_groups.read': { roles: [...PARTICIPANTS, 'account_member'] },
  'outcome_groups.edit': { roles: ['teacher', 'designer', 'admin'], writes: true },
  'global_outcome_groups.edit': { roles: ['site_admin'] },
  'outcome.read': { roles: [...PARTICIPANTS, 'account_member', 'viewer'] },
  'outcome.edit': { roles: ['teacher', 'designer', 'admin', 'site_admin'], writes: true },

  'group_sets.read': { roles: PARTICIPANTS },
  'group_sets.manage': { roles: STAFF, writes: true },
  'group.read': { roles: [...STAFF, 'moderator', 'member', 'invited', 'neighbour'] },
  'group.people.read': { roles: [...STAFF, 'moderator', 'member'] },
  'group.invite': { roles: [...STAFF, 'moderator', 'member'], writes: true },
  'group.manage': { roles: [...STAFF, 'moderator'], writes: true },
  'group.join': { roles: [...STAFF, 'moderator', 'member', 'invited', 'neighbour'], writes: true },
  // A group of an account has no overrides, which everybody who sees the group may learn (overrides#17).
  'group.overrides.read': { roles: [...STAFF, 'coursemate', 'member', 'invited', 'neighbour'] },

  'topics.read': { roles: [...DISCUSSING, 'visitor'] },
  'topics.create': { roles: POSTING, writes: true },
  'topics.edit': { roles: [...STAFF, 'student', 'moderator', 'member', 'owner'], writes: true },
  'topics.mark': { roles: DISCUSSING },
  'entries.read': { roles: DISCUSSING },
  'entries.post': { roles: POSTING, writes: true },

  'pages.read': { roles: [...PARTICIPANTS, 'visitor', 'moderator', 'member'] },
  // The editing roles of a page decide which pages (pages#16).
  'pages.edit': { roles: [...PARTICIPANTS, 'moderator', 'member'], writes: true },
  'pages.manage': { roles: [...STAFF, 'moderator', 'member'], writes: true },

  'activity.read': { roles: [...PARTICIPANTS, 'moderator', 'member'] },
  // The calendars of courses, of groups, and the caller's own (calendar#1).
  'calendar.read': { roles: [...PARTICIPANTS, 'moderator', 'member'] },
  'calendar.edit': { roles: [...STAFF, 'moderator', 'member'], writes: true },
  'todo.read': { roles: PARTICIPANTS },
  'collaborations.read': { roles: PARTICIPANTS },
  'collaborations.create': { roles: STAFF, writes: true },

  'collection.read': { roles: ['owner', 'viewer'] },
  'collection.manage': { roles: ['owner'] },

  'user.read': { roles: ['self', 'admin', 'instructor', 'peer'] },
  'user.enrollments.read': { roles: ['self', 'admin', 'staff'] },
  // What only the user and administrators see: settings, avatars to choose from, page views (profiles#21, profiles#4, page-views#7).
  'user.private.read': { roles: ['self', 'admin'] },
  // What a student has to do: the service decides in which of the student's courses (planner#15).
  'user.work.read': { roles: ['self', 'admin', 'instructor', 'peer'] },
  'user.manage': { roles: ['self', 'superior'] },
  'user.observees.register': { roles: ['superior'] },
  'user.tokens.manage': { roles: ['self', 'superior'] },

  'user.files': { roles: ['self', 'admin'] },
  'user.files.manage': { roles: ['self', 'admin'], writes: true },
  'course.files.read': { roles: PARTICIPANTS },
  'course.files.manage': { roles: STAFF, writes: true },
  'group.files.read': { roles: [...STAFF, 'moderator', 'member'] },
  'group.files.manage': { roles: [...STAFF, 'moderator', 'member'], writes: true },
  'file.read': { roles: [...FILE_KEEPERS, 'student', 'observer', 'viewer'] },
  'file.read_concealed': { roles: FILE_KEEPERS },
  'file.manage': { roles: FILE_KEEPERS, writes: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof PERMISSIONS;

/** The roles that somebody holds in a context, and those of them that also allow writing. */
export interface Held {
  roles: ReadonlySet<Role>;
  writing: ReadonlySet<Role>;
}

/** Whether one of these roles is among those that somebody holds. */
export const holdsAny = (held: ReadonlySet<Role>, roles: readonly Role[]): boolean => roles.some((role) => held.has(role));

/** Works in the course, or administers it. */
export const isStaff = (at: Pick<Held, 'roles'>): boolean => holdsAny(at.roles, STAFF);

/**
 * Reads what is for editors, and is held back by no date or module: whoever may edit, and whoever could before that right ended, unless
 * they study there now (access#10).
 */
export const readsAsEditor = (at: Held): boolean => holdsAny(at.writing, STAFF) || (isStaff(at) && !at.writing.has('student'));

/** Grades; designers do not (access#1). */
export const isGrader = (at: Pick<Held, 'roles'>): boolean => holdsAny(at.roles, GRADERS);

export function may(held: Held, permission: Permission): boolean {
  const rule: Rule = PERMISSIONS[permission];
  const roles = rule.writes ? held.writing : held.roles;
  return holdsAny(roles, rule.roles);
}
