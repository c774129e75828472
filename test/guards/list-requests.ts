import type { Fields } from '../helpers/form.ts';
import type { Client } from '../helpers/server.ts';
import type { World } from './filled-world.ts';

/** A request for a list of the world; without `by`, of the administrator. */
export interface ListRequest {
  operationId: string;
  path: (w: World) => string;
  query?: Fields | ((w: World) => Fields);
  by?: (w: World) => Client;
}
const self = (w: World) => w.rich.client;
/** The kinds of places with outcome groups, by the words of the operations' ids. */
export const OUTCOME_PLACES: Readonly<Record<string, (w: World) => string>> = {
  Site: () => '/global',
  Account: (w) => `/accounts/${w.account}`,
  Course: (w) => `/courses/${w.course}`,
};
const inCourse = (w: World) => `/courses/${w.course}/discussion_topics`;
const inGroup = (w: World) => `/groups/${w.group}/discussion_topics`;
const inItem = (w: World) => `/collection_items/${w.item}/discussion_topics`;
function byIds(operationId: string, topic: (w: World) => string): ListRequest {
  return { operationId, path: (w) => `${topic(w)}/entry_list`, query: (w) => ({ ids: w.entries[topic(w)] ?? [] }) };
}

/** Every list at least once, first with as little as it can be asked with. */
export const LISTS: readonly ListRequest[] = [
  { operationId: 'listAccounts', path: () => '/accounts', by: self },
  { operationId: 'listSubAccounts', path: (w) => `/accounts/${w.account}/sub_accounts` },
  { operationId: 'listAdministrators', path: (w) => `/accounts/${w.account}/admins` },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users` },
  {
    operationId: 'listAccountUsers',
    path: (w) => `/accounts/${w.account}/users`,
    query: { include: ['email', 'locale', 'last_login', 'avatar_url'] },
  },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { search_term: 'person' } },
  { operationId: 'listAccountUsers', path: (w) => `/accounts/${w.account}/users`, query: { include: ['enrollments'] } },
  { operationId: 'listPageViews', path: (w) => `/users/${w.rich.id}/page_views` },
  { operationId: 'listTokens', path: (w) => `/users/${w.rich.id}/tokens` },
  { operationId: 'listAccountLogins', path: (w) => `/accounts/${w.account}/logins` },
  { operationId: 'listUserLogins', path: (w) => `/users/${w.rich.id}/logins` },
  { operationId: 'listChannels', path: (w) => `/users/${w.rich.id}/communication_channels` },
  { operationId: 'listCourses', path: () => '/courses', by: self },
  { operationId: 'listCourses', path: () => '/courses', query: { include: ['sections', 'total_scores', 'needs_grading_count'] }, by: self },
  { operationId: 'listAccountCourses', path: (w) => `/accounts/${w.account}/courses` },
  { operationId: 'listCourseUsers', path: (w) => `/courses/${w.course}/users` },
  { operationId: 'listCourseUsers', path: (w) => `/courses/${w.course}/users`, query: { include: ['enrollments', 'email', 'avatar_url'] } },
  {
    operationId: 'searchCourseUsers',
    path: (w) => `/courses/${w.course}/search_users`,
    query: { search_term: 'person', include: ['enrollments'] },
  },
  { operationId: 'listCourseEnrollments', path: (w) => `/courses/${w.course}/enrollments` },
  { operationId: 'listSectionEnrollments', path: (w) => `/sections/${w.section}/enrollments` },
  { operationId: 'listUserEnrollments', path: (w) => `/users/${w.rich.id}/enrollments` },
  { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections` },
  { operationId: 'listSections', path: (w) => `/courses/${w.course}/sections`, query: { include: ['students', 'avatar_url'] } },
  { operationId: 'listGroupCategories', path: (w) => `/courses/${w.course}/group_categories` },
  { operationId: 'listGroupsOfGroupCategory', path: (w) => `/group_categories/${w.set}/groups` },
  { operationId: 'listGroupsOfCourse', path: (w) => `/courses/${w.course}/groups` },
  { operationId: 'listOwnGroups', path: () => '/users/self/groups', by: self },
  { operationId: 'listGroupUsers', path: (w) => `/groups/${w.group}/users`, query: { include: ['email'] } },
  { operationId: 'listGroupMemberships', path: (w) => `/groups/${w.group}/memberships` },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments` },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, by: (w) => w.author.client },
  { operationId: 'listAssignments', path: (w) => `/courses/${w.course}/assignments`, query: { search_term: 'ASSIGN' } },
  { operationId: 'listAssignmentGroups', path: (w) => `/courses/${w.course}/assignment_groups`, query: { include: ['assignments'] } },
  {
    operationId: 'listAssignmentGroups',
    path: (w) => `/courses/${w.course}/assignment_groups`,
    query: { include: ['assignments', 'discussion_topic'] },
    by: (w) => w.author.client,
  },
  { operationId: 'listQuizzes', path: (w) => `/courses/${w.course}/quizzes` },
  { operationId: 'listQuizzes', path: (w) => `/courses/${w.course}/quizzes`, query: { search_term: 'QUIZ' }, by: (w) => w.author.client },
  { operationId: 'listQuizQuestions', path: (w) => `/courses/${w.course}/quizzes/${w.quiz}/questions` },
  { operationId: 'listQuizSubmissions', path: (w) => `/courses/${w.course}/quizzes/${w.quiz}/submissions` },
  { operationId: 'listOverrides', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/overrides` },
  {
    operationId: 'listAssignments',
    path: (w) => `/courses/${w.course}/assignments`,
    query: { include: ['submission'] },
    by: (w) => w.author.client,
  },
  ...(['courses', 'sections'] as const).flatMap((kind): ListRequest[] => {
    const place = kind === 'courses' ? '' : 'InSection';
    const at = (w: World) => `/${kind}/${kind === 'courses' ? w.course : w.section}`;
    const include = ['submission_history', 'submission_comments', 'rubric_assessment', 'assignment', 'course', 'user'];
    const [list, students] = [`listSubmissions${place}`, `listStudentSubmissions${place}`];
    const all = { student_ids: ['all'] };
    return [
      { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions` },
      { operationId: list, path: (w) => `${at(w)}/assignments/${w.assignment}/submissions`, query: { include } },
      { operationId: students, path: (w) => `${at(w)}/students/submissions`, query: { ...all, include } },
      {
        operationId: students,
        path: (w) => `${at(w)}/students/submissions`,
        query: { ...all, grouped: true, include: ['total_scores', ...include] },
      },
    ];
  }),
  { operationId: 'listRubrics', path: (w) => `/courses/${w.course}/rubrics` },
  ...Object.entries(OUTCOME_PLACES).flatMap(([word, place]): ListRequest[] => [
    {
      operationId: `listOutcomeSubgroupsOf${word}`,
      path: (w) => `${place(w)}/outcome_groups/${w.outcomeGroups[place(w)]}/subgroups`,
    },
    { operationId: `listOutcomeLinksOf${word}`, path: (w) => `${place(w)}/outcome_groups/${w.outcomeGroups[place(w)]}/outcomes` },
  ]),
  { operationId: 'listCourseGradingStandards', path: (w) => `/courses/${w.course}/grading_standards` },
  { operationId: 'listAccountGradingStandards', path: (w) => `/accounts/${w.account}/grading_standards` },
  { operationId: 'listPeerReviews', path: (w) => `/courses/${w.course}/assignments/${w.assignment}/peer_reviews` },
  {
    operationId: 'listPeerReviewsOfSubmission',
    path: (w) => `/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`,
  },
  ...[
    { name: 'User', owner: (w: World) => `/users/${w.rich.id}` },
    { name: 'Course', owner: (w: World) => `/courses/${w.course}` },
    { name: 'Group', owner: (w: World) => `/groups/${w.group}` },
  ].flatMap(({ name, owner }): ListRequest[] => [
    { operationId: `list${name}Files`, path: (w) => `${owner(w)}/files` },
    { operationId: `list${name}Folders`, path: (w) => `${owner(w)}/folders` },
    { operationId: `list${name}FoldersAlong`, path: (w) => `${owner(w)}/folders/by_path/${encodeURI(w.way)}` },
  ]),
  { operationId: 'listAvatars', path: (w) => `/users/${w.rich.id}/avatars` },
  { operationId: 'listFolderFiles', path: (w) => `/folders/${w.folder}/files` },
  { operationId: 'listFolderFolders', path: (w) => `/folders/${w.folder}/folders` },
  { operationId: 'listTopicsInCourse', path: inCourse },
  { operationId: 'listTopicsInCourse', path: inCourse, query: { order_by: 'recent_activity', search_term: 'topic' }, by: self },
  { operationId: 'listTopicsInGroup', path: inGroup },
  { operationId: 'listEntriesInCourse', path: (w) => `${inCourse(w)}/${w.topic}/entries`, by: self },
  { operationId: 'listEntriesInGroup', path: (w) => `${inGroup(w)}/${w.groupTopic}/entries` },
  { operationId: 'listEntriesInCollectionItem', path: (w) => `${inItem(w)}/${w.itemTopic}/entries` },
  { operationId: 'listRepliesInCourse', path: (w) => `${inCourse(w)}/${w.topic}/entries/${w.entry}/replies` },
  { operationId: 'listRepliesInGroup', path: (w) => `${inGroup(w)}/${w.groupTopic}/entries/${w.groupEntry}/replies` },
  { operationId: 'listRepliesInCollectionItem', path: (w) => `${inItem(w)}/${w.itemTopic}/entries/${w.itemEntry}/replies` },
  byIds('listEntriesByIdInCourse', (w) => `${inCourse(w)}/${w.topic}`),
  byIds('listEntriesByIdInGroup', (w) => `${inGroup(w)}/${w.groupTopic}`),
  byIds('listEntriesByIdInCollectionItem', (w) => `${inItem(w)}/${w.itemTopic}`),
  { operationId: 'listAnnouncements', path: () => '/announcements', query: (w) => ({ context_codes: [`course_${w.course}`] }) },
  { operationId: 'listOwnActivity', path: () => '/users/self/activity_stream', by: self },
  { operationId: 'listOwnActivity', path: () => '/users/self/activity_stream', by: (w) => w.author.client },
  { operationId: 'listActivity', path: () => '/users/activity_stream', by: self },
  { operationId: 'listCourseActivity', path: (w) => `/courses/${w.course}/activity_stream`, by: self },
  { operationId: 'listGroupActivity', path: (w) => `/groups/${w.group}/activity_stream`, by: self },
  { operationId: 'listOwnCollections', path: () => '/users/self/collections', by: self },
  { operationId: 'listCollectionItems', path: (w) => `/collections/${w.collection}/items` },
  { operationId: 'listCalendarEvents', path: () => '/calendar_events', by: self },
  { operationId: 'listCalendarEvents', path: () => '/calendar_events', query: (w) => ({ context_codes: [`course_${w.course}`] }) },
  { operationId: 'listCalendarEvents', path: () => '/calendar_events', query: { type: 'assignment' }, by: self },
  { operationId: 'listConferences', path: (w) => `/courses/${w.course}/conferences` },
  { operationId: 'listCollaborations', path: (w) => `/courses/${w.course}/collaborations` },
  { operationId: 'listConversations', path: () => '/conversations', by: self },
  { operationId: 'listConversations', path: () => '/conversations', query: (w) => ({ filter: `course_${w.course}` }), by: self },
  { operationId: 'listConversationBatches', path: () => '/conversations/batches', by: self },
  { operationId: 'searchRecipients', path: () => '/search/recipients', query: (w) => ({ context: `course_${w.course}` }), by: self },
  { operationId: 'searchRecipients', path: () => '/search/recipients', query: { search: 'person' }, by: self },
  {
    operationId: 'findRecipients',
    path: () => '/conversations/find_recipients',
    query: (w) => ({ context: `course_${w.course}` }),
    by: self,
  },
];
