import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { ObjectStore } from '../../../test/helpers/object-store.ts';
import { type Accident, nothing, type Scene } from './accident.ts';

const Begun = z.object({ upload_url: z.string(), upload_params: z.record(z.string(), z.string()) });
const Stored = z.object({ id: z.int(), url: z.string() });
const CONTENT = 'What has to be there whatever happens.\n';

/** Where each of the steps may be taken again. */
interface Upload {
  url: string;
  form: () => FormData;
}

/** Sends and reads files as the administrator, by the load balancer. */
class FilesOfAdmin {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ urls, adminToken }: Scene['site']) {
    this.#base = urls[0] ?? '';
    this.#headers = { authorization: `Bearer ${adminToken}` };
  }

  async begin(): Promise<Upload> {
    const body = JSON.stringify({ name: 'kept.txt', content_type: 'text/plain', size: Buffer.byteLength(CONTENT) });
    const headers = { ...this.#headers, 'content-type': 'application/json' };
    const response = await fetch(`${this.#base}/api/v1/users/self/files`, { method: 'POST', headers, body });
    const { upload_url, upload_params } = Begun.parse(await response.json());
    const form = () => {
      const fields = new FormData();
      for (const [name, value] of Object.entries(upload_params)) fields.append(name, value);
      fields.append('file', new Blob([CONTENT], { type: 'text/plain' }), 'kept.txt');
      return fields;
    };
    return { url: upload_url, form };
  }

  send({ url, form }: Upload): Promise<Response> {
    return fetch(url, { method: 'POST', body: form(), redirect: 'manual' });
  }

  /** The address of the file's bytes. */
  async store(upload: Upload): Promise<string> {
    const sent = await this.send(upload);
    const location = sent.headers.get('location');
    if (location === null) throw new Error(`an upload is answered ${sent.status} ${await sent.text()}`);
    const confirmed = await fetch(new URL(location, this.#base), { headers: this.#headers });
    return Stored.parse(await confirmed.json()).url;
  }
}

async function isRefused(what: string, answer: Response): Promise<void> {
  const text = await answer.text();
  const again = answer.headers.get('retry-after');
  if (answer.status !== 503 || again === null) {
    throw new Error(`${what} is answered ${answer.status} (Retry-After: ${again}) without an object store: ${text.slice(0, 300)}`);
  }
}

async function isThere(what: string, url: string): Promise<void> {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok || text !== CONTENT) throw new Error(`${what} is answered ${answer.status} ${text.slice(0, 300)}`);
}

function storeOf({ surroundings }: Scene['site']): ObjectStore {
  const files = surroundings?.files;
  if (!files || !('storage' in files)) throw new Error('the files are in no object store');
  return files;
}

/** What is stored can be read afterwards, and what was refused can be sent again. */
export const objectStoreAway: Accident = {
  name: 'object store away',
  excuses: [503],
  async harm({ site, holdMs }) {
    const store = storeOf(site);
    const files = new FilesOfAdmin(site);
    const before = await files.store(await files.begin());
    const upload = await files.begin();
    await store.away();
    try {
      await isRefused('an upload', await files.send(upload));
      await isRefused('a download', await fetch(before));
      await setTimeout(holdMs);
    } finally {
      await store.back();
    }
    await isThere('a file of before', before);
    await isThere('a file that was sent again', await files.store(upload));
    return nothing;
  },
};
