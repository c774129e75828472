import type { z } from 'zod';
import { type FieldError, invalidFields } from '../../kernel/errors.ts';

/** Parameters as their schema reads them; every field that is wrong is named at once. */
export function readFields<S extends z.ZodObject>(schema: S, parameters: unknown): z.output<S> {
  const parsed = schema.safeParse(parameters);
  if (!parsed.success) throw invalidFields(parsed.error.issues.map(fieldError));
  return parsed.data;
}

/** A field is named as the client named it, without the wrapper (conventions#15). */
function fieldError(issue: z.core.$ZodIssue): FieldError {
  const name = issue.path.findLast((part) => typeof part === 'string') ?? 'parameters';
  if (issue.code === 'custom') return { attribute: name, type: String(issue.params?.['type'] ?? 'invalid'), message: issue.message };
  return { attribute: name, type: 'invalid', message: 'must be a map of parameters' };
}
