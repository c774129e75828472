import { z } from 'zod';
import { documentation } from './parameters/types.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * A zod schema as JSON Schema: for requests what a client may send, for answers what the compiled serialiser writes.
 * Nullable simple types become `type: [.., 'null']`, which the serialiser writes without trying alternatives.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...converted } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: json }) {
      const documented = zodSchema instanceof z.ZodType ? documentation.get(zodSchema) : undefined;
      if (documented) Object.assign(json, documented.schema);
      if (json.type === 'integer') {
        if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
        if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      }
      const [first, second] = json.anyOf ?? [];
      if (json.anyOf?.length === 2 && second?.type === 'null' && typeof first?.type === 'string' && !documented) {
        delete json.anyOf;
        const values = first.enum ? { enum: [...first.enum, null] } : {};
        Object.assign(json, first, values, { type: [first.type, 'null'] });
      }
      if (json.format === 'date-time') delete json.pattern;
    },
  });
  return converted;
}
