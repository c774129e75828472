import { parseArgs } from 'node:util';
import { type Config, ConfigError, environmentIn, readConfig } from './config.ts';
import { codeOf } from './kernel/error-codes.ts';
import { OperatorError } from './kernel/operator-error.ts';
import { Process } from './process.ts';
import { FOR_OPERATORS } from './store/bounds.ts';
import type { Database } from './store/database.ts';
import { migrateDatabase } from './store/migrate.ts';

const USAGE =
  'usage: main.ts [start | serve | work | migrate | demo [--students <number>] | backup --to <directory> | restore --from <directory> [--copy <name>] [--check | --replace] | token --user <id or login> | why --user <id or login> --assignment|topic|quiz|submission|file|page <id>]';

async function firstDemo(own: Process, database: Database): Promise<string[]> {
  const { demoSchool } = await import('./demo/command-line.ts');
  return demoSchool(await own.demoOf(database), []);
}

/** Migrates the database, and makes what a first start makes (conventions#75). */
async function prepare(own: Process, url: string): Promise<void> {
  const { config } = own;
  const database = await own.reachedDatabase(url, FOR_OPERATORS);
  await migrateDatabase(database.pool);
  const { bootstrap } = await import('./areas/accounts/bootstrap.ts');
  const token = await bootstrap(database, config.bootstrapAdminToken);
  const demo = config.demoData && token !== null ? await firstDemo(own, database) : [];
  if (token !== null) {
    // A token that was set is known already, and must not get into a log (conventions#75).
    const shown = config.bootstrapAdminToken === null ? token : 'the one that BOOTSTRAP_ADMIN_TOKEN names';
    console.info(`\nTokens, shown this once:\n  admin     ${shown}  (administrator)`);
    for (const line of demo) console.info(line);
  }
  await database.close();
}

const announce = ({ baseUrl }: Config) =>
  console.info(
    `\nLectern serves\n  the API            ${baseUrl}/api/v1\n  the API reference  ${baseUrl}/docs\n  more tokens        npm run token -- --user <id or login>\n`,
  );

/** By their names. Each loads what it needs where it begins (see `Process`). */
type Commands = Record<string, (own: Process) => Promise<void>>;

/** These stay until they are told to end. */
const STAY: Commands = {
  async start(own) {
    await own.requireAddresses(['PORT', 'WORK_PORT']);
    const url = await own.databaseUrl({ mayShare: false, mustExist: false });
    // First, so that a store that cannot be used is found out before anything is made.
    await own.services();
    await prepare(own, url);
    // Stopping goes in the reverse order: first requests end, then jobs (conventions#81).
    await own.work(url);
    if (own.config.webConcurrency > 1) await own.fork();
    else await own.serve(url);
    announce(own.config);
  },
  async serve(own) {
    await own.requireAddresses(['PORT']);
    await own.serve(await own.databaseUrl());
  },
  async work(own) {
    await own.requireAddresses(['WORK_PORT']);
    await own.work(await own.databaseUrl());
  },
};

/** These end when they have done what they are for. */
const END: Commands = {
  async migrate(own) {
    await prepare(own, await own.databaseUrl({ mustExist: false }));
  },
  async demo(own) {
    const args = process.argv.slice(3);
    const { demoSchool, readStudents } = await import('./demo/command-line.ts');
    const { bootstrap } = await import('./areas/accounts/bootstrap.ts');
    // First, so that a wrong option is refused before anything is begun.
    readStudents(args);
    const database = await own.reachedDatabase(await own.databaseUrl({ mustExist: false }), FOR_OPERATORS);
    await migrateDatabase(database.pool);
    await bootstrap(database, own.config.bootstrapAdminToken);
    for (const line of await demoSchool(await own.demoOf(database), args)) console.info(line);
  },
  async backup(own) {
    const { databaseUrl, dataDir } = own.config;
    const { backUp, readTarget } = await import('./backup/command-line.ts');
    const to = readTarget(process.argv.slice(3), own.config);
    const database = await own.reachedDatabase(await own.databaseUrl(), FOR_OPERATORS);
    const files = await own.files();
    const embeddedIn = databaseUrl === null ? dataDir : null;
    for (const line of await backUp({ database, files, embeddedIn }, to)) console.info(line);
  },
  async restore(own) {
    const { restoreFrom } = await import('./backup/command-line.ts');
    console.info(await restoreFrom(process.argv.slice(3), own.config));
  },
  async token(own) {
    const { values } = parseArgs({ args: process.argv.slice(3), options: { user: { type: 'string' } } });
    if (values.user === undefined) throw new ConfigError(USAGE);
    const { printNewToken } = await import('./areas/users/command-line.ts');
    await printNewToken(await own.migratedDatabase(await own.databaseUrl(), FOR_OPERATORS), values.user);
  },
  async why(own) {
    const { explain, readQuestion, written } = await import('./why/why.ts');
    const question = readQuestion(process.argv.slice(3));
    if (!question) throw new ConfigError(USAGE);
    const database = await own.migratedDatabase(await own.databaseUrl(), FOR_OPERATORS);
    const { baseUrl, webUrl } = own.config;
    console.info(written(await explain({ database, services: await own.services(), baseUrl, webUrl }, question)));
  },
};

/** The commands that nothing may follow. The others read themselves what follows them. */
const TAKE_NOTHING = ['start', 'serve', 'work', 'migrate'];

async function main(): Promise<void> {
  const [name = 'start', ...sent] = process.argv.slice(2);
  const stays = Object.hasOwn(STAY, name);
  const command = stays ? STAY[name] : Object.hasOwn(END, name) ? END[name] : undefined;
  if (!command || (sent.length > 0 && TAKE_NOTHING.includes(name))) throw new ConfigError(USAGE);
  const own = new Process(readConfig(environmentIn(process.cwd(), process.env)));
  own.stopOnSignals();
  await own.start(command, stays ? 'stays' : 'ends');
}

/** Says in a sentence what the operator can mend; anything else is a fault of the program, and shows its stack. */
function fail(error: unknown): never {
  if (String(codeOf(error)).startsWith('ERR_PARSE_ARGS_')) return fail(new ConfigError(USAGE));
  console.error(error instanceof OperatorError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
