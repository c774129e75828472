import { lengthOf } from '../../http/parameters/types.ts';

/** What a name has at most, in characters (users#22). */
const MOST = 255;

/** A comma more than the name has may be one too many. */
const cut = (name: string): string => (lengthOf(name) > MOST ? Array.from(name).slice(0, MOST).join('').trimEnd() : name);

/** `Last, First` from a full name; one word stays as it is (users#10). */
export function sortableName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  return words.length === 0 || last === undefined ? name.trim() : cut(`${last}, ${words.join(' ')}`);
}
