import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';

const PRISMA = new URL('../prisma/', import.meta.url).pathname;
export const SCHEMA = path.join(PRISMA, 'schema');
export const MIGRATIONS = path.join(PRISMA, 'migrations');

/** The oid of PostgreSQL's type "char", which its catalogues use and the adapter does not know. */
const CHAR = 18;
const TIME_WITH_ZONE = 1266;

/** Answers columns of the type "char" as times with a zone, of which the engine has none: below they become characters. */
class CataloguePool extends pg.Pool {
  override query = new Proxy(pg.Pool.prototype.query, {
    apply: async (query, _, given) => {
      const answer: pg.QueryResult = await Reflect.apply(query, this, given);
      for (const field of answer.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = TIME_WITH_ZONE;
      return answer;
    },
  });
}

async function connect(url: string, after: () => Promise<void> = async () => undefined): Promise<SqlDriverAdapter> {
  const pool = new CataloguePool({ connectionString: url, max: 1 });
  const adapter = await new PrismaPg(pool).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async queryRaw(query: SqlQuery): Promise<SqlResultSet> {
      const answer = await adapter.queryRaw(query);
      const columnTypes = answer.columnTypes.map((type) => (type === ColumnTypeEnum.Time ? ColumnTypeEnum.Character : type));
      return { ...answer, columnTypes };
    },
    executeRaw: (query) => adapter.executeRaw(query),
    // As one message: the adapter cuts a script at each semicolon, and so through the bodies of functions.
    executeScript: async (script) => void (await pool.query(script)),
    startTransaction: (level) => adapter.startTransaction(level),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    async dispose() {
      await pool.end();
      await after();
    },
  };
}

/** An empty database for the engine to apply migrations to, on the same server; it goes when the engine is done with it. */
async function connectToShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${process.pid}`;
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  await server.query(`drop database if exists ${name}`);
  await server.query(`create database ${name}`);
  const shadow = new URL(url);
  shadow.pathname = `/${name}`;
  return connect(shadow.href, async () => {
    await server.query(`drop database ${name} with (force)`);
    await server.end();
  });
}

const schemaFiles = (folder: string) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.prisma'))
    .sort()
    .map((file) => ({ path: file, content: readFileSync(path.join(folder, file), 'utf8') }));

const migrationsIn = (folder: string) => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: readFileSync(path.join(folder, 'migration_lock.toml'), 'utf8') },
  shadowDbInitScript: '',
  migrationDirectories: readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const value = readFileSync(path.join(folder, name, 'migration.sql'), 'utf8');
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
});

const EVERYTHING = { externalTables: [], externalEnums: [] };

/** Prisma's engine is run as WebAssembly, for its binary would have to be downloaded. */
async function withEngine<T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  // The engine reports a panic of its own there, and does not start without it.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) } });
  const connections: SqlDriverAdapter[] = [];
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: 'postgres',
    adapterName: 'lectern',
    async connect() {
      const connection = await connect(url);
      connections.push(connection);
      return connection;
    },
    connectToShadowDb: () => connectToShadow(url),
  };
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => undefined, bindMigrationAwareSqlAdapterFactory(factory));
  try {
    return await work(engine);
  } finally {
    engine.free();
    // It leaves them open, and with them the lock under which it migrates.
    for (const connection of connections) await connection.dispose();
  }
}

/**
 * The SQL that leads from what the migrations make to what the schema says, as Prisma sees the difference; a comment alone where there
 * is none. It is worked out in a shadow database on the server at `url`.
 */
export const schemaDifference = (url: string, { schema = SCHEMA, migrations = MIGRATIONS } = {}): Promise<string> =>
  withEngine(url, async (engine) => {
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationsIn(migrations) },
      to: { tag: 'schemaDatamodel', files: schemaFiles(schema) },
      script: true,
      exitCode: null,
      filters: EVERYTHING,
    });
    return stdout ?? '';
  });

/** What `prisma migrate deploy` does to the database at `url`; gives back the names of the migrations that it has applied. */
export const deploy = (url: string): Promise<string[]> =>
  withEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: migrationsIn(MIGRATIONS), filters: EVERYTHING });
    return appliedMigrationNames;
  });
