import { z } from 'zod';
import { idForm, idList } from '../../http/parameters/ids.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import {
  boolean,
  elements,
  integer,
  isParameterMap,
  memberField,
  memberLacks,
  optional,
  type Reader,
  Refused,
  required,
  text,
  verbatim,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import type { IdForm } from '../../kernel/ids.ts';

/** gradebook#12. */
export const CustomColumn = z
  .object({
    id: z.int(),
    course_id: z.int(),
    title: z.string(),
    position: z.int(),
    hidden: z.boolean(),
    read_only: z.boolean(),
    teacher_notes: z.boolean(),
  })
  .meta({ id: 'CustomGradebookColumn' });
export type CustomColumn = z.infer<typeof CustomColumn>;

/** gradebook#15. */
export const ColumnDatum = z.object({ user_id: z.int(), content: z.string() }).meta({ id: 'CustomGradebookColumnDatum' });
export type ColumnDatum = z.infer<typeof ColumnDatum>;

export const includeHidden = { include_hidden: optional(boolean()) };

const further = {
  position: optional(integer()),
  hidden: optional(boolean()),
  read_only: optional(boolean()),
  teacher_notes: optional(boolean()),
};
export const columnParameters = { column: z.object({ title: required(name()), ...further }) };
export const columnChanges = { column: z.object({ title: optional(name()), ...further }) };
export type ColumnChanges = z.output<(typeof columnChanges)['column']>;

export const orderParameters = { order: required(idList()) };
/** gradebook#13 */
export const ReorderedColumns = z.object({ reorder: z.literal(true), order: z.array(z.int()) }).meta({ id: 'ReorderedColumns' });
export type ReorderedColumns = z.infer<typeof ReorderedColumns>;

const LONGEST = 65_535;
const content: Reader<string> = text(LONGEST);
export const datumParameters = { column_data: z.object({ content: verbatim(content) }) };

/** A cell of one of many columns. */
export interface SentDatum {
  columnId: number;
  student: IdForm;
  /** As the client named them. */
  named: string;
  content: string;
}

const column = idForm('plain');
const student = idForm('user');
function readDatum(raw: unknown): SentDatum | Refused {
  if (!isParameterMap(raw)) return new Refused('invalid', 'must be a list of maps with column_id, user_id and content');
  const named = memberField(raw, 'column_id', column, memberLacks('column_id'));
  if (named instanceof Refused) return named;
  const user = memberField(raw, 'user_id', student, memberLacks('user_id'));
  if (user instanceof Refused) return user;
  const said = memberField(raw, 'content', content, 'content' in raw ? '' : memberLacks('content'));
  if (said instanceof Refused) return said;
  return { columnId: named.id, student: user, named: String(lastOf(raw['user_id'])), content: said };
}

const MOST = 100_000;

const data: Reader<SentDatum[]> = {
  schema: {
    type: 'array',
    items: {
      type: 'object',
      required: ['column_id', 'user_id', 'content'],
      properties: { column_id: column.schema, user_id: student.schema, content: content.schema },
    },
  },
  read(raw) {
    const read: SentDatum[] = [];
    for (const one of elements(raw)) {
      const datum = readDatum(one);
      if (datum instanceof Refused) return datum;
      if (read.push(datum) > MOST) return new Refused('too_long', `has more than ${MOST} members`);
    }
    return read;
  },
};
export const manyData = { column_data: required(data) };
