import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type ObjectStore, startObjectStore } from '../../test/helpers/object-store.ts';
import { type Balancer, balancerOf } from './balancer.ts';
import { MailServer } from './mail-server.ts';

/** What Lectern has around it beside its database, where accidents may happen to it. */
export interface Surroundings {
  balancer: Balancer;
  mail: MailServer;
  /** Where its files are: a directory or an object store. */
  files: FilesDirectory | ObjectStore;
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Where files are kept below their directory. */
export const KEPT = 'kept';

export interface FilesDirectory {
  /** A link to KEPT beside it, so that another thing can take its place at once. */
  directory: string;
  /** Whether it has a file system of its own, which can be filled. */
  isBounded: boolean;
}

interface Place {
  files: FilesDirectory | ObjectStore;
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const ROOM = '128m';

/** Only root may. */
function mounted(directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return false;
  }
  return true;
}

async function onDisk(within: string): Promise<Place> {
  const room = path.join(within, 'room');
  const directory = path.join(room, 'files');
  await mkdir(room);
  const isBounded = mounted(room);
  const unmount = () => void execFileSync('umount', ['-l', room]);
  // Before the directory goes.
  if (isBounded) process.prependOnceListener('exit', unmount);
  await mkdir(path.join(room, KEPT));
  await symlink(KEPT, directory);
  return { files: { directory, isBounded }, env: { FILE_STORAGE: `file:${directory}` }, stop: () => Promise.resolve() };
}

async function inBucket(): Promise<Place> {
  const files = await startObjectStore();
  const { bucket, region, endpoint, credentials } = files.storage;
  const env = {
    FILE_STORAGE: `s3://${bucket}`,
    S3_ENDPOINT: endpoint ?? '',
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  };
  return { files, env, stop: () => files.stop() };
}

export type FilesIn = 'directory' | 'bucket';

/** A load balancer for the servers of these ports, a mail server, and a place for files. */
export async function surround(directory: string, ports: readonly number[], filesIn: FilesIn): Promise<Surroundings> {
  const place = filesIn === 'bucket' ? await inBucket() : await onDisk(directory);
  const balancer = await balancerOf(ports, directory);
  const mail = await MailServer.start();
  return {
    ...{ balancer, mail, files: place.files },
    // It stops later than the load balancer ends a connection that nothing goes over.
    env: { STOP_DELAY: '5', BASE_URL: balancer.url, SMTP_URL: mail.url, ...place.env },
    async stop() {
      await balancer.stop();
      await mail.away();
      await place.stop();
    },
  };
}
