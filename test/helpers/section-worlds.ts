import { createHash, randomUUID } from 'node:crypto';
import type { EnrollmentType } from './school.ts';
import type { Client, TestServer } from './server.ts';

// Courses with everybody in them at once, made by a few statements: what operations answer is what is tested, not how it came there.

export interface Enrolled {
  id: number;
  /** Whose enrollment it is. */
  userId: number;
  type: EnrollmentType;
  state: 'active' | 'invited' | 'completed' | 'inactive';
  sectionId: number;
  limited: boolean;
  observedId: number | null;
}

/** An enrollment as it is drawn: people and sections by their places in the lists. */
export interface Drawn {
  person: number;
  type: EnrollmentType;
  state: Enrolled['state'];
  section: number;
  limited: boolean;
  observed: number;
}

/** What somebody has turned in: nothing, something that waits to be graded, or something that is. */
export type Work = 'nothing' | 'waiting' | 'graded';

export interface DrawnWorld {
  enrollments: readonly Drawn[];
  /** What each person has turned in, whatever they are in the course. */
  works: readonly Work[];
  /** In which of the two groups each person is; null: in none. */
  groups: readonly (0 | 1 | null)[];
}

export interface World {
  courseId: number;
  sections: number[];
  people: { id: number; client: Client }[];
  enrollments: Enrolled[];
  assignmentId: number;
  quizId: number;
  /** The two groups, with who is an accepted member. */
  groups: { id: number; members: number[] }[];
  work: ReadonlyMap<number, Work>;
  /** The overrides for sections, and one for each person. */
  overrides: { id: number; sectionId: number | null; userId: number | null }[];
}

const ACCOUNT = 1;

