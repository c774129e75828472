import { z } from 'zod';
import { Measures } from '../measures.ts';
import type { Person } from '../school.ts';
import { Sender } from '../sending.ts';
import type { Site } from '../site.ts';

/** Reads as a person, when all is over: whatever is not answered with success ends the check. */
export class Asker {
  readonly #sender: Sender;

  constructor({ urls }: Pick<Site, 'urls'>) {
    this.#sender = new Sender(urls, new Measures({ excuses: () => true }));
  }

  end(): void {
    this.#sender.end();
  }

  /** What is answered, and where the next page is. */
  async get(by: Pick<Person, 'token'>, path: string): Promise<{ text: string; next: string | null }> {
    const answer = await this.#sender.send(by.token, { as: 'check', method: 'GET', path });
    if (answer.state !== 'done') throw new Error(`GET ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return answer;
  }

  async one<T>(by: Pick<Person, 'token'>, path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(JSON.parse((await this.get(by, path)).text));
  }

  /** All pages of a list, or of the lists that `within` finds in the answers. */
  async all<T>(by: Pick<Person, 'token'>, path: string, item: z.ZodType<T>): Promise<T[]> {
    return this.allWithin(by, path, z.array(item), (list) => list);
  }

  async allWithin<A, T>(by: Pick<Person, 'token'>, path: string, schema: z.ZodType<A>, within: (answer: A) => readonly T[]): Promise<T[]> {
    const items: T[] = [];
    for (let page: string | null = path; page !== null; ) {
      const { text, next } = await this.get(by, page);
      items.push(...within(schema.parse(JSON.parse(text))));
      page = next;
    }
    return items;
  }
}
