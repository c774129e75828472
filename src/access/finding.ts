import { administers } from '../areas/accounts/relations.ts';
import { isPublished } from '../areas/assignments/relations.ts';
import { isCourse, isOpen, isUnpublished } from '../areas/courses/relations.ts';
import { asksForPost, hasPosted, isPosted, isTopic } from '../areas/discussions/relations.ts';
import {
  givesRight,
  gradesStudent,
  isCurrent,
  isLimited,
  isOpenTo,
  isStudentWithin,
  ofObserver,
  ofStaff,
  ofStudent,
  placesStudent,
  reachAmong,
  reaches,
  studentOf,
  takesPart,
} from '../areas/enrollments/relations.ts';
import { FILE_CALLED_FOR, FILE_CONCEALED, FILE_IS_THERE, FOLDER_CONCEALED, IS_TURNED_IN } from '../areas/files/relations.ts';
import { belongs, belongsOpenly, isInvitedMember, isMember } from '../areas/groups/relations.ts';
import { holdsFile, isFinished } from '../areas/quizzes/relations.ts';
import { isDirect, isLoginNamed, isLoginOfSis } from '../areas/users/relations.ts';
import type { SisField } from '../kernel/ids.ts';
import { ONE_BY_ONE } from '../store/plan.ts';
import { type Piece, type Sql, sql } from '../store/sql/sql.ts';
import type { ContextKind } from './permissions.ts';

/** The fields of a course `c`, for `json_build_object`. */
export const COURSE_FIELDS = sql`'id', c.id, 'accountId', c.account_id, 'rootAccountId', c.root_account_id, 'state', c.state, 'isPublic', c.is_public,
  'name', c.name, 'studentsAttach', c.allow_student_forum_attachments, 'studentsEdit', c.allow_student_discussion_editing, 'gated', c.gated, 'chain', (select a.chain from accounts a where a.id = c.account_id),
  'enrollments', coalesce((select json_agg(json_build_object('id', e.id, 'type', e.type, 'state', e.state, 'sectionId', e.course_section_id,
      'associatedUserId', e.associated_user_id, 'limited', ${isLimited('e')},
      'quiet', e.last_activity_at is null or e.last_activity_at < now() - interval '1 hour'))
    from enrollments e where e.course_id = c.id and e.user_id = k."userId" and ${isCurrent('e')}), '[]')`;

/** The settings of the accounts above a course `c`, the root's first; see access/settings.ts. */
export const SETTINGS = sql`(select json_agg(above.settings order by cardinality(above.chain)) from accounts nearest
    join accounts above on above.id = any(nearest.chain) where nearest.id = c.account_id)`;

const ACCOUNT_FIELDS = sql`'id', a.id, 'rootAccountId', a.root_account_id, 'parentAccountId', a.parent_account_id, 'chain', a.chain,
  'belongs', exists (select 1 from user_accounts ua where ua.user_id = k."userId" and ua.account_id = a.id)`;

/**
 * The user of the id `by` reaches the user `x`: administrators of the user's root account do, and those of a sub-account where all the
 * user's accounts lie at or below it (access#4).
 */
export const inReach = (
  by: Piece,
  x: Piece,
): Sql => sql`exists (select 1 from account_admins aa where aa.user_id = ${by} and (aa.account_id = ${x}.root_account_id or (
    exists (select 1 from user_accounts ua where ua.user_id = ${x}.id and ua.account_id = aa.account_id)
    and not exists (select 1 from user_accounts ua join accounts a on a.id = ua.account_id
      where ua.user_id = ${x}.id and ${isDirect('ua')} and not aa.account_id = any(a.chain)))))`;

// Whether the user `x` has more rights: administers an account that the user of the id `by` does not (access#6).
const outranks = (
  by: Piece,
  x: Piece,
) => sql`exists (select 1 from account_admins ta join accounts a on a.id = ta.account_id where ta.user_id = ${x}.id
    and not exists (select 1 from account_admins aa where aa.user_id = ${by} and aa.account_id = any(a.chain)))`;

