import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loaded before everything else (package.json), so that later starts find the program compiled. Where nothing can be written,
// it is compiled as ever.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
