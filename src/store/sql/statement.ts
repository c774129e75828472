import { mayWrite } from '../attended.ts';
import { type Written, written } from '../values.ts';
import { rendered, type Sql } from './sql.ts';
import { Parameter, type RowOf, type Types, type ValuesOf } from './types.ts';

/** A statement, which each connection prepares once by its name. It takes `Values`, and its rows are `Row`s. */
export interface Statement<Row, Values> {
  readonly name: string;
  readonly text: string;
  readonly writes: boolean;
  /** Whether it is planned for its values at each call instead of once (plan.ts). */
  readonly plannedForValues: boolean;
  /** No replica has what it reads: a table that is not logged. */
  readonly onPrimary: boolean;
  /** The parameters, in the order of their numbers. */
  readonly takes: readonly Parameter[];
  readonly gives: Types;
  readonly bind: (values: Values) => Written[];
  /** Never set: it keeps the type of the rows in that of the statement. */
  readonly row?: (row: Row) => void;
}

const MAX_NAME = 63;

/** All that were declared in this process, by name: a connection would take two of one name for one. */
const declared = new Map<string, Statement<never, never>>();

/** What makes some of those that are made when they are first wanted: each kind of page of a list. */
const families: (() => void)[] = [];
export const declareFamily = (make: () => void): void => void families.push(make);

/** All that are declared by now, and some of each family. */
export function declaredStatements(): readonly Statement<never, never>[] {
  for (const make of families.splice(0)) make();
  return [...declared.values()];
}

function register<Row, Values>(made: Statement<Row, Values>): Statement<Row, Values> {
  // The server cuts longer names, and two that are cut to the same one would be one statement.
  if (made.name.length > MAX_NAME) throw new Error(`the name of a statement is too long: ${made.name}`);
  if ((declared.get(made.name)?.text ?? made.text) !== made.text) throw new Error(`two statements are called ${made.name}`);
  declared.set(made.name, made);
  return made;
}

/** What a statement is: its parameters and columns by name, and its SQL. */
interface Declaration<Takes extends Types, Gives extends Types> {
  name: string;
  takes?: Takes;
  gives?: Gives;
  /** PostgreSQL may plan it for its values each time, but not within a transaction (store/plan.ts). */
  plannedForValues?: boolean;
  onPrimary?: boolean;
  sql: (parameters: ParametersOf<Takes>) => Sql;
}

export type ParametersOf<Takes extends Types> = { readonly [Name in keyof Takes]: Parameter };

export function parametersOf<Takes extends Types>(takes: Takes | undefined): ParametersOf<Takes> {
  const made = Object.entries(takes ?? {}).map(([name, type]) => [name, new Parameter(name, type)]);
  // `fromEntries` forgets the names.
  return Object.fromEntries(made) as ParametersOf<Takes>;
}

const sent = ({ type }: Parameter, value: unknown): Written =>
  written(value === null || type.write === undefined ? value : type.write(value));

/** A row of a statement that declares these columns; of one that declares none, there is none. */
type Given<Gives extends Types> = keyof Gives extends never ? never : RowOf<Gives>;

/** Declares a statement. `gives` is left out where it gives no rows. */
export function statement<const Takes extends Types = Record<never, never>, const Gives extends Types = Record<never, never>>(
  declaration: Declaration<Takes, Gives>,
): Statement<Given<Gives>, ValuesOf<Takes>>;
export function statement({ takes = {}, gives = {}, sql, ...declared }: Declaration<Types, Types>): Statement<never, never> {
  const parameters = parametersOf(takes);
  return numbered({ ...declared, given: Object.values(parameters), gives, sql: sql(parameters) });
}

interface Numbered {
  name: string;
  /** The parameters, in the order in which they are numbered. */
  given: readonly Parameter[];
  gives: Types;
  plannedForValues?: boolean | undefined;
  onPrimary?: boolean;
  sql: Sql;
}

/** A statement of parameters that are there already, for those that are made of others: see store/lists.ts. */
export function numbered<Row>({
  name,
  given,
  gives,
  plannedForValues = false,
  onPrimary = false,
  sql,
}: Numbered): Statement<Row, Readonly<Record<string, unknown>>> {
  const { text, takes } = rendered(sql, given);
  const bind = (values: Readonly<Record<string, unknown>>): Written[] => takes.map((parameter) => sent(parameter, values[parameter.name]));
  const forgotten = given.find((parameter) => !takes.includes(parameter) && !parameter.type.mayStayOut);
  if (forgotten) throw new Error(`${name} takes ${forgotten.name}, which stands nowhere in it`);
  return register({ name, text, writes: mayWrite(text), plannedForValues, onPrimary, takes, gives, bind });
}
