import type { Ctx } from '../../access/context.ts';
import { list, type Reader, Refused, text } from '../../http/parameters/types.ts';
import { type FieldError, invalidField } from '../../kernel/errors.ts';
import { type IdForm, readId, readIdForm } from '../../kernel/ids.ts';
import { statement } from '../../store/database.ts';
import { ONE_BY_ONE } from '../../store/plan.ts';
import { none, type Sql, sql } from '../../store/sql/sql.ts';
import type { ParametersOf } from '../../store/sql/statement.ts';
import { array, boolean, int, text as string, type ValuesOf } from '../../store/sql/types.ts';
import { TYPE_OF } from '../enrollments/relations.ts';
import { userNamed } from '../users/relations.ts';
import { ASKED_CONTEXTS, ASKING, allowed, askedContexts, contexts, MEMBERS, ownTables, theUser } from './messageable.ts';

const TYPES = {
  students: TYPE_OF.student,
  teachers: TYPE_OF.teacher,
  tas: TYPE_OF.ta,
  observers: TYPE_OF.observer,
  designers: TYPE_OF.designer,
} as const;

/** A context as recipients: all its people, or those of one type. */
export interface RecipientContext {
  kind: 'course' | 'section' | 'group';
  id: number;
  role: (typeof TYPES)[keyof typeof TYPES] | null;
}

export type Recipient = { user: IdForm } | { context: RecipientContext };

const CONTEXT = /^(course|section|group)_(\d{1,100})(?:_(students|teachers|tas|observers|designers))?$/;
/** A number beyond all ids names nothing, and is still a context. */
const NOTHING = -1;

export function readContext(value: string): RecipientContext | undefined {
  const [, kind, id, role] = CONTEXT.exec(value) ?? [];
  if (kind !== 'course' && kind !== 'section' && kind !== 'group') return undefined;
  const type = Object.entries(TYPES).find(([word]) => word === role)?.[1] ?? null;
  return { kind, id: readId(id ?? '') ?? NOTHING, role: type };
}

function readRecipient(value: string): Recipient | undefined {
  const id = readId(value);
  if (id !== undefined) return { user: { by: 'id', id } };
  const context = readContext(value);
  if (context) return { context };
  const user = readIdForm('user', value) ?? (/^\d{1,100}$/.test(value) ? { by: 'id', id: NOTHING } : undefined);
  return user && { user };
}

const words = list(text(500_000));

/** `recipients[]`: a list or comma text of user ids and contexts (conversations#7). */
export const recipients = (): Reader<Recipient[]> => ({
  schema: words.schema,
  read(raw) {
    const sent = words.read(raw);
    if (sent instanceof Refused) return sent;
    const parts = sent.flatMap((part) => part.split(',')).map((part) => part.trim());
    const found: Recipient[] = [];
    for (const part of parts.filter((one) => one !== '')) {
      const recipient = readRecipient(part);
      if (!recipient) return new Refused('invalid', 'must be user ids, course_<id>, section_<id> or group_<id>');
      found.push(recipient);
    }
    return found.length === 0 ? new Refused('blank', 'is required') : found;
  },
});

const NAMED = { ...ASKING, named: array(int) };

const FOUND = {
  /** Whom the message goes to: by id, without the caller. */
  people: array(int),
  /** Named people whom the caller may not message, and contexts that are none to the caller. */
  refused: int,
};

/** The tables `named`, `asked` (those and `others`) and of these `allowed`, in a statement that has `ownTables`. */
const people = (
  p: ParametersOf<typeof NAMED>,
  others: Sql,
): Sql => sql`named as (select distinct user_id from unnest(${p.named}::int[]) t(user_id) where user_id <> ${p.callerId}),
     asked as materialized (select user_id from named ${others}),
     allowed as materialized (select a.user_id from (${allowed(p)}) a ${theUser(sql`a`)} where not u.deleted)`;

const MESSAGEABLE = sql`array(select user_id from allowed order by 1)`;
const FOREIGN_NAMED = sql`(select count(*) from named where user_id not in (select user_id from allowed))`;

/** Those whom the caller may message among people who are named. */
const among = statement({
  name: 'recipients_named',
  takes: NAMED,
  gives: FOUND,
  sql: (p) => sql`with ${ownTables(p.callerId)}, ${people(p, none)} select ${MESSAGEABLE} as people, ${FOREIGN_NAMED} as refused`,
});

/**
 * Expands recipients, in the database: those whom the caller may message, among the named and the people of contexts (conversations#9). For
 * named people alone `among` takes two thirds of what this does.
 */
