import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/http/operation.ts';
import { useServer } from '../helpers/server.ts';
import { send } from './asking.ts';
import { ASKERS, SHARED } from './shared.ts';
import { type SharedWorld, sharedWorld } from './shared-world.ts';

const server = useServer();

let world: SharedWorld;

beforeAll(async () => {
  world = await sharedWorld(server);
}, 600_000);

const METHODS: Readonly<Record<string, Operation['method']>> = { GET: 'GET', PUT: 'PUT' };

const requests = SHARED.flatMap(({ what, requests: asked }) => asked.map(([answers, request]) => [what, request, answers] as const));

// access#3, access#4, access#7, access#11, access#22, access#23
describe('what is shared', () => {
  test.each(requests)('%s: %s', async (_, request, answers) => {
    const [, word = '', path = ''] = /^(\w+) (.+)$/.exec(request) ?? [];
    const method = METHODS[word];
    if (!method) throw new Error(`${request} is asked with ${word}`);
    const named = path.replaceAll(/\{([^}]+)\}/g, (_whole, thing: string) => String(world.ids[thing]));
    const asked = await Promise.all(ASKERS.map(async (who) => [who, (await send(world.clients[who], method, named, undefined)).status]));
    const wanted = answers.split(' ').map((status, i) => [ASKERS[i], Number(status)]);
    expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(wanted));
  });
});
