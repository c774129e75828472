import { Readable } from 'node:stream';
import { z } from 'zod';
import { makeContext } from '../../../access/context.ts';
import { type Database, statement } from '../../../store/database.ts';
import { sql } from '../../../store/sql/sql.ts';
import { int, json, text } from '../../../store/sql/types.ts';
import type { Job } from '../../area.ts';
import { WELL_KNOWN } from '../../files/folder-targets.ts';
import { storeAttachment } from '../../files/storing.ts';
import { endProgress, holdProgress, OfProgress } from '../../progress/progress.ts';
import { isUnderWay } from '../../progress/relations.ts';
import { WRITE_REPORT } from '../job-names.ts';
import { readStatistics } from '../statistics/statistics.ts';
import { itemAnalysis } from './item-analysis.ts';
import { studentAnalysis } from './student-analysis.ts';

/** What a report is of, as its asker could read it then. */
export const ReportWork = z.object({
  reportId: z.int(),
  quizId: z.int(),
  rootAccountId: z.int(),
  type: z.enum(['student_analysis', 'item_analysis']),
  all: z.boolean(),
  reach: z.array(z.int()).nullable(),
});
export type ReportWork = z.output<typeof ReportWork>;

export const READABLE = { student_analysis: 'Student Analysis', item_analysis: 'Item Analysis' } as const;

const work = statement({
  name: 'quiz_report_to_write',
  takes: { progressId: int },
  gives: { userId: int, work: json<unknown>(), title: text },
  sql: (p) => sql`select p.user_id as "userId", p.work, q.title from progresses p
     join quiz_reports r on r.progress = p.id join quizzes q on q.id = r.quiz_id
   where p.id = ${p.progressId} and ${isUnderWay('p')}`,
});

const BOM = '\uFEFF';

async function contentOf(database: Database, { quizId, reach, all, type, rootAccountId }: ReportWork): Promise<Buffer> {
  const values = { quizId, reach, all };
  const found = await readStatistics(database, values);
  const lines = type === 'item_analysis' ? itemAnalysis(found.questions) : await studentAnalysis(database, values, rootAccountId, found);
  return Buffer.from(`${BOM}${lines.join('')}`);
}

/** Thrown where the report was deleted, or written by another run, meanwhile: the file that was made for it goes. */
class NotWanted extends Error {}

/** The file, its report and the end of the progress are one transaction; begun twice, one of the two stores it (quizzes#109). */
export const writeReport: Job = {
  name: WRITE_REPORT,
  async run(database, payload, services) {
    const { progressId } = OfProgress.parse(payload);
    const [found] = await database.rows(work, { progressId });
    if (!found) return;
    const { userId, title } = found;
    const report = ReportWork.parse(found.work);
    const content = await contentOf(database, report);
    const caller = { userId, rootAccountId: report.rootAccountId, timeZone: 'UTC', adminOf: [], realUserId: null, lentBy: null };
    const ctx = makeContext({ database, caller, services, baseUrl: '', webUrl: '', now: new Date() });
    const name = `${title} ${READABLE[report.type]} Report.csv`;
    const file = { name, contentType: 'text/csv', size: content.length, open: () => Readable.from([content]) };
    const storing = { owner: { kind: 'user', id: userId }, place: { path: WELL_KNOWN.quizReports }, freeUpTo: content.length } as const;
    try {
      await storeAttachment(ctx, file, storing, async (tx, { id }) => {
        if (!(await holdProgress(tx.db, progressId))) throw new NotWanted();
        const where = { id: report.reportId, progress: progressId };
        const { count } = await tx.db.prisma.quizReport.updateMany({ where, data: { fileId: id, updatedAt: tx.now } });
        if (count === 0) throw new NotWanted();
        await endProgress(tx.db, progressId, 'completed', 'the report is written');
      });
    } catch (error) {
      if (!(error instanceof NotWanted)) throw error;
    }
  },
};
