import { type FormKind, type IdForm, type PlainId, readIdForm } from '../../kernel/ids.ts';
import { lastOf, type Raw, Repeated } from './nesting.ts';
import { list, type Reader, Refused } from './types.ts';

const NO_ID = new Refused('invalid', 'must be an id');

/** An id parameter of any form. A number that is no id of this server (0, over 2^31) names nothing: the service answers 404. */
export function idForm(kind: 'plain'): Reader<PlainId>;
export function idForm(kind: FormKind): Reader<IdForm>;
export function idForm(kind: FormKind): Reader<IdForm> {
  return {
    schema: { type: ['integer', 'string'] },
    read(raw) {
      const last = lastOf(raw);
      if (typeof last !== 'string' && typeof last !== 'number') return NO_ID;
      const value = String(last);
      return readIdForm(kind, value) ?? (/^\d{1,100}$/.test(value) ? { by: 'id', id: -1 } : NO_ID);
    },
  };
}

const isWithCommas = (raw: unknown): raw is string => typeof raw === 'string' && raw.includes(',');
const atCommas = (raw: Raw): Raw[] => (isWithCommas(raw) ? raw.split(',').map((part) => part.trim()) : [raw]);

/** A list of ids in any form of a list, or as one text with commas between them, which some clients make of it. */
export function idList(kind?: 'plain'): Reader<PlainId[]>;
export function idList(kind: FormKind): Reader<IdForm[]>;
export function idList(kind: FormKind = 'plain'): Reader<IdForm[]> {
  const ids = list(idForm(kind));
  return {
    schema: ids.schema,
    read: (raw) => ids.read(raw instanceof Repeated ? raw.values.flatMap(atCommas) : isWithCommas(raw) ? atCommas(raw) : raw),
  };
}