/** Whether the user of the id `by` may act as the user `x` (access#6). */
export const mayActAs = (by: Piece, x: Piece): Sql => sql`${inReach(by, x)} and not ${outranks(by, x)}`;

// Whether the user of the id `by` works in a course of the user `x`, and reaches them there. Invited people are not in the course yet.
const worksWith = (
  by: Piece,
  x: Piece,
  as: Sql,
) => sql`${x}.id <> ${by} and exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = ${x}.id
      join courses c on c.id = me.course_id
    where me.user_id = ${by} and ${as} and ${takesPart('me')}
      and ${takesPart('you')} and ${isCourse('c')} and ${reaches('me', sql`you.course_section_id`)})`;
/** The user of the id `by` is a teacher of the user `x` (users#8). */
export const teaches = (by: Piece, x: Piece): Sql => worksWith(by, x, givesRight('me', 'course.people.know'));
const INSTRUCTOR = teaches(sql`k."userId"`, sql`x`);
// Administrators of a course are staff of it too. Most callers administer nothing, so that this is asked first.
const ADMINISTERED = sql`cardinality(k."adminOf") > 0 and x.id <> k."userId" and exists (select 1 from enrollments you
    join courses c on c.id = you.course_id join accounts a on a.id = c.account_id
  where you.user_id = x.id and ${takesPart('you')} and ${isCourse('c')} and a.chain && k."adminOf")`;
const STAFF_OF = sql`(${worksWith(sql`k."userId"`, sql`x`, ofStaff('me'))} or ${ADMINISTERED})`;

const PEER = sql`x.id <> k."userId" and (exists (select 1 from enrollments me join enrollments you on you.course_id = me.course_id and you.user_id = x.id
        join courses c on c.id = me.course_id
      where me.user_id = k."userId" and ${takesPart('me')} and ${takesPart('you')}
        and ${isOpenTo('me', 'c')}
        and ${reaches('me', sql`you.course_section_id`)})
    or exists (select 1 from group_memberships me join group_memberships you on you.group_id = me.group_id and you.user_id = x.id
        join groups g on g.id = me.group_id left join courses c on c.id = g.course_id
      where me.user_id = k."userId" and ${isMember('me')} and ${isMember('you')} and not g.deleted
        and (c.id is null or ${isOpen('c')}) and ${belongs(sql`me.user_id`)} and ${belongs(sql`x.id`)}))`;

const GROUP_FIELDS = sql`'id', g.id, 'rootAccountId', g.root_account_id, 'groupCategoryId', g.group_category_id, 'isPublic', g.is_public,
  'joinLevel', g.join_level, 'accountId', g.account_id, 'chain', coalesce(ga.chain, '{}'),
  'membership', (select json_build_object('isMember', ${isMember('m')}, 'isInvited', ${isInvitedMember('m')}, 'moderator', m.moderator)
    from group_memberships m where m.group_id = g.id and m.user_id = k."userId"),
  'course', case when c.id is not null then json_build_object(${COURSE_FIELDS}) end`;

const USER_FIELDS = sql`'id', x.id, 'rootAccountId', x.root_account_id, 'inReach', ${inReach(sql`k."userId"`, sql`x`)}, 'outranks', ${outranks(sql`k."userId"`, sql`x`)},
  'instructor', ${INSTRUCTOR}, 'staff', ${STAFF_OF}, 'peer', ${PEER}`;

/** Joins the owner (a user, a course or a group) of a file or folder `t`. */
const ownerJoins = (t: Piece) => sql`left join users x on x.id = ${t}.user_id left join groups g on g.id = ${t}.group_id
  left join courses c on c.id = coalesce(${t}.course_id, g.course_id) left join accounts ga on ga.id = g.account_id`;
