import path from 'node:path';
import { bootstrap } from '../../src/areas/accounts/bootstrap.ts';
import type { School } from '../../src/backup/taking.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type Embedded, startEmbedded } from '../../src/store/embedded.ts';
import type { FileStorage } from '../../src/store/file-store.ts';
import { migrateDatabase } from '../../src/store/migrate.ts';
import { adminToken, serveOn, type TestServer } from '../helpers/server.ts';

export const SETTINGS = { fsync: 'off' };

/** A school on a database of its own, and on no other's. */
export interface Alone {
  dataDir: string;
  embedded: Embedded;
  server: TestServer;
}

const besideDatabase = (dataDir: string): FileStorage => ({ kind: 'disk', directory: path.join(dataDir, 'files') });

export async function open(dataDir: string, storage = besideDatabase(dataDir)): Promise<Alone> {
  const embedded = await startEmbedded(dataDir, { settings: SETTINGS });
  const database = openDatabase(embedded.url, { connections: 2, onIdleError: () => undefined });
  await migrateDatabase(database.pool);
  await bootstrap(database, adminToken());
  await database.close();
  const server = await serveOn(embedded.url, { storage });
  return { dataDir, embedded, server };
}

export async function close({ server, embedded }: Alone): Promise<void> {
  await server.stop();
  await embedded.stop();
}

export const schoolOf = ({ server, dataDir }: Alone): School => ({
  database: server.database,
  files: server.services.files,
  embeddedIn: dataDir,
});
