/** The part of a log that is used below the server, so that no logger has to be imported there. */
export interface WarningLog {
  warn(details: object, message: string): void;
}