const ownerFields = (t: Piece) => sql`'rootAccountId', coalesce(x.root_account_id, g.root_account_id, c.root_account_id),
  'userId', ${t}.user_id, 'user', case when not x.deleted then json_build_object(${USER_FIELDS}) end,
  'groupId', ${t}.group_id, 'group', case when not g.deleted then json_build_object(${GROUP_FIELDS}) end,
  'course', case when ${t}.course_id is not null then json_build_object(${COURSE_FIELDS}) end`;
const PLACE_IS_THERE = sql`coalesce(not g.deleted, true) and coalesce(${isCourse('c')}, true)`;
const OWNER_IS_THERE = sql`coalesce(not x.deleted, true) and ${PLACE_IS_THERE}`;

/** The fields of a collection `cl` with the owner `o`. */
const COLLECTION_FIELDS = sql`'id', cl.id, 'ownerId', o.id, 'rootAccountId', o.root_account_id, 'visibility', cl.visibility`;

/** The entry that a file `f` came with. Its aliases hide those of the same names around it. */
const ENTRY = sql`(select json_build_object(
    'course', case when t.course_id is not null then json_build_object(${COURSE_FIELDS}) end,
    'group', case when g.id is not null then json_build_object(${GROUP_FIELDS}) end,
    'collection', case when cl.id is not null then json_build_object(${COLLECTION_FIELDS}) end,
    'topicId', coalesce(t.root_topic_id, t.id), 'assignmentId', t.assignment_id, 'topicPosted', ${isPosted('t')}, 'topicAuthorId', t.user_id,
    'hasPosted', not ${asksForPost('t')} or ${hasPosted('t', sql`k."userId"`)})
  from discussion_entries e join discussion_topics t on t.id = e.topic_id and ${isTopic('t')}
    left join groups g on g.id = t.group_id left join courses c on c.id = coalesce(t.course_id, g.course_id)
    left join accounts ga on ga.id = g.account_id left join collection_items ci on ci.id = t.collection_item_id
    left join collections cl on cl.id = ci.collection_id left join users o on o.id = cl.user_id
  where e.attachment_id = f.id and not e.deleted and ${PLACE_IS_THERE}
    and coalesce(not (ci.deleted or cl.deleted or o.deleted), true))`;

// Whether the file came with a message, or with one forwarded in it, that the caller has not removed (conversations#22).
const BY_MESSAGE = sql`exists (select 1 from conversation_messages m
    join conversation_participants p on p.conversation_id = m.conversation_id and p.user_id = k."userId"
  where m.carried_file_ids <> '{}' and m.carried_file_ids @> array[f.id] and m.id > p.removed_through
    and not exists (select 1 from conversation_removals r where r.user_id = p.user_id and r.message_id = m.id))`;

// Whether it was turned in by somebody whose submissions the caller reads: as grader, observer, reviewer, or in one group (submissions#2).
const BY_SUBMISSION = sql`exists (select 1 from submission_attempts h join assignments a on a.id = h.assignment_id and not a.deleted
    join courses c on c.id = a.course_id and ${isCourse('c')}
  where h.file_ids <> '{}' and h.file_ids @> array[f.id] and ${isStudentWithin(sql`c.id`, sql`h.user_id`, sql`null`)} and (
    ${administers(sql`c.account_id`, sql`k."userId"`)}
    or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and ${takesPart('me')}
      and case when ${givesRight('me', 'submissions.list')} then ${gradesStudent('me', sql`c.id`, sql`h.user_id`)}
          when ${isUnpublished('c')} or not ${isPublished('a')} then false
          when ${ofObserver('me')} then me.associated_user_id = h.user_id
          when ${ofStudent('me')} then h.user_id = me.user_id or exists (select 1 from peer_reviews p
            where p.assignment_id = h.assignment_id and p.user_id = h.user_id and p.assessor_id = me.user_id)
          else false end)))`;

