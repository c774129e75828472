import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { ProgressState } from '../../store/generated/enums.ts';

/** progress#2. */
export const Progress = z
  .object({
    id: z.int(),
    context_id: z.int(),
    context_type: z.string(),
    user_id: z.int(),
    tag: z.string(),
    completion: z.number(),
    workflow_state: z.enum(ProgressState),
    message: z.string().nullable(),
    created_at: moment,
    updated_at: moment,
    url: z.string(),
  })
  .meta({ id: 'Progress' });
export type Progress = z.infer<typeof Progress>;
