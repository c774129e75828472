import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { BUILD_VIEW } from '../../src/areas/discussions/job-names.ts';
import type { Fields } from '../helpers/form.ts';
import { workAhead } from '../helpers/jobs.ts';
import { appoint, course, enroll, made, type Person, person, ROOT_ACCOUNT, unique } from '../helpers/school.ts';
import type { Client, TestServer } from '../helpers/server.ts';
import { upload } from '../helpers/upload.ts';
import { posting, type World } from './filled-world.ts';
import { outcomeRequests } from './outcome-requests.ts';

/** One request, made so that it succeeds: what its path names beyond the world, and what is sent. */
export interface Asked {
  /** The administrator where it is left out. */
  by?: Client;
  ids?: Readonly<Record<string, number | string>>;
  sent?: Fields;
}

/** Makes what one request needs and uses up; made anew for every request that changes something. */
export type Request = (w: World, server: TestServer) => Asked | Promise<Asked>;
export type Requests = Readonly<Record<string, Request>>;

const DATES = { due_at: '2040-05-01T12:00:00Z' };
const STANDARD = { title: 'Letters', grading_scheme_entry: [{ name: 'P', value: 0 }] };
const RUBRIC = { criteria: [{ description: 'Clear', points: 5, ratings: [{ description: 'Very', points: 5 }] }] };
const LINK = { link_url: 'https://example.com' };

const sending =
  (sent: () => Fields): Request =>
  () => ({ sent: sent() });
const nothing: Request = () => ({});

/** Somebody whose token was used before, in the world's account. */
async function somebody(w: World, server: TestServer): Promise<Person> {
  const one = await person(server, { account: w.account });
  await one.client.get('/users/self').expect(200);
  return one;
}
async function student(w: World, server: TestServer, extra: Fields = {}): Promise<{ one: Person; enrollment: number }> {
  const one = await somebody(w, server);
  const { id } = await enroll(server, w.course, one.id, 'StudentEnrollment', extra);
  return { one, enrollment: id };
}
/** One more thing below a path of the world; its id under this name. */
const fresh =
  (name: string, path: (w: World) => string, body: () => Fields, sent?: () => Fields): Request =>
  async (w, server) => {
    const { id } = await posting(server)(path(w), body());
    return { ids: { [name]: id }, ...(sent ? { sent: sent() } : {}) };
  };

const inCourse = (below: string) => (w: World) => `/courses/${w.course}/${below}`;
const inAccount = (below: string) => (w: World) => `/accounts/${w.account}/${below}`;
const ofRich = (below: string) => (w: World) => `/users/${w.rich.id}/${below}`;
const named = () => ({ name: unique('Name') });
const newAccount = () => ({ account: named() });
const newSection = () => ({ course_section: named() });
const address = () => ({ communication_channel: { address: `${randomUUID()}@example.com` } });
const login = () => ({ unique_id: unique('login') });
const assignment = () => ({ assignment: named() });

const accounts: Requests = {
  createRootAccount: sending(newAccount),
  showAccount: nothing,
  updateAccount: sending(newAccount),
  createSubAccount: sending(newAccount),
  appointAdministrator: async (w, server) => ({ sent: { user_id: (await somebody(w, server)).id } }),
  dismissAdministrator: async (w, server) => {
    const one = await somebody(w, server);
    await appoint(server, w.account, one.id);
    return { ids: { admin_user_id: one.id } };
  },
};

