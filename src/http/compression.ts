import { constants } from 'node:zlib';
import type { FastifyCompressOptions } from '@fastify/compress';

/** Which answers are compressed, and how (conventions#5): lightly, because processor time costs more than bytes (docs/decisions.md). */
export const COMPRESSION: FastifyCompressOptions = {
  threshold: 1024,
  encodings: ['br', 'gzip', 'deflate'],
  zlibOptions: { level: 3 },
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  // Bodies of requests that are compressed are refused (conventions#37), by http/parameters.
  globalDecompression: false,
};
