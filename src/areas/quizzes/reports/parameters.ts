import { z } from 'zod';
import { anyOf, boolean, oneOf, optional, required } from '../../../http/parameters/types.ts';
import { QuizReportType } from '../../../store/generated/enums.ts';

/** quizzes#109 */
export const ReportParameters = z
  .object({ report_type: required(oneOf(...Object.values(QuizReportType))), includes_all_versions: optional(boolean()) })
  .transform((sent) => ({ type: sent.report_type, allVersions: sent.includes_all_versions ?? false }));
export type SentReport = z.output<typeof ReportParameters>;

export const ReportInclude = optional(anyOf('file', 'progress'));
export type ReportQuery = z.output<typeof ReportInclude>;