/** Followed by nobody yet, and open to whoever wants to. */
async function publicPerson(w: World, server: TestServer): Promise<number> {
  const { id } = await somebody(w, server);
  await server.admin.put(`/users/${id}`, { user: { public_profile: true } }).expect(200);
  return id;
}
const users: Requests = {
  createUser: sending(() => ({ user: named(), pseudonym: login() })),
  showUser: nothing,
  editUser: sending(() => ({ user: named() })),
  deleteUser: async (_w, server) => ({ ids: { account_id: ROOT_ACCOUNT, user_id: (await person(server)).id } }),
  showProfile: nothing,
  followUser: async (w, server) => ({ by: w.rich.client, ids: { user_id: await publicPerson(w, server) } }),
  unfollowUser: async (w, server) => {
    const id = await publicPerson(w, server);
    await w.rich.client.put(`/users/${id}/followers/self`).expect(200);
    return { by: w.rich.client, ids: { user_id: id } };
  },
  showUserSettings: nothing,
  updateUserSettings: sending(() => ({ manual_mark_as_read: true })),
  reportPageView: async (w, server) => {
    const [view] = await made(server.admin.get(ofRich('page_views')(w)), z.array(z.object({ id: z.string() })));
    return { by: w.rich.client, ids: { id: view?.id ?? '' }, sent: { interaction_seconds: 5 } };
  },
  renewFeedCodes: (w) => ({ by: w.rich.client }),
  createToken: sending(() => ({ token: { purpose: 'more' } })),
  revokeToken: fresh('id', ofRich('tokens'), () => ({ token: { purpose: 'more' } })),
  createLogin: (w) => ({ sent: { user: { id: w.rich.id }, login: login() } }),
  editLogin: async (w, server) => ({ ids: { id: await newLogin(w, server) }, sent: { login: login() } }),
  deleteLogin: async (w, server) => ({ ids: { id: await newLogin(w, server) } }),
  createChannel: sending(address),
  deleteChannel: fresh('id', ofRich('communication_channels'), address),
  listNotificationPreferences: async (w, server) => ({ ...(await ownChannel(w, server)) }),
  chooseNotificationPreference: async (w, server) => {
    const { by, ids } = await ownChannel(w, server);
    return { by, ids: { ...ids, category: 'grading' }, sent: { frequency: 'weekly' } };
  },
  summarizeOwnActivity: (w) => ({ by: w.rich.client }),
  summarizeCourseActivity: (w) => ({ by: w.rich.client }),
  summarizeGroupActivity: (w) => ({ by: w.rich.client }),
};
const ownChannel = async (w: World, server: TestServer) => ({
  by: w.rich.client,
  ids: { id: (await posting(server)(ofRich('communication_channels')(w), address())).id },
});
const newLogin = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(`/accounts/${w.account}/logins`, { user: { id: w.rich.id }, login: login() })).id;

const enrolling: Request = async (w, server) => {
  const { id } = await somebody(w, server);
  return { sent: { enrollment: { user_id: id, type: 'StudentEnrollment', enrollment_state: 'active' } } };
};
const answering: Request = async (w, server) => {
  const { one, enrollment } = await student(w, server, { enrollment_state: 'invited' });
  return { by: one.client, ids: { id: enrollment } };
};
const courses: Requests = {
  createCourse: sending(() => ({ course: named() })),
  showCourse: nothing,
  updateCourse: sending(() => ({ course: named() })),
  endCourse: async (w, server) => ({ ids: { course_id: (await course(server, { account: w.account })).id }, sent: { event: 'conclude' } }),
  showCourseSettings: nothing,
  updateCourseSettings: sending(() => ({ allow_student_discussion_topics: true })),
  showCourseUser: nothing,
  createCourseEnrollment: enrolling,
  createSectionEnrollment: enrolling,
  endEnrollment: async (w, server) => ({ ids: { id: (await student(w, server)).enrollment } }),
  acceptEnrollment: answering,
  rejectEnrollment: answering,
  createSection: sending(newSection),
  showCourseSection: (w) => ({ ids: { id: w.section } }),
  showSection: nothing,
  updateSection: sending(newSection),
  deleteSection: fresh('section_id', inCourse('sections'), newSection),
  crossListSection: async (w, server) => {
    const { id } = await posting(server)(inCourse('sections')(w), newSection());
    return { ids: { section_id: id, new_course_id: (await course(server, { account: w.account })).id } };
  },
  deCrossListSection: async (w, server) => {
    const { id } = await posting(server)(inCourse('sections')(w), newSection());
    const there = await course(server, { account: w.account });
    await server.admin.post(`/sections/${id}/crosslist/${there.id}`).expect(200);
    return { ids: { section_id: id } };
  },
};

const newMembership = async (w: World, server: TestServer): Promise<number> => {
  const { one } = await student(w, server);
  return (await posting(server)(`/groups/${w.group}/memberships`, { user_id: one.id })).id;
};
const groups: Requests = {
  createGroupCategory: sending(named),
  showGroupCategory: nothing,
  updateGroupCategory: sending(named),
  deleteGroupCategory: fresh('group_category_id', inCourse('group_categories'), named),
  createGroupInGroupCategory: sending(named),
  createGroup: (w) => ({ by: w.rich.client, sent: named() }),
  showGroup: nothing,
  updateGroup: sending(named),
  deleteGroup: fresh('group_id', (w) => `/group_categories/${w.set}/groups`, named),
  createGroupMembership: async (w, server) => ({ sent: { user_id: (await student(w, server)).one.id } }),
  updateGroupMembership: async (w, server) => ({ ids: { id: await newMembership(w, server) }, sent: { moderator: true } }),
  deleteGroupMembership: async (w, server) => ({ ids: { id: await newMembership(w, server) } }),
};

