import { existsSync, readdirSync } from 'node:fs';
import type { Examples, ListRequest, Requests } from '../helpers/examples.ts';
import { filledWorld, type World } from '../helpers/filled-world.ts';
import type { TestServer } from '../helpers/server.ts';

const AREAS = new URL('../areas/', import.meta.url);

async function examplesOf(area: string): Promise<Examples[]> {
  const file = new URL(`${area}/examples.ts`, AREAS);
  if (!existsSync(file)) return [];
  const { examples }: { examples: Examples } = await import(file.href);
  return [examples];
}

/** What every area shows of its operations, beside its tests. */
const all: readonly Examples[] = (await Promise.all(readdirSync(AREAS).map(examplesOf))).flat();

export const REQUESTS: Requests = Object.fromEntries(all.flatMap(({ requests }) => Object.entries(requests)));
export const LISTS: readonly ListRequest[] = all.flatMap(({ lists = [] }) => lists);

/** A world in which every list has so many rows. */
export async function worldOf(server: TestServer, n: number): Promise<World> {
  const w = await filledWorld(server, n);
  for (const { fill } of all) for (let i = 0; fill && i < n; i++) await fill(w, server);
  return w;
}
