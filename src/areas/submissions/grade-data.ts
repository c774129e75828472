import { z } from 'zod';
import { idForm } from '../../http/parameters/ids.ts';
import { isParameterMap, optional, type Reader, Refused, required } from '../../http/parameters/types.ts';
import type { IdForm } from '../../kernel/ids.ts';
import { untyped } from './comments.ts';
import { assessment, CommentParameters, grade, type SentAssessment } from './parameters.ts';

/** What one student gets of many: a grade, an assessment, a comment (submissions#78). */
const Row = z.object({ posted_grade: grade, rubric_assessment: optional(assessment()), ...CommentParameters.shape });
export interface SentForStudent {
  student: IdForm;
  /** The student as the client named them, for messages. */
  named?: string;
  posted: string | undefined;
  assessment: SentAssessment | undefined;
  comment: CommentParameters;
}

const student = idForm('user');
const assignment = idForm('plain');

const NO_MAP = new Refused('invalid', 'must be a map of students to what each of them gets');

/** The rows of one assignment. */
function readRows(raw: unknown): SentForStudent[] | Refused {
  if (!isParameterMap(raw)) return NO_MAP;
  const rows: SentForStudent[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const form = student.read(key);
    if (form instanceof Refused) return new Refused('invalid', `names a student by ${key}, which is no id`);
    if (!isParameterMap(value)) return new Refused('invalid', `has for student ${key} what is no map`);
    const read = Row.safeParse(value);
    if (!read.success) {
      const [issue] = read.error.issues;
      return new Refused('invalid', `has for student ${key} ${String(issue?.path[0] ?? 'a row')} that ${issue?.message ?? 'is no map'}`);
    }
    const refused = untyped(read.data);
    if (refused) return new Refused(refused.type, `has for student ${key} media_comment_type that ${refused.message}`);
    const { posted_grade: posted, rubric_assessment: assessed, ...comment } = read.data;
    rows.push({ student: form, named: key, posted, assessment: assessed?.size ? assessed : undefined, comment });
  }
  return rows.length === 0 ? NO_MAP : rows;
}

export interface OfAssignment {
  assignmentId: number;
  rows: readonly SentForStudent[];
}

function readAssignments(raw: unknown): OfAssignment[] | Refused {
  const none = new Refused('invalid', 'must be a map of assignments to students');
  if (!isParameterMap(raw)) return none;
  const all: OfAssignment[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const form = assignment.read(key);
    if (form instanceof Refused) return new Refused('invalid', `names an assignment by ${key}, which is no id`);
    const rows = readRows(value);
    if (rows instanceof Refused) return new Refused(rows.type, `of assignment ${key} ${rows.message}`);
    all.push({ assignmentId: form.id, rows });
  }
  return all.length === 0 ? none : all;
}

const documentedRow = {
  type: 'object',
  properties: {
    posted_grade: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    rubric_assessment: assessment().schema,
    text_comment: { type: 'string' },
    group_comment: { type: 'boolean' },
    media_comment_id: { type: 'string' },
    media_comment_type: { type: 'string', enum: ['audio', 'video'] },
  },
};
const ofOne = { type: 'object', additionalProperties: documentedRow };

const rows: Reader<SentForStudent[]> = { schema: ofOne, read: readRows };
const assignments: Reader<OfAssignment[]> = { schema: { type: 'object', additionalProperties: ofOne }, read: readAssignments };

/** The parameter for grades of the one assignment in the path, and for those of several assignments of a course. */
export const gradeData = { ofOne: { grade_data: required(rows) }, ofMany: { grade_data: required(assignments) } };