const overrides = (w: World) => `/courses/${w.course}/assignments/${w.assignment}/overrides`;
const forStudent = async (w: World, server: TestServer): Promise<Fields> => ({
  assignment_override: { student_ids: [(await student(w, server)).one.id], title: 'Other dates', ...DATES },
});
const newOverride = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(overrides(w), await forStudent(w, server))).id;
const newRubric: Request = async (w, server) => {
  const Made = z.object({ rubric: z.object({ id: z.int() }) });
  return { ids: { id: (await made(server.admin.post(inCourse('rubrics')(w), { rubric: RUBRIC }), Made)).rubric.id } };
};
const assignments: Requests = {
  showAssignment: (w) => ({ ids: { id: w.assignment } }),
  createAssignment: sending(assignment),
  updateAssignment: fresh('id', inCourse('assignments'), assignment, assignment),
  deleteAssignment: fresh('id', inCourse('assignments'), assignment),
  showAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named),
  createAssignmentGroup: sending(named),
  updateAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named, named),
  deleteAssignmentGroup: fresh('assignment_group_id', inCourse('assignment_groups'), named),
  showOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) } }),
  showGroupOverride: async (w, server) => {
    const { id: group } = await posting(server)(`/group_categories/${w.set}/groups`, named());
    await posting(server)(overrides(w), { assignment_override: { group_id: group, ...DATES } });
    return { ids: { group_id: group } };
  },
  showSectionOverride: async (w, server) => {
    const { id: section } = await posting(server)(inCourse('sections')(w), newSection());
    await posting(server)(overrides(w), { assignment_override: { course_section_id: section, ...DATES } });
    return { ids: { section_id: section } };
  },
  createOverride: async (w, server) => ({ sent: await forStudent(w, server) }),
  updateOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) }, sent: { assignment_override: DATES } }),
  deleteOverride: async (w, server) => ({ ids: { id: await newOverride(w, server) } }),
  createPeerReview: async (w, server) => ({ ids: { user_id: w.author.id }, sent: { user_id: (await student(w, server)).one.id } }),
  deletePeerReview: async (w, server) => {
    const reviewer = { user_id: (await student(w, server)).one.id };
    await posting(server)(`/courses/${w.course}/assignments/${w.assignment}/submissions/${w.author.id}/peer_reviews`, reviewer);
    return { ids: { user_id: w.author.id }, sent: reviewer };
  },
  createRubric: async (w, server) => {
    const { id } = await posting(server)(inCourse('assignments')(w), assignment());
    return { sent: { rubric: RUBRIC, rubric_association: { association_id: id, association_type: 'Assignment' } } };
  },
  showRubric: newRubric,
  updateRubric: async (w, server) => ({ ...(await newRubric(w, server)), sent: { rubric: { title: unique('Rubric') } } }),
  deleteRubric: newRubric,
  createCourseGradingStandard: sending(() => STANDARD),
  showCourseGradingStandard: fresh('id', inCourse('grading_standards'), () => STANDARD),
  createAccountGradingStandard: sending(() => STANDARD),
  showAccountGradingStandard: fresh('id', inAccount('grading_standards'), () => STANDARD),
};

const quiz = () => ({ quiz: { title: unique('Quiz') } });
const question = () => ({ question: { question_name: unique('Question') } });
const questionsOf = (w: World) => `/courses/${w.course}/quizzes/${w.quiz}/questions`;
const Begun = z.object({ quiz_submissions: z.tuple([z.object({ id: z.int(), attempt: z.int(), validation_token: z.string() })]) });
const Ids = z.array(z.object({ id: z.int() }));

