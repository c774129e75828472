import { bootstrap, systemContext } from '../src/areas/accounts/bootstrap.ts';
import { GAP } from '../src/areas/discussions/topic-changes/positions.ts';
import { buildView } from '../src/areas/discussions/views/building.ts';
import { refreshAccounts, refreshSearchText } from '../src/areas/users/belonging.ts';
import { insertToken, newToken } from '../src/areas/users/tokens.ts';
import type { Database } from '../src/store/database.ts';
import { folded } from '../src/store/folding.ts';
import { sql } from '../src/store/sql/sql.ts';
import { activitySteps } from './activity.ts';
import { agendaSteps } from './agenda.ts';
import { collectionSteps } from './collections.ts';
import { conversationSteps } from './conversations.ts';
import { favoriteSteps } from './favorites.ts';
import { fileSteps } from './file-lists.ts';
import type { Filled } from './filled.ts';
import { BASE_URL } from './floors.ts';
import { gradebookSteps } from './gradebook.ts';
import { gradedCourse, gradedCourseSteps } from './graded-course.ts';
import { groupSteps } from './groups.ts';
import { otherHolders } from './holders.ts';
import { moduleSteps } from './modules.ts';
import { family, given, SEARCH_TERM, SUBJECTS } from './names.ts';
import { notificationSteps } from './notifications.ts';
import { observerSteps } from './observers.ts';
import { outcomeResultSteps } from './outcome-results.ts';
import { outcomeSteps } from './outcomes.ts';
import { overriddenCourse, overriddenCourseSteps } from './overridden-course.ts';
import { ownListSteps } from './own-lists.ts';
import { pageSteps } from './pages.ts';
import { plannerSteps } from './planner.ts';
import { quizReportSteps } from './quiz-lists.ts';
import { quizCourse, quizSteps } from './quizzes.ts';
import { rubricSteps } from './rubrics.ts';
import { analyze, FIRST_PERSON, MOST_SECTIONS, ROOT, type Size, type Step, teachersOf } from './sizes.ts';
import { termSteps } from './terms.ts';

const ADMIN = 1;
/** The root account comes before all faculties. */
const FIRST_FACULTY = 2;
const SECTIONS = '2 + c % 3';

function people(size: Size): Step[] {
  return [
    {
      text: `create temp table people (n int, id int, name text, sortable_name text, sort_key text, login text, sis_user_id text, address text) on commit drop`,
    },
    {
      text: `insert into people
        select n, n + ${FIRST_PERSON}, g.name || ' ' || f.name, f.name || ', ' || g.name, f.key || ', ' || g.key, g.key || '.' || f.key || n,
          case when n % 2 = 0 then 'S' || to_char(n, 'FM000000') end, g.key || '.' || f.key || n || '@school.example'
        from generate_series(0, $1::int - 1) n
          join unnest($2::text[], $3::text[]) with ordinality g(name, key, position) on g.position = (n * 29 + n / 128) % cardinality($2::text[]) + 1
          join unnest($4::text[], $5::text[]) with ordinality f(name, key, position) on f.position = n * 37 % cardinality($4::text[]) + 1
        order by n`,
      values: [size.people, given.names, given.keys, family.names, family.keys],
    },
    {
      // The search text as areas/users/belonging.ts works it out; `verifySearchText` compares.
      text: `insert into users (id, root_account_id, name, sortable_name, short_name, sort_key, time_zone, search_text)
        overriding system value
        select id, ${ROOT}, name, sortable_name, name, sort_key, case when n % 3 = 0 then 'Europe/Lisbon' end,
          ${folded(sql`concat_ws(E'\\n', name, concat_ws(E'\\n', login, sis_user_id), address)`).text}
        from people order by n`,
    },
    {
      text: `insert into pseudonyms (user_id, account_id, root_account_id, unique_id, sis_user_id)
        select id, ${ROOT}, ${ROOT}, login, sis_user_id from people order by n`,
    },
    {
      text: `insert into communication_channels (user_id, type, address, position, state)
        select id, 'email', address, 1, 'active' from people order by n`,
    },
  ];
}

