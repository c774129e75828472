import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded before everything else (see package.json), so that later starts find the program compiled. Where the cache cannot be written, the
// program is compiled at each start.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
