import type { Database } from '../src/store/database.ts';
import type { Filled } from './filled.ts';
import { answerOf, type Measured, type Sent, type Servers, type Target, takeTurns } from './measure.ts';
import { answering } from './quiz-answering.ts';
import type { Settings } from './settings.ts';

/** A write, and its two sides. */
export interface Write {
  name: string;
  lectern: Target;
  floor: Target;
  /** All that the first request of each side may touch, as it is then. */
  rows(database: Database): Promise<string>;
}

export const JSON_BODY = { 'content-type': 'application/json' };

/** Every request is about the next submission, in both alike. */
function inTurn(
  path: (assignmentId: number, userId: number) => string,
  store: Filled,
  sent: (n: number) => Omit<Sent, 'path'>,
): () => Sent {
  let n = -1;
  return () => {
    n++;
    return {
      ...sent(n),
      path: path(1 + (n % store.assignments), store.gradedStudentId + (Math.floor(n / store.assignments) % store.gradedStudents)),
    };
  };
}

function writes(store: Filled, { lectern, floor }: Servers): Write[] {
  const course = `/api/v1/courses/${store.gradedCourseId}/assignments`;
  const grade = (n: number) => ({ method: 'PUT', body: JSON.stringify({ submission: { posted_grade: String(n % 10) } }) }) as const;
  const work = JSON.stringify({
    submission: { submission_type: 'online_text_entry', body: '<p>The chapter leaves out what came before it.</p>' },
  });
  const turnIn = () => ({ method: 'POST', body: work }) as const;
  const as = (token: string) => ({ ...JSON_BODY, authorization: `Bearer ${token}` });
  const rows = (database: Database) => rowsOf(database, store.gradedStudentId);
  return [
    {
      name: 'PUT submissions/:user_id (a grade)',
      rows,
      lectern: {
        url: lectern.url,
        headers: as(store.tokens.teacher),
        next: inTurn((assignment, user) => `${course}/${assignment}/submissions/${user}`, store, grade),
      },
      floor: { url: floor.url, headers: JSON_BODY, next: inTurn((assignment, user) => `/grade/${assignment}/${user}`, store, grade) },
    },
    {
      name: 'POST submissions (a turn-in)',
      rows,
      lectern: {
        url: lectern.url,
        headers: as(store.tokens.gradedStudent),
        next: inTurn((assignment) => `${course}/${assignment}/submissions`, store, turnIn),
      },
      floor: { url: floor.url, headers: JSON_BODY, next: inTurn((assignment) => `/turn-in/${assignment}`, store, turnIn) },
    },
  ];
}

/** Times, and the number of the attempt, are other ones each time. */
const comparable = (text: string): string =>
  text
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"then"')
    .replace(/"attempt":\d+/g, '"attempt":1')
    .replace(/"seconds_late":[\d.]+/g, '"seconds_late":1');

/** Of the first assignment. */
async function rowsOf(database: Database, userId: number): Promise<string> {
  const { rows } = await database.pool.query<{ rows: string }>(
    `select json_build_object('submission', to_jsonb(s) - 'graded_at' - 'submitted_at' - 'created_at' - 'updated_at' - 'attempt',
        'graded', (select json_agg(to_jsonb(g) - 'id' - 'created_at' - 'attempt' order by g.id desc) from (select * from grade_changes g
          where g.assignment_id = s.assignment_id and g.user_id = s.user_id order by g.id desc limit 1) g),
        'turned_in', (select json_agg(to_jsonb(h) - 'submitted_at' - 'attempt') from (select * from submission_attempts h
          where h.assignment_id = s.assignment_id and h.user_id = s.user_id order by h.attempt desc limit 1) h))::text as rows
      from submissions s where s.assignment_id = 1 and s.user_id = $1`,
    [userId],
  );
  return rows[0]?.rows ?? '';
}

async function historyOf(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select ((select count(*) from grade_changes) + (select count(*) from submission_attempts)
      + (select count(*) from quiz_answers))::int as count`,
  );
  return rows[0]?.count ?? 0;
}

/** Fails unless the floor answers and writes what Lectern does, but for the time. */
async function compareWrite({ name, rows, lectern, floor }: Write, database: Database): Promise<void> {
  const done: { answer: string; rows: string; added: number }[] = [];
  for (const side of [lectern, floor]) {
    const before = await historyOf(database);
    const answer = comparable((await answerOf(side)).toString());
    done.push({ answer, rows: await rows(database), added: (await historyOf(database)) - before });
  }
  if (JSON.stringify(done[0]) !== JSON.stringify(done[1]))
    throw new Error(`${name}: the floor does not do the same\n${JSON.stringify(done, null, 2)}`);
}

/** Grades and turn-ins of the graded course, and answers in the quizzes, against the least that writes the same rows. */
export async function measureWrites(
  store: Filled,
  servers: Servers,
  database: Database,
  settings: Settings,
  report: (name: string, measured: Measured) => void,
): Promise<void> {
  const all = [...writes(store, servers), answering(store, servers)];
  for (const write of all) await compareWrite(write, database);
  for (const { name, lectern, floor } of all) report(name, await takeTurns(lectern, floor, servers, settings));
}
