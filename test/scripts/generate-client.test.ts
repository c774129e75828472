import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** A project of one table. */
let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'lectern-generate-'));
  await cp(path.join(ROOT, 'scripts'), path.join(project, 'scripts'), { recursive: true });
  await cp(path.join(ROOT, 'package.json'), path.join(project, 'package.json'));
  await mkdir(path.join(project, 'prisma/schema'), { recursive: true });
  await cp(path.join(ROOT, 'prisma/schema/schema.prisma'), path.join(project, 'prisma/schema/schema.prisma'));
  await mkdir(path.join(project, 'src/store'), { recursive: true });
  await table('model Shelf {\n  id Int @id\n}\n');
});
afterEach(() => rm(project, { recursive: true }));

const table = (text: string) => writeFile(path.join(project, 'prisma/schema/shelves.prisma'), text);
const install = () => symlink(path.join(ROOT, 'node_modules'), path.join(project, 'node_modules'));
const generated = (file: string) => path.join(project, 'src/store/generated', file);

async function run(): Promise<{ code: unknown; said: string }> {
  const child = spawn(process.execPath, [path.join(project, 'scripts/generate-client.ts')], { cwd: project });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
  const [code] = await once(child, 'close');
  return { code, said };
}

describe('the database client', () => {
  test('is generated once, and anew when the schema has changed', async () => {
    await install();
    expect(await run()).toEqual({ code: 0, said: '' });
    expect(await readFile(generated('client.ts'), 'utf8')).toContain('Shelf');
    await writeFile(generated('client.ts'), 'as it was');
    expect(await run()).toEqual({ code: 0, said: '' });
    expect(await readFile(generated('client.ts'), 'utf8')).toBe('as it was');
    await table('model Cupboard {\n  id Int @id\n}\n');
    expect(await run()).toEqual({ code: 0, said: '' });
    expect(await readFile(generated('client.ts'), 'utf8')).toContain('Cupboard');
  });

  test('that cannot be: the reason, and the next run tries again', async () => {
    await install();
    await table('model Shelf {\n  id Int\n}\n');
    const { code, said } = await run();
    expect(code).toBe(1);
    expect(said).toMatch(/^The database client could not be generated from prisma\/schema: Prisma refused it\./);
    expect(said).toContain('model Shelf');
    await table('model Shelf {\n  id Int @id\n}\n');
    expect(await run()).toEqual({ code: 0, said: '' });
  });

  test('without Prisma: one sentence says what to do', async () => {
    expect(await run()).toEqual({
      code: 1,
      said: 'The database client could not be generated from prisma/schema: Prisma is not installed. Run npm ci, without --omit=dev, and then this again.\n',
    });
  });
});
