import { vi } from 'vitest';
import { valueOf } from '../metrics/shown.ts';
import type { TestServer } from './server.ts';
import { POLLING } from './started.ts';

const shownBy = async (server: Pick<TestServer, 'raw'>): Promise<string> => (await server.raw().get('/metrics').expect(200)).text;

/** How many requests a server has read from whom. */
export async function usesOf(server: Pick<TestServer, 'raw'>): Promise<{ replica: number; primary: number; repeated: number }> {
  const shown = await shownBy(server);
  const of = (target: string) => valueOf(shown, 'lectern_reads_total', { target }) ?? 0;
  return { replica: of('replica'), primary: of('primary'), repeated: of('repeated') };
}

/** Whether a server reads from the replica at this address. */
export async function isInUse(server: Pick<TestServer, 'raw'>, url: string): Promise<boolean> {
  return valueOf(await shownBy(server), 'lectern_replica_in_use', { replica: new URL(url).host }) === 1;
}

/** Until what the administrator has written is on a replica, too. */
export async function ready(server: Pick<TestServer, 'raw' | 'admin'>, client = server.admin): Promise<void> {
  await vi.waitUntil(async () => {
    const before = await usesOf(server);
    await client.get('/users/self').expect(200);
    return (await usesOf(server)).replica > before.replica;
  }, POLLING);
}
