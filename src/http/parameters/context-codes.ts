import { readId } from '../../kernel/ids.ts';
import { list, type Reader, Refused, text } from './types.ts';

/** A place as clients name it in one word: `course_1`, `group_1`, `user_1`. */
export interface ContextCode {
  kind: 'course' | 'group' | 'user';
  id: number;
}

const KINDS = ['course', 'group', 'user'] as const;

export const codeOf = ({ kind, id }: ContextCode): string => `${kind}_${id}`;

export const contextCode = (): Reader<ContextCode> => ({
  schema: { type: 'string', pattern: '^(course|group|user)_[1-9][0-9]*$' },
  read(raw) {
    const value = text().read(raw);
    if (value instanceof Refused) return value;
    const kind = KINDS.find((one) => value.startsWith(`${one}_`));
    const id = kind && readId(value.slice(kind.length + 1));
    return kind && id !== undefined ? { kind, id } : new Refused('invalid', 'must name a course, a group or a user, as course_1 does');
  },
});

const codes = list(contextCode());

/** What a list is asked for of; of no places it is asked for as without them (conventions#33). */
export const contextCodes = (): Reader<ContextCode[] | undefined> => ({
  schema: codes.schema,
  read(raw) {
    const found = codes.read(raw);
    return found instanceof Refused || found.length > 0 ? found : undefined;
  },
});
