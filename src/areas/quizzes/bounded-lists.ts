import { list, type Reader, Refused } from '../../http/parameters/types.ts';

/** A list of no more than so many elements, which a refusal calls by this word. */
export function boundedList<T>(element: Reader<T>, most: number, word: string): Reader<T[]> {
  const every = list(element);
  return {
    schema: every.schema,
    read(raw) {
      const sent = every.read(raw);
      return !(sent instanceof Refused) && sent.length > most ? new Refused('too_long', `must be at most ${most} ${word}`) : sent;
    },
  };
}
