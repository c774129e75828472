import { z } from 'zod';
import { type Documented, nullable, optional, type Reader, Refused, text, timestamp } from '../../http/parameters/types.ts';
import { name, sisId } from '../../http/parameters/words.ts';
import { moment } from '../../http/timestamps.ts';
import { readId } from '../../kernel/ids.ts';
import { EnrollmentType } from '../../store/generated/enums.ts';

const Dates = z.object({ start_at: moment.nullable(), end_at: moment.nullable() });

/** terms#3. */
export const Term = z
  .object({
    id: z.int(),
    name: z.string(),
    start_at: moment.nullable(),
    end_at: moment.nullable(),
    created_at: moment,
    workflow_state: z.enum(['active', 'deleted']),
    grading_period_group_id: z.int().nullable(),
    sis_term_id: z.string().nullable(),
    overrides: z.partialRecord(z.enum(EnrollmentType), Dates).optional(),
    course_count: z.int().optional(),
  })
  .meta({ id: 'EnrollmentTerm' });
export type Term = z.infer<typeof Term>;

export const Terms = z.object({ enrollment_terms: z.array(Term) }).meta({ id: 'EnrollmentTerms' });

/** The term of a course (terms#7): what everybody who sees the course may see of it. */
export const TermOfCourse = Term.pick({
  id: true,
  name: true,
  start_at: true,
  end_at: true,
  created_at: true,
  workflow_state: true,
  grading_period_group_id: true,
});
export type TermOfCourse = z.infer<typeof TermOfCourse>;

const dates = { start_at: nullable(timestamp()), end_at: nullable(timestamp()) };
const ofType = z.object(dates);

export const TermParameters = z.object({
  name: optional(name()),
  ...dates,
  sis_term_id: nullable(sisId()),
  overrides: z.object({
    StudentEnrollment: ofType,
    TeacherEnrollment: ofType,
    TaEnrollment: ofType,
    DesignerEnrollment: ofType,
    ObserverEnrollment: ofType,
  }),
});
export type TermParameters = z.output<typeof TermParameters>;

/** A term by its id or its SIS id (terms#2). */
export type TermForm = { id: number } | { sis: string };

const SIS = 'sis_term_id:';

/** Gives back undefined for what is neither. */
export function readTermForm(value: string): TermForm | undefined {
  if (value.startsWith(SIS) && value.length > SIS.length) return { sis: value.slice(SIS.length) };
  const id = readId(value);
  return id === undefined ? (/^\d{1,100}$/.test(value) ? { id: -1 } : undefined) : { id };
}

const FORM: Documented = { type: ['integer', 'string'] };
const TEXT = text();

export const termForm = (): Reader<TermForm> => ({
  schema: FORM,
  read(raw) {
    const value = TEXT.read(raw);
    return value instanceof Refused ? value : (readTermForm(value) ?? new Refused('invalid', 'must be the id of a term'));
  },
});