// Whether its owner answered with it in an attempt that is finished, and the caller grades them (quizzes#62): only where it was turned in, and
// only in courses where the caller grades its owner, so that nobody else's request looks through attempts.
const BY_ATTEMPT = sql`${IS_TURNED_IN} and exists (select 1 from (select c.id from enrollments e join courses c on c.id = e.course_id and ${isCourse('c')}
      where e.user_id = f.user_id and ${ofStudent('e')} and ${takesPart('e')} and (${administers(sql`c.account_id`, sql`k."userId"`)}
        or exists (select 1 from enrollments me where me.course_id = c.id and me.user_id = k."userId" and ${takesPart('me')}
          and ${givesRight('me', 'quiz_results.read')} and ${reaches('me', sql`e.course_section_id`)})) ${ONE_BY_ONE}) graded
    join quizzes q on q.course_id = graded.id and not q.deleted
    join quiz_attempts t on t.quiz_id = q.id and t.user_id = f.user_id and ${isFinished('t')}
  where ${holdsFile('t', sql`f.id`)})`;

/** Whether a file `f` came to the caller. Null where it is the caller's own, of a course, or of a group that has not turned it in. */
const RECEIVED = sql`case when f.user_id <> k."userId" or (f.group_id is not null and ${IS_TURNED_IN})
  then ${BY_MESSAGE} or ${BY_SUBMISSION} or ${BY_ATTEMPT} end`;
/** What a group has turned in stays when the group is deleted, as what somebody wrote does (submissions#24). */
const PLACE_OF_FILE_IS_THERE = sql`(${IS_TURNED_IN} or coalesce(not g.deleted, true)) and coalesce(${isCourse('c')}, true)`;

// As `students` of a viewer (overrides#4). An observer may observe nobody yet.
const WHOSE_DATES = studentOf('e');
/** The courses of a caller `x`, as rows of `own`; see OwnCourse. */
const OWN_COURSES = sql`(select c.id, c.account_id, c.state, c.time_zone, c.gated, bool_or(${ofStaff('e')}) as staff,
    bool_or(${givesRight('e', 'submissions.grade')}) as grades, bool_or(${ofStudent('e')}) as studies,
    ${reachAmong('e', 'submissions.grade')} as graded,
    case when bool_or(${ofStaff('e')}) then ${reachAmong('e', 'course.people.oversee')} end as overseen,
    coalesce(array_agg(distinct ${WHOSE_DATES}) filter (where ${WHOSE_DATES} is not null), '{}') as audience
  from enrollments e join courses c on c.id = e.course_id
  where e.user_id = x.id and e.state = 'active' and ${isOpenTo('e', 'c')}
  group by c.id)`;
const OWN_SECTIONS = sql`array(select s.course_section_id from enrollments s where (not own.staff or own.overseen is not null) and s.course_id = own.id
    and s.user_id = any(own.audience) and ${placesStudent('s')})`;
// Read once for all courses: asked of each, all groups that somebody is in would be looked up for every course.
const OWN_GROUPS = sql`(select g.id, g.course_id, m.user_id from group_memberships m join groups g on g.id = m.group_id and not g.deleted
  where m.user_id = any(array(select unnest(own.audience) from own where not own.staff)) and ${isMember('m')})`;
const OWN_ACCOUNTS = sql`(select json_agg(json_build_object('id', a.id,
    'settings', (select json_agg(above.settings order by cardinality(above.chain)) from accounts above where above.id = any(a.chain)),
    'timeZone', (select above.default_time_zone from accounts above where above.id = any(a.chain) and above.default_time_zone is not null
      order by cardinality(above.chain) desc limit 1)))
  from accounts a where a.id = any(mine.account_ids))`;

