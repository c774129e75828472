import type { FastifyCompressOptions } from '@fastify/compress';

/** What is compressed on the way, and how (conventions#5). */
export const COMPRESSION: FastifyCompressOptions = { threshold: 1024, encodings: ['br', 'gzip', 'deflate'] };
