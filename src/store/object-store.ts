import { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Disk, errors } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import { type FileStorage, type FileStore, storeOver } from './file-store.ts';
import { StoreUnavailable } from './server-errors.ts';

const PART_BYTES = 5 * 1024 * 1024;
/** How many parts of one file are on their way at once, each of them in memory. */
const PARTS_AT_ONCE = 2;

/** How long the store may take to let somebody in, and how long it may say nothing. */
export interface Patience {
  connectMs: number;
  silenceMs: number;
}
/** A store that puts a big file together from its parts may take a while. */
const PATIENCE: Patience = { connectMs: 5_000, silenceMs: 30_000 };
/** What fails is asked once more, and no oftener: requests and jobs wait for it. */
const ATTEMPTS = 2;

/** What an object store tells of what it was asked: every object has a tag, and what is sent in parts a name. */
const TELLS: Readonly<Record<string, 'ETag' | 'UploadId'>> = {
  PutObjectCommand: 'ETag',
  CreateMultipartUploadCommand: 'UploadId',
  UploadPartCommand: 'ETag',
  CompleteMultipartUploadCommand: 'ETag',
  HeadObjectCommand: 'ETag',
  GetObjectCommand: 'ETag',
};

const memberOf = (of: unknown, name: string): unknown => (typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined);

/** Where nothing is told, as of what was removed, a page is known by its type. With 204 none comes: some stores name that type with it. */
const isPage = (response: unknown): boolean =>
  memberOf(response, 'statusCode') !== 204 && /^text\/html/i.test(String(memberOf(memberOf(response, 'headers'), 'content-type')));

/** What answers otherwise is no object store, whatever its status: a proxy that wants a login, say. */
function requireObjectStore(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (request) => {
        const result = await next(request);
        const told = TELLS[commandName];
        if (told ? memberOf(result.output, told) !== undefined : !isPage(result.response)) return result;
        const body = memberOf(result.response, 'body');
        if (body instanceof Readable) body.destroy();
        throw new StoreUnavailable('object_store', 'the object store told of no object');
      },
    { name: 'requireObjectStore', step: 'initialize' },
  );
}

/** Sends files in parts: their length is known only when the last byte has come. */
class PartwiseDriver extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  override async putStream(key: string, content: Readable): Promise<void> {
    const params = { Bucket: this.#bucket, Key: key, Body: content };
    await new Upload({ client: this.#client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
  }
}

/** Ends a body of which nothing comes any more. What has come and is not read yet is its reader's to take, at leisure. */
function endSilent(body: IncomingMessage, silenceMs: number): void {
  const { socket } = body;
  const onSilence = () => {
    if (body.readableLength > 0) socket.setTimeout(silenceMs);
    else body.destroy(new Error('the object store has fallen silent'));
  };
  socket.setTimeout(silenceMs);
  socket.on('timeout', onSilence);
  body.once('close', () => {
    socket.off('timeout', onSilence);
    socket.setTimeout(0);
  });
}

/** Two clients, because the time-out of a socket, which is for what is sent, would end downloads whose readers rest. */
function clients({ region, endpoint, credentials }: FileStorage & { kind: 's3' }, { connectMs, silenceMs }: Patience) {
  const settings = {
    region,
    maxAttempts: ATTEMPTS,
    ...(credentials ? { credentials } : {}),
    // Stores that are not Amazon's have buckets as paths, and few know its newer checksums.
    ...(endpoint === null
      ? {}
      : ({
          endpoint,
          forcePathStyle: true,
          requestChecksumCalculation: 'WHEN_REQUIRED',
          responseChecksumValidation: 'WHEN_REQUIRED',
        } as const)),
  };
  const writing = new S3Client({ ...settings, requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs } });
  const reading = new S3Client({
    ...settings,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs, throwOnRequestTimeout: true },
  });
  reading.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const body = memberOf(result.response, 'body');
      if (body instanceof IncomingMessage) endSilent(body, silenceMs);
      return result;
    },
    { name: 'endSilent', step: 'deserialize', priority: 'low' },
  );
  for (const client of [reading, writing]) requireObjectStore(client);
  return { reading, writing };
}

export function inBucket(storage: FileStorage & { kind: 's3' }, patience: Patience = PATIENCE): FileStore {
  const { reading, writing } = clients(storage, patience);
  const { bucket } = storage;
  return storeOver(new Disk(new PartwiseDriver(writing, bucket)), async (key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const asked = reading.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range ? { Range } : {}) }));
    // The client's own words do not say of which file.
    const { Body } = await asked.catch((cause: unknown) => {
      throw new errors.E_CANNOT_READ_FILE([key], { cause });
    });
    if (!(Body instanceof Readable)) throw new Error('the object store answered no stream');
    return Body;
  });
}
