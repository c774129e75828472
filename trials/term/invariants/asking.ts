import { z } from 'zod';
import { Measures } from '../measures.ts';
import type { Person } from '../school.ts';
import { Sender } from '../sending.ts';
import type { Site } from '../site.ts';

/** Reads as a person, when all is over: whatever is not answered with success ends the check. */
export class Asker {
  readonly #sender: Sender;

  constructor({ urls }: Pick<Site, 'urls'>) {
    this.#sender = new Sender(urls, new Measures({ accidents: true }));
  }

  end(): void {
    this.#sender.end();
  }

  async one<T>(by: Pick<Person, 'token'>, path: string, schema: z.ZodType<T>): Promise<T> {
    const { state, status, text } = await this.#sender.send(by.token, { as: 'check', method: 'GET', path });
    if (state !== 'done') throw new Error(`GET ${path}: ${status} ${text.slice(0, 300)}`);
    return schema.parse(JSON.parse(text));
  }

  /** All pages of a list, or of the lists that `within` finds in the answers. */
  async all<T>(by: Pick<Person, 'token'>, path: string, item: z.ZodType<T>): Promise<T[]> {
    return this.allWithin(by, path, z.array(item), (list) => list);
  }

  async allWithin<A, T>(by: Pick<Person, 'token'>, path: string, schema: z.ZodType<A>, within: (answer: A) => readonly T[]): Promise<T[]> {
    const items: T[] = [];
    for (let next: string | null = path; next !== null; ) {
      const answer = await this.#sender.send(by.token, { as: 'check', method: 'GET', path: next });
      if (answer.state !== 'done') throw new Error(`GET ${next}: ${answer.status} ${answer.text.slice(0, 300)}`);
      items.push(...within(schema.parse(JSON.parse(answer.text))));
      next = answer.next;
    }
    return items;
  }
}
