import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** 19 MiB and two passes: what is advised for argon2id on a server that hashes few passwords at a time. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const VERSION = 19;

/** A slow, salted hash in PHC form. Made before a transaction opens: nothing slow stands between BEGIN and COMMIT. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { ...COST, message: password.normalize('NFKC'), nonce, tagLength: 32 });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=${VERSION}$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${plain(nonce)}$${plain(hash)}`;
}