const courses = (size: Size): Step[] => [
  {
    text: `insert into accounts (id, name, parent_account_id, chain, root_account_id, default_time_zone) overriding system value
      select id, 'Faculty ' || f, ${ROOT}, array[${ROOT}, id], ${ROOT}, case when f % 2 = 0 then 'America/Denver' end
      from generate_series(1, $1::int) f cross join lateral (select ${FIRST_FACULTY} - 1 + f as id) a`,
    values: [size.faculties],
  },
  {
    text: `insert into courses (id, account_id, root_account_id, name, course_code, state, start_at, end_at, sis_course_id, is_public)
      overriding system value
      select c, ${FIRST_FACULTY} + c % $2::int, ${ROOT}, subject || ' ' || (100 + c), upper(left(subject, 3)) || '-' || (100 + c), 'available',
        timestamptz '2025-09-01 06:00:00+00', timestamptz '2026-06-30 18:00:00+00', case when c % 2 = 0 then 'C' || to_char(c, 'FM0000') end, c % 3 = 1
      from generate_series(1, $1::int) c cross join lateral (select ($3::text[])[c % cardinality($3::text[]) + 1] as subject) s`,
    values: [size.courses, size.faculties, SUBJECTS],
  },
  {
    text: `insert into course_sections (id, course_id, root_account_id, name, sis_section_id, start_at, end_at) overriding system value
      select (c - 1) * ${MOST_SECTIONS} + s, c, ${ROOT}, 'Section ' || s, case when s % 2 = 0 then 'C' || c || '-' || s end,
        case when s > 1 then timestamptz '2025-09-08 06:00:00+00' end, case when s > 1 then timestamptz '2026-06-15 18:00:00+00' end
      from generate_series(1, $1::int) c cross join lateral generate_series(1, ${SECTIONS}) s`,
    values: [size.courses],
  },
];

const enrollments = (size: Size): Step[] => [
  {
    text: `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, last_activity_at, created_at, updated_at)
      select c, (c - 1) * ${MOST_SECTIONS} + 1 + n % (${SECTIONS}), n + ${FIRST_PERSON}, ${ROOT}, type::enrollment_type, state::enrollment_state,
        case when n % 5 < 4 then timestamptz '2026-01-12 08:00:00+00' + n * interval '1 minute' end,
        timestamptz '2025-08-18 06:00:00+00' + n * interval '1 second', timestamptz '2025-08-18 06:00:00+00' + n * interval '1 second'
      from (
        select c, (c - 1) % $2::int as n, 'TeacherEnrollment' as type, 'active' as state from generate_series(1, $1::int) c
        union all
        select c, $2::int + (c - 1) % $2::int, 'TaEnrollment', 'active' from generate_series(1, $1::int) c
        union all
        select (s + k * ($1::int / $4::int)) % $1::int + 1, 2 * $2::int + s, 'StudentEnrollment',
          case when s % 50 = 49 then 'invited' when s % 97 = 96 then 'deleted' else 'active' end
        from generate_series(0, $3::int - 1) s cross join generate_series(0, $4::int - 1) k) e
      order by c, n`,
    values: [size.courses, teachersOf(size), size.students, size.coursesEach],
  },
];

/** Ids hold their time, as areas/page-views/ids.ts makes them. */
const pageViews = (size: Size, teacherId: number): Step[] => [
  {
    text: `insert into page_views (user_id, id, url, http_method, controller, action, context_type, context_id, account_id, user_agent,
        participated, render_time, remote_ip)
      select case when n % 2 = 0 then $2::int else ${FIRST_PERSON} + n / 2 % $3::int end,
        (lpad(to_hex((extract(epoch from at) * 1000)::int8), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || left(md5(n::text), 15))::uuid,
        '${BASE_URL}/api/v1/courses/1/sections', 'GET', 'sections', 'listSections', 'Course', 1, ${ROOT}, 'bench', false, 0.002, '127.0.0.1'
      from generate_series(1, 2 * $1::int) n cross join lateral (select timestamptz '2026-01-01 00:00:00+00' + n * interval '1 second' as at) t`,
    values: [size.pageViews, teacherId, size.people],
  },
];

const feedCodes = (): Step[] => [
  {
    text: `insert into feed_codes (user_id, selector, secret)
      select id, substring(sha256(convert_to(id::text, 'UTF8')) from 1 for 12), sha256(convert_to('secret ' || id, 'UTF8')) from users`,
  },
];

/** How many people write in the topic that is measured. */
const WRITERS = 500;
const MESSAGE = `'<p>' || repeat('What I read of it says so too. ', 3 + n % 9) || n || '</p>'`;
const POSTED = `timestamptz '2025-10-01 06:00:00+00' + n * interval '1 minute'`;

