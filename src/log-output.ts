import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import { codeOf } from './kernel/error-codes.ts';

/** How many characters wait at most for a reader that is behind; lines beyond are lost. */
const MOST_WAITING = 4_000_000;
/** After which time a reader that was behind is tried again. */
const AGAIN_MS = 20;
/** How long the end of the process waits for a reader that takes nothing. */
const LAST_MS = 3000;

const LINE_END = '\n'.charCodeAt(0);
const NOTHING = Buffer.alloc(0);

/**
 * An open file for the log, which nothing waits for. A line that cannot be written (the disk is full, a terminal or a reader has gone) is
 * lost, and nothing else is (conventions#109). Pino's own output ends the process for it, and as the process ends tries without end.
 */
class LogOutput implements DestinationStream {
  readonly #fd: number;
  #lines: string[] = [];
  #size = 0;
  /** What is left of the lines that are being written. */
  #begun: Buffer = NOTHING;
  #state: 'idle' | 'writing' | 'behind' = 'idle';
  /** What was written last ends within a line. */
  #withinLine = false;
  /** The rest of that line is lost. */
  #torn = false;

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.#end());
  }

  write(line: string): void {
    if (this.#size + line.length > MOST_WAITING) return;
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#state === 'idle') this.#begin();
  }

  #taken(): Buffer {
    const lines = Buffer.from(`${this.#torn ? '\n' : ''}${this.#lines.join('')}`);
    this.#torn = false;
    this.#lines = [];
    this.#size = 0;
    return lines;
  }

  #begin(): void {
    this.#begun = this.#taken();
    this.#goOn();
  }

  #goOn(): void {
    this.#state = 'writing';
    write(this.#fd, this.#begun, (error, written) => {
      if (codeOf(error) === 'EAGAIN') {
        this.#state = 'behind';
        setTimeout(() => this.#goOn(), AGAIN_MS).unref();
        return;
      }
      if (error) this.#torn = this.#withinLine;
      this.#begun = error ? NOTHING : this.#after(this.#begun, written);
      this.#state = 'idle';
      if (this.#begun.length > 0) this.#goOn();
      else if (this.#lines.length > 0) this.#begin();
    });
  }

  #after(bytes: Buffer, written: number): Buffer {
    if (written > 0) this.#withinLine = bytes[written - 1] !== LINE_END;
    return bytes.subarray(written);
  }

  /** Writes what is left as the process ends; what a thread is writing then it writes by itself. */
  #end(): void {
    let left = this.#state === 'behind' ? Buffer.concat([this.#begun, this.#taken()]) : this.#taken();
    const clock = new Int32Array(new SharedArrayBuffer(4));
    for (let waited = 0; left.length > 0 && waited < LAST_MS; ) {
      try {
        left = this.#after(left, writeSync(this.#fd, left));
        waited = 0;
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN') return;
        Atomics.wait(clock, 0, 0, AGAIN_MS);
        waited += AGAIN_MS;
      }
    }
  }
}

export const logOutput = (fd: number): DestinationStream => new LogOutput(fd);
