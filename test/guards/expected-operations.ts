import { newCollection, newFile, newGroup, newItem, newSet } from './access-world.ts';
import {
  ADMINS,
  ANYONE,
  BAD_TIME,
  EDITORS,
  EVERYONE_IN_COURSE,
  type Expected,
  filesOf,
  GRADERS,
  MEMBERS_AND_STAFF,
  outcomesOf,
  pagesIn,
  READS_OUTCOMES,
  SELF_OR_SUPERIOR,
  SOME_ID,
  STAFF,
  submissionsIn,
  TEACHERS,
  TENANTS,
  topicsIn,
} from './expected-access.ts';

/** Operation by operation, rule by rule: of the school's course, its account, section, group set, group and student. */
export const EXPECTED: Record<string, Expected> = {
  // accounts#4
  listAccounts: { allowed: ANYONE, answers: 200 },
  // accounts#13
  createRootAccount: { allowed: ['rootAdmin'], answers: 400, body: { account: { name: ' ' } } },
  // accounts#2
  showAccount: { allowed: ADMINS, answers: 200 },
  updateAccount: { allowed: ADMINS, answers: 400, body: { account: { name: ' ' } } },
  deleteSubAccount: { allowed: ADMINS, answers: 404 },
  listSubAccounts: { allowed: ADMINS, answers: 200 },
  createSubAccount: { allowed: ADMINS, answers: 400, body: { account: { name: ' ' } } },
  // terms#1, terms#2: an account below the root has none
  listTerms: { allowed: ADMINS, answers: 400 },
  createTerm: { allowed: ADMINS, answers: 400 },
  showTerm: { allowed: ADMINS, answers: 400 },
  updateTerm: { allowed: ADMINS, answers: 400 },
  deleteTerm: { allowed: ADMINS, answers: 400 },
  // accounts#16
  listAdministrators: { allowed: ADMINS, answers: 200 },
  appointAdministrator: { allowed: ADMINS, answers: 400 },
  dismissAdministrator: { allowed: ADMINS, answers: 404 },
  // users#12
  listAccountUsers: { allowed: ADMINS, answers: 200 },
  // users#25
  createUser: { allowed: ADMINS, answers: 400 },
  // users#9
  showUser: { allowed: ['student', 'observer', 'designer', 'ta', 'teacher', 'rootAdmin'], answers: 200 },
  // users#28
  editUser: { allowed: SELF_OR_SUPERIOR, answers: 400, body: { user: { name: ' ' } } },
  // users#30
  deleteUser: { allowed: SELF_OR_SUPERIOR, answers: 404, path: () => ({ account_id: SOME_ID }) },
  // profiles#1
  showProfile: { allowed: ['student', 'observer', 'designer', 'ta', 'teacher', 'rootAdmin'], answers: 200 },
  // profiles#18
  followUser: { allowed: ANYONE, answers: 404, path: () => ({ user_id: SOME_ID }) },
  unfollowUser: { allowed: ANYONE, answers: 404, path: () => ({ user_id: SOME_ID }) },
  // profiles#4, profiles#21
  listAvatars: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  showUserSettings: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  updateUserSettings: { allowed: SELF_OR_SUPERIOR, answers: 400, body: { manual_mark_as_read: 'perhaps' } },
  // observers#2, observers#4
  listObservees: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  createObservee: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  showObservee: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  registerObservee: { allowed: ['rootAdmin'], answers: 404 },
  deleteObservee: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  listObservers: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  showObserver: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  // page-views#7
  listPageViews: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  reportPageView: { allowed: ANYONE, answers: 404 },
  renewFeedCodes: { allowed: ANYONE, answers: 200 },
  // users#37
  listTokens: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  createToken: { allowed: SELF_OR_SUPERIOR, answers: 400, body: { token: { expires_at: BAD_TIME } } },
  revokeToken: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  // users#43
  listAccountLogins: { allowed: ADMINS, answers: 200 },
  listUserLogins: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  createLogin: { allowed: ADMINS, answers: 400 },
  editLogin: { allowed: ADMINS, answers: 404 },
  deleteLogin: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  // users#48
  listChannels: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  createChannel: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  deleteChannel: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  // courses#13, courses#14
  listCourses: { allowed: ANYONE, answers: 200 },
  // courses#26
  listDashboardCards: { allowed: ANYONE, answers: 200 },
  listUserCourses: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  listAccountCourses: { allowed: ADMINS, answers: 200 },
  // courses#35, courses#36
  listPublicCourses: { allowed: ANYONE, answers: 200 },
  listCourseAccounts: { allowed: ANYONE, answers: 200 },
  // courses#29, courses#30
  listFavoriteCourses: { allowed: ANYONE, answers: 200 },
  addFavoriteCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  removeFavoriteCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  removeAllFavoriteCourses: { allowed: ANYONE, answers: 200 },
  // courses#32
  showCourseRights: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // groups#46
  listFavoriteGroups: { allowed: ANYONE, answers: 200 },
  addFavoriteGroup: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  removeFavoriteGroup: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  removeAllFavoriteGroups: { allowed: ANYONE, answers: 200 },
  // courses#8
  createCourse: { allowed: ADMINS, answers: 400, body: { course: { start_at: BAD_TIME } } },
  // courses#15
  showCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // courses#16
  updateCourse: { allowed: TEACHERS, answers: 400, body: { course: { event: 'burn' } } },
  // courses#20
  endCourse: { allowed: ADMINS, answers: 400, body: { event: 'burn' } },
  // courses#24
  showCourseSettings: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  updateCourseSettings: { allowed: TEACHERS, answers: 400, body: { allow_student_discussion_topics: 'perhaps' } },
  // enrollments#33
  listCourseUsers: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  searchCourseUsers: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showCourseUser: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // enrollments#44
  listRecentStudents: { allowed: GRADERS, answers: 200 },
  // enrollments#29
  listCourseEnrollments: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // enrollments#7
  createCourseEnrollment: { allowed: TEACHERS, answers: 400 },
  listSectionEnrollments: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createSectionEnrollment: { allowed: TEACHERS, answers: 400 },
  // enrollments#31
  listUserEnrollments: { allowed: ['student', 'designer', 'ta', 'teacher', ...ADMINS], answers: 200 },
  // enrollments#42
  showAccountEnrollment: { allowed: ADMINS, answers: 404 },
  // enrollments#26
  endEnrollment: { allowed: TEACHERS, answers: 404 },
  // grading-periods#1, grading-periods#6
  listCourseGradingPeriods: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showGradingPeriod: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  updateGradingPeriod: { allowed: TEACHERS, answers: 400 },
  deleteGradingPeriod: { allowed: TEACHERS, answers: 404 },
  updateCourseGradingPeriods: { allowed: TEACHERS, answers: 400 },
  listAccountGradingPeriods: { allowed: ADMINS, answers: 200 },
  deleteAccountGradingPeriod: { allowed: ADMINS, answers: 404 },
  // Of a set that is not there, whatever is sent (grading-periods#6).
  updateGradingPeriodsOfSet: { allowed: ANYONE, answers: 404 },
  listGradingPeriodSets: { allowed: ADMINS, answers: 200 },
  createGradingPeriodSet: { allowed: ADMINS, answers: 400 },
  updateGradingPeriodSet: { allowed: ADMINS, answers: 404 },
  deleteGradingPeriodSet: { allowed: ADMINS, answers: 404 },
  // submissions#91
  showLatePolicy: { allowed: GRADERS, answers: 404 },
  createLatePolicy: { allowed: GRADERS, answers: 400, body: { late_policy: { late_submission_interval: 'year' } } },
  updateLatePolicy: { allowed: GRADERS, answers: 404 },
  // submissions#81
  listGradedDays: { allowed: GRADERS, answers: 200 },
  listGradeChanges: { allowed: GRADERS, answers: 200 },
  listGradersOfDay: { allowed: GRADERS, answers: 400 },
  listGradedSubmissions: { allowed: GRADERS, answers: 400 },
  // submissions#102
  auditGradesOfAssignment: { allowed: ANYONE, answers: 404, path: () => ({ assignment_id: SOME_ID }) },
  auditGradesOfCourse: { allowed: ADMINS, answers: 200 },
  auditGradesOfStudent: { allowed: ['rootAdmin'], answers: 200 },
  auditGradesOfGrader: { allowed: ['rootAdmin'], answers: 200 },
  // gradebook#1
  exportGradebook: { allowed: GRADERS, answers: 200 },
  // gradebook#6
  previewGradebookImport: { allowed: GRADERS, answers: 400 },
  importGradebook: { allowed: GRADERS, answers: 400 },
  // gradebook#11
  listCustomGradebookColumns: { allowed: GRADERS, answers: 200 },
  createCustomGradebookColumn: { allowed: GRADERS, answers: 400 },
  updateCustomGradebookColumn: { allowed: GRADERS, answers: 404 },
  deleteCustomGradebookColumn: { allowed: GRADERS, answers: 404 },
  reorderCustomGradebookColumns: { allowed: GRADERS, answers: 400 },
  listCustomGradebookColumnData: { allowed: GRADERS, answers: 404 },
  updateCustomGradebookColumnDatum: { allowed: GRADERS, answers: 400 },
  updateCustomGradebookColumnData: { allowed: GRADERS, answers: 400 },
  // submissions#76
  listGradeableStudents: { allowed: GRADERS, answers: 200, path: ({ assignmentId }) => ({ assignment_id: assignmentId }) },
  // enrollments#40
  reactivateEnrollment: { allowed: TEACHERS, answers: 404 },
  acceptEnrollment: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  rejectEnrollment: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // sections#3, sections#6, sections#16
  listSections: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createSection: { allowed: EDITORS, answers: 400, body: { course_section: { end_at: BAD_TIME } } },
  showCourseSection: { allowed: EVERYONE_IN_COURSE, answers: 200, path: ({ at }) => ({ id: at.sectionId }) },
  showSection: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  updateSection: { allowed: EDITORS, answers: 400, body: { course_section: { end_at: BAD_TIME } } },
  // It has enrollments, and is not cross-listed.
  deleteSection: { allowed: EDITORS, answers: 400 },
  crossListSection: { allowed: ADMINS, answers: 404 },
  deCrossListSection: { allowed: ADMINS, answers: 400 },
  // Groups and their sets
  listGroupCategories: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createGroupCategory: { allowed: STAFF, answers: 400 },
  // groups#37
  listGroupCategoriesOfAccount: { allowed: ADMINS, answers: 200 },
  createGroupCategoryInAccount: { allowed: ADMINS, answers: 400 },
  listGroupsOfAccount: { allowed: ADMINS, answers: 200 },
  // groups#42
  inviteToGroup: { allowed: MEMBERS_AND_STAFF, answers: 400 },
  // groups#45
  assignUnassignedMembers: { allowed: STAFF, answers: 400, body: { sync: 'perhaps' } },
  showGroupCategory: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  updateGroupCategory: { allowed: STAFF, answers: 400, body: { group_limit: 'few' } },
  deleteGroupCategory: { allowed: STAFF, answers: 200, fresh: async (w) => ({ group_category_id: await newSet(w) }) },
  listGroupsOfGroupCategory: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createGroupInGroupCategory: { allowed: STAFF, answers: 400 },
  // groups#36
  listUsersOfGroupCategory: { allowed: STAFF, answers: 200 },
  listGroupsOfCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  listOwnGroups: { allowed: ANYONE, answers: 200 },
  createGroup: { allowed: ANYONE, answers: 400 },
  showGroup: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  updateGroup: { allowed: STAFF, answers: 400, body: { is_public: 'perhaps' } },
  deleteGroup: { allowed: STAFF, answers: 200, fresh: async (w) => ({ group_id: await newGroup(w, w.setId) }) },
  listGroupUsers: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  listGroupMemberships: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  createGroupMembership: { allowed: MEMBERS_AND_STAFF, answers: 400 },
  // groups#35
  showGroupMembership: { allowed: MEMBERS_AND_STAFF, answers: 404 },
  showMembershipOfGroupUser: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  updateMembershipOfGroupUser: { allowed: STAFF, answers: 404, path: () => ({ user_id: SOME_ID }) },
  deleteMembershipOfGroupUser: { allowed: STAFF, answers: 404, path: () => ({ user_id: SOME_ID }) },
  updateGroupMembership: { allowed: MEMBERS_AND_STAFF, answers: 404 },
  deleteGroupMembership: { allowed: MEMBERS_AND_STAFF, answers: 404 },
  // assignments#1
  listAssignments: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // assignments#62
  listAssignmentsOfStudent: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showAssignment: { allowed: EVERYONE_IN_COURSE, answers: 200, path: ({ assignmentId }) => ({ id: assignmentId }) },
  // assignments#2
  createAssignment: { allowed: STAFF, answers: 400, body: { assignment: { points_possible: -1 } } },
  updateAssignment: { allowed: STAFF, answers: 400, body: { assignment: { points_possible: -1 } } },
  deleteAssignment: { allowed: STAFF, answers: 404 },
  // assignments#58
  listAssignmentsOfGroup: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  listAssignmentGroups: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showAssignmentGroup: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // assignments#45
  createAssignmentGroup: { allowed: STAFF, answers: 400, body: { group_weight: -1 } },
  updateAssignmentGroup: { allowed: STAFF, answers: 400, body: { group_weight: -1 } },
  deleteAssignmentGroup: { allowed: STAFF, answers: 404 },
  // Taken by students, graded by graders.
  // quizzes#1
  listQuizzes: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showQuiz: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // quizzes#2
  createQuiz: { allowed: STAFF, answers: 400, body: { quiz: { time_limit: 0 } } },
  updateQuiz: { allowed: STAFF, answers: 400, body: { quiz: { time_limit: 0 } } },
  deleteQuiz: { allowed: STAFF, answers: 404 },
  listQuizQuestions: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  showQuizQuestion: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // quizzes#30
  createQuizQuestion: { allowed: STAFF, answers: 404 },
  updateQuizQuestion: { allowed: STAFF, answers: 404 },
  deleteQuizQuestion: { allowed: STAFF, answers: 404 },
  // quizzes#107
  listQuizAssignmentOverrides: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // quizzes#108
  listQuizReports: { allowed: GRADERS, answers: 404 },
  showQuizReport: { allowed: GRADERS, answers: 404 },
  createQuizReport: { allowed: GRADERS, answers: 400 },
  deleteQuizReport: { allowed: GRADERS, answers: 404 },
  // quizzes#99
  listQuizGroups: { allowed: STAFF, answers: 404 },
  showQuizGroup: { allowed: STAFF, answers: 404 },
  createQuizGroup: { allowed: STAFF, answers: 400 },
  updateQuizGroup: { allowed: STAFF, answers: 400 },
  deleteQuizGroup: { allowed: STAFF, answers: 404 },
  reorderQuizGroup: { allowed: STAFF, answers: 400 },
  reorderQuiz: { allowed: STAFF, answers: 400 },
  // quizzes#56
  listQuizSubmissions: { allowed: ['student', 'observer', ...GRADERS], answers: 404 },
  showQuizSubmission: { allowed: ['student', 'observer', ...GRADERS], answers: 404 },
  showQuizSubmissionTime: { allowed: ['student', 'observer', ...GRADERS], answers: 404 },
  // quizzes#88
  listQuizSubmissionEvents: { allowed: GRADERS, answers: 404 },
  // quizzes#86
  keepQuizSubmissionEvents: { allowed: ['student'], answers: 400 },
  // quizzes#89
  extendQuiz: { allowed: GRADERS, answers: 400 },
  extendQuizzesOfCourse: { allowed: GRADERS, answers: 400 },
  // quizzes#94
  showQuizStatistics: { allowed: GRADERS, answers: 404 },
  // quizzes#3
  beginQuizSubmission: { allowed: ['student'], answers: 404 },
  completeQuizSubmission: { allowed: ['student'], answers: 400 },
  // quizzes#3
  scoreQuizSubmission: { allowed: GRADERS, answers: 400 },
  showQuizAnswers: { allowed: ['student', ...GRADERS], answers: 200 },
  // Who grades sees the attempt, and is told that it is not theirs to answer: here for want of anything sent.
  flagQuizQuestion: { allowed: ['student', ...GRADERS], answers: 400 },
  unflagQuizQuestion: { allowed: ['student', ...GRADERS], answers: 400 },
  answerQuizQuestions: { allowed: ['student', ...GRADERS], answers: 400 },
  // modules#2
  listModules: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showModule: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  listModuleItems: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  showModuleItem: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  showModuleItemSequence: { allowed: EVERYONE_IN_COURSE, answers: 400 },
  createModule: { allowed: STAFF, answers: 400, body: { module: { name: ' ' } } },
  updateModule: { allowed: STAFF, answers: 404 },
  deleteModule: { allowed: STAFF, answers: 404 },
  relockModule: { allowed: STAFF, answers: 404 },
  createModuleItem: { allowed: STAFF, answers: 400, body: { module_item: { type: 'Nothing' } } },
  updateModuleItem: { allowed: STAFF, answers: 404 },
  deleteModuleItem: { allowed: STAFF, answers: 404 },
  // modules#34
  markModuleItemRead: { allowed: ['student'], answers: 404 },
  markModuleItemDone: { allowed: ['student'], answers: 404 },
  markModuleItemNotDone: { allowed: ['student'], answers: 404 },
  // In the course, and not in that group or section, is 404.
  // overrides#13
  listOverrides: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showOverride: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  showOverrides: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  showGroupOverride: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  showSectionOverride: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // overrides#12
  createOverride: { allowed: STAFF, answers: 400 },
  createOverrides: { allowed: STAFF, answers: 400 },
  updateOverrides: { allowed: STAFF, answers: 400 },
  updateOverride: { allowed: STAFF, answers: 404 },
  deleteOverride: { allowed: STAFF, answers: 404 },
  // Given out by who grades.
  // peer-reviews#1
  listPeerReviews: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  listPeerReviewsOfSubmission: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // peer-reviews#4
  createPeerReview: { allowed: GRADERS, answers: 400 },
  deletePeerReview: { allowed: GRADERS, answers: 400 },
  // Turned in by students, graded and listed by graders, read by oneself and one’s observers.
  ...submissionsIn(''),
  ...submissionsIn('InSection'),
  // Rubrics and grading standards
  listRubrics: { allowed: STAFF, answers: 200 },
  // rubrics#1
  createRubric: { allowed: STAFF, answers: 400, body: { rubric: { criteria: 'none' } } },
  showRubric: { allowed: STAFF, answers: 404 },
  updateRubric: { allowed: STAFF, answers: 404 },
  deleteRubric: { allowed: STAFF, answers: 404 },
  // rubrics#14
  listAccountRubrics: { allowed: ADMINS, answers: 200 },
  showAccountRubric: { allowed: ADMINS, answers: 404 },
  // rubrics#15, rubrics#16
  createRubricAssociation: { allowed: STAFF, answers: 400 },
  updateRubricAssociation: { allowed: STAFF, answers: 404 },
  deleteRubricAssociation: { allowed: STAFF, answers: 404 },
  // outcome-results#3, outcome-results#7
  listOutcomeResults: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  listOutcomeRollups: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  listOutcomeAlignments: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // submissions#84
  createRubricAssessment: { allowed: ['student', ...GRADERS], answers: 400 },
  updateRubricAssessment: { allowed: ['student', ...GRADERS], answers: 400 },
  deleteRubricAssessment: { allowed: ['student', ...GRADERS], answers: 404 },
  listCourseGradingStandards: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createCourseGradingStandard: { allowed: STAFF, answers: 400 },
  showCourseGradingStandard: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  listAccountGradingStandards: { allowed: ADMINS, answers: 200 },
  createAccountGradingStandard: { allowed: ADMINS, answers: 400 },
  showAccountGradingStandard: { allowed: ADMINS, answers: 404 },
  // outcomes#1
  ...outcomesOf('Site', ANYONE, ['rootAdmin']),
  // All of them but the stranger belong to the sub-account by their enrollments.
  // outcomes#3
  ...outcomesOf('Account', EVERYONE_IN_COURSE, ADMINS),
  // outcomes#4
  ...outcomesOf('Course', EVERYONE_IN_COURSE, EDITORS),
  // outcomes#40, outcomes#41
  ...Object.fromEntries(
    ['Account', 'Course'].flatMap((word) => ['Groups', 'Links'].map((what) => [`listAllOutcome${what}Of${word}`, READS_OUTCOMES])),
  ),
  // outcomes#36
  showOutcome: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  updateOutcome: { allowed: EDITORS, answers: 400, body: { title: ' ' } },
  // Files
  ...filesOf('User', SELF_OR_SUPERIOR, SELF_OR_SUPERIOR),
  ...filesOf('Course', EVERYONE_IN_COURSE, STAFF),
  ...filesOf('Group', MEMBERS_AND_STAFF, MEMBERS_AND_STAFF),
  showFile: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  showFilePublicUrl: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  updateFile: { allowed: SELF_OR_SUPERIOR, answers: 400, body: { name: '..' } },
  deleteFile: { allowed: SELF_OR_SUPERIOR, answers: 200, fresh: async (w) => ({ file_id: (await newFile(w)).id }) },
  showFolder: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  updateFolder: { allowed: SELF_OR_SUPERIOR, answers: 400, body: { name: '..' } },
  // It is not empty.
  deleteFolder: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  listFolderFiles: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  beginFolderUpload: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  listFolderFolders: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  createFolderInFolder: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  copyFolder: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  copyFile: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  // In a course, a group and a collection item.
  // discussions#2
  listTopicsInCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  // discussions#20
  listTopicsInGroup: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  // discussions#1, discussions#3
  ...topicsIn('Course', { reads: EVERYONE_IN_COURSE, posts: MEMBERS_AND_STAFF, edits: MEMBERS_AND_STAFF }),
  ...topicsIn('Group', { reads: MEMBERS_AND_STAFF, posts: MEMBERS_AND_STAFF, edits: MEMBERS_AND_STAFF }),
  ...topicsIn('CollectionItem', { reads: TENANTS, posts: TENANTS, edits: ['student', 'rootAdmin'] }),
  // discussions#97
  reorderTopicsInCourse: { allowed: STAFF, answers: 404, body: { order: [SOME_ID] } },
  reorderTopicsInGroup: { allowed: STAFF, answers: 404, body: { order: [SOME_ID] } },
  // pages#3: in the group the student is a member, in the course nobody who makes pages.
  ...pagesIn('Course', EVERYONE_IN_COURSE, { edit: EVERYONE_IN_COURSE, manage: STAFF }),
  ...pagesIn('Group', MEMBERS_AND_STAFF, { edit: MEMBERS_AND_STAFF, manage: MEMBERS_AND_STAFF }),
  listAnnouncements: { allowed: ANYONE, answers: 400 },
  // One's own stream, and what of it is of a context that one takes part in
  listOwnActivity: { allowed: ANYONE, answers: 200 },
  listActivity: { allowed: ANYONE, answers: 200 },
  summarizeOwnActivity: { allowed: ANYONE, answers: 200 },
  listCourseActivity: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  summarizeCourseActivity: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  listGroupActivity: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  summarizeGroupActivity: { allowed: MEMBERS_AND_STAFF, answers: 200 },
  // notifications#10: a channel of somebody else is none
  listNotificationPreferences: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  chooseNotificationPreference: { allowed: SELF_OR_SUPERIOR, answers: 404, body: { frequency: 'daily' } },
  showNotificationPreference: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  chooseNotificationPreferences: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  listNotificationPreferencesByAddress: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  showNotificationPreferenceByAddress: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  chooseNotificationPreferenceByAddress: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  chooseNotificationPreferencesByAddress: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  listNotificationCategories: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  chooseNotificationCategory: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  // Conferences and collaborations
  listConferences: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createConference: { allowed: STAFF, answers: 400 },
  listCollaborations: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  createCollaboration: { allowed: STAFF, answers: 400 },
  // collaborations#7
  listCollaborators: { allowed: ANYONE, answers: 404 },
  // Whoever asks has what is theirs
  listTodo: { allowed: ANYONE, answers: 200 },
  countTodo: { allowed: ANYONE, answers: 200 },
  listTodoOfCourse: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  ignoreTodo: { allowed: ANYONE, answers: 404 },
  listUpcomingEvents: { allowed: ANYONE, answers: 200 },
  listCalendarEvents: { allowed: ANYONE, answers: 200 },
  createCalendarEvent: { allowed: ANYONE, answers: 400 },
  showDueCalendarEvent: { allowed: ANYONE, answers: 404 },
  showCalendarEvent: { allowed: ANYONE, answers: 404 },
  updateCalendarEvent: { allowed: ANYONE, answers: 404 },
  deleteCalendarEvent: { allowed: ANYONE, answers: 404 },
  // Collections and their items
  listCalendarEventsOfUser: { allowed: ['student', 'observer', 'ta', 'teacher', 'rootAdmin'], answers: 200 },
  listMissingSubmissions: { allowed: ['student', 'observer', 'ta', 'teacher', 'rootAdmin'], answers: 200 },
  listPlannerItems: { allowed: ANYONE, answers: 200 },
  listPlannerItemsOfUser: { allowed: ['student', 'observer', 'ta', 'teacher', 'rootAdmin'], answers: 200 },
  // courses#33
  listCourseNicknames: { allowed: ANYONE, answers: 200 },
  removeAllCourseNicknames: { allowed: ANYONE, answers: 200 },
  showCourseNickname: { allowed: EVERYONE_IN_COURSE, answers: 200 },
  setCourseNickname: { allowed: EVERYONE_IN_COURSE, answers: 400 },
  removeCourseNickname: { allowed: EVERYONE_IN_COURSE, answers: 404 },
  // preferences#1
  listColors: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  showColor: { allowed: SELF_OR_SUPERIOR, answers: 404 },
  setColor: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  showDashboardPositions: { allowed: SELF_OR_SUPERIOR, answers: 200 },
  setDashboardPositions: { allowed: SELF_OR_SUPERIOR, answers: 400 },
  // bookmarks#1
  listBookmarks: { allowed: ANYONE, answers: 200 },
  createBookmark: { allowed: ANYONE, answers: 400 },
  showBookmark: { allowed: ANYONE, answers: 404 },
  updateBookmark: { allowed: ANYONE, answers: 404 },
  deleteBookmark: { allowed: ANYONE, answers: 404 },
  listPlannerNotes: { allowed: ANYONE, answers: 200 },
  createPlannerNote: { allowed: ANYONE, answers: 400 },
  showPlannerNote: { allowed: ANYONE, answers: 404 },
  updatePlannerNote: { allowed: ANYONE, answers: 404 },
  deletePlannerNote: { allowed: ANYONE, answers: 404 },
  listPlannerOverrides: { allowed: ANYONE, answers: 200 },
  createPlannerOverride: { allowed: ANYONE, answers: 400 },
  showPlannerOverride: { allowed: ANYONE, answers: 404 },
  updatePlannerOverride: { allowed: ANYONE, answers: 404 },
  deletePlannerOverride: { allowed: ANYONE, answers: 404 },

  listOwnCollections: { allowed: ANYONE, answers: 200 },
  createCollection: { allowed: ANYONE, answers: 400 },
  showCollection: { allowed: TENANTS, answers: 200 },
  updateCollection: { allowed: ['student'], answers: 400, body: { visibility: 'half' } },
  deleteCollection: { allowed: ['student'], answers: 200, fresh: async (w) => ({ collection_id: await newCollection(w) }) },
  listCollectionItems: { allowed: TENANTS, answers: 200 },
  createCollectionItem: { allowed: ['student'], answers: 400 },
  showCollectionItem: { allowed: TENANTS, answers: 200 },
  updateCollectionItem: { allowed: ['student'], answers: 400, body: { link_url: 'nowhere' } },
  deleteCollectionItem: {
    allowed: ['student'],
    answers: 200,
    fresh: async (w) => ({ collection_item_id: await newItem(w, w.collectionId) }),
  },
  // Whoever asks has conversations of their own, and nobody else's are there
  listConversations: { allowed: ANYONE, answers: 200 },
  createConversation: { allowed: ANYONE, answers: 400 },
  updateConversations: { allowed: ANYONE, answers: 400 },
  listConversationBatches: { allowed: ANYONE, answers: 200 },
  countUnreadConversations: { allowed: ANYONE, answers: 200 },
  markAllConversationsAsRead: { allowed: ANYONE, answers: 200 },
  showConversation: { allowed: ANYONE, answers: 404 },
  updateConversation: { allowed: ANYONE, answers: 404 },
  deleteConversation: { allowed: ANYONE, answers: 404 },
  addConversationMessage: { allowed: ANYONE, answers: 404, body: { body: 'hello' } },
  addConversationRecipients: { allowed: ANYONE, answers: 404, body: { recipients: '1' } },
  removeConversationMessages: { allowed: ANYONE, answers: 404, body: { remove: '1' } },
  searchRecipients: { allowed: ANYONE, answers: 200 },
  findRecipients: { allowed: ANYONE, answers: 200 },
  showProgress: { allowed: ANYONE, answers: 404 },
};
