import { z } from 'zod';
import { nullable, optional, timestamp } from '../../http/parameters/types.ts';
import { name, sisId } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { User } from '../users/schemas.ts';

/** sections#1: exactly these, `students` and `total_students` only when asked for, `sis_section_id` only for those who may manage SIS. */
export const Section = z
  .object({
    id: z.int(),
    name: z.string(),
    sis_section_id: z.string().nullable().optional(),
    course_id: z.int(),
    nonxlist_course_id: z.int().nullable(),
    start_at: moment.nullable(),
    end_at: moment.nullable(),
    students: z.array(User).optional(),
    total_students: z.int().optional(),
  })
  .meta({ id: 'Section' });
export type Section = z.infer<typeof Section>;

/** sections#2: what create and update take. */
export const SectionParameters = z.object({
  name: optional(name()),
  sis_section_id: nullable(sisId()),
  start_at: nullable(timestamp()),
  end_at: nullable(timestamp()),
});
export type SectionParameters = z.output<typeof SectionParameters>;
