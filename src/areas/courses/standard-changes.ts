import { z } from 'zod';
import type { TxCtx } from '../../access/context.ts';

/** The job of whoever writes grades by the standard of a course: it has another one, or none any more. */
export const COURSE_STANDARD_CHANGED = 'course_standard_changed';
export const CourseStandardChanged = z.object({ courseId: z.int() });

export const publishStandardChange = (tx: TxCtx, courseId: number): Promise<void> =>
  tx.enqueue(COURSE_STANDARD_CHANGED, { courseId }, { key: `${COURSE_STANDARD_CHANGED}:${courseId}` });
