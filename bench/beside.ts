import type { Database } from '../src/store/database.ts';
import type { Filled } from './filled.ts';

/**
 * What others write while something is measured, by statements of the bench's own: through Lectern they would cost its process, and the
 * floor's nothing. Each row is written as the API writes it but keeps what it says, so that what is read has the same answer;
 * triggers tell of it as they do of every such write, and Lectern has to look anew.
 */
function statements(store: Filled): { text: string; values: (n: number) => number[] }[] {
  return [
    {
      text: `with graded as (update submissions set graded_at = now(), updated_at = now() where assignment_id = $1 and user_id = (
          select user_id from submissions where assignment_id = $1 and score is not null order by user_id offset $2 limit 1)
          returning assignment_id, user_id, attempt, score, grade, grader_id, graded_at)
        insert into grade_changes (assignment_id, user_id, attempt, score, grade, grader_id, created_at) select * from graded`,
      values: (n) => [1 + (n % store.assignments), n % GRADED],
    },
    {
      text: `with topic as (update discussion_topics set version = version + 1 where id = $1 returning version)
        update discussion_entries set updated_at = now(), version = (select version from topic) where topic_id = $1 and id = $2`,
      values: (n) => [store.topicId, store.entries - (n % Math.min(store.entries, EDITED))],
    },
    {
      text: `update enrollments set state = state, updated_at = now() where id = (select id from enrollments where course_id = $1
          order by id offset $2 limit 1)`,
      values: (n) => [store.courseId, n % ENROLLED],
    },
  ];
}

/** Nothing here builds the view of the topic anew, as a worker does within a second: so few entries are all that it lacks. */
const EDITED = 10;
/** A small store has hardly more. */
const ENROLLED = 20;
const GRADED = 20;

/** Begins to write so many times a second, a grade, an entry and an enrollment in turn; what it gives back ends that. */
export function writeBeside(database: Database, store: Filled, perSecond: number): () => Promise<unknown> {
  const all = statements(store);
  const begun: Promise<unknown>[] = [];
  const begin = performance.now();
  const timer = setInterval(() => {
    // A timer is late at times, and makes up for it.
    for (const due = ((performance.now() - begin) / 1000) * perSecond; begun.length < due; ) {
      const n = begun.length;
      const one = all[n % all.length];
      if (!one) throw new Error('there is nothing to write');
      const write = { name: `beside_${n % all.length}`, text: one.text, values: one.values(Math.floor(n / all.length)) };
      const written = database.pool.query(write).then(({ rowCount }) => {
        if (!rowCount) throw new Error(`nothing was written beside: ${one.text}`);
      });
      // Whoever ends it hears of it.
      written.catch(() => undefined);
      begun.push(written);
    }
  }, 1000 / perSecond);
  return () => {
    clearInterval(timer);
    return Promise.all(begun);
  };
}
