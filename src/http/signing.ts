import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { isSameText } from '../kernel/constant-time.ts';
import { HOUR_MS } from '../kernel/dates.ts';
import { lastOf, type RawMap } from './parameters/nesting.ts';

const SHORTEST_KEY = 16;

/** The keys that were made, by key and purpose, from which they follow: to make one takes three times as long as to sign with it. */
const made = new Map<string, KeyObject>();

/** The key of one purpose. What was signed for one is not valid for another, although SECRET_KEY is the only key of an installation. */
function keyOf(key: string, purpose: string): KeyObject {
  if (key.length < SHORTEST_KEY) throw new Error('nothing is signed without a key');
  const name = JSON.stringify([key, purpose]);
  const before = made.get(name);
  if (before) return before;
  const fresh = createSecretKey(createHmac('sha256', key).update(purpose).digest());
  made.set(name, fresh);
  return fresh;
}

const signatureOf = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', keyOf(key, purpose)).update(text).digest('base64url');

/**
 * Until when what is signed at `now` is good, which is for so long at least: until an hour is full, so that whoever asks again within an
 * hour is given the same, and an answer that holds it has not changed (conventions#103).
 */
export const untilFullHour = (now: Date, forMs: number): Date => new Date(Math.ceil((now.getTime() + forMs) / HOUR_MS) * HOUR_MS);

/** A token that carries the payload, and that nobody else can make or change. It hides nothing: put no secrets into it. */
export function sign(key: string, purpose: string, payload: unknown): string {
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${text}.${signatureOf(key, purpose, text)}`;
}

/** The payload of a token that was signed with this key for this purpose; undefined for any other. */
export function verify(key: string, purpose: string, token: string): unknown {
  const [text, signature, ...rest] = token.split('.');
  if (text === undefined || signature === undefined || rest.length > 0) return undefined;
  // As it is written: decoded first, several writings would mean the same signature.
  if (!isSameText(signature, signatureOf(key, purpose, text))) return undefined;
  return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
}

type Values = readonly (string | number)[];

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** As JSON, so that no two lists of values make the same text. */
const textOf = (values: Values, expires: number): string => JSON.stringify([expires, ...values]);

/** A signature of values that stand elsewhere, as parameters of an address or a form. It is valid until `expires`, exclusive. */
type SignedParameters = { expires: string; signature: string };

export function signedParameters(key: string, purpose: string, values: Values, expires: Date): SignedParameters {
  const at = seconds(expires);
  return { expires: String(at), signature: signatureOf(key, purpose, textOf(values, at)) };
}

/** Whether the parameters that came back are those that were signed, and still good. */
export function areSigned(key: string, { purpose, values }: { purpose: string; values: Values }, parameters: RawMap, now: Date): boolean {
  const [expires, signature] = [lastOf(parameters['expires']), lastOf(parameters['signature'])];
  if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires) || typeof signature !== 'string') return false;
  return isSameText(signature, signatureOf(key, purpose, textOf(values, Number(expires)))) && seconds(now) < Number(expires);
}