export async function makeWorld(server: TestServer, people: number, sections: number, drawn: DrawnWorld): Promise<World> {
  const ids = async (text: string, values: unknown[]): Promise<number[]> =>
    (await server.database.pool.query<{ id: number }>(text, values)).rows.map((row) => row.id);
  const one = async (text: string, values: unknown[]): Promise<number> => {
    const [id] = await ids(text, values);
    if (id === undefined) throw new Error(`nothing was made: ${text}`);
    return id;
  };
  const tokens = Array.from({ length: people }, () => `token-${randomUUID()}`);
  const userIds = await ids(
    `insert into users (root_account_id, name, sortable_name, short_name, sort_key) select ${ACCOUNT}, n, n, n, n from unnest($1::text[]) n returning id`,
    [tokens],
  );
  await ids(
    `insert into pseudonyms (user_id, account_id, root_account_id, unique_id) select id, ${ACCOUNT}, ${ACCOUNT}, 'login-' || name from users where id = any($1)`,
    [userIds],
  );
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await ids('insert into access_tokens (user_id, hash) select * from unnest($1::int[], $2::bytea[])', [userIds, hashes]);
  const courseId = await one(
    `insert into courses (account_id, root_account_id, name, course_code, state) values (${ACCOUNT}, ${ACCOUNT}, 'Course', 'C', 'available') returning id`,
    [],
  );
  const sectionIds = await ids(
    `insert into course_sections (course_id, root_account_id, name) select $1, ${ACCOUNT}, 'Section ' || n from generate_series(1, $2::int) n returning id`,
    [courseId, sections],
  );
  const at = (list: readonly number[], place: number): number => list[place % list.length] ?? 0;
  const rows = drawn.enrollments.map((row) => ({
    user_id: at(userIds, row.person),
    course_section_id: at(sectionIds, row.section),
    type: row.type,
    state: row.state,
    associated_user_id: row.type === 'ObserverEnrollment' ? at(userIds, row.observed) : null,
    limited: row.limited,
  }));
  const { rows: enrollments } = await server.database.pool.query<Enrolled>(
    `insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state, associated_user_id, limit_privileges_to_course_section)
     select $1, course_section_id, user_id, ${ACCOUNT}, type::enrollment_type, state::enrollment_state, associated_user_id, limited
     from json_to_recordset($2::json) as r(course_section_id int, user_id int, type text, state text, associated_user_id int, limited boolean)
     on conflict do nothing
     returning id, user_id as "userId", type, state, course_section_id as "sectionId", limit_privileges_to_course_section as limited,
       associated_user_id as "observedId"`,
    [courseId, JSON.stringify(rows)],
  );
  const group = await one("insert into assignment_groups (course_id, name, position) values ($1, 'Assignments', 1) returning id", [
    courseId,
  ]);
  const assignmentId = await one(
    `insert into assignments (course_id, assignment_group_id, position, name, submission_types, allowed_extensions, points_possible, grading_type, published, due_at)
     values ($1, $2, 1, 'Essay', '{online_text_entry}', '{}', 10, 'points', true, now() + interval '1 day') returning id`,
    [courseId, group],
  );
  const quizId = await one(
    `insert into quizzes (course_id, title, type, shuffle_answers, show_correct_answers, scoring_policy, allowed_attempts, one_question_at_a_time, cant_go_back, published)
     values ($1, 'Quiz', 'practice_quiz', false, true, 'keep_highest', 1, false, false, true) returning id`,
    [courseId],
  );
  await ids("insert into quiz_versions (quiz_id, version, questions) values ($1, 1, '[]')", [quizId]);
  const work = new Map(userIds.map((id, i) => [id, drawn.works[i] ?? 'nothing']));
  const busy = userIds.filter((id) => work.get(id) !== 'nothing');
  const states = busy.map((id) => (work.get(id) === 'graded' ? 'graded' : 'submitted'));
  await ids(
    `insert into submissions (assignment_id, user_id, course_id, state, attempt, submission_type, body, submitted_at, score, grade, graded_at)
     select $1, w.id, $2, w.state::submission_state, 1, 'online_text_entry', 'done', now(), case when w.state = 'graded' then 5 end,
       case when w.state = 'graded' then '5' end, case when w.state = 'graded' then now() end from unnest($3::int[], $4::text[]) w(id, state)`,
    [assignmentId, courseId, busy, states],
  );
  await ids(
    "insert into submission_comments (assignment_id, user_id, author_id, comment) select $1, id, id, 'please' from unnest($2::int[]) id",
    [assignmentId, busy],
  );
  await ids(
    `insert into quiz_attempts (quiz_id, user_id, number, version, validation_token, started_at, finished_at, score)
     select $1, id, 1, 1, 'token', now(), now(), 1 from unnest($2::int[]) id`,
    [quizId, busy],
  );
  // In the stream of everybody: who sees an item is asked when it is read.
  const items = await ids(
    `insert into stream_items (type, course_id, assignment_id, student_id) select 'Submission', $1, $2, id from unnest($3::int[]) id returning id`,
    [courseId, assignmentId, busy],
  );
  await ids(
    `insert into stream_item_instances (user_id, stream_item_id, type, course_id, updated_at)
     select u, i, 'Submission', $1, now() from unnest($2::int[]) u, unnest($3::int[]) i`,
    [courseId, userIds, items],
  );
  const set = await one("insert into group_categories (course_id, name) values ($1, 'Set') returning id", [courseId]);
  const groupIds = await ids(
    `insert into groups (root_account_id, course_id, group_category_id, name) select ${ACCOUNT}, $1, $2, 'Group ' || n from generate_series(1, 2) n returning id`,
    [courseId, set],
  );
  const groups = groupIds.map((id, n) => ({ id, members: userIds.filter((_, i) => drawn.groups[i] === n) }));
  for (const { id, members } of groups) {
    await ids(
      "insert into group_memberships (group_id, group_category_id, user_id, state) select $1, $2, u, 'accepted' from unnest($3::int[]) u",
      [id, set, members],
    );
  }
  const ofSections = await ids(
    'insert into assignment_overrides (assignment_id, course_section_id) select $1, s from unnest($2::int[]) s returning id',
    [assignmentId, sectionIds],
  );
  const ofPeople = await ids(
    "insert into assignment_overrides (assignment_id, title) select $1, 'Later' from unnest($2::int[]) returning id",
    [assignmentId, userIds],
  );
  await ids(
    'insert into assignment_override_students (assignment_id, override_id, user_id) select $1, * from unnest($2::int[], $3::int[])',
    [assignmentId, ofPeople, userIds],
  );
  const overrides = [
    ...ofSections.map((id, i) => ({ id, sectionId: sectionIds[i] ?? null, userId: null })),
    ...ofPeople.map((id, i) => ({ id, sectionId: null, userId: userIds[i] ?? null })),
  ];
  const clients = userIds.map((id, i) => ({ id, client: server.as(tokens[i] ?? '') }));
  return { courseId, sections: sectionIds, people: clients, enrollments, assignmentId, quizId, groups, work, overrides };
}