const expand = statement({
  name: 'expand_recipients',
  takes: { ...NAMED, ...ASKED_CONTEXTS },
  gives: FOUND,
  sql: (p) => sql`with ${ownTables(p.callerId)},
     asked_contexts as (${askedContexts(p)}), contexts as materialized (${contexts(p)}),
     ${people(p, sql`union select members.user_id from (${MEMBERS}) members where members.user_id <> ${p.callerId}`)}
   select ${MESSAGEABLE} as people,
     ${FOREIGN_NAMED} + (select count(*) from asked_contexts where n not in (select n from contexts where open)) as refused`,
});

const bySis = statement({
  name: 'recipients_by_sis_id',
  takes: { rootAccountId: int, forms: array(string), values: array(string) },
  gives: { n: int, id: int },
  sql: (p) => sql`select distinct f.n, u.id from unnest(${p.forms}::text[], ${p.values}::text[]) with ordinality f(form, value, n)
     cross join lateral (select u.id from users u
       where u.id = ${userNamed(sql`f.form`, sql`f.value`, p.rootAccountId)} and not u.deleted ${ONE_BY_ONE}) u`,
});

const invalid = (message: string) => invalidField('recipients', 'invalid', message);
const FOREIGN: FieldError['message'] = 'names somebody whom you may not message';

/** The users among recipients, by id; refused where a SIS id names nobody (conversations#9). */
export async function namedIds(ctx: Ctx, sent: readonly Recipient[]): Promise<number[]> {
  const forms = sent.flatMap((one) => ('user' in one ? [one.user] : []));
  const ids = forms.flatMap((form) => (form.by === 'self' ? [ctx.caller.userId] : form.by === 'id' ? [form.id] : []));
  const sis = new Map(forms.flatMap((form) => ('value' in form ? [[`${form.by}:${form.value}`, form] as const] : [])));
  if (sis.size === 0) return ids;
  const asked = [...sis.values()];
  const rows = await ctx.db.rows(bySis, {
    rootAccountId: ctx.caller.rootAccountId,
    forms: asked.map((form) => form.by),
    values: asked.map((form) => form.value),
  });
  if (rows.length < asked.length) throw invalid(FOREIGN);
  return [...ids, ...rows.map((row) => row.id)];
}

const known = statement({
  name: 'conversation_context',
  takes: { ...ASKING, ...ASKED_CONTEXTS },
  gives: { open: boolean },
  sql: (p) => sql`with ${ownTables(p.callerId)},
     asked_contexts as (${askedContexts(p)}), contexts as (${contexts(p)})
   select open from contexts`,
});

/** What a conversation is about: a course, a group, or nothing in particular. */
export interface About {
  courseId: number | null;
  groupId: number | null;
}

/** `course_1`, `group_2`. */
export const contextCodeOf = ({ courseId, groupId }: About): string | null =>
  courseId !== null ? `course_${courseId}` : groupId !== null ? `group_${groupId}` : null;

/** `context_code`: a course or group in which the caller may name people; any other is unknown (conversations#15). */
export async function contextOf(ctx: Ctx, code: string | undefined): Promise<About> {
  if (code === undefined) return { courseId: null, groupId: null };
  const context = readContext(code);
  const unknown = invalidField('context_code', 'invalid', 'must be course_<id> or group_<id> of a context of yours');
  if (!context || context.kind === 'section' || context.role !== null) throw unknown;
  const [found] = await ctx.db.rows(known, { callerId: ctx.caller.userId, adminOf: ctx.caller.adminOf, ...contextValues([context]) });
  if (!found?.open) throw unknown;
  return context.kind === 'course' ? { courseId: context.id, groupId: null } : { courseId: null, groupId: context.id };
}

export const contextValues = (all: readonly RecipientContext[]): ValuesOf<typeof ASKED_CONTEXTS> => ({
  kinds: all.map((context) => context.kind),
  contextIds: all.map((context) => context.id),
  roles: all.map((context) => context.role),
});

/**
 * The people whom recipients stand for, by id; the caller's own id where that alone was sent (a monologue). Refuses the whole
 * where somebody is named whom the caller may not message, or nobody is left (conversations#9).
 */
export async function peopleOf(ctx: Ctx, sent: readonly Recipient[]): Promise<number[]> {
  const named = await namedIds(ctx, sent);
  const asked = sent.flatMap((one) => ('context' in one ? [one.context] : []));
  const { userId, adminOf } = ctx.caller;
  if (asked.length === 0 && named.every((id) => id === userId)) return [userId];
  const given = { callerId: userId, adminOf, named };
  const [found] = await (asked.length === 0 ? ctx.db.rows(among, given) : ctx.db.rows(expand, { ...given, ...contextValues(asked) }));
  if (!found) throw new Error('a statement without conditions gave no row');
  if (found.refused > 0) throw invalid(FOREIGN);
  if (found.people.length === 0) throw invalid('names nobody whom you may message');
  return found.people;
}
