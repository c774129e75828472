import { z } from 'zod';
import type { Ctx } from '../access/context.ts';
import type { AccessByContext } from '../access/context-access.ts';
import type { ContextKind, Permission } from '../access/permissions.ts';
import type { IdForm, IdKind } from '../kernel/ids.ts';
import type { Page, PageRequest } from '../kernel/pages.ts';
import type { SentFile } from './parameters/spooled-file.ts';
import type { RawFile, RawJson } from './raw-json.ts';

/** The path parameter that names each kind of context. */
export const CONTEXT_PARAMETER = {
  account: 'account_id',
  course: 'course_id',
  section: 'section_id',
  group_category: 'group_category_id',
  group: 'group_id',
  user: 'user_id',
  file: 'file_id',
  folder: 'folder_id',
  collection: 'collection_id',
  collection_item: 'collection_item_id',
  quiz_submission: 'quiz_submission_id',
  outcome: 'outcome_id',
} as const satisfies Record<Exclude<ContextKind, 'none' | 'self'>, string>;

/** An id, or `rest`: any text, and under the name `*` whatever the path goes on with. */
export type PathKind = IdKind | 'rest';

type Shape = Record<string, z.ZodType>;
type Values<S extends Shape> = z.output<z.ZodObject<S>>;
export type Ids<P extends Record<string, PathKind>> = {
  [K in keyof P]: P[K] extends 'plain' ? number : P[K] extends 'uuid' | 'rest' ? string : IdForm;
};

/** What a handler gets, besides the context and the caller's access in it: everything typed. */
type Input<S extends Shape, P extends Record<string, PathKind>> = Values<S> & {
  path: Ids<P>;
  page: PageRequest;
  file: SentFile | null;
};

/** An answer with a status or headers of its own; where these are the operation's usual ones, the body alone is given back. */
export class Answer<T> {
  readonly body: T;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: T, status: number, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.status = status;
    this.headers = headers;
  }
}

/** A list whose items hold much: each is made and written before the next, so that no more than one of them is ever there. */
export class OneByOne<Item> {
  readonly #keys: readonly number[];
  readonly #make: (key: number) => Item;

  constructor(keys: readonly number[], make: (key: number) => Item) {
    this.#keys = keys;
    this.#make = make;
  }

  /** Each as the bytes that `write` makes of it. */
  written(write: (item: Item) => string): Buffer[] {
    return this.#keys.map((key) => Buffer.from(write(this.#make(key))));
  }
}

/** A page that the client asked for inside an object, or in groups. */
export interface WrappedPage<Body> extends Page<unknown> {
  body: Body;
}

interface Declared<K extends ContextKind, S extends Shape, P extends Record<string, PathKind>> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, with `:name` parameters; the context's own is named as CONTEXT_PARAMETER says. */
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  context: K;
  permission: Permission;
  /** Further ids of the path. */
  ids?: P;
  input?: S;
  /** The field of a multipart form that may hold a file, before or after the parameters; the handler gets it as `file`. */
  file?: string;
  status?: number;
  /** A second status that it answers with, by an `Answer`. */
  otherStatus?: number;
  /** What it answers, by a `RawFile`, where that is no JSON. */
  media?: 'text/csv';
  deprecated?: true;
  /**
   * What the service requires besides what the input says, for the reference: a name in the body, `user.name`, or several of which one
   * has to be there.
   */
  requires?: readonly (string | readonly string[])[];
  /** The refusals of this operation besides those that every one has: 403, 409. */
  refusals?: readonly (403 | 409)[];
}

interface Single<K extends ContextKind, S extends Shape, P extends Record<string, PathKind>, A extends z.ZodType>
  extends Declared<K, S, P> {
  answer: A;
  run: (ctx: Ctx, input: Input<S, P>, at: AccessByContext[K]) => Promise<z.input<A> | Answer<z.input<A>> | RawJson | RawFile>;
}

