import { isUtf8 } from 'node:buffer';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { bodyTooLarge, refusal, unsupportedMediaType } from '../errors.ts';
import { emptyMap, MAX_PARAMETERS, put, type RawMap, readJson, readPairs, tooMany } from './nesting.ts';

export const MAX_BODY = 4 * 1024 * 1024;

/** What a body parser leaves on the request: it fills the map that the query has begun, and says how many parameters it held. */
class Body {
  readonly fill: (root: RawMap) => number;
  constructor(fill: (root: RawMap) => number) {
    this.fill = fill;
  }
}

function asText(body: Buffer): string {
  if (!isUtf8(body)) throw refusal('the body is not valid UTF-8');
  return body.toString('utf8');
}

async function multipartPairs(request: FastifyRequest): Promise<[string, string][]> {
  const pairs: [string, string][] = [];
  let size = 0;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      // No operation takes files yet: what comes is read and dropped, as every unknown parameter.
      part.file.resume();
      continue;
    }
    const value = String(part.value);
    size += part.fieldname.length + value.length;
    if (part.fieldnameTruncated || part.valueTruncated || size > MAX_BODY) throw bodyTooLarge();
    pairs.push([part.fieldname, value]);
    if (pairs.length > MAX_PARAMETERS) throw tooMany();
  }
  return pairs;
}

/**
 * Reads every body a client may send into the same nested parameters (D1.4).
 */
export const bodies = fp(async (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      const text = asText(body);
      return new Body((root) => readPairs(text, root));
    },
  );
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      const text = asText(body);
      return new Body((root) => (text.trim() === '' ? 0 : readJson(text, root)));
    },
  );
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 1000, fieldSize: MAX_BODY, fields: MAX_PARAMETERS + 1, parts: MAX_PARAMETERS + 20 },
  });
  // What says nothing of its type is fine as long as there is nothing of it.
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY },
    async (_request: FastifyRequest, body: Buffer): Promise<Body> => {
      if (body.length > 0) throw unsupportedMediaType();
      return new Body(() => 0);
    },
  );
});

/** All parameters of a request: its query, then its body, so that the body has the last word. */
export async function readParameters(request: FastifyRequest): Promise<RawMap> {
  const root = emptyMap();
  const url = request.raw.url ?? '';
  const cut = url.indexOf('?');
  let count = cut === -1 ? 0 : readPairs(url.slice(cut + 1), root);
  if (request.isMultipart()) {
    const pairs = await multipartPairs(request);
    for (const [name, value] of pairs) put(root, name, value);
    count += pairs.length;
  } else if (request.body instanceof Body) {
    count += request.body.fill(root);
  }
  if (count > MAX_PARAMETERS) throw tooMany();
  return root;
}