/** Every fifth entry stands at the top, the others below it one after the other; the last topic made has them. */
const discussions = (size: Size, courseId: number, teacherId: number): Step[] => [
  {
    text: `insert into discussion_topics (id, course_id, user_id, title, message, type, state, position, posted_at, created_at, updated_at)
      overriding system value
      select n, $2, $3, 'Topic ' || n, ${MESSAGE}, 'threaded', 'active', -n::bigint * ${GAP}, ${POSTED}, ${POSTED}, ${POSTED}
      from generate_series(1, $1::int) n`,
    values: [size.topics, courseId, teacherId],
  },
  { text: `insert into discussion_views (topic_id, version, participants, json) select id, 0, '{}', '[]' from discussion_topics` },
  {
    text: `insert into discussion_entries (id, topic_id, user_id, parent_id, root_entry_id, ancestors, message, version, created_at, updated_at)
      overriding system value
      select n, $1, ${FIRST_PERSON} + n * 7 % least($3::int, ${WRITERS}), line[cardinality(line)], line[1], line, ${MESSAGE}, n, ${POSTED}, ${POSTED}
      from generate_series(1, $2::int) n
        cross join lateral (select coalesce(array_agg(above order by above), '{}') as line
          from generate_series(n - (n - 1) % 5, n - 1) above) up
      order by n`,
    values: [size.topics, size.entries, size.people],
  },
  {
    text: `update discussion_topics set entry_count = $2, last_entry_id = $2, version = $2,
        last_reply_at = (select max(created_at) from discussion_entries) where id = $1`,
    values: [size.topics, size.entries],
  },
  {
    text: `insert into discussion_participants (topic_id, user_id, subscribed, read_count)
      select topic_id, user_id, true, count(*) from discussion_entries group by topic_id, user_id`,
  },
];

const SEQUENCES =
  'accounts users courses course_sections discussion_topics discussion_entries assignments assignment_groups outcome_groups outcomes quizzes quiz_questions quiz_attempts'.split(
    ' ',
  );
const sequences = (): Step[] =>
  SEQUENCES.map((table) => ({ text: `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))` }));

/** As if they had been used just now: a use is noted once an hour, and that note belongs to no measured request. */
const usedNow = (userIds: readonly number[]): Step[] => [
  { text: 'update users set last_used_at = now() where id = any($1::int[])', values: [userIds] },
  { text: `update enrollments set last_activity_at = now() where user_id = any($1::int[]) and state = 'active'`, values: [userIds] },
];