/** A student who was in the course before; what they have done with the world's quiz, and who asks what of it. */
const attempt =
  (before: 'nothing' | 'begun' | 'completed', asks: 'student' | 'grader', sent?: (questionId: number) => Fields): Request =>
  async (w, server) => {
    const { one } = await student(w, server);
    const path = `/courses/${w.course}/quizzes/${w.quiz}`;
    await one.client.get(path).expect(200);
    const by = asks === 'student' ? { by: one.client } : {};
    if (before === 'nothing') return by;
    const { id, ...token } = (await made(one.client.post(`${path}/submissions`), Begun)).quiz_submissions[0];
    const own = { attempt: token.attempt, validation_token: token.validation_token };
    if (before === 'completed') await one.client.post(`${path}/submissions/${id}/complete`, own).expect(200);
    const [first] = await made(server.admin.get(questionsOf(w)), Ids);
    return { ...by, ids: { id, quiz_submission_id: id }, sent: { ...own, ...sent?.(first?.id ?? 0) } };
  };
const quizzes: Requests = {
  showQuiz: (w) => ({ ids: { id: w.quiz } }),
  createQuiz: sending(quiz),
  updateQuiz: fresh('id', inCourse('quizzes'), quiz, quiz),
  deleteQuiz: fresh('id', inCourse('quizzes'), quiz),
  showQuizQuestion: fresh('id', questionsOf, question),
  createQuizQuestion: sending(question),
  updateQuizQuestion: fresh('id', questionsOf, question, question),
  deleteQuizQuestion: fresh('id', questionsOf, question),
  beginQuizSubmission: attempt('nothing', 'student'),
  showQuizSubmission: attempt('begun', 'student'),
  answerQuizQuestions: attempt('begun', 'student', (id) => ({ quiz_questions: [{ id, answer: null }] })),
  showQuizAnswers: attempt('completed', 'grader'),
  completeQuizSubmission: attempt('begun', 'student'),
  scoreQuizSubmission: attempt('completed', 'grader', (id) => ({ quiz_submissions: [{ questions: { [id]: { score: 1 } } }] })),
};

/** Work that a student of both the world's course and its section turns in, alone, for an assignment of their own choosing. */
const work = (word: string, place: (w: World) => { id: number; name: string }): Requests => {
  const asked =
    (before: 'nothing' | 'turned in', asks: 'student' | 'grader', sent?: Fields): Request =>
    async (w, server) => {
      const { one } = await student(w, server, { course_section_id: w.section });
      const online = { assignment: { ...named(), submission_types: ['online_text_entry', 'online_upload'], points_possible: 5 } };
      const { id } = await posting(server)(inCourse('assignments')(w), online);
      if (before === 'turned in') {
        await made(one.client.post(`/${place(w).name}/${place(w).id}/assignments/${id}/submissions`, TURNED_IN), z.unknown());
      }
      return { ...(asks === 'student' ? { by: one.client } : {}), ids: { assignment_id: id, user_id: one.id }, ...(sent ? { sent } : {}) };
    };
  return {
    [`turnIn${word}`]: asked('nothing', 'student', TURNED_IN),
    [`showSubmission${word}`]: asked('turned in', 'grader'),
    [`updateSubmission${word}`]: asked('turned in', 'grader', { submission: { posted_grade: '4' }, comment: { text_comment: 'Good' } }),
    [`beginSubmissionUpload${word}`]: asked('nothing', 'student', { name: 'work.txt' }),
  };
};
const TURNED_IN: Fields = { submission: { submission_type: 'online_text_entry', body: 'done' } };
const submissions: Requests = {
  ...work('', (w) => ({ id: w.course, name: 'courses' })),
  ...work('InSection', (w) => ({ id: w.section, name: 'sections' })),
};

const fileOf = (owner: (w: World) => string, name: string, sent?: () => Fields): Request => {
  return async (w, server) => {
    const { id } = await upload(server.admin, `${owner(w)}/files`, named());
    return { ids: { [name]: id }, ...(sent ? { sent: sent() } : {}) };
  };
};
const filesOf = (word: string, owner: (w: World) => string): Requests => ({
  [`begin${word}Upload`]: sending(named),
  [`show${word}Quota`]: nothing,
  [`show${word}File`]: fileOf(owner, 'id'),
  [`create${word}Folder`]: sending(named),
  [`show${word}Folder`]: fresh('id', (w) => `${owner(w)}/folders`, named),
});
const courseOf = (w: World) => `/courses/${w.course}`;
const files: Requests = {
  ...filesOf('User', (w) => `/users/${w.rich.id}`),
  ...filesOf('Course', courseOf),
  ...filesOf('Group', (w) => `/groups/${w.group}`),
  showFile: fileOf(courseOf, 'file_id'),
  updateFile: fileOf(courseOf, 'file_id', named),
  deleteFile: fileOf(courseOf, 'file_id'),
  showFolder: nothing,
  updateFolder: fresh('folder_id', inCourse('folders'), named, named),
  deleteFolder: fresh('folder_id', inCourse('folders'), named),
  beginFolderUpload: sending(named),
};

