/** One small request that the demo school (npm run demo) accepts as it stands. */
export interface Example {
  /** The login of whom it is from; the teacher's where it is left out. */
  by?: string;
  /** By the names of the path's parameters. */
  path?: Readonly<Record<string, number | string>>;
  body: Readonly<Record<string, unknown>>;
}

/** Of operations that take a body, by their ids. */
export type Examples = Readonly<Record<string, Example>>;
