import { z } from 'zod';
import { moment } from '../../http/timestamps.ts';
import { PageViewContext } from '../../store/generated/enums.ts';

/** page-views#4. */
export const PageView = z
  .object({
    id: z.guid(),
    created_at: moment,
    url: z.string(),
    http_method: z.string(),
    controller: z.string(),
    action: z.string(),
    context_type: z.enum(PageViewContext).nullable(),
    context_id: z.int().nullable(),
    user_agent: z.string().nullable(),
    user_id: z.int(),
    real_user_id: z.int().nullable(),
    account_id: z.int(),
    interaction_seconds: z.number(),
    participated: z.boolean(),
    render_time: z.number(),
    remote_ip: z.string(),
  })
  .meta({ id: 'PageView' });
export type PageView = z.infer<typeof PageView>;
