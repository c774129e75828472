import { type ApiError, invalidField, refusal } from '../../../kernel/errors.ts';
import type { SentToken } from './parameters.ts';

/** Why the sender has not shown to be in this attempt: by its token, and its number (quizzes#58). */
export function unproven(attempt: { number: number; token: string }, sent: SentToken): ApiError | undefined {
  if (attempt.token !== sent.validation_token) return refusal('the validation token is wrong', 403);
  return attempt.number === sent.attempt ? undefined : invalidField('attempt', 'invalid', 'is not the one of this quiz submission');
}
