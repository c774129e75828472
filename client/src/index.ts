import createClient, { type Client } from 'openapi-fetch';
import { plainClient } from './plain.ts';
import { type Retries, retrying, type Send } from './retrying.ts';
import type { paths } from './schema.ts';
import type { Answer, Init, InitArgument, ItemOf, ListPath, Method, PathOf, Schemas, UploadPath } from './types.ts';

export { type Fault, LecternError } from './errors.ts';
export type { components, operations, paths } from './schema.ts';
export type { Answer, ItemOf, ListPath, PathOf, Schemas, UploadPath } from './types.ts';

export interface Settings {
  /** Where the server is: `https://lectern.example`. */
  url: string;
  token: string;
  /** When requests are sent again; unless told otherwise 4 times, and after a minute at the longest. */
  retries?: Partial<Retries>;
  /** What sends requests; `fetch` unless told otherwise. */
  fetch?: Send;
}

type Call<M extends Method> = <P extends PathOf<M>, I extends Init<M, P>>(path: P, ...init: InitArgument<I>) => Promise<Answer<M, P, I>>;

/** A client of one server with one token. What is refused is thrown as a `LecternError`. */
export interface Lectern {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  delete: Call<'delete'>;
  /** The pages of a list, one after the other; each is asked for when it is wanted. */
  pages<P extends ListPath, I extends Init<'get', P>>(path: P, ...init: InitArgument<I>): AsyncGenerator<ItemOf<P>[], void>;
  /** All of a list, over all of its pages. */
  each<P extends ListPath, I extends Init<'get', P>>(path: P, ...init: InitArgument<I>): AsyncGenerator<ItemOf<P>, void>;
  /** The three steps of an upload: announces the file as the path takes it, sends its content, and answers what it has become. */
  upload<P extends UploadPath, I extends Init<'post', P>>(path: P, init: I, content: Blob): Promise<Schemas['File']>;
  /** What all of these are made of: answers as they come, with their headers. It sends requests again, too. */
  readonly api: Client<paths>;
}

/** A client of the server at `url`. */
export function connect({ url, token, retries, fetch: send = (request) => fetch(request) }: Settings): Lectern {
  const options = {
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    fetch: retrying(send, { most: 4, longestWait: 60, ...retries }),
  };
  // What each path takes and answers is what the document says: told to TypeScript here, and nowhere else.
  return { ...(plainClient(options) as Omit<Lectern, 'api'>), api: createClient<paths>(options) };
}