interface Talk {
  path: string;
  ids: { topic_id: number; entry_id: number; collection_item_id?: number };
}
/** A place of topics, and how to make a topic in it with an entry by the administrator. */
type Place = (w: World, server: TestServer) => Promise<Talk>;

async function talkAt(path: string, by: Client, server: TestServer): Promise<Talk> {
  const { id: topic } = await posting(server)(path, { title: 'Talk' }, by);
  const { id: entry } = await posting(server)(`${path}/${topic}/entries`, { message: 'first' });
  return { path: `${path}/${topic}`, ids: { topic_id: topic, entry_id: entry } };
}
const newItem = async (w: World, server: TestServer): Promise<number> =>
  (await posting(server)(`/collections/${w.collection}/items`, LINK, w.rich.client)).id;
async function talkOfItem(w: World, server: TestServer): Promise<Talk> {
  const item = await newItem(w, server);
  const talk = await talkAt(`/collection_items/${item}/discussion_topics`, w.rich.client, server);
  return { ...talk, ids: { ...talk.ids, collection_item_id: item } };
}

/** What the rich one reads and marks has the administrator's entries; topics are changed by who made them. */
function topicsIn(word: string, place: Place, owner: (w: World, server: TestServer) => Client): Requests {
  const asked =
    (more: (w: World, server: TestServer) => Asked, before: readonly string[] = []): Request =>
    async (w, server) => {
      const { path, ids } = await place(w, server);
      for (const mark of before) await w.rich.client.put(`${path}/${mark.replace(':entry', String(ids.entry_id))}`).expect(204);
      return { ids, ...more(w, server) };
    };
  const byRich = (sent?: Fields, before?: readonly string[]) => asked((w) => ({ by: w.rich.client, ...(sent ? { sent } : {}) }), before);
  const byOwner = (sent?: Fields) => asked((w, server) => ({ by: owner(w, server), ...(sent ? { sent } : {}) }));
  const byAuthor = (sent?: Fields) => asked(() => (sent ? { sent } : {}));
  const operations: Requests = {
    showTopic: byRich(),
    updateTopic: byOwner({ message: 'changed' }),
    deleteTopic: byOwner(),
    showView: async (w, server) => {
      const { ids } = await place(w, server);
      await workAhead(server, BUILD_VIEW);
      return { by: w.rich.client, ids };
    },
    createEntry: byRich({ message: 'more' }),
    createReply: byRich({ message: 'reply' }),
    updateEntry: byAuthor({ message: 'changed' }),
    deleteEntry: byAuthor(),
    markTopicRead: byRich(),
    markTopicUnread: byRich({}, ['read']),
    markAllEntriesRead: byRich(),
    markAllEntriesUnread: byRich({}, ['read_all']),
    markEntryRead: byRich(),
    markEntryUnread: byRich({}, ['entries/:entry/read']),
    subscribeToTopic: byRich(),
    unsubscribeFromTopic: byRich({}, ['subscribed']),
  };
  return Object.fromEntries(Object.entries(operations).map(([name, request]) => [`${name}In${word}`, request]));
}
const discussions: Requests = {
  createTopicInCourse: sending(() => ({ title: 'Talk' })),
  createTopicInGroup: sending(() => ({ title: 'Talk' })),
  createTopicInCollectionItem: async (w, server) => ({
    by: w.rich.client,
    ids: { collection_item_id: await newItem(w, server) },
    sent: {},
  }),
  ...topicsIn(
    'Course',
    (w, server) => talkAt(`${courseOf(w)}/discussion_topics`, server.admin, server),
    (_w, server) => server.admin,
  ),
  ...topicsIn(
    'Group',
    (w, server) => talkAt(`/groups/${w.group}/discussion_topics`, server.admin, server),
    (_w, server) => server.admin,
  ),
  ...topicsIn('CollectionItem', talkOfItem, (w) => w.rich.client),
};

