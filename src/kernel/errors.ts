/**
 * The closed catalogue of what a client can be told (conventions#14). Services throw these; the error handler answers them as they are.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** Under which the log tells of it; null where it is the client's own affair. */
  readonly reason: string | null;

  constructor(status: number, body: unknown, headers: Record<string, string> = {}, reason: string | null = null) {
    super(typeof body === 'string' ? body : JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.reason = reason;
  }
}

/** One thing wrong with one parameter; `attribute` is the name the client used, without its wrapper. */
export interface FieldError {
  attribute: string;
  type: string;
  message: string;
}

const CHALLENGE = { 'www-authenticate': 'Bearer realm="lectern"' };

export const unauthenticated = () =>
  new ApiError(401, { status: 'unauthenticated', errors: [{ message: 'user authorization required' }] }, CHALLENGE);

export const invalidToken = () => new ApiError(401, { errors: [{ message: 'Invalid access token.' }] }, CHALLENGE);

export const unauthorized = (message = 'user not authorized to perform that action') =>
  new ApiError(401, { status: 'unauthorized', errors: [{ message }] });

export const notFound = () => new ApiError(404, { errors: [{ message: 'The specified resource does not exist.' }] });

/** The first of what was looked for; 404 where there is none. */
export function foundIn<T>(found: readonly T[]): T {
  const [first] = found;
  if (first === undefined) throw notFound();
  return first;
}

/** Invalid input: every field that is wrong, at once. */
export function invalidFields(errors: readonly FieldError[]): ApiError {
  // Fields are the client's words: `constructor` and `__proto__` are names like any other.
  const byField = new Map<string, FieldError[]>();
  for (const error of errors) byField.set(error.attribute, [...(byField.get(error.attribute) ?? []), error]);
  return new ApiError(400, { errors: Object.fromEntries(byField) });
}

export const invalidField = (attribute: string, type: string, message: string) => invalidFields([{ attribute, type, message }]);

/** Invalid input or a conflict of state where no one field is to blame. */
export const refusal = (message: string, status = 400) => new ApiError(status, { errors: [{ message }] });

/** What is being made in the background, and is soon there. */
export const notThereYet = (seconds: number) =>
  new ApiError(503, { errors: [{ message: 'not available yet, try again soon' }] }, { 'retry-after': String(seconds) });

/** What the server cannot do just now, and can soon, through no fault of the request's. */
export const unavailable = (seconds: number, reason: string | null = null) =>
  new ApiError(
    503,
    { errors: [{ message: 'the service is busy or being restarted, try again soon' }] },
    { 'retry-after': String(seconds) },
    reason,
  );

const GONE = 499;

/** Nobody reads it: it says to logs and metrics that a request was dropped. */
export const clientGone = () => refusal('the client has closed the connection', GONE);

/** Whether an error refuses a request for good: whoever has gone, or was put off, may ask for the same again. */
export const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status < GONE;

export const bodyTooLarge = (limit = '4 MB') => refusal(`the body is larger than ${limit}`, 413);

export const unsupportedMediaType = (taken = 'application/x-www-form-urlencoded, multipart/form-data or application/json') =>
  refusal(`send ${taken}`, 415);

export const tooManyRequests = (seconds: number) =>
  new ApiError(
    429,
    { status: 'throttled', errors: [{ message: 'too many requests, try again later' }] },
    { 'retry-after': String(seconds) },
  );

export const internalError = (requestId: string) =>
  new ApiError(500, { errors: [{ message: 'An error occurred.', error_code: 'internal_server_error' }], error_report_id: requestId });
