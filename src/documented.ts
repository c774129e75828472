import { areas } from './areas/index.ts';
import type { DocumentedArea } from './http/openapi/document.ts';

/** All areas, with what the OpenAPI document says of them. */
export const documentedAreas = (): DocumentedArea[] =>
  areas.map(({ name, operations, examples, openRoutes }) => ({
    rules: name.replaceAll('_', '-'),
    operations,
    examples: examples ?? {},
    openRoutes: openRoutes ?? [],
  }));