const collections: Requests = {
  createCollection: (w) => ({ by: w.rich.client, sent: named() }),
  showCollection: (w) => ({ by: w.rich.client }),
  updateCollection: (w) => ({ by: w.rich.client, sent: named() }),
  deleteCollection: async (w, server) => {
    const { id } = await posting(server)('/users/self/collections', named(), w.rich.client);
    return { by: w.rich.client, ids: { collection_id: id } };
  },
  createCollectionItem: (w) => ({ by: w.rich.client, sent: LINK }),
  showCollectionItem: (w) => ({ by: w.rich.client }),
  updateCollectionItem: (w) => ({ by: w.rich.client, sent: { user_comment: unique('Comment') } }),
  deleteCollectionItem: async (w, server) => ({ by: w.rich.client, ids: { collection_item_id: await newItem(w, server) } }),
};

const together = (w: World) => ({ sent: { title: unique('Together'), user_ids: w.teachers } });
const collaborations: Requests = { createConference: together, createCollaboration: together };

const START = { start_at: '2040-05-01T12:00:00Z' };
const event = (w: World) => ({ calendar_event: { context_code: `course_${w.course}`, ...START, ...children(w) } });
const children = (w: World) => ({ child_event_data: [{ context_code: `course_section_${w.section}`, ...START }] });
const calendar: Requests = {
  listTodo: (w) => ({ by: w.author.client }),
  listTodoOfCourse: (w) => ({ by: w.author.client }),
  ignoreTodo: (w) => ({ by: w.author.client, ids: { asset: `assignment_${w.assignment}`, kind: 'submitting' } }),
  listUpcomingEvents: (w) => ({ by: w.author.client }),
  createCalendarEvent: (w) => ({ sent: event(w) }),
  showCalendarEvent: async (w, server) => ({ ids: { id: (await posting(server)('/calendar_events', event(w))).id } }),
  updateCalendarEvent: async (w, server) => ({
    ids: { id: (await posting(server)('/calendar_events', event(w))).id },
    sent: { calendar_event: { title: unique('Event'), ...children(w) } },
  }),
  deleteCalendarEvent: async (w, server) => ({ ids: { id: (await posting(server)('/calendar_events', event(w))).id } }),
};

const message = (w: World): Fields => ({ recipients: w.teachers, group_conversation: true, body: 'Hello' });
const BegunWith = z.object({ id: z.int(), messages: z.array(z.object({ id: z.int() })) });
const begun = async (w: World) => {
  const [conversation] = await made(w.rich.client.post('/conversations', message(w)), z.array(BegunWith));
  if (!conversation) throw new Error('no conversation has begun');
  return conversation;
};
const conversation =
  (sent?: (w: World, server: TestServer) => Fields | Promise<Fields>): Request =>
  async (w, server) => {
    const { id } = await begun(w);
    return { by: w.rich.client, ids: { id }, ...(sent ? { sent: await sent(w, server) } : {}) };
  };
const many = async (w: World): Promise<Fields> => ({ conversation_ids: [(await begun(w)).id], event: 'mark_as_read' });
const conversations: Requests = {
  createConversation: (w) => ({ by: w.rich.client, sent: message(w) }),
  updateConversations: async (w) => ({ by: w.rich.client, sent: await many(w) }),
  countUnreadConversations: (w) => ({ by: w.rich.client }),
  markAllConversationsAsRead: (w) => ({ by: w.rich.client }),
  showConversation: conversation(),
  updateConversation: conversation(() => ({ conversation: { starred: true } })),
  deleteConversation: conversation(),
  addConversationMessage: conversation(() => ({ body: 'Hello again' })),
  addConversationRecipients: conversation(async (w, server) => ({ recipients: [(await student(w, server)).one.id] })),
  removeConversationMessages: async (w) => {
    const { id, messages } = await begun(w);
    return { by: w.rich.client, ids: { id }, sent: { remove: messages.map((one) => one.id) } };
  },
  showProgress: async (w) => {
    const { id } = await made(w.rich.client.put('/conversations', await many(w)), z.object({ id: z.int() }));
    return { by: w.rich.client, ids: { id } };
  },
};

/** Every operation but the lists, by its id. */
export const REQUESTS: Requests = {
  ...accounts,
  ...users,
  ...courses,
  ...groups,
  ...assignments,
  ...quizzes,
  ...submissions,
  ...files,
  ...discussions,
  ...collections,
  ...collaborations,
  ...calendar,
  ...conversations,
  ...outcomeRequests,
};
