import { z } from 'zod';
import { type FieldError, invalidFields } from '../../kernel/errors.ts';
import { emptyMap, isMap, lastOf, type RawMap } from './nesting.ts';
import { isEmpty } from './types.ts';

const bare = (type: unknown): unknown => (type instanceof z.ZodOptional || type instanceof z.ZodNullable ? bare(type.unwrap()) : type);

/**
 * A wrapper that was left out or is empty has no members: what its fields need is then said of the fields. A map that may be null is null
 * where it is empty (conventions#33).
 */
export function fillWrappers(schema: z.ZodObject, parameters: RawMap): void {
  for (const [name, type] of Object.entries(schema.shape)) {
    const sent = lastOf(parameters[name]);
    if (type instanceof z.ZodObject) {
      const value = sent === undefined || isEmpty(sent) ? emptyMap() : sent;
      if (!isMap(value)) continue;
      parameters[name] = value;
      fillWrappers(type, value);
    } else if (sent === '' && bare(type) instanceof z.ZodObject) parameters[name] = null;
  }
}

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
