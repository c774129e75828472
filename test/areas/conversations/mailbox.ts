import { expect } from 'vitest';
import { z } from 'zod';
import type { Fields } from '../../helpers/form.ts';
import { course, enroll, made, type Person, person, unique } from '../../helpers/school.ts';
import type { Client, TestServer } from '../../helpers/server.ts';

const Message = z.looseObject({ id: z.int(), body: z.string(), author_id: z.int(), generated: z.boolean(), created_at: z.string() });
export const Conversation = z.looseObject({
  id: z.int(),
  subject: z.string().nullable(),
  workflow_state: z.string(),
  last_message: z.string().nullable(),
  last_message_at: z.string().nullable(),
  message_count: z.int(),
  subscribed: z.boolean(),
  private: z.boolean(),
  starred: z.boolean(),
  properties: z.array(z.string()),
  audience: z.array(z.int()),
  audience_contexts: z.object({ courses: z.record(z.string(), z.array(z.string())), groups: z.record(z.string(), z.array(z.string())) }),
  participants: z.array(z.looseObject({ id: z.int(), name: z.string() })),
  visible: z.boolean(),
  messages: z.array(Message).optional(),
});
export type Conversation = z.output<typeof Conversation>;

type Asker = Pick<Person, 'client'>;

/** Sends, and answers the conversations. */
export const send = async (by: Asker, to: readonly (number | string)[], body = 'hello', more: Fields = {}): Promise<Conversation[]> => {
  const response = await by.client.post('/conversations', { recipients: to, body, ...more });
  expect(response.text).not.toContain('"errors"');
  expect(response.status).toBe(201);
  return z.array(Conversation).parse(response.body);
};

/** Sends what makes one conversation. */
export async function sendOne(by: Asker, to: readonly (number | string)[], body = 'hello', more: Fields = {}): Promise<Conversation> {
  const [one, ...rest] = await send(by, to, body, more);
  expect(rest).toEqual([]);
  if (!one) throw new Error('no conversation was made');
  return one;
}

export const sendGroup = (by: Asker, to: readonly (number | string)[], body = 'hello', more: Fields = {}): Promise<Conversation> =>
  sendOne(by, to, body, { group_conversation: true, ...more });

export const inbox = (by: Asker, query: Fields = {}): Promise<Conversation[]> =>
  made(by.client.get('/conversations', { per_page: 100, ...query }), z.array(Conversation));

export const idsIn = async (by: Asker, query: Fields = {}): Promise<number[]> => (await inbox(by, query)).map((one) => one.id);

/** Reads without marking. */
export const peek = (by: Asker, id: number, query: Fields = {}): Promise<Conversation> =>
  made(by.client.get(`/conversations/${id}`, { auto_mark_as_read: false, ...query }), Conversation);

export const bodies = async (by: Asker, id: number): Promise<string[]> =>
  ((await peek(by, id)).messages ?? []).map((message) => message.body);

export const say = (by: Asker, id: number, body: string, more: Fields = {}): Promise<Conversation> =>
  made(by.client.post(`/conversations/${id}/add_message`, { body, ...more }), Conversation);

export const change = (by: Asker, id: number, conversation: Fields, more: Fields = {}): Promise<Conversation> =>
  made(by.client.put(`/conversations/${id}`, { conversation, ...more }), Conversation);

export const unreadCount = async (by: Asker): Promise<string> =>
  (await made(by.client.get('/conversations/unread_count'), z.object({ unread_count: z.string() }))).unread_count;

/** A course with a teacher and students. */
export async function classroom(
  server: Pick<TestServer, 'admin' | 'as' | 'database' | 'now'>,
  students: number,
): Promise<{ id: number; name: string; teacher: Person; students: [Person, ...Person[]] }> {
  const here = await course(server);
  const joined = async (word: string, type: 'TeacherEnrollment' | 'StudentEnrollment') => {
    const one = await person(server, { name: unique(word) });
    await enroll(server, here.id, one.id, type);
    return one;
  };
  const teacher = await joined('Teacher', 'TeacherEnrollment');
  const first = await joined('Student', 'StudentEnrollment');
  const others: Person[] = [];
  for (let i = 1; i < students; i++) others.push(await joined('Student', 'StudentEnrollment'));
  return { ...here, teacher, students: [first, ...others] };
}

/** What a refusal says of one field. */
export async function refusedField(request: ReturnType<Client['get']>, field: string): Promise<string> {
  const response = await request;
  expect({ status: response.status, body: response.body }).toMatchObject({
    status: 400,
    body: { errors: { [field]: [{ attribute: field }] } },
  });
  return String(response.body.errors[field][0].type);
}
