import { z } from 'zod';
import { lastOf } from '../../../http/parameters/nesting.ts';
import {
  decimal,
  integer,
  isEmpty,
  isParameterMap,
  list,
  memberField,
  oneOf,
  positiveInteger,
  type Reader,
  Refused,
  required,
} from '../../../http/parameters/types.ts';
import { name } from '../../../http/parameters/words.ts';
import { ITEM_TYPES, type Item } from '../questions/questions.ts';
import { MOST_POINTS } from '../scoring/scoring.ts';

const MOST_GROUPS = 100;
const MOST_PICKS = 1000;
const MOST_ITEMS = 10_000;

const FIELDS = { name: name(), pick_count: integer({ min: 0, max: MOST_PICKS }), question_points: decimal({ min: 0, max: MOST_POINTS }) };

/** What is said of a group; null: nothing. */
export interface SentGroup {
  name: string | null;
  pickCount: number | null;
  questionPoints: number | null;
}

const group: Reader<SentGroup> = {
  schema: { type: 'object', properties: Object.fromEntries(Object.entries(FIELDS).map(([name, { schema }]) => [name, schema])) },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of groups');
    const name = memberField<string | null>(sent, 'name', FIELDS.name, null);
    const pickCount = memberField<number | null>(sent, 'pick_count', FIELDS.pick_count, null);
    const questionPoints = memberField<number | null>(sent, 'question_points', FIELDS.question_points, null);
    if (name instanceof Refused) return name;
    if (pickCount instanceof Refused) return pickCount;
    if (questionPoints instanceof Refused) return questionPoints;
    if (!isEmpty(lastOf(sent['assessment_question_bank_id']))) {
      return new Refused('invalid', 'has an assessment_question_bank_id, but there are no banks of questions');
    }
    return { name, pickCount, questionPoints };
  },
};

/** A list of at least one, and of no more than `most`. */
function some<T>(element: Reader<T>, most: number): Reader<T[]> {
  const every = list(element);
  return {
    schema: every.schema,
    read(raw) {
      const sent = every.read(raw);
      if (sent instanceof Refused) return sent;
      if (sent.length === 0) return new Refused('blank', 'is required');
      return sent.length > most ? new Refused('too_long', `must be at most ${most}`) : sent;
    },
  };
}

/** quizzes#100 */
export const SentGroups = z.object({ quiz_groups: required(some(group, MOST_GROUPS)) });
export const SentGroupChange = z.object({ quiz_groups: required(some(group, 1)) });

const itemType = oneOf(...ITEM_TYPES);
const itemId = positiveInteger();

const item: Reader<Item> = {
  schema: { type: 'object', properties: { type: itemType.schema, id: itemId.schema }, required: ['id'] },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of items, each with an id');
    const type = memberField<Item['type']>(sent, 'type', itemType, 'question');
    const id = memberField(sent, 'id', itemId, new Refused('blank', 'has an item without id'));
    if (type instanceof Refused) return type;
    return id instanceof Refused ? id : { type, id };
  },
};

const items = some(item, MOST_ITEMS);

/** quizzes#104 */
export const SentOrder = z.object({
  order: required({
    schema: items.schema,
    read(raw): Item[] | Refused {
      const sent = items.read(raw);
      if (sent instanceof Refused) return sent;
      const named = new Set(sent.map(({ type, id }) => `${type} ${id}`));
      return named.size < sent.length ? new Refused('invalid', 'names an item more than once') : sent;
    },
  }),
});
