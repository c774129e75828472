import { type Group, type GroupCategory, type LiveState, type Membership, SELF_SIGNUP } from './schemas.ts';

export interface GroupCategoryRow {
  id: number;
  name: string;
  role: string | null;
  selfSignup: string | null;
  groupLimit: number | null;
  courseId: number;
}

export interface GroupRow {
  id: number;
  name: string;
  description: string | null;
  isPublic: boolean;
  joinLevel: Group['join_level'];
  membersCount: number;
  courseId: number | null;
  accountId: number | null;
  groupCategoryId: number | null;
  /** Of the group's set. */
  role: string | null;
}

export interface MembershipRow {
  id: number;
  groupId: number;
  userId: number;
  state: LiveState;
  moderator: boolean;
}

export const groupCategoryJson = (row: GroupCategoryRow): GroupCategory => ({
  id: row.id,
  name: row.name,
  role: row.role,
  self_signup: SELF_SIGNUP.find((word) => word === row.selfSignup) ?? null,
  group_limit: row.groupLimit,
  context_type: 'Course',
  course_id: row.courseId,
});

export const groupJson = (row: GroupRow): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_public: row.isPublic,
  join_level: row.joinLevel,
  members_count: row.membersCount,
  context_type: row.courseId === null ? 'Account' : 'Course',
  ...(row.courseId === null ? {} : { course_id: row.courseId }),
  ...(row.accountId === null ? {} : { account_id: row.accountId }),
  group_category_id: row.groupCategoryId,
  role: row.role,
  avatar_url: null,
});

export const membershipJson = (row: MembershipRow): Membership => ({
  id: row.id,
  group_id: row.groupId,
  user_id: row.userId,
  workflow_state: row.state,
  moderator: row.moderator,
});
