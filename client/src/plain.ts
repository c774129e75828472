import createClient, { type ClientOptions, type FetchOptions } from 'openapi-fetch';
import { errorOf } from './errors.ts';
import type { Send } from './retrying.ts';
import type { Method, Schemas } from './types.ts';

/** An operation before anything is known of it. */
interface Operation {
  parameters: { path?: Record<string, string | number>; query?: Record<string, unknown> };
  requestBody?: { content: { 'application/json': unknown } };
  responses: { 200: { content: { 'application/json': unknown } }; default: { content: { 'application/json': Schemas['Errors'] } } };
}
type Plain = Record<string, Record<Method, Operation>>;
type Init = FetchOptions<Operation>;
type Options = ClientOptions & { fetch: Send };

interface Answered {
  data: unknown;
  response: Response;
}

/** What the client does, of paths that are any text and answers that are anything. */
export function plainClient(options: Options) {
  const api = createClient<Plain>(options);
  const answered = async (method: Method, path: string, init: Init = {}): Promise<Answered> => {
    const { data, error, response } = await api.request(method, path, init);
    if (!response.ok) throw errorOf(response, error);
    return { data, response };
  };
  const call =
    (method: Method) =>
    async (path: string, init?: Init): Promise<unknown> =>
      (await answered(method, path, init)).data;

  async function* pages(path: string, init?: Init): AsyncGenerator<unknown[], void> {
    for (let next: Answered | undefined = await answered('get', path, init); next; ) {
      if (!Array.isArray(next.data)) throw new TypeError(`${path} answers no list`);
      yield next.data;
      const to = nextOf(next.response.headers.get('link'));
      // The address of the next page is complete: it is sent as it is, with all else that the first was sent with.
      next =
        to === undefined
          ? undefined
          : await answered('get', path, { ...init, fetch: (request) => options.fetch(new Request(to, request)) });
    }
  }
  async function* each(path: string, init?: Init): AsyncGenerator<unknown, void> {
    for await (const page of pages(path, init)) yield* page;
  }

  async function upload(path: string, init: Init, content: Blob): Promise<unknown> {
    const step = stepOf(await call('post')(path, init));
    const form = new FormData();
    for (const [field, value] of Object.entries(step.upload_params)) form.append(field, value);
    form.append(step.file_param, content, nameIn(init.body));
    // The address is signed, and leads to the third step, which `fetch` takes by itself: the token is for neither.
    const response = await options.fetch(new Request(step.upload_url, { method: 'POST', body: form, signal: init.signal ?? null }));
    const text = await response.text();
    const file: unknown = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
    if (!response.ok) throw errorOf(response, file as Schemas['Errors'] | string);
    return file;
  }

  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete'), pages, each, upload };
}

/** The address of the next page in a `Link` header (RFC 8288). */
export const nextOf = (link: string | null): string | undefined => /<([^>]*)>; *rel="next"/.exec(link ?? '')?.[1];

const isStep = (answer: unknown): answer is Schemas['UploadStep'] =>
  typeof answer === 'object' && answer !== null && 'upload_url' in answer && 'upload_params' in answer && 'file_param' in answer;

function stepOf(answer: unknown): Schemas['UploadStep'] {
  if (!isStep(answer)) throw new TypeError('no upload begins there');
  return answer;
}

const nameIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'name' in body && typeof body.name === 'string' ? body.name : 'file';
