import { z } from 'zod';
import { idForm } from '../../../http/parameters/ids.ts';
import { lastOf } from '../../../http/parameters/nesting.ts';
import { boolean, integer, isParameterMap, memberField, type Reader, Refused, required } from '../../../http/parameters/types.ts';
import type { IdForm } from '../../../kernel/ids.ts';
import { boundedList } from '../bounded-lists.ts';

const MOST_EXTENSIONS = 100;
const MOST_ATTEMPTS = 1000;
/** A week, in minutes. */
const MOST_TIME = 10_080;
/** A day, in minutes. */
const MOST_FROM = 1440;

const minutes = integer({ min: 0, max: MOST_FROM });
const FIELDS = {
  extra_attempts: integer({ min: 0, max: MOST_ATTEMPTS }),
  extra_time: integer({ min: 0, max: MOST_TIME }),
  manually_unlocked: boolean(),
  extend_from_now: minutes,
  extend_from_end_at: minutes,
} as const;

/** What is said of a student; what is not said (null) stays as it is. */
export interface SentExtension {
  user: IdForm;
  extraAttempts: number | null;
  extraTime: number | null;
  manuallyUnlocked: boolean | null;
  fromNow: number | null;
  fromEnd: number | null;
}

const userId = idForm('user');

const extension: Reader<SentExtension> = {
  schema: {
    type: 'object',
    properties: { user_id: userId.schema, ...Object.fromEntries(Object.entries(FIELDS).map(([name, { schema }]) => [name, schema])) },
    required: ['user_id'],
  },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of extensions, each with a user_id');
    const of = <T>(name: string, reader: Reader<T>): T | null | Refused => memberField<T | null>(sent, name, reader, null);
    const user = memberField(sent, 'user_id', userId, new Refused('blank', 'has no user_id'));
    const extraAttempts = of('extra_attempts', FIELDS.extra_attempts);
    const extraTime = of('extra_time', FIELDS.extra_time);
    const manuallyUnlocked = of('manually_unlocked', FIELDS.manually_unlocked);
    const fromNow = of('extend_from_now', FIELDS.extend_from_now);
    const fromEnd = of('extend_from_end_at', FIELDS.extend_from_end_at);
    if (user instanceof Refused) return user;
    if (extraAttempts instanceof Refused) return extraAttempts;
    if (extraTime instanceof Refused) return extraTime;
    if (manuallyUnlocked instanceof Refused) return manuallyUnlocked;
    if (fromNow instanceof Refused) return fromNow;
    if (fromEnd instanceof Refused) return fromEnd;
    if (fromNow !== null && fromEnd !== null) return new Refused('invalid', 'has both extend_from_now and extend_from_end_at');
    return { user, extraAttempts, extraTime, manuallyUnlocked, fromNow, fromEnd };
  },
};

export const SentExtensions = z.object({ quiz_extensions: required(boundedList(extension, MOST_EXTENSIONS, 'extensions')) });
