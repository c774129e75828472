import { z } from 'zod';
import { isMap, type RawMap } from './nesting.ts';
import { documentation, elements, wordsOf } from './types.ts';

/** What is known of parameters: the words of those that leave others out, the names within those that are maps; null: all of it is read. */
type Known = ReadonlyMap<string, ReadonlySet<string> | Known | null>;

const isWords = (known: ReadonlySet<string> | Known): known is ReadonlySet<string> => !('get' in known);

function knownOf(type: z.ZodType): ReadonlySet<string> | Known | null {
  if (type instanceof z.ZodOptional) return type.def.innerType instanceof z.ZodType ? knownOf(type.def.innerType) : null;
  if (type instanceof z.ZodObject) return knownIn(type);
  const schema = documentation.get(type)?.schema;
  const words = schema && wordsOf.get(schema);
  return words ? new Set(words) : null;
}

/** What an operation knows: the names of its parameters, and of those that every operation takes (conventions#87). */
export const knownIn = (input: z.ZodObject, besides: readonly string[] = []): Known =>
  new Map([
    ...besides.map((name) => [name, null] as const),
    ...Object.entries(input.shape).map(([name, type]) => [name, knownOf(type)] as const),
  ]);

/** A word in a form that a header may hold. */
const plain = (word: string): string => encodeURIComponent(word.toWellFormed());

/** The parameters that are not known, as a client writes them: `bucket`, `course[color]`, `include[]=teachers`. */
export function ignored(known: Known, sent: RawMap, written = plain): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const of = known.get(name);
    if (of === undefined) return [written(name)];
    if (of === null) return [];
    if (isWords(of))
      return elements(value).flatMap((word) =>
        typeof word !== 'string' || word === '' || of.has(word) ? [] : [`${written(name)}[]=${plain(word)}`],
      );
    return isMap(value) ? ignored(of, value, (inner) => `${written(name)}[${plain(inner)}]`) : [];
  });
}
