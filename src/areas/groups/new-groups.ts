import { JoinLevel } from '../../store/generated/enums.ts';

const MOST_CHARACTERS = 255;

/** `<name> <number>`, as much of the name as there is room for (groups#49, groups#11). */
export function numberedName(name: string, number: number): string {
  const ending = ` ${number}`;
  return `${Array.from(name)
    .slice(0, MOST_CHARACTERS - ending.length)
    .join('')}${ending}`;
}

/** Students sign up by themselves where the set says so: `join_level` is what lets them (groups#10, groups#31). */
export const firstJoinLevel = (selfSignup: string | null): JoinLevel =>
  selfSignup === 'enabled' ? JoinLevel.parent_context_auto_join : JoinLevel.invitation_only;
