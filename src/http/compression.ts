import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** What is compressed on the way, and how (conventions#5): lightly, because the processor is dearer than the bytes (docs/decisions). */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip', 'deflate'],
  zlibOptions: { level: 3 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
};
