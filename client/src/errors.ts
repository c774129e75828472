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

/** What an answer says of itself, in whatever form; a proxy between may have written it. */
export function errorOf(response: Response, body: Schemas['Errors'] | string | undefined): LecternError {
  const errors = typeof body === 'object' ? body.errors : undefined;
  if (Array.isArray(errors)) return new LecternError(response, errors);
  if (typeof errors === 'object') return new LecternError(response, Object.values(errors).flat());
  const said = typeof body === 'string' && body !== '' && body.length < 200 ? body : response.statusText;
  return new LecternError(response, [{ message: `${response.status} ${said}`.trim() }]);
}