type Body<Whole> = Whole | (Whole extends readonly (infer Item)[] ? OneByOne<Item> : never);

interface Listed<
  K extends ContextKind,
  S extends Shape,
  P extends Record<string, PathKind>,
  A extends z.ZodType,
  W extends z.ZodType = z.ZodNever,
> extends Declared<K, S, P> {
  /** How the list is paged (conventions#59): by number, or by key where it can pass 1,000 rows. */
  paged: 'by number' | 'by key';
  item: A;
  /** What it answers instead of the list where the client asks for the page inside an object, or in groups. */
  wrapped?: W;
  run: (ctx: Ctx, input: Input<S, P>, at: AccessByContext[K]) => Promise<Page<z.input<A>> | WrappedPage<Body<z.input<W>>>>;
}

/** The media type that operations answer in unless they declare another one. */
export const JSON_MEDIA = 'application/json';

/** The header `Content-Type` of an answer in JSON. */
export const JSON_CONTENT_TYPE = `${JSON_MEDIA}; charset=utf-8`;

/** One operation as the server sees it, its types spent. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  context: ContextKind;
  permission: Permission;
  ids: Readonly<Record<string, PathKind>>;
  input: z.ZodObject;
  file: string | null;
  /** The schema of the answer; of an item for lists. */
  answer: z.ZodType;
  paged: 'by number' | 'by key' | null;
  wrapped: z.ZodType | null;
  status: number;
  otherStatus: number | null;
  media: string;
  deprecated: boolean;
  requires: readonly (string | readonly string[])[];
  refusals: readonly number[];
  run: (ctx: Ctx, input: unknown, at: unknown) => Promise<unknown>;
}

function erase<K extends ContextKind, S extends Shape, P extends Record<string, PathKind>>(
  declared: Declared<K, S, P>,
  answer: z.ZodType,
  { paged, wrapped }: Pick<Operation, 'paged' | 'wrapped'>,
  run: (ctx: Ctx, input: Input<S, P>, at: AccessByContext[K]) => Promise<unknown>,
): Operation {
  const { input, ids, file, status, otherStatus, media, deprecated, requires, refusals, ...rest } = declared;
  return {
    ...rest,
    answer,
    paged,
    wrapped,
    ids: ids ?? {},
    input: z.object(input ?? {}),
    file: file ?? null,
    status: status ?? 200,
    otherStatus: otherStatus ?? null,
    media: media ?? JSON_MEDIA,
    deprecated: deprecated ?? false,
    requires: requires ?? [],
    refusals: refusals ?? [],
    // The server parses with this very `input` and loads the access to this very `context` before it calls.
    run: (ctx, parsed, at) => run(ctx, parsed as Input<S, P>, at as AccessByContext[K]),
  };
}

/** The operation takes a body. */
export const takesBody = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'DELETE';

/** Declares an operation that answers one resource. */
export const operation = <K extends ContextKind, S extends Shape, P extends Record<string, PathKind>, A extends z.ZodType>(
  declared: Single<K, S, P, A>,
): Operation => {
  const { answer, run, ...rest } = declared;
  return erase(rest, answer, { paged: null, wrapped: null }, run);
};

/** Declares an operation that answers a page of a list. */
export const listing = <
  K extends ContextKind,
  S extends Shape,
  P extends Record<string, PathKind>,
  A extends z.ZodType,
  W extends z.ZodType = z.ZodNever,
>(
  declared: Listed<K, S, P, A, W>,
): Operation => {
  const { item, paged, wrapped, run, ...rest } = declared;
  return erase(rest, item, { paged, wrapped: wrapped ?? null }, run);
};

/** What an operation answers that has nothing to say (conventions#3). */
export const NO_CONTENT = { status: 204, answer: z.void() } as const;

/** What an operation answers that says where to look, with `redirect`. */
export const REDIRECTION = { status: 302, answer: z.void() } as const;

export const redirect = (location: string): Answer<undefined> => new Answer(undefined, 302, { location });
