import { MOST_CHARACTERS, type Reader, Refused, text } from './types.ts';

/** A name: more than blanks. */
export function name(max = MOST_CHARACTERS): Reader<string> {
  const words = text(max);
  return {
    schema: words.schema,
    read(raw) {
      const sent = words.read(raw);
      return sent instanceof Refused || sent.trim() !== '' ? sent : new Refused('blank', 'must not be blank');
    },
  };
}

const MAX_ADDRESS = 2_000;

/** An address of the web: what a browser would run, or does not know, is none. */
export const webAddress = (): Reader<string> => ({
  schema: { type: 'string', format: 'uri', maxLength: MAX_ADDRESS },
  read(raw) {
    const value = text(MAX_ADDRESS).read(raw);
    if (value instanceof Refused) return value;
    const url = URL.canParse(value) ? new URL(value) : null;
    return url && /^https?:$/.test(url.protocol) && url.hostname !== ''
      ? value
      : new Refused('invalid', 'must be an http or https address');
  },
});

/** What other systems know something by, as it is written; blanks alone are none. */
export const sisId = (): Reader<string | null> => {
  const reader = text();
  return {
    schema: reader.schema,
    read(raw) {
      const sent = reader.read(raw);
      return sent instanceof Refused || sent.trim() !== '' ? sent : null;
    },
  };
};
