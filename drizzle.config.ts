import { defineConfig } from 'drizzle-kit';

// `npm run migration -- --name <what>` writes the next migration from the schema; no database is needed.
export default defineConfig({ dialect: 'postgresql', schema: './src/store/schema/*.ts', out: './migrations' });
