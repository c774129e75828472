import { expect, test } from 'vitest';
import { areas } from '../../src/areas/index.ts';
import { ready, usesOf } from '../helpers/replica-uses.ts';
import { serveOn } from '../helpers/server.ts';
import { startReplicated } from '../helpers/standby.ts';
import { endsAll } from '../helpers/started.ts';
import { prepared } from './asking.ts';
import { declaredStatements, withoutRepetition } from './declared.ts';
import { Describer } from './described.ts';
import { worldOf } from './examples.ts';

endsAll();

// conventions#99
test('whatever is read is answered where a replica is read from, and the replica is asked nothing that it refuses', {
  timeout: 600_000,
}, async () => {
  const replicated = await startReplicated();
  const server = await serveOn(replicated.primary.url, { replicas: [replicated.standby.url] });
  const describer = await Describer.of(replicated.primary.url);
  try {
    const world = await worldOf(server, 2);
    const asking: (() => Promise<unknown>)[] = [];
    for (const area of areas) for (const op of area.operations) if (op.method === 'GET') asking.push(await prepared(server, op, world));
    await ready(server);
    const before = await usesOf(server);
    for (const ask of asking) await ask();
    const after = await usesOf(server);
    // Of the others somebody has just written.
    expect(after.replica - before.replica).toBeGreaterThan(asking.length / 2);
    // A few make what they are to show, and some count what is kept of counts.
    expect(after.repeated - before.repeated).toBeLessThan(asking.length / 10);
    expect(replicated.said()).toContain('read-only connections');
    expect(replicated.said()).not.toContain('ERROR');

    const unlogged = await server.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'`,
    );
    const names = unlogged.rows.map(({ name }) => name);
    expect(names).toContain('stream_counts');
    const astray: string[] = [];
    for (const { name, text, onPrimary } of withoutRepetition(await declaredStatements())) {
      const { read } = await describer.tables(text);
      if (!onPrimary && names.some((table) => read.has(table))) astray.push(name);
    }
    expect(astray, 'to be declared as onPrimary, because no replica has what they read').toEqual([]);
  } finally {
    await describer.end();
    await server.stop();
    await replicated.stop();
  }
});
