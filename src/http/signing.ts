import { createHmac, createSecretKey } from 'node:crypto';
import { isSameText } from '../kernel/constant-time.ts';
import { lastOf, type RawMap } from './parameters/nesting.ts';

const SHORTEST_KEY = 16;

/**
 * The signature of a text for one purpose. What was signed for one purpose is not valid for another, although all signatures are made with
 * one key (SECRET_KEY), the same in every process of an installation.
 */
function signatureOf(key: string, purpose: string, text: string): string {
  if (key.length < SHORTEST_KEY) throw new Error('nothing is signed without a key');
  const ofPurpose = createHmac('sha256', key).update(purpose).digest();
  // A key object, because signing with the key as bytes takes four times as long.
  return createHmac('sha256', createSecretKey(ofPurpose)).update(text).digest('base64url');
}

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
