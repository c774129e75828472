import { cutTo } from '../../http/parameters/types.ts';

/** `Last, First` from a full name, in which a comma more may be a character too many; one word stays as it is (users#10). */
export function sortableName(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.pop();
  return words.length === 0 || last === undefined ? name.trim() : cutTo(`${last}, ${words.join(' ')}`);
}
