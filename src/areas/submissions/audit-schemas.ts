import { z } from 'zod';
import { optional, timestamp } from '../../http/parameters/types.ts';
import { moment } from '../../http/timestamps.ts';
import { NamedUser } from '../users/schemas.ts';

/** submissions#101: nobody is excused here, so that both are always false. */
export const GradeChangeEvent = z
  .object({
    id: z.string(),
    created_at: moment,
    event_type: z.literal('grade_change'),
    version_number: z.int(),
    grade_before: z.string().nullable(),
    grade_after: z.string().nullable(),
    excused_before: z.literal(false),
    excused_after: z.literal(false),
    links: z.object({
      assignment: z.int(),
      course: z.int(),
      student: z.int(),
      grader: z.int().nullable(),
      page_view: z.null(),
    }),
  })
  .meta({ id: 'GradeChangeEvent' });
export type GradeChangeEvent = z.infer<typeof GradeChangeEvent>;

const UserLink = z.object({ href: z.string(), type: z.literal('user') });

/** Events with what they are about, each once; `links` says where that is read. */
export const GradeChangeEvents = z
  .object({
    links: z.object({
      'events.assignment': z.string(),
      'events.course': z.string(),
      'events.student': UserLink,
      'events.grader': UserLink,
      'events.page_view': z.null(),
    }),
    events: z.array(GradeChangeEvent),
    linked: z.object({
      assignments: z.array(z.object({ id: z.int(), name: z.string(), course_id: z.int() })),
      courses: z.array(z.object({ id: z.int(), name: z.string() })),
      users: z.array(NamedUser),
      page_views: z.array(z.never()),
    }),
  })
  .meta({ id: 'GradeChangeEvents' });
export type GradeChangeEvents = z.infer<typeof GradeChangeEvents>;

export const auditedTime = { start_time: optional(timestamp()), end_time: optional(timestamp()) };
