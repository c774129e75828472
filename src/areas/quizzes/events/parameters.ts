import { createHash } from 'node:crypto';
import { z } from 'zod';
import { lastOf } from '../../../http/parameters/nesting.ts';
import {
  elements,
  isParameterMap,
  memberField,
  memberLacks,
  type Reader,
  Refused,
  required,
  text,
  textOf,
  timestamp,
} from '../../../http/parameters/types.ts';
import type { EventData } from '../../../store/stored/quizzes.ts';
import { boundedList } from '../bounded-lists.ts';

const MOST_EVENTS = 500;
/** How many characters an event's data may have as JSON. */
const MOST_DATA = 10_000;

export interface SentEvent {
  type: string;
  at: Date;
  data: EventData;
  digest: Buffer;
}

/** What was sent as it is kept: the same whether it came as a form or as JSON. */
function dataOf(raw: unknown): EventData | Refused {
  const value = lastOf(raw);
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'object') return textOf(value);
  const read: [string, EventData][] = [];
  const isList = Array.isArray(value);
  for (const [name, one] of isList ? elements(value).map((one, i) => [String(i), one] as const) : Object.entries(value)) {
    const known = textOf(name);
    const kept = dataOf(one);
    if (known instanceof Refused) return known;
    if (kept instanceof Refused) return kept;
    read.push([known, kept]);
  }
  return isList ? read.map(([, one]) => one) : Object.fromEntries(read);
}

function readData(raw: unknown): EventData | Refused {
  const data = dataOf(raw);
  if (data instanceof Refused) return new Refused(data.type, `has event_data that ${data.message}`);
  return JSON.stringify(data).length > MOST_DATA ? new Refused('too_long', `has event_data of more than ${MOST_DATA} characters`) : data;
}

const type = text();
const time = timestamp();
/** The moment as it was sent tells apart what happened within one second (quizzes#87). */
const digestOf = (name: string, sentAt: unknown, data: EventData): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([name, String(sentAt), data]))
    .digest();

const event: Reader<SentEvent> = {
  schema: {
    type: 'object',
    properties: { client_timestamp: { type: 'string', format: 'date-time' }, event_type: { type: 'string' }, event_data: {} },
  },
  read(raw) {
    const sent = lastOf(raw);
    if (!isParameterMap(sent)) return new Refused('invalid', 'must be a list of client_timestamp, event_type and event_data');
    const name = memberField(sent, 'event_type', type, memberLacks('event_type'));
    if (name instanceof Refused) return name;
    const at = memberField(sent, 'client_timestamp', time, memberLacks('client_timestamp'));
    if (at instanceof Refused) return at;
    const data = readData(sent['event_data']);
    return data instanceof Refused ? data : { type: name, at, data, digest: digestOf(name, lastOf(sent['client_timestamp']), data) };
  },
};

export const SentEvents = z.object({ quiz_submission_events: required(boundedList(event, MOST_EVENTS, 'events')) });
