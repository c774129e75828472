import { z } from 'zod';
import { documentation } from './parameters/types.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Whether a part of a schema is a schema, or a map of them. */
export const isSchema = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Schemas that were converted already: most operations share theirs with others, and converting each anew would be a fifth of a start. */
const known = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };
const lists = new WeakMap<z.ZodType, z.ZodArray>();

/** The schema of a list of these; always the same object, so that it is converted once. */
export function listOf(item: z.ZodType): z.ZodArray {
  const list = lists.get(item) ?? z.array(item);
  lists.set(item, list);
  return list;
}

/**
 * A zod schema as JSON Schema: for requests what a client may send, for answers what the compiled serialiser writes.
 * Nullable simple types become `type: [.., 'null']`, which the serialiser writes without trying alternatives.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const found = known[io].get(schema) ?? converted(schema, io);
  known[io].set(schema, found);
  return found;
}

function converted(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
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
  return made;
}
