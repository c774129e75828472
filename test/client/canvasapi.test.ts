import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test } from 'vitest';
import { demoSchool } from '../../src/demo/command-line.ts';
import { useServer } from '../helpers/server.ts';

const SCRIPT = fileURLToPath(new URL('by_canvasapi.py', import.meta.url));
const server = useServer();

/** npm brings no Python: where the machine has none, or not the client, nothing can be tried. */
const isThere = spawnSync('python3', ['-c', 'import canvasapi']).status === 0;

describe.runIf(isThere)('canvasapi', () => {
  test('reads and writes what it knows of a course, people and an account', async () => {
    const { database, services, url } = server;
    const printed = (await demoSchool({ database, services, baseUrl: url, webUrl: url }, [])).join('\n');
    const tokenOf = (name: string) => new RegExp(`${name} +(\\S+)`).exec(printed)?.[1] ?? '';
    const tokens = [inject('adminToken'), tokenOf('teacher'), tokenOf('student1')];
    const child = spawn('python3', ['-W', 'ignore', SCRIPT, url, ...tokens], { stdio: ['ignore', 'pipe', 'pipe'] });
    const [steps, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    expect(complaints).toBe('');
    expect(code).toBe(0);
    expect(steps.trim().split('\n').at(-1)).toBe('administration');
  });
});
