import { readFileSync } from 'node:fs';

/** Which release of Lectern this is. */
export const RELEASE: string = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
