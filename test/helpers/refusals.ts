// The bodies of refusals that hold no field.
export const UNAUTHENTICATED = { status: 'unauthenticated', errors: [{ message: 'user authorization required' }] };
export const INVALID_TOKEN = { errors: [{ message: 'Invalid access token.' }] };
export const NOT_PERMITTED = { status: 'unauthorized', errors: [{ message: 'user not authorized to perform that action' }] };
export const NOT_FOUND = { errors: [{ message: 'The specified resource does not exist.' }] };

/** The fields that an answer refuses; its status where it is another answer. */
export const refusedFields = ({ status, body }: { status: number; body: { errors?: object } }): string[] | number =>
  status === 400 ? Object.keys(body.errors ?? {}) : status;
