import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';

/** A JSON Schema as the document has it. */
export type Schema = z.infer<typeof Schema>;
export const Schema = z.record(z.string(), z.unknown());

const Referring = z.object({ $ref: z.string() });
const Content = z.record(z.string(), z.object({ schema: Schema }));
const Responses = z.record(z.string(), z.union([Referring, z.object({ content: Content.optional() })]));
const Parameter = z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), schema: Schema });
const Operation = z.object({
  operationId: z.string(),
  parameters: z.array(z.union([Referring, Parameter])).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: Responses,
});
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ parameters: z.record(z.string(), Parameter), responses: Responses, schemas: z.record(z.string(), Schema) }),
});
type Document = z.infer<typeof Document>;

export interface Described {
  id: string;
  method: string;
  /** The path of the operation, with the names of its parameters in braces. */
  path: string;
  query: readonly { name: string; schema: Schema }[];
  /** Undefined where it takes none. */
  body: Schema | undefined;
  /** What an answer of a status is, null where it has no JSON; a status that stands not here is not documented. */
  answers: ReadonlyMap<number, ValidateFunction | null>;
}

const JSON_TYPE = 'application/json';
const lastPart = (ref: string): string => ref.split('/').at(-1) ?? '';

/** All operations of an OpenAPI document, and what stands behind a reference of it. */
export interface Reference {
  operations: readonly Described[];
  schema(of: Schema): Schema;
}

/** Compiles a schema of the document; each but once, since most operations refuse alike. */
function compiler(components: Document['components']): (schema: Schema) => ValidateFunction {
  // Formats are the text's; what stands in an answer is held to its type, its bounds and its fields.
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile({ ...schema, components });
    compiled.set(text, validate);
    return validate;
  };
}

type Compile = ReturnType<typeof compiler>;

function answersOf(compile: Compile, { components }: Document, responses: z.infer<typeof Responses>): Described['answers'] {
  const answers = Object.entries(responses).map(([status, one]) => {
    const response = '$ref' in one ? components.responses[lastPart(one.$ref)] : one;
    const schema = response && 'content' in response ? response.content?.[JSON_TYPE]?.schema : undefined;
    return [Number(status), schema ? compile(schema) : null] as const;
  });
  return new Map(answers);
}

export function readDocument(json: unknown): Reference {
  const document = Document.parse(json);
  const { components, paths } = document;
  const compile = compiler(components);
  const schema = (of: Schema): Schema => {
    const { $ref } = of;
    return typeof $ref === 'string' ? (components.schemas[lastPart($ref)] ?? {}) : of;
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, op]): Described => {
      const parameters = op.parameters.flatMap((one) => ('$ref' in one ? (components.parameters[lastPart(one.$ref)] ?? []) : one));
      const content = op.requestBody?.content;
      return {
        id: op.operationId,
        method: method.toUpperCase(),
        path,
        query: parameters.filter((one) => one.in === 'query'),
        body: content?.[JSON_TYPE]?.schema ?? content?.['multipart/form-data']?.schema,
        answers: answersOf(compile, document, op.responses),
      };
    }),
  );
  return { operations, schema };
}
