import type { TxCtx } from '../../../access/context.ts';
import { type Db, statement } from '../../../store/database.ts';
import { type Piece, type Sql, sql } from '../../../store/sql/sql.ts';
import { int, json } from '../../../store/sql/types.ts';
import type { VersionQuestion } from '../../../store/stored/quizzes.ts';
import { questionsInOrder } from '../relations.ts';
import { takenOf } from './drawing.ts';

/** The questions of a quiz, which is a row with an `id`, as a version keeps them. */
const questionsIn = (quiz: Piece): Sql => sql`coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'position', n.place, 'name', n.name,
       'text', n.text, 'type', n.type, 'pointsPossible', n.points, 'answers', n.answers)
       || case when n.group_id is null then '{}' else jsonb_build_object('group', jsonb_build_object('id', n.group_id, 'picks', n.pick_count)) end order by n.place)
     from (${questionsInOrder(sql`${quiz}.id`)}) n), '[]')`;

/** Whether attempts draw some of its questions. */
const drawsFrom = (quiz: Piece): Sql =>
  sql`exists (select 1 from quiz_questions n where n.quiz_id = ${quiz}.id and n.group_id is not null)`;

// What nobody has begun with may still change: whoever calls this holds the quiz, so that nobody begins meanwhile.
const keep = statement({
  name: 'keep_quiz_version',
  takes: { quizId: int },
  sql: (
    p,
  ) => sql`with v as (update quizzes q set version = q.version + (exists (select 1 from quiz_attempts t where t.quiz_id = q.id and t.version = q.version))::int,
         draws = ${drawsFrom(sql`q`)}
       where q.id = ${p.quizId} returning q.id, q.version)
   insert into quiz_versions (quiz_id, version, questions)
   select v.id, v.version, ${questionsIn(sql`v`)} from v
   on conflict (quiz_id, version) do update set questions = excluded.questions`,
});

/** The questions as they are now are those that attempts are begun with. */
export async function keepVersion(tx: TxCtx, quizId: number): Promise<void> {
  await tx.db.rows(keep, { quizId });
}

const keepFirst = statement({
  name: 'keep_first_quiz_version',
  takes: { quizId: int },
  sql: (
    p,
  ) => sql`with v as (insert into quiz_versions (quiz_id, version, questions) select q.id, q.version, ${questionsIn(sql`q`)} from quizzes q where q.id = ${p.quizId}
     on conflict (quiz_id, version) do nothing returning quiz_id)
   update quizzes q set draws = ${drawsFrom(sql`q`)} from v where q.id = v.quiz_id`,
});

/** Of a quiz that counts as published and never was: there is a version to begin with. Whoever calls this holds the quiz. */
export async function keepFirstVersion(tx: TxCtx, quizId: number): Promise<void> {
  await tx.db.rows(keepFirst, { quizId });
}

const MOST_KEPT = 200;
const byDatabase = new WeakMap<object, Map<string, Promise<VersionQuestion[]>>>();

const read = statement({
  name: 'quiz_version',
  takes: { quizId: int, version: int },
  gives: { questions: json<VersionQuestion[]>() },
  sql: (p) => sql`select questions from quiz_versions where quiz_id = ${p.quizId} and version = ${p.version}`,
});

async function load(db: Db, quizId: number, version: number): Promise<VersionQuestion[]> {
  const [row] = await db.rows(read, { quizId, version });
  if (!row) throw new Error(`quiz ${quizId} has no version ${version}`);
  return row.questions;
}

/** What says which questions an attempt has. */
export interface Drawing {
  quizId: number;
  version: number;
  drawn: readonly number[];
}

/**
 * A version's questions, which never change: a process reads those of a version once, for all who take the quiz. Not in a
 * transaction, which could read what is not there in the end.
 */
function versionOf(db: Db, { quizId, version }: Drawing): Promise<readonly VersionQuestion[]> {
  const kept = byDatabase.get(db.source) ?? new Map<string, Promise<VersionQuestion[]>>();
  byDatabase.set(db.source, kept);
  const key = `${quizId} ${version}`;
  const found = kept.get(key);
  if (found) return found;
  const loading = load(db, quizId, version);
  loading.catch(() => kept.delete(key));
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, loading);
  return loading;
}

/** The questions of an attempt, in its order (quizzes#39, quizzes#102). */
export const questionsOf = async (db: Db, attempt: Drawing): Promise<readonly VersionQuestion[]> =>
  takenOf(await versionOf(db, attempt), attempt.drawn);
