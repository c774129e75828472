import { isoOrNull } from '../../http/timestamps.ts';
import { checkDates } from '../../kernel/dates.ts';
import { type Db, statement, type TxDb } from '../../store/database.ts';
import { EnrollmentType } from '../../store/generated/enums.ts';
import { enrollmentType } from '../../store/sql/enums.ts';
import { sql } from '../../store/sql/sql.ts';
import { array, int, nullable, type RowOf, timestamptz } from '../../store/sql/types.ts';
import type { Term, TermParameters } from './schemas.ts';

const ROW = { termId: int, type: enrollmentType, startAt: nullable(timestamptz), endAt: nullable(timestamptz) };
type Row = RowOf<typeof ROW>;

const read = statement({
  name: 'overrides_of_terms',
  takes: { ids: array(int) },
  gives: ROW,
  sql: (p) => sql`select o.term_id as "termId", o.type, o.start_at as "startAt", o.end_at as "endAt"
   from enrollment_term_overrides o where o.term_id = any(${p.ids}::int[]) order by o.term_id, o.type`,
});

const json = (rows: readonly Row[]): NonNullable<Term['overrides']> =>
  Object.fromEntries(rows.map((row) => [row.type, { start_at: isoOrNull(row.startAt), end_at: isoOrNull(row.endAt) }]));

/** The overrides of these terms, by the terms' ids (terms#3). */
export async function overridesOfTerms(db: Db, ids: readonly number[]): Promise<(id: number) => NonNullable<Term['overrides']>> {
  const byTerm = Map.groupBy(await db.rows(read, { ids }), (row) => row.termId);
  return (id) => json(byTerm.get(id) ?? []);
}

const none = (row: Row): boolean => row.startAt === null && row.endAt === null;

/** What is not sent stays; dates of which none is left are no override any more (terms#4). Whoever calls this holds the term. */
export async function changeOverrides(db: TxDb, termId: number, sent: TermParameters['overrides']): Promise<void> {
  const asked = Object.values(EnrollmentType).filter((type) => sent[type].start_at !== undefined || sent[type].end_at !== undefined);
  if (asked.length === 0) return;
  const before = new Map((await db.rows(read, { ids: [termId] })).map((row) => [row.type, row]));
  const after = asked.map((type): Row => {
    const { start_at: start = before.get(type)?.startAt ?? null, end_at: end = before.get(type)?.endAt ?? null } = sent[type];
    checkDates(start, end, 'overrides');
    return { termId, type, startAt: start, endAt: end };
  });
  await db.prisma.enrollmentTermOverride.deleteMany({ where: { termId, type: { in: asked } } });
  await db.prisma.enrollmentTermOverride.createMany({ data: after.filter((row) => !none(row)) });
}
