import SerializerSelector from '@fastify/fast-json-stringify-compiler';

type Factory = ReturnType<typeof SerializerSelector>;

/** Fastify's own serialisers, each compiled when it is first used: all of them at once would be a fifth of a start's time. */
export function serialisersOnDemand(): Factory {
  const build = SerializerSelector();
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options);
    return (route) => {
      let compiled: ReturnType<typeof compile> | undefined;
      return (answer) => {
        compiled ??= compile(route);
        return compiled(answer);
      };
    };
  };
}
