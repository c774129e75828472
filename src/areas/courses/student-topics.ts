import { SETTINGS } from '../../access/finding.ts';
import { effectiveSettings } from '../../access/settings.ts';
import { type Db, statement } from '../../store/database.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, boolean, int, json } from '../../store/sql/types.ts';
import type { AccountSettings } from '../../store/stored/accounts.ts';

const settings = statement({
  name: 'courses_whose_students_make_topics',
  takes: { ids: array(int) },
  gives: { id: int, students: boolean, around: json<AccountSettings[]>() },
  sql: (p) => sql`select c.id, c.allow_student_discussion_topics as students, ${SETTINGS} as around
    from courses c where c.id = any(${p.ids}::int[])`,
});

/** Those of these courses whose students make topics: where the course lets them and its accounts do (discussions#3). */
export async function whereStudentsMakeTopics(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.rows(settings, { ids });
  return new Set(
    rows.flatMap(({ id, students, around }) => (students && effectiveSettings(around).students_can_create_discussions ? id : [])),
  );
}