const SELF = sql`users x cross join lateral (with own as materialized ${OWN_COURSES}, own_groups as materialized ${OWN_GROUPS}
  select array_agg(own.account_id) as account_ids,
    coalesce(json_agg(json_build_object('id', own.id, 'accountId', own.account_id, 'state', own.state, 'timeZone', own.time_zone, 'gated', own.gated,
      'staff', own.staff, 'grades', own.grades, 'studies', own.studies, 'graded', own.graded, 'oversees', own.overseen, 'students', own.audience,
      'sections', ${OWN_SECTIONS},
      'groups', array(select g.id from own_groups g where not own.staff and g.course_id = own.id and g.user_id = any(own.audience)))
      order by own.id), '[]') as courses
  from own) mine`;
const SELF_FIELDS = sql`'courses', mine.courses, 'accounts', coalesce(${OWN_ACCOUNTS}, '[]'),
  'studied', array(select e.course_id from enrollments e join courses c on c.id = e.course_id
    where e.user_id = x.id and ${takesPart('e')} and ${ofStudent('e')} and ${isOpen('c')}),
  'groups', (select coalesce(json_agg(json_build_object('id', g.id, 'courseId', g.course_id)), '[]')
    from group_memberships m join groups g on g.id = m.group_id and not g.deleted left join courses c on c.id = g.course_id
    where m.user_id = x.id and ${isMember('m')} and coalesce(${isCourse('c')}, true) and ${belongsOpenly(sql`x.id`, 'c')}),
  'works', exists (select 1 from enrollments e where e.user_id = x.id and ${takesPart('e')} and ${ofStaff('e')})`;

const IS_CALLER = sql`x.id = k."userId"`;

export interface Find {
  from: Sql;
  fields: Sql;
  /** The condition for the row of an id. */
  id: (id: Piece) => Sql;
  /** The condition for the caller's own, where a path may say `self`. */
  self?: Sql;
  /** The conditions for SIS ids, which are looked up in the caller's root account. */
  sis: Partial<Record<SisField, (value: Piece) => Sql>>;
}

