/** Who asks, in the order of the columns: the people of one course, of another one of the same account, and of their accounts. */
export const ASKERS = [
  'student',
  'another student',
  'observer of the student',
  'teacher',
  'student of the lent section',
  'student of the other course',
  'teacher of the other course',
  'admin of the account',
  'admin of an account beside',
  'admin of the root account',
  'stranger',
  'admin elsewhere',
] as const;
export type Asker = (typeof ASKERS)[number];

export interface Shared {
  what: string;
  rule: string;
  /** What each of them is answered, and what they ask for. */
  requests: readonly (readonly [answers: string, request: string])[];
}

/** What stands in more places than one, belongs to more people than one, or is shown to others by whose it is. */
export const SHARED: readonly Shared[] = [
  {
    what: 'A section of the other course, cross-listed into the course',
    rule: 'sections#15',
    requests: [
      ['200 200 200 200 200 401 401 200 401 200 401 404', 'GET /sections/{section}'],
      ['401 401 401 200 401 401 401 200 401 200 401 404', 'PUT /sections/{section}'],
      ['200 200 200 200 200 401 401 200 401 200 401 404', 'GET /courses/{course}'],
      ['401 401 401 401 401 200 200 200 401 200 401 404', 'GET /courses/{other}'],
    ],
  },
  {
    what: 'The work of a student of both courses',
    rule: 'submissions#2',
    requests: [
      ['401 200 401 200 401 401 401 200 401 200 401 404', 'GET /courses/{course}/assignments/{work}/submissions/{both}'],
      ['401 401 401 401 401 401 200 200 401 200 401 404', 'GET /courses/{other}/assignments/{otherWork}/submissions/{both}'],
      ['404 404 404 404 404 401 401 404 401 404 401 404', 'GET /courses/{course}/assignments/{otherWork}/submissions/{both}'],
      ['401 404 401 404 401 401 401 404 401 404 401 404', 'GET /sections/{section}/assignments/{work}/submissions/{both}'],
      ['200 200 200 200 200 200 200 401 401 200 401 404', 'GET /users/{both}'],
      ['401 401 401 401 401 401 401 401 401 200 401 404', 'PUT /users/{both}'],
      ['401 401 401 401 401 401 401 401 401 200 401 404', 'GET /users/{both}/files'],
      ['401 401 401 200 401 401 200 401 401 200 401 404', 'GET /users/{both}/missing_submissions'],
    ],
  },
  {
    what: 'What an observed student has',
    rule: 'submissions#2',
    requests: [
      ['200 401 200 200 401 401 401 200 401 200 401 404', 'GET /courses/{course}/assignments/{work}/submissions/{student}'],
      ['200 401 401 200 401 401 401 200 401 200 401 404', 'PUT /courses/{course}/assignments/{work}/submissions/{student}'],
      ['401 200 401 200 401 401 401 200 401 200 401 404', 'GET /courses/{course}/assignments/{work}/submissions/{another student}'],
      ['200 401 200 200 401 401 401 401 401 200 401 404', 'GET /users/{student}/planner/items'],
      ['200 401 401 401 401 401 401 401 401 200 401 404', 'GET /users/{student}/files'],
      ['200 401 401 401 401 401 401 401 401 200 401 404', 'GET /users/{student}/observers'],
      ['200 200 200 200 200 401 401 401 401 200 401 404', 'GET /users/{student}/profile'],
    ],
  },
  {
    what: 'The files that a student turned in, sent with a message, keeps for a group and for oneself',
    rule: 'files#5',
    requests: [
      ['200 404 200 200 404 404 404 200 404 200 404 404', 'GET /files/{turnedIn}'],
      ['200 404 401 401 404 404 404 401 404 200 404 404', 'PUT /files/{turnedIn}'],
      ['200 404 404 200 404 404 404 404 404 200 404 404', 'GET /files/{sentFile}'],
      ['200 404 404 401 404 404 404 404 404 200 404 404', 'PUT /files/{sentFile}'],
      ['200 404 404 200 404 404 404 200 404 200 404 404', 'GET /files/{groupFile}'],
      ['200 401 401 200 401 401 401 200 401 200 401 404', 'GET /groups/{group}/files/{groupFile}'],
      ['404 404 404 404 404 401 401 404 401 404 401 404', 'GET /courses/{course}/files/{groupFile}'],
      ['200 404 404 404 404 404 404 404 404 200 404 404', 'GET /files/{privateFile}'],
    ],
  },
  {
    what: 'A group of the course',
    rule: 'groups#12',
    requests: [
      ['200 401 401 200 401 401 401 200 401 200 401 404', 'GET /groups/{group}'],
      ['200 401 401 200 401 401 401 200 401 200 401 404', 'GET /groups/{group}/discussion_topics/{groupTopic}'],
      ['404 404 404 404 404 401 401 404 401 404 401 404', 'GET /courses/{course}/discussion_topics/{groupTopic}'],
      ['200 404 404 200 404 404 404 200 404 200 404 404', 'GET /calendar_events/{groupEvent}'],
      ['200 404 404 200 404 404 404 200 404 200 404 404', 'PUT /calendar_events/{groupEvent}'],
    ],
  },
  {
    what: 'Groups of a student’s own, for those who are invited and for all',
    rule: 'groups#12',
    requests: [
      ['200 401 401 401 401 401 401 401 401 200 401 404', 'GET /groups/{community}'],
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /groups/{open}'],
      ['200 401 401 401 401 401 401 401 401 200 401 404', 'GET /groups/{open}/users'],
      ['200 401 401 401 401 401 401 401 401 200 401 404', 'PUT /groups/{open}'],
    ],
  },
  {
    what: 'An outcome of the account, linked into the course, and one of the site',
    rule: 'outcomes#36',
    requests: [
      ['200 200 200 200 200 200 200 200 404 200 404 404', 'GET /outcomes/{linked}'],
      ['401 401 401 401 401 401 401 200 404 200 404 404', 'PUT /outcomes/{linked}'],
      ['200 200 200 200 200 401 401 200 401 200 401 404', 'GET /courses/{course}/outcome_groups/{links}/outcomes'],
      ['401 401 401 200 401 401 401 200 401 200 401 404', 'PUT /courses/{course}/outcome_groups/{links}/outcomes/{linked}'],
      ['200 200 200 200 200 200 200 200 200 200 200 200', 'GET /outcomes/{ofSite}'],
      ['401 401 401 401 401 401 401 401 401 200 401 401', 'PUT /outcomes/{ofSite}'],
    ],
  },
  {
    what: 'A grading standard of the account',
    rule: 'grading-standards#3',
    requests: [
      ['200 200 200 200 200 401 401 200 401 200 401 404', 'GET /courses/{course}/grading_standards/{standard}'],
      ['401 401 401 401 401 200 200 200 401 200 401 404', 'GET /courses/{other}/grading_standards/{standard}'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'GET /accounts/{account}/grading_standards/{standard}'],
    ],
  },
  {
    what: 'A conversation of a student with the teacher',
    rule: 'conversations#1',
    requests: [
      ['200 404 404 200 404 404 404 404 404 404 404 404', 'GET /conversations/{talk}'],
      ['200 404 404 200 404 404 404 404 404 404 404 404', 'PUT /conversations/{talk}'],
    ],
  },
  {
    what: 'Collections of a student, public and private',
    rule: 'collections#7',
    requests: [
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /collections/{collection}'],
      ['200 401 401 401 401 401 401 401 401 401 401 404', 'PUT /collections/{collection}'],
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /collections/items/{item}'],
      ['200 401 401 401 401 401 401 401 401 401 401 404', 'PUT /collections/items/{item}'],
      ['200 404 404 404 404 404 404 404 404 404 404 404', 'GET /collections/{hoard}'],
    ],
  },
  {
    what: 'A public course',
    rule: 'access#11',
    requests: [
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /courses/{published}'],
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /courses/{published}/assignments/{openWork}'],
      ['200 200 200 200 200 200 200 200 200 200 200 404', 'GET /courses/{published}/discussion_topics/{openTopic}'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'GET /courses/{published}/discussion_topics/{openTopic}/entries'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'GET /courses/{published}/users'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'PUT /courses/{published}'],
    ],
  },
  {
    what: 'The account of the courses',
    rule: 'access#3',
    requests: [
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'GET /accounts/{account}'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'GET /accounts/{account}/courses'],
      ['401 401 401 401 401 401 401 200 401 200 401 404', 'PUT /accounts/{account}'],
    ],
  },
];
