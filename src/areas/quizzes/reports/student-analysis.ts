import { plainText } from '../../../http/plain-text.ts';
import { iso } from '../../../http/timestamps.ts';
import { type Db, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { array, float, int, json, nullable, present, type RowOf, text, timestamptz, type ValuesOf } from '../../../store/sql/types.ts';
import type { ManualScores, VersionQuestion } from '../../../store/stored/quizzes.ts';
import { isCurrent, ofStudent } from '../../enrollments/relations.ts';
import { isLogin } from '../../users/relations.ts';
import { takenOf } from '../quizzes/quizzes.ts';
import { byQuestion, GIVEN, type Given, givenIn, pointsOf } from '../scoring/scoring.ts';
import { choicesOf, counted, newestOf, type readStatistics, TAKES, told } from '../statistics/statistics.ts';
import { type Cell, lineOf } from './csv.ts';

const BATCH = 100;

const ROW = {
  userId: int,
  name: text,
  sisUserId: nullable(text),
  sections: array(text),
  number: int,
  finishedAt: present(timestamptz),
  version: int,
  drawn: array(int),
  score: float,
  manual: json<ManualScores>(),
  answers: GIVEN,
};
type AttemptLine = RowOf<typeof ROW>;

/** The attempts that count, by student and number, after one of them. */
const lines = statement({
  name: 'quiz_report_attempts',
  takes: { ...TAKES, rootAccountId: int, afterUser: int, afterNumber: int },
  gives: ROW,
  sql: (p) => sql`with ${counted(p)}
   select c.user_id as "userId", u.name, c.number, t.finished_at as "finishedAt", c.version, c.drawn, c.score, c.manual_scores as manual,
     (select min(l.sis_user_id) from pseudonyms l where l.user_id = u.id and l.root_account_id = ${p.rootAccountId} and ${isLogin('l')}) as "sisUserId",
     array(select distinct s.name from enrollments e join course_sections s on s.id = e.course_section_id
       where e.course_id = quiz.course_id and e.user_id = u.id and ${ofStudent('e')} and ${isCurrent('e')} order by s.name) as sections,
     ${givenIn(sql`c.id`, told)} as answers
   from counted c cross join quiz join quiz_attempts t on t.id = c.id join users u on u.id = c.user_id
   where (c.user_id, c.number) > (${p.afterUser}::int, ${p.afterNumber}::int) order by c.user_id, c.number limit ${BATCH}`,
});

/** What was answered, in words. */
function wordsOf(question: VersionQuestion, given: Given): Cell {
  if (given === null) return null;
  if (typeof given === 'string') return question.type === 'essay_question' ? plainText(given) : given;
  const choices = choicesOf(question);
  if (question.type === 'numerical_question' && typeof given === 'number') return given;
  const chosen = choices.flatMap((choice) => {
    const texts = choice.options.filter((one) => one.isGiven(given)).map((one) => one.text);
    const written = typeof given === 'object' && !Array.isArray(given) ? new Map(Object.entries(given)).get(choice.id ?? '') : undefined;
    if (choice.id === null) return texts;
    const own = typeof written === 'string' ? written : texts[0];
    return own === undefined ? [] : [`${choice.text} => ${own}`];
  });
  return chosen.length === 0 && Array.isArray(given) ? given.filter((one) => typeof one === 'number').join(', ') : chosen.join(', ');
}

interface Sheet {
  questions: readonly VersionQuestion[];
  versions: ReadonlyMap<number, readonly VersionQuestion[]>;
}

const HEAD = ['name', 'id', 'sis_id', 'section', 'submitted', 'attempt'];
const headOf = ({ questions }: Sheet): string =>
  lineOf([
    ...HEAD,
    ...questions.flatMap((one): Cell[] => [`${one.id}: ${plainText(one.text ?? '')}`, one.pointsPossible]),
    'n correct',
    'n incorrect',
    'score',
  ]);

function attemptLine({ questions, versions }: Sheet, row: AttemptLine): string {
  const asked = new Map(takenOf(versions.get(row.version) ?? [], row.drawn).map((question) => [question.id, question]));
  const answers = byQuestion(row.answers);
  let correct = 0;
  let incorrect = 0;
  const cells = questions.flatMap(({ id }): Cell[] => {
    const question = asked.get(id);
    if (!question) return [null, null];
    const points = pointsOf(question, answers, row.manual);
    if (points !== null && points >= question.pointsPossible) correct += 1;
    if (points === 0 && question.pointsPossible > 0) incorrect += 1;
    return [wordsOf(question, answers.get(id) ?? null), points];
  });
  const who = [row.name, row.userId, row.sisUserId, row.sections.join(', '), iso(row.finishedAt), row.number];
  return lineOf([...who, ...cells, correct, incorrect, row.score]);
}

/** A line for each attempt, by student and number (quizzes#110). */
export async function studentAnalysis(
  db: Db,
  values: ValuesOf<typeof TAKES>,
  rootAccountId: number,
  { versions }: Pick<Awaited<ReturnType<typeof readStatistics>>, 'versions'>,
): Promise<string[]> {
  const sheet = { questions: newestOf(versions), versions: new Map(versions.map((one) => [one.version, one.questions])) };
  const written = [headOf(sheet)];
  for (let last: AttemptLine | undefined; ; ) {
    const rows = await db.rows(lines, { ...values, rootAccountId, afterUser: last?.userId ?? 0, afterNumber: last?.number ?? 0 });
    written.push(...rows.map((row) => attemptLine(sheet, row)));
    if (rows.length < BATCH) return written;
    last = rows.at(-1);
  }
}
