import { z } from 'zod';
import { html } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { list, optional, required } from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';

/** collaborations#2: a conference and a collaboration look alike. */
export const Collaboration = z
  .object({
    id: z.int(),
    course_id: z.int(),
    /** Who made it. */
    user_id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    user_ids: z.array(z.int()),
    created_at: moment,
    updated_at: moment,
    html_url: z.string(),
  })
  .meta({ id: 'Collaboration' });
export type Collaboration = z.infer<typeof Collaboration>;

/** collaborations#1: what their lists stand under. */
export const WRAPPED = {
  conference: z.object({ conferences: z.array(Collaboration) }),
  collaboration: z.object({ collaborations: z.array(Collaboration) }),
};

/** collaborations#7: `id` and `collaborator_id` are the user's. */
export const Collaborator = z
  .object({ id: z.int(), type: z.literal('user'), name: z.string(), collaborator_id: z.int() })
  .meta({ id: 'Collaborator' });
export const Collaborators = z.object({ collaborators: z.array(Collaborator) });

export const collaborationParameters = {
  title: required(name()),
  description: optional(html()),
  user_ids: optional(list(idForm('user'))),
};
