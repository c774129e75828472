import { createHmac, timingSafeEqual } from 'node:crypto';

const SHORTEST_KEY = 16;

/**
 * The signature of a text for one purpose: what was signed for one is worth nothing for another, although all come from one
 * key (SECRET_KEY).
 */
function signatureOf(key: string, purpose: string, text: string): string {
  if (key.length < SHORTEST_KEY) throw new Error('nothing is signed without a key');
  const ofPurpose = createHmac('sha256', key).update(purpose).digest();
  return createHmac('sha256', ofPurpose).update(text).digest('base64url');
}

/** A token that carries the payload and cannot be made up or changed. It hides nothing: what is secret has no place in it. */
export function sign(key: string, purpose: string, payload: unknown): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${signatureOf(key, purpose, text)}`;
}

/** The payload of a token that was signed with this key for this purpose; undefined for any other. */
export function verify(key: string, purpose: string, token: string): unknown {
  const [text, signature, ...rest] = token.split('.');
  if (text === undefined || signature === undefined || rest.length > 0) return undefined;
  // Compared as they are written: decoded first, several writings would mean the same signature.
  const sent = Buffer.from(signature);
  const wanted = Buffer.from(signatureOf(key, purpose, text));
  if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}