/** Fills a migrated, empty database. The same size gives the same rows, but for the tokens, of which each role has so many. */
export async function generate(database: Database, size: Size, tokensEach: number): Promise<Filled> {
  const admin = await bootstrap(database, null);
  if (admin === null) throw new Error('the store of a bench has to be empty');
  const courseId = Math.floor(size.courses / 2) + 1;
  const teachers = teachersOf(size);
  const teacherId = FIRST_PERSON + ((courseId - 1) % teachers);
  const studentId = FIRST_PERSON + 2 * teachers;
  const graded = gradedCourse(size, courseId, teacherId);
  const busyStudentId = FIRST_PERSON + size.people - 1;
  const quizzes = quizCourse(size, graded);
  const overridden = overriddenCourse(size, graded, quizzes);
  await inOneTransaction(database, [
    ...people(size),
    ...courses(size),
    analyze('users', 'accounts', 'courses', 'course_sections'),
    ...enrollments(size),
    ...pageViews(size, teacherId),
    ...feedCodes(),
    ...discussions(size, courseId, teacherId),
    ...outcomeSteps(size, courseId),
    ...sequences(),
    ...gradedCourseSteps(size, graded),
    ...quizSteps(quizzes),
    ...sequences(),
    ...agendaSteps(size, busyStudentId),
    ...activitySteps(size, busyStudentId, teacherId),
    ...plannerSteps(size, busyStudentId),
    ...sequences(),
    ...overriddenCourseSteps(overridden),
    ...pageSteps(overridden, size),
    ...moduleSteps(overridden, size),
    ...gradebookSteps(graded, overridden),
    ...groupSteps(size),
    ...rubricSteps(graded),
    ...outcomeResultSteps(graded),
    ...favoriteSteps(busyStudentId, overridden),
    ...observerSteps(size),
    ...notificationSteps(),
    ...termSteps(),
    ...quizReportSteps(quizzes),
    ...fileSteps(courseId, teacherId),
    ...collectionSteps(courseId, teacherId),
    ...sequences(),
    ...conversationSteps(studentId, teacherId),
    ...ownListSteps(quizzes),
    ...usedNow([ADMIN, teacherId, studentId, graded.firstStudentId, overridden.firstStudentId, busyStudentId, quizzes.studentId]),
  ]);
  await systemContext(database).tx((tx) =>
    refreshAccounts(
      tx,
      Array.from({ length: size.people }, (_, n) => n + FIRST_PERSON),
    ),
  );
  await verifySearchText(database, [teacherId, studentId]);
  await buildView(database, size.topics);
  const tokens = {
    admin,
    teacher: newToken(),
    student: newToken(),
    gradedStudent: newToken(),
    overriddenStudent: newToken(),
    busyStudent: newToken(),
    quizStudent: newToken(),
  };
  await insertToken(database, teacherId, tokens.teacher);
  await insertToken(database, studentId, tokens.student);
  await insertToken(database, graded.firstStudentId, tokens.gradedStudent);
  await insertToken(database, overridden.firstStudentId, tokens.overriddenStudent);
  await insertToken(database, busyStudentId, tokens.busyStudent);
  await insertToken(database, quizzes.studentId, tokens.quizStudent);
  const conversationId = await newestConversation(database, studentId);
  const place = {
    courseId,
    teacherId,
    studentId,
    gradedCourseId: graded.courseId,
    gradedStudentId: graded.firstStudentId,
    overriddenCourseId: overridden.courseId,
    overriddenStudentId: overridden.firstStudentId,
    quizCourseId: quizzes.courseId,
    quizStudentId: quizzes.studentId,
  };
  const others = await otherHolders(database, place, tokensEach - 1);
  await inOneTransaction(
    database,
    usedNow(
      Object.values(others)
        .flat()
        .map(({ userId }) => userId),
    ),
  );
  // Vacuumed now, so that no vacuum falls into a measurement.
  await database.pool.query('vacuum analyze');
  return {
    accountId: ROOT,
    ...place,
    adminId: ADMIN,
    lastUserId: busyStudentId,
    conversationId,
    searchTerm: SEARCH_TERM,
    topicId: size.topics,
    entries: size.entries,
    gradedStudents: graded.students,
    assignments: graded.assignments,
    ...(await found(database, overridden.courseId, studentId)),
    busyStudentId,
    quizzes: quizzes.quizzes,
    tokens,
    others,
  };
}

async function newestConversation(database: Database, userId: number): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    'select conversation_id as id from conversation_participants where user_id = $1 order by last_message_at desc limit 1',
    [userId],
  );
  if (!rows[0]) throw new Error('a bench without conversations');
  return rows[0].id;
}

/** Ids that the numbers of rows made before decide. */
async function found(database: Database, overriddenCourseId: number, studentId: number) {
  const one = async (text: string, values: unknown[]): Promise<number> => {
    const { rows } = await database.pool.query<{ id: number }>(text, values);
    if (!rows[0]) throw new Error(`a bench without rows: ${text}`);
    return rows[0].id;
  };
  const { rows: overrides } = await database.pool.query<{ id: number; assignment_id: number }>(
    `select min(o.id) as id, o.assignment_id from assignment_overrides o join assignments a on a.id = o.assignment_id
      where a.course_id = $1 group by o.assignment_id order by 2 limit 10`,
    [overriddenCourseId],
  );
  return {
    studentChannelId: await one('select min(id) as id from communication_channels where user_id = $1', [studentId]),
    overriddenAssignmentId: await one('select min(id) as id from assignments where course_id = $1', [overriddenCourseId]),
    overriddenGroupId: await one('select min(id) as id from assignment_groups where course_id = $1', [overriddenCourseId]),
    busyCourseId: await one(`select min(id) as id from courses where course_code like 'BUS-%'`, []),
    overrides,
  };
}

async function inOneTransaction(database: Database, steps: readonly Step[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    for (const { text, values } of steps) await client.query(text, [...(values ?? [])]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** A search over texts of another form than the server's own would measure something else. */
async function verifySearchText(database: Database, userIds: readonly number[]): Promise<void> {
  const read = async () =>
    (await database.pool.query<{ text: string }>('select search_text as text from users where id = any($1::int[]) order by id', [userIds]))
      .rows;
  const generated = await read();
  await systemContext(database).tx(async (tx) => {
    for (const id of userIds) await refreshSearchText(tx, id);
  });
  const refreshed = await read();
  if (JSON.stringify(generated) !== JSON.stringify(refreshed)) {
    throw new Error(`bench/generate.ts writes another search text than the server:\n${JSON.stringify({ generated, refreshed }, null, 2)}`);
  }
}
