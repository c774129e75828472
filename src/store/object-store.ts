import { Readable } from 'node:stream';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Disk } from 'flydrive';
import { S3Driver } from 'flydrive/drivers/s3';
import type { FileStorage } from '../config.ts';
import { type FileStore, storeOver } from './file-store.ts';

const PART_BYTES = 5 * 1024 * 1024;
/** How many parts of one file are on their way at once, each of them in memory. */
const PARTS_AT_ONCE = 2;

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

export function inBucket({ bucket, region, endpoint, credentials }: FileStorage & { kind: 's3' }): FileStore {
  const client = new S3Client({
    region,
    ...(credentials ? { credentials } : {}),
    // Stores that are not Amazon's have buckets as paths, and few know its newer checksums.
    ...(endpoint === null
      ? {}
      : { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' }),
  });
  return storeOver(new Disk(new PartwiseDriver(client, bucket)), async (key, range) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range ? { Range } : {}) }));
    if (!(Body instanceof Readable)) throw new Error('the object store answered no stream');
    return Body;
  });
}
