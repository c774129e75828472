import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { bodyTooLarge, refusal } from '../errors.ts';
import { MAX_PARAMETERS, put, type RawMap, tooMany } from './nesting.ts';

/** A file of a form, as it arrives. */
export interface ArrivingFile {
  field: string;
  name: string;
  /** As the client says. */
  contentType: string;
  content: Readable;
}

/** What becomes of a file; what it leaves unread is dropped. `before` holds the parameters that have come before it. */
export type TakeFile = (file: ArrivingFile, before: RawMap) => Promise<void>;

/** What the fields of a form may be: so many, each so large, all together so large. Names count, too. */
export interface FieldLimits {
  fields: number;
  fieldSize: number;
  size: number;
  /** How large, as a client is told. */
  words: string;
}

interface Reading {
  limits: FieldLimits;
  take: TakeFile;
  /** Told of the size of all fields so far, and of what comes next; throws where that is too much. */
  hold: (size: number, next: 'a file' | 'fields') => void;
}

const malformed = () => refusal('the form is malformed, or ends too early');

/** What a file's stream says where the form ends in the middle of it. */
const ENDED_EARLY = /end of multipart data/;

const LARGEST_HEADERS = 8 * 1024;

function parserOf(headers: IncomingHttpHeaders, { fieldSize }: FieldLimits): BusboyInstance {
  try {
    const contentType = headers['content-type'] ?? '';
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { fieldSize, parts: MAX_PARAMETERS + 20, headerPairs: 20, headerSize: LARGEST_HEADERS },
    });
  } catch {
    throw malformed();
  }
}

/**
 * Reads a form into `root`, its files by `take`, one after the other as they come. A file is taken before anything of what follows
 * it is put: `before` holds what came before, and no more than a piece of the body waits for that.
 */
class FormReader {
  readonly #root: RawMap;
  readonly #reading: Reading;
  readonly #parser: BusboyInstance;
  #count = 0;
  #size = 0;
  /** All parts but the last, and all. */
  #before: Promise<void> = Promise.resolve();
  #all: Promise<void> = Promise.resolve();
  #taking = 0;
  #file: BusboyFileStream | undefined;
  #failure: { reason: unknown } | undefined;
  #giveUp: ((reason: unknown) => void) | undefined;

  constructor(headers: IncomingHttpHeaders, root: RawMap, reading: Reading) {
    this.#root = root;
    this.#reading = reading;
    this.#parser = parserOf(headers, reading.limits)
      .on('field', (name, value, _nameCut, cut) => this.#attempt(() => this.#field(name, value, cut)))
      .on('file', (field, content, name, _encoding, contentType) => this.#begin({ field, name: name ?? '', contentType, content }))
      .on('partsLimit', () => this.#fail(tooMany()))
      .on('error', () => this.#fail(malformed()));
  }

  /** Gives back how many parameters it held. */
  async read(pieces: AsyncIterable<Buffer>): Promise<number> {
    const coming = pieces[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { value, done } = await this.#unlessFailed(coming.next());
        if (done) break;
        // The parser waits for whoever takes a file.
        await this.#unlessFailed(new Promise<void>((resolve) => this.#parser.write(value, () => resolve())));
        await this.#unlessFailed(this.#before);
      }
      await this.#unlessFailed(new Promise<void>((resolve) => this.#parser.once('finish', resolve).end()));
    } catch (error) {
      this.#fail(error);
      // Not waited for: what it waits for may never come.
      void coming.return?.();
    }
    await this.#all;
    if (this.#failure) throw this.#failure.reason;
    return this.#count;
  }

  /** Whoever takes a file may refuse it while more of the form is waited for. */
  #unlessFailed<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#failure) reject(this.#failure.reason);
      this.#giveUp = reject;
      step.then(resolve, reject);
    });
  }

  /** The first one counts. */
  #fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#giveUp?.(reason);
    this.#file?.destroy(malformed());
  }

  #attempt(work: () => void): void {
    try {
      if (!this.#failure) work();
    } catch (error) {
      this.#fail(error);
    }
  }

  #field(name: string | undefined, value: string, cut: boolean): void {
    const { fields, size, words } = this.#reading.limits;
    if (name === undefined) return;
    this.#size += name.length + value.length;
    if (cut || this.#size > size) throw bodyTooLarge(words);
    if (++this.#count > fields) throw tooMany();
    if (this.#taking === 0) put(this.#root, name, value);
    else this.#inTurn(async () => put(this.#root, name, value));
  }

  #begin(file: ArrivingFile & { content: BusboyFileStream }): void {
    // Whoever takes it hears of what goes wrong; nobody may be listening yet, or any more.
    file.content.on('error', () => undefined);
    this.#file = file.content;
    this.#taking++;
    this.#inTurn(() => this.#take(file));
  }

  #inTurn(work: () => Promise<void>): void {
    this.#before = this.#all;
    this.#all = this.#all.then(async () => {
      if (!this.#failure) await work();
    });
    this.#all = this.#all.catch((error: unknown) => this.#fail(error));
  }

  async #take(file: ArrivingFile): Promise<void> {
    const { hold, take } = this.#reading;
    try {
      hold(this.#size, 'a file');
      await take(file, this.#root);
      hold(this.#size, 'fields');
    } catch (error) {
      throw error instanceof Error && ENDED_EARLY.test(error.message) ? malformed() : error;
    } finally {
      this.#taking--;
      file.content.resume();
    }
  }
}

/** Reads a form from the pieces in which it comes; gives back how many parameters it held. */
export const readForm = (headers: IncomingHttpHeaders, pieces: AsyncIterable<Buffer>, root: RawMap, reading: Reading): Promise<number> =>
  new FormReader(headers, root, reading).read(pieces);
