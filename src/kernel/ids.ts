import { LARGEST_INT } from './integers.ts';

/** What ids a kind of thing is also known by (conventions#52), as the client writes them. */
const SIS_FORMS = {
  user: { sis_user_id: 'sis_user_id', sis_login_id: 'sis_login_id' },
  course: { sis_course_id: 'sis_course_id', siscourseid: 'sis_course_id' },
  section: { sis_section_id: 'sis_section_id', sissectionid: 'sis_section_id' },
  account: { sis_account_id: 'sis_account_id' },
  topic: {},
  membership: {},
} as const;

export type SisField = 'sis_user_id' | 'sis_login_id' | 'sis_course_id' | 'sis_section_id' | 'sis_account_id';

/** An id as it came: a number, the caller's own, or a SIS id that is looked up in the caller's root account. */
export type IdForm = { by: 'id'; id: number } | { by: 'self' } | { by: SisField; value: string };

/** The id of a thing that is known by no other. */
export type PlainId = Extract<IdForm, { by: 'id' }>;

/** What is larger than any id that a table can hold names nothing. */
export function readId(value: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(value)) return undefined;
  const id = Number(value);
  return id <= LARGEST_INT ? id : undefined;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const readUuid = (value: string): string | undefined => (UUID.test(value) ? value.toLowerCase() : undefined);

/** What an id parameter may name; a path may name a uuid too. */
export type FormKind = keyof typeof SIS_FORMS | 'plain';
export type IdKind = FormKind | 'uuid';

export const hasSisForms = (kind: string): kind is keyof typeof SIS_FORMS => Object.hasOwn(SIS_FORMS, kind);

/**
 * The caller as a user, their root account as an account, their membership of a group (groups#35), and the one topic of a collection item
 * (collections#10).
 */
const KNOWS_SELF: ReadonlySet<string> = new Set(['user', 'account', 'membership', 'topic']);
export const knowsSelf = (kind: string): boolean => KNOWS_SELF.has(kind);

/** Gives back undefined for what is no id at all. */
export function readIdForm(kind: FormKind, value: string): IdForm | undefined {
  const id = readId(value);
  if (id !== undefined) return { by: 'id', id };
  if (kind === 'plain') return undefined;
  if (knowsSelf(kind) && value === 'self') return { by: 'self' };
  const cut = value.indexOf(':');
  const form = new Map<string, SisField>(Object.entries(SIS_FORMS[kind])).get(value.slice(0, Math.max(cut, 0)));
  const sis = value.slice(cut + 1);
  return form === undefined || sis === '' || sis.includes('\0') || !sis.isWellFormed() ? undefined : { by: form, value: sis };
}

/** Gives back undefined for what no path can hold. */
export const readRest = (value: string): string | undefined => (value.includes('\0') || !value.isWellFormed() ? undefined : value);

/** Ids of users as statements take them that look up whom they name (conventions#52): `self` is the caller. */
export function namedBy(callerId: number, forms: readonly IdForm[]): { bys: string[]; values: string[] } {
  const named = forms.map((form) => (form.by === 'self' ? ({ by: 'id', id: callerId } as const) : form));
  return { bys: named.map((form) => form.by), values: named.map((form) => (form.by === 'id' ? String(form.id) : form.value)) };
}
