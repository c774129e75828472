import { z } from 'zod';
import { LONG_TEXT } from '../../http/parameters/html.ts';
import { idForm } from '../../http/parameters/ids.ts';
import { isMap, lastOf, type Raw } from '../../http/parameters/nesting.ts';
import {
  anyOf,
  boolean,
  decimal,
  integer,
  isEmpty,
  isParameterMap,
  list,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  required,
  text,
  timestamp,
  verbatim,
} from '../../http/parameters/types.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { AssessmentType, LatePolicyStatus, MediaType, SubmissionState } from '../../store/generated/enums.ts';
import { INCLUDED } from './including.ts';

/** What the service reads: of what is turned in the type says which fields count, and the others are ignored (submissions#20). */
const unread = (schema: Reader<unknown>['schema']): Reader<unknown> => ({ schema, read: (raw) => raw });

export const TURNED_IN_TYPES = ['online_text_entry', 'online_url', 'online_upload', 'media_recording'] as const;

/** submissions#19. */
export const WorkParameters = z.object({
  submission_type: optional(unread({ type: 'string', enum: TURNED_IN_TYPES })),
  body: optional(unread({ type: 'string', format: 'html' })),
  url: optional(unread({ type: 'string' })),
  file_ids: optional(unread({ type: 'array', items: { type: 'integer' } })),
  media_comment_id: optional(unread({ type: 'string' })),
  media_comment_type: optional(unread({ type: 'string', enum: Object.values(MediaType) })),
});
export type WorkParameters = z.output<typeof WorkParameters>;

/** A comment is plain text, kept as it is (submissions#55). */
export const TextComment = z.object({ text_comment: optional(text(LONG_TEXT)) });
export const CommentParameters = TextComment.extend({
  group_comment: optional(boolean()),
  media_comment_id: optional(text()),
  media_comment_type: optional(oneOf(...Object.values(MediaType))),
});
export type CommentParameters = z.output<typeof CommentParameters>;

/** A comment on one submission, which may come with files (submissions#89). */
const CommentWithFiles = CommentParameters.extend({ file_ids: optional(list(idForm('plain'))) });
export type CommentWithFiles = z.output<typeof CommentWithFiles>;

/** What is said by one criterion; what is left out stays as it is. */
export interface SentCriterion {
  points?: number;
  comments?: string;
}
export type SentAssessment = ReadonlyMap<string, SentCriterion>;

function row(raw: Raw): SentCriterion | Refused {
  if (!isMap(raw)) return new Refused('invalid', 'must be a map of criteria to points and comments');
  const points = isEmpty(lastOf(raw['points'])) ? undefined : decimal().read(raw['points']);
  const sent = lastOf(raw['comments']);
  const comments = sent === undefined || sent === null ? undefined : sent === '' ? '' : text(LONG_TEXT).read(sent);
  if (points instanceof Refused) return new Refused(points.type, `has points that ${points.message}`);
  if (comments instanceof Refused) return new Refused(comments.type, `has comments that ${comments.message}`);
  return { ...(points === undefined ? {} : { points }), ...(comments === undefined ? {} : { comments }) };
}

const sentRow = { type: 'object', properties: { points: { type: 'number' }, comments: { type: 'string' } } };

/** `rubric_assessment[<criterion>][points]` and `[comments]` (submissions#49). */
export const assessment = (): Reader<SentAssessment> => ({
  schema: { type: 'object', additionalProperties: sentRow },
  read(raw) {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return new Refused('invalid', 'must be a map of criteria');
    const rows = new Map<string, SentCriterion>();
    for (const [id, value] of Object.entries(raw)) {
      const read = row(value);
      if (read instanceof Refused) return read;
      rows.set(id, read);
    }
    return rows;
  },
});

/** What the smallest JSON number of all takes as text, which is in decimal notation whatever it was sent in (submissions#40). */
export const grade = verbatim({ ...text(330), schema: { anyOf: [{ type: 'string' }, { type: 'number' }] } });

/** submissions#38. An empty grade takes the grade away, null says nothing (submissions#45). */
export const gradeParameters = {
  submission: z.object({
    posted_grade: grade,
    late_policy_status: nullable(oneOf(...Object.values(LatePolicyStatus))),
    seconds_late_override: nullable(integer({ min: 0, max: 2_000_000_000 })),
  }),
  comment: CommentWithFiles,
  rubric_assessment: optional(assessment()),
};

export const include = optional(anyOf(...INCLUDED));

export const ALL = 'all';
const student = idForm('user');

/** Ids of any form, or `all` (submissions#62). */
const students = list<IdForm | typeof ALL>({
  schema: student.schema,
  read: (raw) => (raw === ALL ? ALL : student.read(raw)),
});

export const listParameters = {
  student_ids: optional(students),
  assignment_ids: optional(list(idForm('plain'))),
  grouped: optional(boolean()),
  grading_period_id: optional(idForm('plain')),
  workflow_state: optional(oneOf(...Object.values(SubmissionState))),
  submitted_since: optional(timestamp()),
  graded_since: optional(timestamp()),
  include: optional(anyOf(...INCLUDED, 'total_scores')),
};

const ASSESSMENT_TYPES = Object.values(AssessmentType);

/** An assessment by itself: whose work, as whom, and the rows. */
export interface SentByRubric {
  student: IdForm | undefined;
  type: AssessmentType | undefined;
  rows: SentAssessment;
}

/** submissions#84: beside the rows, which may be named as clients name fields, `criterion_7`. */
const byRubric: Reader<SentByRubric> = {
  // `user_id` and `assessment_type` beside the rows.
  schema: { type: 'object', additionalProperties: { anyOf: [sentRow, student.schema, { type: 'string', enum: ASSESSMENT_TYPES }] } },
  read(raw) {
    if (!isParameterMap(raw)) return new Refused('invalid', 'must be a map of criteria');
    const { user_id: user, assessment_type: word, ...named } = raw;
    const whose = isEmpty(lastOf(user)) ? undefined : student.read(lastOf(user));
    if (whose instanceof Refused) return new Refused(whose.type, `has a user_id that ${whose.message}`);
    const type = isEmpty(lastOf(word)) ? undefined : oneOf(...ASSESSMENT_TYPES).read(word);
    if (type instanceof Refused) return new Refused(type.type, `has an assessment_type that ${type.message}`);
    const rows = assessment().read(Object.fromEntries(Object.entries(named).map(([id, row]) => [id.replace(/^criterion_/, ''), row])));
    if (rows instanceof Refused) return rows;
    return rows.size === 0 ? new Refused('blank', 'names no criterion') : { student: whose, type, rows };
  },
};
export const rubricParameters = { rubric_assessment: required(byRubric) };
