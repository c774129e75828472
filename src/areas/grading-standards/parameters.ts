import { lastOf } from '../../http/parameters/nesting.ts';
import { decimal, isEmpty, isParameterMap, list, type Reader, Refused, text } from '../../http/parameters/types.ts';
import type { Letter } from '../../store/stored/courses.ts';

const MAX_LETTERS = 100;

const letter: Reader<Letter> = {
  schema: { type: 'object', properties: { name: { type: 'string' }, value: { type: 'number', minimum: 0, maximum: 100 } } },
  read(raw) {
    if (!isParameterMap(raw)) return new Refused('invalid', 'must be a list of letters, each with name and value');
    const name = text().read(raw['name']);
    if (name instanceof Refused || name.trim() === '') return new Refused('blank', 'needs a name for each letter');
    const sent = lastOf(raw['value']);
    if (isEmpty(sent)) return new Refused('blank', 'needs a value for each letter');
    const percent = decimal({ min: 0, max: 100 }).read(sent);
    if (percent instanceof Refused) return new Refused(percent.type, `has a value that ${percent.message}`);
    // Hundredths of a percent are as fine as scores are.
    return { name: name.trim(), value: Math.round(percent * 1e6) / 1e8 };
  },
};

/** `grading_scheme_entry[]`: letters with their lower bounds in percent (grading-standards#6). */
export const gradingScheme = (): Reader<Letter[]> => {
  const letters = list(letter);
  return {
    schema: { ...letters.schema, minItems: 1, maxItems: MAX_LETTERS },
    read(raw) {
      const sent = letters.read(raw);
      if (sent instanceof Refused) return sent;
      if (sent.length === 0) return new Refused('blank', 'is required');
      if (sent.length > MAX_LETTERS) return new Refused('too_long', `has too many letters (at most ${MAX_LETTERS})`);
      if (new Set(sent.map((one) => one.name)).size < sent.length) return new Refused('taken', 'names a letter twice');
      if (new Set(sent.map((one) => one.value)).size < sent.length) return new Refused('taken', 'has two letters from the same value on');
      return sent;
    },
  };
};
