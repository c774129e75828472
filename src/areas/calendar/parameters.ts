import { z } from 'zod';
import { type ContextCode, codeOf, contextCode, contextCodes } from '../../http/parameters/context-codes.ts';
import { html } from '../../http/parameters/html.ts';
import { lastOf } from '../../http/parameters/nesting.ts';
import {
  boolean,
  isEmpty,
  isParameterMap,
  list,
  nullable,
  oneOf,
  optional,
  type Reader,
  Refused,
  required,
  text,
  timestamp,
} from '../../http/parameters/types.ts';
import { name } from '../../http/parameters/words.ts';
import { readId } from '../../kernel/ids.ts';

/** The time of a section. */
export interface SentChild {
  sectionId: number;
  startAt: Date;
  endAt: Date | null;
}

const SECTION = 'course_section_';
const sectionIn = (code: string): number | undefined => (code.startsWith(SECTION) ? readId(code.slice(SECTION.length)) : undefined);

/** The context code of an event that is there already. It may be a section's, as events answer it (calendar#2). */
const codeOfEvent: Reader<string> = {
  schema: { type: 'string', pattern: '^(course|course_section|group|user)_[1-9][0-9]*$' },
  read(raw) {
    const sent = text().read(raw);
    if (sent instanceof Refused || sectionIn(sent) !== undefined) return sent;
    const code = contextCode().read(sent);
    return code instanceof Refused ? code : codeOf(code);
  },
};

const child: Reader<SentChild> = {
  schema: {
    type: 'object',
    required: ['context_code', 'start_at'],
    properties: {
      context_code: { type: 'string' },
      start_at: { type: 'string', format: 'date-time' },
      end_at: { type: 'string', format: 'date-time' },
    },
  },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of times with their sections');
    const code = text().read(sent['context_code']);
    const sectionId = code instanceof Refused ? undefined : sectionIn(code);
    if (sectionId === undefined) return new Refused('invalid', 'context_code must name a section, as course_section_1 does');
    const startAt = timestamp().read(sent['start_at']);
    if (startAt instanceof Refused) return new Refused('invalid', `start_at ${startAt.message}`);
    const endAt = isEmpty(lastOf(sent['end_at'])) ? null : timestamp().read(sent['end_at']);
    return endAt instanceof Refused ? new Refused('invalid', `end_at ${endAt.message}`) : { sectionId, startAt, endAt };
  },
};

const fields = {
  title: optional(name()),
  description: nullable(html()),
  start_at: optional(timestamp()),
  end_at: nullable(timestamp()),
  all_day: optional(boolean()),
  location_name: nullable(text()),
  location_address: nullable(text()),
  child_event_data: optional(list(child)),
};

/** calendar#2. */
export const EventParameters = z.object({ context_code: required(contextCode()), ...fields });
export type EventParameters = z.output<typeof EventParameters>;

export const EventChanges = z.object({ context_code: optional(codeOfEvent), ...fields });
export type EventChanges = z.output<typeof EventChanges>;

/** calendar#17; both bounds inclusive, and without them or without codes everything that is the caller's. */
export const eventFilters = {
  type: optional(oneOf('event', 'assignment')),
  start_date: optional(timestamp()),
  end_date: optional(timestamp()),
  context_codes: optional(contextCodes()),
};
export interface EventFilters {
  start_date?: Date | undefined;
  end_date?: Date | undefined;
  context_codes?: readonly ContextCode[] | undefined;
}
