import { execFileSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type Balancer, balancerOf } from './balancer.ts';
import { MailServer } from './mail-server.ts';

/** What Lectern has around it beside its database, where accidents may happen to it. */
export interface Surroundings {
  balancer: Balancer;
  mail: MailServer;
  /** The directory of its files: a link to KEPT beside it, so that another thing can take its place at once. */
  files: string;
  /** Whether that has a file system of its own, which can be filled. */
  filesAreBounded: boolean;
  env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Where the files are. */
export const KEPT = 'kept';
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

/** A load balancer for the servers of these ports, a mail server, and a place for files. */
export async function surround(directory: string, ports: readonly number[]): Promise<Surroundings> {
  const room = path.join(directory, 'room');
  const files = path.join(room, 'files');
  await mkdir(room);
  const filesAreBounded = mounted(room);
  const unmount = () => void execFileSync('umount', ['-l', room]);
  // Before the directory goes.
  if (filesAreBounded) process.prependOnceListener('exit', unmount);
  await mkdir(path.join(room, KEPT));
  await symlink(KEPT, files);
  const balancer = await balancerOf(ports, directory);
  const mail = await MailServer.start();
  return {
    ...{ balancer, mail, files, filesAreBounded },
    // It stops later than the load balancer ends a connection that nothing goes over.
    env: { STOP_DELAY: '5', BASE_URL: balancer.url, FILE_STORAGE: `file:${files}`, SMTP_URL: mail.url },
    async stop() {
      await balancer.stop();
      await mail.away();
    },
  };
}
