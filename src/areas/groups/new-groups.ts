import { cutTo, MOST_CHARACTERS } from '../../http/parameters/types.ts';
import { JoinLevel } from '../../store/generated/enums.ts';

/** `<name> <number>`, as much of the name as there is room for (groups#49, groups#11). */
export function numberedName(name: string, number: number): string {
  const ending = ` ${number}`;
  return cutTo(name, MOST_CHARACTERS - ending.length) + ending;
}

/** Students sign up by themselves where the set says so: `join_level` is what lets them (groups#10, groups#31). */
export const firstJoinLevel = (selfSignup: string | null): JoinLevel =>
  selfSignup === 'enabled' ? JoinLevel.parent_context_auto_join : JoinLevel.invitation_only;
