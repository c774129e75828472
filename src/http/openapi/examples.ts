/** One small request that the demo school (npm run demo) accepts as it stands. */
export interface Example {
  /** The login of whom it is from; the teacher's where it is left out. */
  by?: string;
  /** The parameters of the path, by their names. */
  path?: Readonly<Record<string, number | string>>;
  body: Readonly<Record<string, unknown>>;
}

/** The examples of operations that take a body, by their `operationId`. */
export type Examples = Readonly<Record<string, Example>>;
