import type { FastifyInstance, InjectOptions } from 'fastify';
import { z } from 'zod';
import { DAY_MS } from '../kernel/dates.ts';

/** What the calendar says in the demo school: it is told as if it had taken place over weeks. */
export class Calendar {
  readonly #today: number;
  #days = 0;

  /** Everything happens at four in the afternoon, in UTC. */
  constructor(today: Date) {
    this.#today = new Date(today).setUTCHours(16, 0, 0, 0);
  }

  /** From here on the day is so many days after today, or before it where the number is negative. */
  turnTo(days: number): void {
    this.#days = days;
  }

  now(): Date {
    return new Date(this.#today + this.#days * DAY_MS);
  }

  /** So many days from today, as clients send it. */
  date(days: number): string {
    return new Date(this.#today + days * DAY_MS).toISOString();
  }
}

export type Body = Readonly<Record<string, unknown>>;

const Made = z.looseObject({ id: z.int() });
const Upload = z.object({ upload_url: z.string(), upload_params: z.record(z.string(), z.coerce.string()) });

/** Somebody of the demo school, who does all there as any client would: by requests to the API. */
export class Person {
  readonly #server: FastifyInstance;
  readonly #baseUrl: string;
  readonly #token: string;
  readonly id: number;

  constructor({ server, baseUrl }: { server: FastifyInstance; baseUrl: string }, { id, token }: { id: number; token: string }) {
    this.#server = server;
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.id = id;
  }

  /** Makes something, and gives back its id. */
  async post(path: string, body: Body): Promise<number> {
    return Made.parse(await this.request('POST', path, body)).id;
  }

  /** Gives back the id of what is there already. */
  async find(path: string): Promise<number> {
    return Made.parse(await this.request('GET', path)).id;
  }

  async put(path: string, body: Body = {}): Promise<void> {
    await this.request('PUT', path, body);
  }

  /** The answer, or that of where it leads on to. Throws where it is a refusal: no request of the demo school is to be refused. */
  async request(method: 'GET' | 'POST' | 'PUT', path: string, body?: Body): Promise<unknown> {
    const what = `${method} ${path}`;
    const response = await this.#send({ method, url: `/api/v1${path}`, ...(body === undefined ? {} : { payload: body }) });
    const { location } = response.headers;
    return answerOf(typeof location === 'string' ? await this.#send({ method: 'GET', url: this.#pathOf(location) }) : response, what);
  }

  /** What the server itself is asked for by one of its addresses: a path of `BASE_URL` is what proxies know it by. */
  #pathOf(address: string): string {
    return address.slice(this.#baseUrl.length);
  }

  #send(request: InjectOptions) {
    return this.#server.inject({ ...request, headers: { ...request.headers, authorization: `Bearer ${this.#token}` } });
  }

  /** Uploads a text in the three steps of every upload, and gives back the id of the file. */
  async upload(path: string, name: string, content: string): Promise<number> {
    const { upload_url: address, upload_params: parameters } = Upload.parse(
      await this.request('POST', path, { name, content_type: 'text/plain', size: Buffer.byteLength(content) }),
    );
    const form = new FormData();
    for (const [field, value] of Object.entries(parameters)) form.append(field, value);
    form.append('file', new Blob([content], { type: 'text/plain' }), name);
    const sent = await this.#send({ method: 'POST', url: this.#pathOf(address), ...(await encoded(form)) });
    const { location } = sent.headers;
    if (typeof location !== 'string') throw new Error(`the demo school: the upload of ${name} was answered with ${sent.statusCode}`);
    return Made.parse(answerOf(await this.#send({ method: 'GET', url: this.#pathOf(location) }), `the upload of ${name}`)).id;
  }
}

/** A form as a client would send it, with the boundary that its type names. */
async function encoded(form: FormData): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const request = new Response(form);
  return { headers: { 'content-type': request.headers.get('content-type') ?? '' }, payload: Buffer.from(await request.arrayBuffer()) };
}

function answerOf(response: { statusCode: number; body: string }, what: string): unknown {
  if (response.statusCode >= 400) throw new Error(`the demo school: ${what} was answered with ${response.statusCode}: ${response.body}`);
  return response.body === '' ? undefined : JSON.parse(response.body);
}
