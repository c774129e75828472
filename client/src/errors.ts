import type { Schemas } from './types.ts';

/** What is wrong with one field of a request; of errors that concern no field, `attribute` is undefined. */
export interface Fault {
  attribute?: string;
  message: string;
}

/** An answer that is a refusal or a fault: every status from 400 on. */
export class LecternError extends Error {
  override readonly name = 'LecternError';
  readonly status: number;
  readonly faults: readonly Fault[];
  /** Names the request in the logs of the server. */
  readonly requestId: string | null;

  constructor(response: Response, faults: readonly Fault[]) {
    super(faults.map(({ attribute, message }) => (attribute === undefined ? message : `${attribute}: ${message}`)).join('; '));
    this.status = response.status;
    this.faults = faults;
    this.requestId = response.headers.get('x-request-id');
  }
}

type Written = Schemas['Message'] | string | readonly string[] | null;

/** A refusal of several at once has a list of texts for each, and null for those that are right. */
const faultsIn = (one: Written): Fault[] => {
  if (typeof one === 'string') return [{ message: one }];
  if (one === null) return [];
  return 'message' in one ? [one] : one.map((message) => ({ message }));
};

/** What an answer says of itself, in whatever form; a proxy between may have written it. */
export function errorOf(response: Response, body: Schemas['Errors'] | string | undefined): LecternError {
  const errors = typeof body === 'object' ? body.errors : undefined;
  if (Array.isArray(errors)) {
    const written: readonly Written[] = errors;
    return new LecternError(response, written.flatMap(faultsIn));
  }
  if (typeof errors === 'object') return new LecternError(response, Object.values(errors).flat());
  const said = typeof body === 'string' && body !== '' && body.length < 200 ? body : response.statusText;
  return new LecternError(response, [{ message: `${response.status} ${said}`.trim() }]);
}
