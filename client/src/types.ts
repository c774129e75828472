import type { FetchResponse, MaybeOptionalInit } from 'openapi-fetch';
import type { MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { components, paths } from './schema.ts';

/** Everything that the API answers, by name: `Schemas['Course']`. */
export type Schemas = components['schemas'];

export type Method = 'get' | 'post' | 'put' | 'delete';
/** The paths that have a method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>;
/** What a request takes: `params.path`, `params.query` and `body`, besides all that `fetch` takes. */
export type Init<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>;
/** The same as an argument: it may be left out where nothing in it is required. */
export type InitArgument<I> = RequiredKeysOf<I> extends never ? [init?: I & Record<string, unknown>] : [init: I & Record<string, unknown>];
/** What a request is answered with. */
export type Answer<M extends Method, P extends PathOf<M>, I> = NonNullable<
  FetchResponse<Extract<paths[P][M], object>, I, MediaType>['data']
>;

/** One of what a list answers. */
export type ItemOf<P extends PathOf<'get'>> =
  Answer<'get', P, object> extends infer A ? (A extends readonly (infer Item)[] ? Item : never) : never;
/** The paths that answer lists. */
export type ListPath = { [P in PathOf<'get'>]: [ItemOf<P>] extends [never] ? never : P }[PathOf<'get'>];
/** The paths at which an upload begins. */
export type UploadPath = {
  [P in PathOf<'post'>]: Answer<'post', P, object> extends Schemas['UploadStep'] ? P : never;
}[PathOf<'post'>];