/** How each kind of context is found for the caller `k`. */
export const FIND: Record<Exclude<ContextKind, 'none'>, Find> = {
  self: { from: SELF, fields: SELF_FIELDS, id: () => IS_CALLER, self: IS_CALLER, sis: {} },
  account: {
    from: sql`accounts a`,
    fields: ACCOUNT_FIELDS,
    id: (id) => sql`not a.deleted and a.id = ${id}::int`,
    self: sql`not a.deleted and a.id = k."rootAccountId"`,
    sis: { sis_account_id: (value) => sql`not a.deleted and a.root_account_id = k."rootAccountId" and a.sis_account_id = ${value}` },
  },
  course: {
    from: sql`courses c`,
    fields: sql`${COURSE_FIELDS}, 'settings', ${SETTINGS}`,
    id: (id) => sql`${isCourse('c')} and c.id = ${id}::int`,
    sis: { sis_course_id: (value) => sql`${isCourse('c')} and c.root_account_id = k."rootAccountId" and c.sis_course_id = ${value}` },
  },
  section: {
    from: sql`course_sections s join courses c on c.id = s.course_id`,
    fields: sql`'sectionId', s.id, ${COURSE_FIELDS}`,
    id: (id) => sql`${isCourse('c')} and not s.deleted and s.id = ${id}::int`,
    sis: {
      sis_section_id: (value) =>
        sql`${isCourse('c')} and not s.deleted and s.root_account_id = k."rootAccountId" and s.sis_section_id = ${value}`,
    },
  },
  group_category: {
    from: sql`group_categories gc left join courses c on c.id = gc.course_id left join accounts a on a.id = gc.account_id`,
    fields: sql`'groupSetId', gc.id, 'rootAccountId', coalesce(c.root_account_id, a.root_account_id),
      'account', case when a.id is not null then json_build_object(${ACCOUNT_FIELDS}) end,
      'course', case when c.id is not null then json_build_object(${COURSE_FIELDS}) end`,
    id: (id) => sql`coalesce(${isCourse('c')}, not a.deleted) and not gc.deleted and gc.id = ${id}::int`,
    sis: {},
  },
  quiz_submission: {
    from: sql`quiz_attempts t join quizzes q on q.id = t.quiz_id join courses c on c.id = q.course_id`,
    fields: sql`'attempt', json_build_object('id', t.id, 'userId', t.user_id, 'quizId', q.id, 'number', t.number, 'version', t.version, 'drawn', t.drawn,
      'quiz', json_build_object('deleted', q.deleted, 'ipFilter', q.ip_filter, 'oneByOne', q.one_question_at_a_time, 'goesBack', not q.cant_go_back)), ${COURSE_FIELDS}`,
    id: (id) => sql`${isCourse('c')} and t.id = ${id}::int`,
    sis: {},
  },
  group: {
    from: sql`groups g left join courses c on c.id = g.course_id left join accounts ga on ga.id = g.account_id`,
    fields: GROUP_FIELDS,
    id: (id) => sql`not g.deleted and (c.id is null or ${isCourse('c')}) and g.id = ${id}::int`,
    sis: {},
  },
  user: {
    from: sql`users x`,
    fields: USER_FIELDS,
    id: (id) => sql`not x.deleted and x.id = ${id}::int`,
    self: IS_CALLER,
    sis: {
      sis_user_id: (value) => sql`not x.deleted and x.id = (select p.user_id from pseudonyms p
        where ${isLoginOfSis('p', sql`k."rootAccountId"`, value)})`,
      sis_login_id: (value) => sql`not x.deleted and x.id = (select p.user_id from pseudonyms p
        where ${isLoginNamed('p', sql`k."rootAccountId"`, value)})`,
    },
  },
  file: {
    from: sql`${FILE_CALLED_FOR} join folders fo on fo.id = f.folder_id ${ownerJoins(sql`f`)}`,
    fields: sql`'id', f.id, 'replaces', f.id <> named.id, 'concealed', ${FILE_CONCEALED}, 'entry', ${ENTRY}, 'received', ${RECEIVED}, ${ownerFields(sql`f`)}`,
    // What somebody wrote stays when they are deleted, and the file that came with it (users#33).
    id: (id) => sql`${FILE_IS_THERE} and ${PLACE_OF_FILE_IS_THERE} and named.id = ${id}::int`,
    sis: {},
  },
  folder: {
    from: sql`folders fo ${ownerJoins(sql`fo`)}`,
    fields: sql`'id', fo.id, 'concealed', ${FOLDER_CONCEALED}, ${ownerFields(sql`fo`)}`,
    id: (id) => sql`not fo.deleted and ${OWNER_IS_THERE} and fo.id = ${id}::int`,
    sis: {},
  },
  collection: {
    from: sql`collections cl join users o on o.id = cl.user_id`,
    fields: COLLECTION_FIELDS,
    id: (id) => sql`not cl.deleted and not o.deleted and cl.id = ${id}::int`,
    sis: {},
  },
  collection_item: {
    from: sql`collection_items ci join collections cl on cl.id = ci.collection_id join users o on o.id = cl.user_id`,
    fields: sql`'itemId', ci.id, ${COLLECTION_FIELDS}`,
    id: (id) => sql`not ci.deleted and not cl.deleted and not o.deleted and ci.id = ${id}::int`,
    sis: {},
  },
  outcome: {
    from: sql`outcomes oc left join courses c on c.id = oc.course_id left join accounts a on a.id = oc.account_id`,
    fields: sql`'id', oc.id, 'rootAccountId', coalesce(oc.root_account_id, k."rootAccountId"),
      'account', case when a.id is not null then json_build_object(${ACCOUNT_FIELDS}) end,
      'course', case when c.id is not null then json_build_object(${COURSE_FIELDS}) end`,
    id: (id) => sql`not oc.deleted and coalesce(not a.deleted, true) and coalesce(${isCourse('c')}, true) and oc.id = ${id}::int`,
    sis: {},
  },
};
