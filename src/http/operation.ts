import { z } from 'zod';
import type { Ctx } from '../access/context.ts';
import type { ContextKind, Permission } from '../access/permissions.ts';
import type { Standings } from '../access/standing.ts';
import type { Page, PageRequest } from './pagination.ts';
import type { IdForm, IdKind } from './parameters/ids.ts';

/** The path parameter that names each kind of context. */
export const CONTEXT_PARAMETER = {
  account: 'account_id',
  course: 'course_id',
  section: 'section_id',
  group_category: 'group_category_id',
  group: 'group_id',
  user: 'user_id',
} as const satisfies Record<Exclude<ContextKind, 'none'>, string>;

type Shape = Record<string, z.ZodType>;
type Values<S extends Shape> = z.output<z.ZodObject<S>>;
type Ids<P extends Record<string, IdKind>> = { [K in keyof P]: P[K] extends 'plain' ? number : P[K] extends 'uuid' ? string : IdForm };

/** What a handler gets, besides the context and the caller's standing in it: everything typed. */
export type Input<S extends Shape, P extends Record<string, IdKind>> = Values<S> & { path: Ids<P>; page: PageRequest };

interface Declared<K extends ContextKind, S extends Shape, P extends Record<string, IdKind>> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
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
  status?: number;
  deprecated?: true;
}

interface Single<K extends ContextKind, S extends Shape, P extends Record<string, IdKind>, A extends z.ZodType> extends Declared<K, S, P> {
  answer: A;
  run: (ctx: Ctx, input: Input<S, P>, at: Standings[K]) => Promise<z.input<A>>;
}

interface Listed<K extends ContextKind, S extends Shape, P extends Record<string, IdKind>, A extends z.ZodType> extends Declared<K, S, P> {
  /** How the list is paged (D1.7): by number, or by key where it can pass 1,000 rows. */
  paged: 'by number' | 'by key';
  item: A;
  run: (ctx: Ctx, input: Input<S, P>, at: Standings[K]) => Promise<Page<z.input<A>>>;
}

/** One operation as the server sees it, its types spent. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  operationId: string;
  summary: string;
  tag: string;
  context: ContextKind;
  permission: Permission;
  ids: Readonly<Record<string, IdKind>>;
  input: z.ZodObject;
  /** The schema of the answer; of an item for lists. */
  answer: z.ZodType;
  paged: 'by number' | 'by key' | null;
  /** What `run` gives back is the address that the answer sends the client to. */
  redirects: boolean;
  status: number;
  deprecated: boolean;
  run: (ctx: Ctx, input: unknown, at: unknown) => Promise<unknown>;
}

function erase<K extends ContextKind, S extends Shape, P extends Record<string, IdKind>>(
  declared: Declared<K, S, P>,
  answer: z.ZodType,
  paged: Operation['paged'],
  run: (ctx: Ctx, input: Input<S, P>, at: Standings[K]) => Promise<unknown>,
  redirects = false,
): Operation {
  const { input, ids, status, deprecated, ...rest } = declared;
  return {
    ...rest,
    answer,
    paged,
    redirects,
    ids: ids ?? {},
    input: z.object(input ?? {}),
    status: status ?? 200,
    deprecated: deprecated ?? false,
    // The server parses with this very `input` and loads the standing of this very `context` before it calls.
    run: (ctx, parsed, at) => run(ctx, parsed as Input<S, P>, at as Standings[K]),
  };
}

/** Declares an operation that answers one resource. */
export const operation = <K extends ContextKind, S extends Shape, P extends Record<string, IdKind>, A extends z.ZodType>(
  declared: Single<K, S, P, A>,
): Operation => {
  const { answer, run, ...rest } = declared;
  return erase(rest, answer, null, run);
};

/** Declares an operation that answers a page of a list. */
export const listing = <K extends ContextKind, S extends Shape, P extends Record<string, IdKind>, A extends z.ZodType>(
  declared: Listed<K, S, P, A>,
): Operation => {
  const { item, paged, run, ...rest } = declared;
  return erase(rest, item, paged, run);
};

interface Redirected<K extends ContextKind, S extends Shape, P extends Record<string, IdKind>> extends Declared<K, S, P> {
  method: 'GET';
  run: (ctx: Ctx, input: Input<S, P>, at: Standings[K]) => Promise<string>;
}

/** Declares an operation that answers where to look: 302, the address in `Location`, and no body. */
export const redirection = <K extends ContextKind, S extends Shape, P extends Record<string, IdKind>>(
  declared: Redirected<K, S, P>,
): Operation => {
  const { run, ...rest } = declared;
  return erase({ ...rest, status: 302 }, z.void(), null, run, true);
};
