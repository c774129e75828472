import { joinLevel } from '../../store/sql/enums.ts';
import { boolean, int, nullable, oneOf, type RowOf, text } from '../../store/sql/types.ts';
import { type Group, type GroupCategory, type Membership, SELF_SIGNUP } from './schemas.ts';

export const GROUP_CATEGORY_ROW = {
  id: int,
  name: text,
  role: nullable(text),
  selfSignup: nullable(text),
  groupLimit: nullable(int),
  courseId: nullable(int),
  accountId: nullable(int),
};
export type GroupCategoryRow = RowOf<typeof GROUP_CATEGORY_ROW>;

export const GROUP_ROW = {
  id: int,
  name: text,
  description: nullable(text),
  isPublic: boolean,
  joinLevel: joinLevel,
  membersCount: int,
  courseId: nullable(int),
  accountId: nullable(int),
  groupCategoryId: nullable(int),
  /** The role of the group's set. */
  role: nullable(text),
  /** The name of its course or account. */
  contextName: text,
};
type GroupRow = RowOf<typeof GROUP_ROW>;

export const MEMBERSHIP_ROW = {
  id: int,
  groupId: int,
  userId: int,
  state: oneOf(['invited', 'accepted', 'requested'], 'membership_state'),
  moderator: boolean,
};
export type MembershipRow = RowOf<typeof MEMBERSHIP_ROW>;

/** Whose it is, by the field that applies. */
const placeJson = ({ courseId, accountId }: Pick<GroupRow, 'courseId' | 'accountId'>) =>
  ({
    context_type: courseId === null ? 'Account' : 'Course',
    ...(courseId === null ? {} : { course_id: courseId }),
    ...(accountId === null ? {} : { account_id: accountId }),
  }) as const;

export const groupCategoryJson = (row: GroupCategoryRow): GroupCategory => ({
  id: row.id,
  name: row.name,
  role: row.role,
  self_signup: SELF_SIGNUP.find((word) => word === row.selfSignup) ?? null,
  group_limit: row.groupLimit,
  ...placeJson(row),
});

/** Its course, where it has one, is concluded. */
export const groupJson = (row: GroupRow, concluded: boolean): Group => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_public: row.isPublic,
  join_level: row.joinLevel,
  members_count: row.membersCount,
  ...placeJson(row),
  context_name: row.contextName,
  group_category_id: row.groupCategoryId,
  role: row.role,
  avatar_url: null,
  concluded,
});

export const membershipJson = (row: MembershipRow): Membership => ({
  id: row.id,
  group_id: row.groupId,
  user_id: row.userId,
  workflow_state: row.state,
  moderator: row.moderator,
});
