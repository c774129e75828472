import { hashToken } from '../../src/access/caller.ts';
import { sortableName } from '../../src/areas/users/names.ts';
import { newToken } from '../../src/areas/users/tokens.ts';
import { sortKey } from '../../src/store/sort-key.ts';
import type { TestServer } from './server.ts';

// People, courses and enrollments, each made by one statement: the same rows as over HTTP, which a test beside this holds. For
// what is not itself tested, several requests of a dozen statements each are the greater part of most tests' time.

type Server = Pick<TestServer, 'database'>;

async function one<Row extends object>(
  { database }: Server,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Row | undefined> {
  const { rows } = await database.pool.query<Row>({ name: `tests_${name}`, text, values: [...values] });
  return rows[0];
}

const PERSON = `with account as (select id, root_account_id, chain from accounts where id = $1),
  made as (
    insert into users (root_account_id, name, short_name, sortable_name, sort_key, search_text)
    select root_account_id, $2::text, $2::text, $3, $4, replace(lower(concat_ws(E'\\n', $2::text, $5::text)), 'ς', 'σ') from account
    returning id, sort_key),
  login as (
    insert into pseudonyms (user_id, account_id, root_account_id, unique_id)
    select made.id, account.id, account.root_account_id, $5::text from made, account),
  belonging as (
    insert into user_accounts (user_id, account_id, sort_key, direct)
    select made.id, above.id, made.sort_key, above.id = account.id from made, account, unnest(account.chain) as above(id)),
  token as (insert into access_tokens (user_id, hash, hint, purpose) select id, $6, $7, 'tests' from made)
  select id from made`;

/** A user with a login and a token of their own. */
export async function insertPerson(server: Server, account: number, name: string, login: string): Promise<{ id: number; token: string }> {
  const token = newToken();
  const sortable = sortableName(name);
  const values = [account, name, sortable, sortKey(sortable), login, hashToken(token), token.slice(0, 5)];
  const row = await one<{ id: number }>(server, 'person', PERSON, values);
  if (!row) throw new Error(`there is no account ${account}`);
  return { id: row.id, token };
}

const COURSE = `with made as (
    insert into courses (account_id, root_account_id, name, course_code, state)
    select id, root_account_id, $2::text, $2::text, $3::course_state from accounts where id = $1
    returning id, root_account_id),
  section as (insert into course_sections (course_id, root_account_id, name) select id, root_account_id, $2::text from made)
  select id from made`;

const STUDIED = `with made as (
    insert into courses (account_id, root_account_id, name, course_code, state)
    select 1, 1, 'Course', 'COURSE', 'available' from generate_series(1, $2::int) returning id),
  section as (insert into course_sections (course_id, root_account_id, name) select id, 1, 'Section' from made returning id, course_id)
  insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
  select course_id, id, $1::int, 1, 'StudentEnrollment', 'active' from section returning course_id as id`;

/** So many courses of the first root account that somebody studies in; gives their ids. */
export async function insertStudiedCourses({ database }: Server, userId: number, count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(STUDIED, [userId, count]);
  return rows.map(({ id }) => id);
}

/** A course with its own section. */
export async function insertCourse(server: Server, account: number, name: string, offer: boolean): Promise<number> {
  const row = await one<{ id: number }>(server, 'course', COURSE, [account, name, offer ? 'available' : 'unpublished']);
  if (!row) throw new Error(`there is no account ${account}`);
  return row.id;
}

const ENROLLMENT = `with section as (
    select s.id, s.course_id, s.root_account_id, c.account_id from course_sections s join courses c on c.id = s.course_id
    where s.course_id = $1 and not s.deleted and c.state = 'available' and ($4::int is null or s.id = $4::int) order by s.id limit 1),
  person as (select u.id, u.sort_key from users u join section s on s.root_account_id = u.root_account_id where u.id = $2 and not u.deleted),
  made as (
    insert into enrollments (course_id, course_section_id, user_id, root_account_id, type, state)
    select s.course_id, s.id, p.id, s.root_account_id, $3::enrollment_type, 'active' from section s, person p
    on conflict do nothing returning id, course_section_id),
  belonging as (
    insert into user_accounts as known (user_id, account_id, sort_key, direct)
    select p.id, above.id, p.sort_key, above.id = s.account_id
    from made, person p, section s join accounts a on a.id = s.account_id, unnest(a.chain) as above(id)
    on conflict (user_id, account_id) do update set direct = true where excluded.direct and not known.direct)
  select id, course_section_id as "sectionId" from made`;

interface Wanted {
  courseId: number;
  userId: number;
  type: string;
  /** Null: the course's first. */
  sectionId: number | null;
}

/** An active enrollment; undefined where something is in its way, of which the server has more to say. */
export const insertEnrollment = (server: Pick<TestServer, 'database'>, { courseId, userId, type, sectionId }: Wanted) =>
  one<{ id: number; sectionId: number }>(server, 'enrollment', ENROLLMENT, [courseId, userId, type, sectionId]);
