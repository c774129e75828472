import { readdir, readFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError } from '../kernel/operator-error.ts';
import { SECRETS } from '../store/data-directory.ts';

/** Why a backup or a restore fails, in a sentence for whoever asks for it. */
export class BackupError extends OperatorError {}

export const MANIFEST = 'manifest.json';
/** The directory, below that of backups, of the files that all copies share, by storage key. */
export const FILES = 'files';
/** The file of a copy that lists which of them it needs. */
export const LIST = 'files.tsv';
export const PHYSICAL = 'postgres.tar.gz';
export const DUMP = 'database.dump';

/** The kind of this machine, as manifests name it: a physical copy can be used on machines of the same kind only. */
export const MACHINE = `${platform()}-${arch()}`;

const Sum = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
export type Sum = z.infer<typeof Sum>;

/** The files beside the manifest of a whole copy, by the kind of its database. */
const PARTS = { physical: [LIST, PHYSICAL, ...SECRETS], dump: [LIST, DUMP] } as const;

const Manifest = z
  .object({
    format: z.literal(1, 'this release reads none but 1'),
    taken_at: z.iso.datetime(),
    release: z.string(),
    migrations: z.array(z.string()).min(1),
    database: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('physical'), postgres: z.string(), machine: z.string() }),
      z.object({ kind: z.literal('dump'), postgres: z.string() }),
    ]),
    /** The checksums of the files beside the manifest, by the names of these. */
    parts: z.record(z.string().regex(/^[\w.-]+$/), Sum),
  })
  // What it does not name would not be looked for.
  .superRefine(({ database, parts }, context) => {
    for (const part of PARTS[database.kind])
      if (parts[part] === undefined) context.addIssue({ code: 'custom', message: `it does not name ${part}`, path: ['parts'] });
  });
export type Manifest = z.infer<typeof Manifest>;

/** A copy is named by the time at which it was begun, so that the names of older ones come first. */
const COPY = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
export const copyName = (at: Date): string => at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');

/** The whole copies in a directory of backups, the oldest first. */
export async function copiesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: Error) => {
    throw new BackupError(`There are no backups in ${directory}: ${error.message}`);
  });
  return names.filter((name) => COPY.test(name)).sort();
}

export async function readManifest(copy: string): Promise<Manifest> {
  const file = path.join(copy, MANIFEST);
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}`);
  });
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : String(error);
    throw new BackupError(`${file} is damaged, or of another release: ${reason}`);
  }
}

/** One file of the list, a line: its key, its bytes and their checksum. */
export type Entry = Sum & { key: string };

const LINE = /^([\w-]+(?:\/[\w-]+)*)\t(\d+)\t([0-9a-f]{64})$/;

export const entryLine = ({ key, size, sha256 }: Entry): string => `${key}\t${size}\t${sha256}\n`;

export async function readList(copy: string): Promise<Entry[]> {
  const file = path.join(copy, LIST);
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, key, size, sha256] = LINE.exec(line) ?? [];
    if (key === undefined || sha256 === undefined) throw new BackupError(`${file} is damaged: it has a line that names no file.`);
    return { key, size: Number(size), sha256 };
  });
}
