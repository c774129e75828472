import { lengthOf, MOST_CHARACTERS, type Reader, Refused, required, text } from '../../http/parameters/types.ts';
import type { FieldError } from '../../kernel/errors.ts';
import { isLocale } from './locales.ts';
import { ianaZone } from './time-zones.ts';

function checked(schema: Record<string, unknown>, max: number, check: (value: string) => string | Refused): Reader<string> {
  const reader = text(max);
  return {
    schema: { ...reader.schema, ...schema },
    read(raw) {
      const value = reader.read(raw);
      return value instanceof Refused ? value : check(value);
    },
  };
}

/** An IANA zone or a friendlier name for one, as IANA (users#17). */
export const timeZone = (): Reader<string> =>
  checked(
    { description: 'An IANA time zone, or a friendlier name of one' },
    100,
    (value) => ianaZone(value) ?? new Refused('invalid', 'is not a known time zone'),
  );

/** A two-letter ISO 639-1 code (users#18). */
export const locale = (): Reader<string> =>
  checked({ description: 'A two-letter ISO 639-1 code' }, 20, (value) =>
    isLocale(value) ? value.toLowerCase() : new Refused('invalid', 'is not an ISO 639-1 code'),
  );

export const noLogin: FieldError = { attribute: 'unique_id', type: 'too_short', message: 'is too short (at least 1 character)' };

const LOGIN = /^[\p{L}\p{Nd}_][\p{L}\p{Nd}_.+\-'@= ]*$/u;

/** A login (users#20): a letter, digit or `_`, then these and `. + - ' @ =` and space, at most 100 characters. */
export const uniqueId = (): Reader<string> =>
  checked({ minLength: 1, maxLength: 100 }, 100, (value) =>
    LOGIN.test(value)
      ? value.trim()
      : new Refused('invalid', "must begin with a letter, digit or _ and hold only these and . + - ' @ = and spaces"),
  );

/** A login that has to be there: with none it is too short (users#20). */
export const someUniqueId = () => required(uniqueId(), new Refused(noLogin.type, noLogin.message));

/** At least 8 characters; never in a log or an answer (users#21). */
export const password = (): Reader<string> =>
  checked({ minLength: 8, format: 'password' }, 255, (value) =>
    lengthOf(value) < 8 ? new Refused('too_short', 'is too short (at least 8 characters)') : value,
  );

/** A name that is not blanks only (users#22). */
export const fullName = (): Reader<string> =>
  checked({}, MOST_CHARACTERS, (value) => (value.trim() === '' ? new Refused('blank', 'must not be blank') : value.trim()));

const EMAIL = /^[^\s@<>()[\],;:\\"]+@([^\s@<>()[\],;:\\"]+)$/;

/** Whether an address is one of its channel's kind: a mail address for `email`, else anything that is no blank. */
export function isAddress(type: string, address: string): boolean {
  if (type !== 'email') return address.trim() !== '';
  const domain = EMAIL.exec(address)?.[1];
  return domain !== undefined && /^[^.]+(\.[^.]+)*$/.test(domain);
}
