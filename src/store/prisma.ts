import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Types } from '@prisma/client/runtime/client';
import pg from 'pg';
import { Prisma, PrismaClient } from './generated/client.ts';
import { StatementFailed, withStackOfCaller } from './server-errors.ts';

type Model = Prisma.ModelName;
type Operations<M extends Model> = Prisma.TypeMap['model'][M]['operations'];
type ArgsOf<M extends Model, O> = O extends keyof Operations<M> ? (Operations<M>[O] extends { args: infer Args } ? Args : never) : never;
type Payload<M extends Model> = Prisma.TypeMap['model'][M]['payload'];

/**
 * The operations that are one statement each. Of the others, `findUnique` merges what is asked in one turn of the event loop, even by
 * different transactions, and `createManyAndReturn` is planned anew at each call.
 */
const OPERATIONS = [
  'count',
  'create',
  'createMany',
  'delete',
  'deleteMany',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'upsert',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** Excludes nested writes: they are further statements, for which Prisma would open a transaction of its own. */
type WithoutNested<M extends Model, Data> = Data & { readonly [Relation in keyof Payload<M>['objects']]?: never };

type Given<M extends Model, Args> = {
  [Name in keyof Args as Name extends 'include' ? never : Name]: Name extends 'data' | 'create' | 'update'
    ? WithoutNested<M, Args[Name]>
    : Args[Name];
};

type Delegate<M extends Model> = {
  readonly [O in Operation]: <Args extends Given<M, ArgsOf<M, O>>>(
    args: Prisma.Exact<Args, Given<M, ArgsOf<M, O>>>,
  ) => Promise<Types.Result.GetResult<Payload<M>, Args, O, object>>;
};

/** The schema's models, as Prisma's client has them. */
export type Models = { readonly [M in Model as Uncapitalize<M>]: Delegate<M> };

/** Sends one of Prisma's statements. */
export type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * Where the statements of a model's operation go. It is set around the operation alone, so that nothing else that runs meanwhile sends
 * anything on a transaction's connection.
 */
const destination = new AsyncLocalStorage<Send>();

/** Sends a statement to the destination of the operation under way. PostgreSQL's own error stays the cause of a failure. */
const routed: Send = async (query) => {
  const to = destination.getStore();
  if (!to) throw new Error('a statement of Prisma was made outside of the models');
  try {
    return await to(query);
  } catch (cause) {
    throw new StatementFailed(query.text, { cause });
  }
};

function refused(): never {
  throw new Error('an operation that takes more than one statement would open a transaction of its own');
}

/** Takes the place of the pool that the adapter asks for, and makes no connection. */
const noPool = (): pg.Pool => Object.defineProperties(new pg.Pool(), { query: { value: routed }, connect: { value: refused } });

/** How many of Prisma's texts are prepared. Each number of values in an `in` makes a text of its own, so that further ones are not. */
const MOST_NAMED = 150;

function naming(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    let name = names.get(sql);
    if (name === undefined && names.size < MOST_NAMED) names.set(sql, (name = `prisma_${names.size}`));
    return name ?? '';
  };
}

let client: PrismaClient | undefined;

/** The one client of this process, for all databases: it knows the models, and nothing of where its statements go. */
const theClient = (): PrismaClient =>
  (client ??= new PrismaClient({ adapter: new PrismaPg(noPool(), { statementNameGenerator: naming() }), errorFormat: 'minimal' }));

/** Starts Prisma's engine, which takes a third of a second of processor time. Otherwise the first operation would wait for it. */
export const startModels = (): Promise<void> => theClient().$connect();

/** Prisma's messages quote the arguments of an operation, which people wrote (conventions#63). Only their last line is kept: it says why. */
function withoutArguments(operation: string, error: unknown): unknown {
  if (!(error instanceof Prisma.PrismaClientValidationError)) return error;
  return new Error(`${operation} was refused: ${error.message.trim().split('\n').at(-1)}`);
}

/** The models, whose operations run where `send` sends them. */
export function modelsOn(send: Send): Models {
  const delegates = new Map<PropertyKey, object>();
  const delegate = (model: PropertyKey): object => {
    const operations: object = Reflect.get(theClient(), model);
    const run = (operation: Operation) => (args: unknown) =>
      withStackOfCaller(
        destination
          .run(send, () => Promise.resolve(Reflect.apply(Reflect.get(operations, operation), operations, [args])))
          .catch((error: unknown) => Promise.reject(withoutArguments(`${String(model)}.${operation}`, error))),
      );
    return Object.fromEntries(OPERATIONS.map((operation) => [operation, run(operation)]));
  };
  return new Proxy(Object.create(null), {
    get(_, model) {
      let known = delegates.get(model);
      if (!known) delegates.set(model, (known = delegate(model)));
      return known;
    },
  });
}

type WithoutUndefined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** `data` without what is undefined: Prisma refuses `undefined`, which in a condition would mean every row. */
export const given = <T extends object>(data: T): WithoutUndefined<T> =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
