import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../../kernel/error-codes.ts';
import { refusal } from '../../kernel/errors.ts';
import { bytesPassed } from '../../store/passing-bytes.ts';
import { StoreUnavailable } from '../../store/server-errors.ts';

/** A file that came as a field of a form beside other parameters, whole. */
export interface SentFile {
  name: string;
  /** The media type, as the client says. */
  contentType: string;
  size: number;
  /** A stream of the whole file: each call begins anew. */
  open(): Readable;
}

export interface SpooledFile extends SentFile {
  discard(): Promise<void>;
}

/** What can be sent beside other parameters; more is sent in the three steps of files (conventions#41). */
export const MAX_SENT_FILE = 512 * 1024 * 1024;

const tooLarge = () => refusal('the file is larger than 512 MB', 413);

/** A temporary file without a name: nothing of it is left, however the process ends. */
async function unnamed(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `lectern-${randomUUID()}`);
  const handle = await open(name, 'wx+', 0o600).catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENOENT') throw cause;
    throw new StoreUnavailable('no_temporary_directory', 'the directory for temporary files (TMPDIR) is not there', { cause });
  });
  await unlink(name);
  return handle;
}

/** Keeps a file until the parameters that come after it are read too: nobody knows before what is to become of it. */
export async function spool(file: { name: string; contentType: string; content: Readable }): Promise<SpooledFile> {
  const handle = await unnamed();
  let size = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of file.content) {
      size += chunk.length;
      bytesPassed(chunk.length);
      if (size > MAX_SENT_FILE) throw tooLarge();
      yield chunk;
    }
  }
  try {
    await handle.writeFile(counted());
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    name: file.name,
    contentType: file.contentType,
    size,
    open: () => handle.createReadStream({ start: 0, autoClose: false }),
    discard: () => handle.close(),
  };
}
