// The ES modules of the package are hundreds of small files, and Node reads the package's large package.json again for each:
// 0.3 s and 200 MB at every start. Its CommonJS files hold the same and cost a tenth; everything imports them from here.

export { DrizzleQueryError } from '../../node_modules/drizzle-orm/errors.cjs';
export { and, eq, inArray, is, ne, or, sql } from '../../node_modules/drizzle-orm/index.cjs';
export { readMigrationFiles } from '../../node_modules/drizzle-orm/migrator.cjs';
export { drizzle, type NodePgDatabase } from '../../node_modules/drizzle-orm/node-postgres/index.cjs';
export { migrate } from '../../node_modules/drizzle-orm/node-postgres/migrator.cjs';
export {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  foreignKey,
  getTableConfig,
  index,
  integer,
  jsonb,
  numeric,
  PgTable,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from '../../node_modules/drizzle-orm/pg-core/index.cjs';
